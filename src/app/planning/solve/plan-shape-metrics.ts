// Computes figures of a plan: distance, working time, fairness and crossings.
import { sum } from '../../../domain/sum.ts'
import type { Problem } from '../../../engine/problem.ts'
import { shapeOf } from '../../../engine/shape.ts'
import type { Solution, SolvedRoute } from '../../../engine/solution.ts'

export interface PlanShapeMetrics {
  routes: number
  stops: number
  unassigned: number
  meters: number
  driveSeconds: number
  /** Seconds from departure to return: the sum of all routes, followed by the shortest and the longest route. */
  workSeconds: number
  shortestSeconds: number
  longestSeconds: number
  fewestStops: number
  mostStops: number
  crossings: number
  /** Number of stops that lie inside the area of another route. */
  inside: number
}

/** Returns the end of the route: the return time, or the departure from the last stop if the route has an open end. */
export const endOf = ({ returnTime, visits, departure }: SolvedRoute): number =>
  returnTime ?? visits.at(-1)?.departure ?? departure

export function planShapeMetrics(
  problem: Problem,
  { routes, unassigned }: Pick<Solution, 'routes' | 'unassigned'>,
): PlanShapeMetrics {
  const counts = routes.map(({ visits }) => visits.length)
  const worked = routes.map((route) => endOf(route) - route.departure)
  const sequences = problem.vehicles.map(
    (_, vehicle) => routes.find((route) => route.vehicle === vehicle)?.visits.map(({ stop }) => stop) ?? [],
  )
  const none = { crossings: 0, inside: 0 }
  return {
    routes: routes.length,
    stops: sum(routes, ({ visits }) => visits.length),
    unassigned: unassigned.length,
    meters: sum(routes, ({ distance }) => distance),
    driveSeconds: sum(routes, ({ driveSeconds }) => driveSeconds),
    workSeconds: sum(worked, (seconds) => seconds),
    shortestSeconds: Math.min(...worked),
    longestSeconds: Math.max(...worked),
    fewestStops: Math.min(...counts),
    mostStops: Math.max(...counts),
    ...(problem.places ? shapeOf(problem, problem.places, sequences) : none),
  }
}
