// Repeats a plan from its stored input. The same version of the engine returns the same routes and times.
import { check } from '../../../engine/check.ts'
import type { Problem } from '../../../engine/problem.ts'
import type { Solution } from '../../../engine/solution.ts'
import type { Context } from '../../context.ts'
import { tooManyBuildsError } from '../../errors.ts'
import { SolverBusy } from '../../ports/solver.ts'
import { partOf } from '../refine/part-problem.ts'
import { routesOnRoads } from '../refine/routes-on-roads.ts'
import type { PlanSearch } from './solve-plan.ts'

export async function repeatSolve(
  ctx: Pick<Context, 'businessId' | 'solver' | 'log'>,
  problem: Problem,
  { course, parts, trafficFactor }: PlanSearch,
  signal?: AbortSignal,
): Promise<Pick<Solution, 'routes' | 'unassigned'>> {
  const solve = (of: Problem, taken: PlanSearch['course']) =>
    ctx.solver.solve(ctx.businessId, of, { course: taken, ...(signal && { signal }) }).catch((error: unknown) => {
      throw error instanceof SolverBusy ? tooManyBuildsError() : error
    })
  const plan = routesOnRoads(await solve(problem, course))
  for (const { vehicles, stops, places, durations, distances, course: taken } of parts) {
    const table = { durations, distances }
    const part = partOf(problem, vehicles, vehicles.map(plan.stopsOf), stops, places, table, trafficFactor)
    const answer = await solve(part, taken)
    const faults = check(part, answer)
    if (faults.length > 0) throw new Error(`the solver's answer breaks a rule: ${faults[0]}`)
    plan.takeOver(vehicles, stops, answer)
  }
  return { routes: plan.routes(), unassigned: plan.unassigned() }
}
