// Cost of stops that aren't served by a preferred driver or vehicle.
import type { Problem } from '../problem.ts'

/** Returns whether any stop has a preference with a cost. */
export const hasPreferences = ({ objective, stops }: Problem): boolean =>
  stops.some(
    ({ drivers, preferredVehicles = [] }) =>
      ((objective.otherDriverCost ?? 0) > 0 && (drivers?.preferred ?? []).length > 0) ||
      ((objective.otherVehicleCost ?? 0) > 0 && preferredVehicles.length > 0),
  )

/** Returns the preference cost of one stop on the vehicle. */
export function preferenceCost(problem: Problem, vehicle: number, stop: number): number {
  const { objective, stops, vehicles } = problem
  const { drivers, preferredVehicles = [] } = stops[stop]!
  const preferred = drivers?.preferred ?? []
  const { driver } = vehicles[vehicle]!
  const otherDriver = preferred.length > 0 && (driver === undefined || !preferred.includes(driver))
  const otherVehicle = preferredVehicles.length > 0 && !preferredVehicles.includes(vehicle)
  return (otherDriver ? (objective.otherDriverCost ?? 0) : 0) + (otherVehicle ? (objective.otherVehicleCost ?? 0) : 0)
}

/** Returns the preference cost of the first `length` stops of `order` on the vehicle. */
export function preferenceCosts(problem: Problem, vehicle: number, order: ArrayLike<number>, length: number): number {
  let cost = 0
  for (let i = 0; i < length; i++) cost += preferenceCost(problem, vehicle, order[i]!)
  return cost
}
