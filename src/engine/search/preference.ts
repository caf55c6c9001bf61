// What it costs that a stop is driven by none of the drivers it prefers.
import type { Problem } from '../problem.ts'

/** Whether some stop prefers a driver and that has a price. */
export const prefers = ({ objective, stops }: Problem): boolean =>
  (objective.otherDriverCost ?? 0) > 0 && stops.some(({ drivers }) => (drivers?.preferred ?? []).length > 0)

export function preferenceCost(problem: Problem, vehicle: number, stop: number): number {
  const preferred = problem.stops[stop]!.drivers?.preferred ?? []
  const { driver } = problem.vehicles[vehicle]!
  const other = preferred.length > 0 && (driver === undefined || !preferred.includes(driver))
  return other ? (problem.objective.otherDriverCost ?? 0) : 0
}

export function preferenceCosts(problem: Problem, vehicle: number, order: ArrayLike<number>, length: number): number {
  let cost = 0
  for (let i = 0; i < length; i++) cost += preferenceCost(problem, vehicle, order[i]!)
  return cost
}
