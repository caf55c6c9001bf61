// Gathers distances, solves off the event loop and has the answer judged before anyone sees it.
import type { Point } from '../../domain/order.ts'
import { check } from '../../engine/check.ts'
import type { Problem } from '../../engine/problem.ts'
import type { Solution } from '../../engine/solution.ts'
import { InvalidProblem, validate } from '../../engine/validate.ts'
import type { Context } from '../context.ts'
import { distanceTable, type KnownRoads } from '../distances.ts'
import { AppError, plansBusy } from '../errors.ts'
import { type DistanceTable, SolverBusy, type SolveProgress } from '../ports.ts'
import { compileProblem, type PlanInput, placesOf } from './compile-problem.ts'

export interface SolvedPlan {
  problem: Problem
  solution: Solution
  /** The places, and the distances among them. */
  points: Point[]
  table: DistanceTable
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
  const table = await distanceTable(ctx, points, input.costing)
  const problem = compileProblem(input, indexOf, table)
  refuseContradictions(problem, fieldOf)
  const solution = await ctx.solver.solve(ctx.businessId, problem, budget).catch((error: unknown) => {
    throw error instanceof SolverBusy ? plansBusy() : error
  })
  const faults = check(problem, solution)
  if (faults.length > 0) {
    ctx.log.error({ faults: faults.slice(0, 20), stops: problem.stops.length }, 'bug: the solver broke a rule')
    throw new Error(`the solver's answer breaks a rule: ${faults[0]}`)
  }
  return { problem, solution, points, table }
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
