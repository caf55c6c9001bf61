// Gathers distances, solves off the event loop and has the answer judged before anyone sees it.
import type { Costing } from '../../domain/planning/costing.ts'
import type { Point } from '../../domain/orders/order.ts'
import { check } from '../../engine/check.ts'
import type { Problem } from '../../engine/problem.ts'
import type { Solution } from '../../engine/solution.ts'
import { InvalidProblem, validate } from '../../engine/validate.ts'
import type { Context } from '../context.ts'
import { distanceTable, type KnownRoads, type RoadsContext } from './distances.ts'
import { AppError, plansBusy } from '../errors.ts'
import type { DistanceTable } from '../ports/roads.ts'
import { SolverBusy, type SolveProgress } from '../ports/solver.ts'
import { compileProblem, type PlanInput, placesOf } from './compile-problem.ts'
import { commonRoads, onOwnRoads, type OwnRoads } from './own-roads.ts'

export interface SolvedPlan {
  problem: Problem
  solution: Solution
  /** The places, and the distances among them on which it was planned. */
  points: Point[]
  table: DistanceTable
  /** The distances that its routes are timed on. */
  own: OwnRoads
}

export interface SolveBudget {
  /** Longest search; absent: by the number of stops. */
  seconds?: number
  iterations?: number
  seed?: number
  /** Ends the search early. */
  signal?: AbortSignal
  onProgress?: (progress: SolveProgress) => void
}

/**
 * Throws a 400 for a plan that contradicts itself, naming the fields that `fieldOf` makes of the problem's paths
 * (`stops.3.lock.position`), and a 429 when too many solves wait. An answer that breaks a rule is a bug: logged, and
 * thrown as one.
 */
export async function solvePlan(
  ctx: Pick<Context, 'businessId' | 'distances' | 'log' | 'solver'> & { knownRoads?: KnownRoads },
  input: PlanInput,
  budget: SolveBudget,
  fieldOf: (path: string) => string = (path) => path,
): Promise<SolvedPlan> {
  const { points, indexOf } = placesOf(input)
  const own = await ownRoads(ctx, input, points)
  const common = commonRoads(input, indexOf, own)
  const problem = compileProblem(common.input, indexOf, common.table)
  refuseContradictions(problem, fieldOf)
  const solution = await ctx.solver.solve(ctx.businessId, problem, budget).catch((error: unknown) => {
    throw error instanceof SolverBusy ? plansBusy() : error
  })
  const judge = (faults: string[]): void => {
    if (faults.length === 0) return
    ctx.log.error({ faults: faults.slice(0, 20), stops: problem.stops.length }, 'bug: the solver broke a rule')
    throw new Error(`the solver's answer breaks a rule: ${faults[0]}`)
  }
  judge(check(problem, solution))
  const solved = { problem, points, table: common.table, own }
  if (own.size === 1) return { ...solved, solution }
  const problemOf = (costing: Costing) => compileProblem(common.input, indexOf, own.get(costing) ?? common.table)
  const { routes, faults } = onOwnRoads(solution.routes, input.vehicles, problemOf)
  judge(faults)
  return { ...solved, solution: { ...solution, routes } }
}

async function ownRoads(ctx: RoadsContext, { vehicles }: PlanInput, points: readonly Point[]): Promise<OwnRoads> {
  const costings = [...new Set(vehicles.map(({ costing }) => costing))]
  const tables = costings.map(async (costing) => [costing, await distanceTable(ctx, points, costing)] as const)
  return new Map(await Promise.all(tables))
}

function refuseContradictions(problem: Problem, fieldOf: (path: string) => string): void {
  try {
    validate(problem)
  } catch (error) {
    if (!(error instanceof InvalidProblem)) throw error
    const fields = error.fields.map(fieldOf)
    throw new AppError('invalid', 'CONTRADICTION', `${fields[0]}: ${error.message}.`, { fields })
  }
}
