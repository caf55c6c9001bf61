// Plans found with one objective, judged by another.
import { planCost } from './explain.ts'
import { compareLeftOff, leftOffOf } from './left-off.ts'
import type { Problem } from './problem.ts'
import type { Solution } from './solution.ts'

/** Differences of costs below this are rounding. */
const NEAR = 1e-6

/**
 * Returns the index of the best of `solutions` for `problem`: strictly by the priority of what each leaves off, then by
 * cost; of equals the first. Each is of a problem that differs from `problem` in its objective and in lateness alone.
 */
export function bestOf(problem: Problem, solutions: readonly Solution[]): number {
  const judged = solutions.map((solution) => ({
    leftOff: leftOffOf(
      problem.stops,
      solution.unassigned.map(({ stop }) => stop),
    ),
    cost: planCost(problem, routesOf(problem, solution)),
  }))
  return judged.reduce((best, { leftOff, cost }, i) => {
    const { leftOff: least, cost: lowest } = judged[best]!
    const order = compareLeftOff(leftOff, least)
    return order < 0 || (order === 0 && cost < lowest - NEAR) ? i : best
  }, 0)
}

function routesOf({ vehicles }: Problem, { routes }: Solution): number[][] {
  const stopsOf = new Map(routes.map(({ vehicle, visits }) => [vehicle, visits.map(({ stop }) => stop)]))
  return vehicles.map((_, vehicle) => stopsOf.get(vehicle) ?? [])
}
