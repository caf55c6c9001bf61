// What a plan looks like before anyone drives it: how far, how even, how tangled.
import type { Problem } from '../../../engine/problem.ts'
import { shapeOf } from '../../../engine/shape.ts'
import type { Solution } from '../../../engine/solution.ts'

export interface PlanLooks {
  routes: number
  stops: number
  unassigned: number
  meters: number
  driveSeconds: number
  /** From departure to return, of all routes and of the shortest and the longest. */
  workSeconds: number
  shortestSeconds: number
  longestSeconds: number
  fewestStops: number
  mostStops: number
  crossings: number
  /** Stops inside the area of another route. */
  inside: number
}

export function looksOf(problem: Problem, { routes, unassigned }: Pick<Solution, 'routes' | 'unassigned'>): PlanLooks {
  const counts = routes.map(({ visits }) => visits.length)
  const worked = routes.map(({ departure, returnTime, visits }) => {
    const end = returnTime ?? visits.at(-1)?.departure ?? departure
    return end - departure
  })
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
  const sequences = problem.vehicles.map(
    (_, vehicle) => routes.find((route) => route.vehicle === vehicle)?.visits.map(({ stop }) => stop) ?? [],
  )
  const none = { crossings: 0, inside: 0 }
  return {
    routes: routes.length,
    stops: sum(counts),
    unassigned: unassigned.length,
    meters: sum(routes.map(({ distance }) => distance)),
    driveSeconds: sum(routes.map(({ driveSeconds }) => driveSeconds)),
    workSeconds: sum(worked),
    shortestSeconds: Math.min(...worked),
    longestSeconds: Math.max(...worked),
    fewestStops: Math.min(...counts),
    mostStops: Math.max(...counts),
    ...(problem.places ? shapeOf(problem, problem.places, sequences) : none),
  }
}
