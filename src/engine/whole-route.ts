// Whole routes weighed against each other, after the search.
import type { Problem } from './problem.ts'
import { ableVehicles } from './reasons.ts'
import { preferenceCosts } from './search/preference.ts'
import * as timeline from './timeline.ts'

export interface Figures {
  meters: number
  seconds: number
  /** From departure to return, in seconds. */
  worked: number
  cost: number
  /** What of it is for stops whose preferred drivers don't drive them. */
  otherDrivers: number
}

/** What a vehicle's route comes to; null where it cannot be driven. */
export function figuresOf(problem: Problem, index: number, route: readonly number[]): Figures | null {
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

/** Whether a vehicle could serve a stop at all; remembered, since it is asked often. */
export function riders(problem: Problem): (stop: number, vehicle: number) => boolean {
  const able = new Map<number, readonly number[]>()
  return (stop, vehicle) => {
    if (!able.has(stop)) able.set(stop, ableVehicles(problem, stop))
    return able.get(stop)!.includes(vehicle)
  }
}
