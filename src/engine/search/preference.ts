// What it costs that a stop is driven by none of the drivers, or none of the vehicles, that it prefers.
import type { Problem } from '../problem.ts'

/** Whether some stop prefers a driver or a vehicle and that has a price. */
export const prefers = ({ objective, stops }: Problem): boolean =>
  stops.some(
    ({ drivers, preferredVehicles = [] }) =>
      ((objective.otherDriverCost ?? 0) > 0 && (drivers?.preferred ?? []).length > 0) ||
      ((objective.otherVehicleCost ?? 0) > 0 && preferredVehicles.length > 0),
  )

export function preferenceCost(problem: Problem, vehicle: number, stop: number): number {
  const { objective, stops, vehicles } = problem
  const { drivers, preferredVehicles = [] } = stops[stop]!
  const preferred = drivers?.preferred ?? []
  const { driver } = vehicles[vehicle]!
  const otherDriver = preferred.length > 0 && (driver === undefined || !preferred.includes(driver))
  const otherVehicle = preferredVehicles.length > 0 && !preferredVehicles.includes(vehicle)
  return (otherDriver ? (objective.otherDriverCost ?? 0) : 0) + (otherVehicle ? (objective.otherVehicleCost ?? 0) : 0)
}

export function preferenceCosts(problem: Problem, vehicle: number, order: ArrayLike<number>, length: number): number {
  let cost = 0
  for (let i = 0; i < length; i++) cost += preferenceCost(problem, vehicle, order[i]!)
  return cost
}
