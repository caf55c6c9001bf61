// Compares plans that were optimized for different objectives.
import { planCost } from './explain.ts'
import { compareUnassigned, unassignedCounts } from './unassigned.ts'
import type { Problem } from './problem.ts'
import type { Solution } from './solution.ts'

/** Cost differences below this are rounding errors. */
const NEAR = 1e-6

/**
 * Returns the index of the best solution for `problem`: the least unassigned by priority, then the lowest cost, then
 * the first. The problems of the solutions may differ from `problem` only in their objective, including lateness.
 */
export function bestOf(problem: Problem, solutions: readonly Solution[]): number {
  const judged = solutions.map((solution) => ({
    leftOff: unassignedCounts(
      problem.stops,
      solution.unassigned.map(({ stop }) => stop),
    ),
    cost: planCost(problem, routesOf(problem, solution)),
  }))
  return judged.reduce((best, { leftOff, cost }, i) => {
    const { leftOff: least, cost: lowest } = judged[best]!
    const order = compareUnassigned(leftOff, least)
    return order < 0 || (order === 0 && cost < lowest - NEAR) ? i : best
  }, 0)
}

function routesOf({ vehicles }: Problem, { routes }: Solution): number[][] {
  const stopsOf = new Map(routes.map(({ vehicle, visits }) => [vehicle, visits.map(({ stop }) => stop)]))
  return vehicles.map((_, vehicle) => stopsOf.get(vehicle) ?? [])
}
