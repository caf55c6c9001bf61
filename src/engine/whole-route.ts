// Compares whole routes after the search.
import type { Problem } from './problem.ts'
import { compatibleVehicles } from './reasons.ts'
import { preferenceCosts } from './search/preference.ts'
import * as timeline from './timeline.ts'

export interface Figures {
  meters: number
  seconds: number
  /** Seconds from departure to return. */
  worked: number
  cost: number
  /** Part of the cost for stops whose driver or vehicle is not a preferred one. */
  otherDrivers: number
}

/** Returns the figures of a vehicle's route. All zero if it is empty, null if it is infeasible. */
export function routeFigures(problem: Problem, index: number, route: readonly number[]): Figures | null {
  if (route.length === 0) return { meters: 0, seconds: 0, worked: 0, cost: 0, otherDrivers: 0 }
  const vehicle = problem.vehicles[index]!
  if (route.length > vehicle.maxStops || !timeline.runTimeline(problem, vehicle, route, route.length)) return null
  const { totalDistance: meters, totalDrive: seconds } = timeline
  const worked = timeline.finish - timeline.departure
  const otherDrivers = preferenceCosts(problem, index, route, route.length)
  const cost =
    vehicle.fixedCost +
    vehicle.costPerMeter * meters +
    timeline.timeCost(vehicle, timeline.paidSeconds()) +
    otherDrivers
  return { meters, seconds, worked, cost, otherDrivers }
}

/** Returns a cached test whether a vehicle could serve a stop alone. */
export function createCompatibilityCheck(problem: Problem): (stop: number, vehicle: number) => boolean {
  const able = new Map<number, readonly number[]>()
  return (stop, vehicle) => {
    if (!able.has(stop)) able.set(stop, compatibleVehicles(problem, stop))
    return able.get(stop)!.includes(vehicle)
  }
}
