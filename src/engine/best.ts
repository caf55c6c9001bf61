// Plans found with one objective, judged by another.
import { planCost } from './explain.ts'
import type { Problem } from './problem.ts'
import type { Solution } from './solution.ts'
import { leftOffWeights } from './weights.ts'

/** Differences of costs below this are rounding. */
const NEAR = 1e-6

/**
 * Which of `solutions` is best for `problem`: leaves off least by priority, then costs least; of equals the first.
 * Each is of a problem that differs from `problem` in its objective and in lateness alone.
 */
export function bestOf(problem: Problem, solutions: readonly Solution[]): number {
  const weights = leftOffWeights(problem.stops)
  const judged = solutions.map((solution) => ({
    leftOff: solution.unassigned.reduce((sum, { stop }) => sum + weights[stop]!, 0),
    cost: planCost(problem, routesOf(problem, solution)),
  }))
  return judged.reduce((best, { leftOff, cost }, i) => {
    const { leftOff: least, cost: lowest } = judged[best]!
    return leftOff < least || (leftOff === least && cost < lowest - NEAR) ? i : best
  }, 0)
}

function routesOf({ vehicles }: Problem, { routes }: Solution): number[][] {
  const stopsOf = new Map(routes.map(({ vehicle, visits }) => [vehicle, visits.map(({ stop }) => stop)]))
  return vehicles.map((_, vehicle) => stopsOf.get(vehicle) ?? [])
}
