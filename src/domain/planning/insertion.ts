// Finds the best position for one more stop on a route. The other stops keep their order.
import type { DueBreak } from './break-placement.ts'
import type { TimedStop } from './serving.ts'
import { scheduleFrom, type Schedule, cheapestSchedule } from './timing.ts'

/** The open part of a route, in driving order. Times are in seconds; all use the same clock. */
export interface OpenRoute {
  /** Departure: the earliest possible if the route has not begun, else the exact time. */
  leaves: number
  begun: boolean
  stops: readonly TimedStop[]
  driveToEnd: number
  /** Breaks that are still ahead. */
  breaks?: readonly DueBreak[]
}

/** The route with one more stop. */
export interface Insertion extends Pick<OpenRoute, 'leaves' | 'stops' | 'driveToEnd'> {
  /** Number of other stops before the new stop. */
  index: number
  /** Additional miles. */
  miles: number
  /** Load beyond capacity with the new stop. */
  overload: number
}

export interface Place {
  /** Number of open stops before the new stop. */
  index: number
  arrival: number
  late: boolean
  addedSeconds: number
  addedLateStops: number
  cost: number
  overload: number
  /** End of the route. */
  end: number
}

/** Returns the position with the least overload, then the fewest additional late stops, then the lowest cost. */
export const bestPlace = (route: OpenRoute, insertions: readonly Insertion[]): Place =>
  insertions
    .map((insertion) => placeAt(route, insertion))
    .reduce((best, place) => (isWorse(best, place) ? place : best))

function isWorse(a: Place, b: Place): boolean {
  if (Math.abs(a.overload - b.overload) > SAME) return a.overload > b.overload
  return a.addedLateStops > b.addedLateStops || (a.addedLateStops === b.addedLateStops && a.cost > b.cost)
}

const SAME = 1e-9

/** One mile costs as much as half an hour on the road. Time has a cost so that no driver idles to save a yard. */
export const COSTS = { fixedCost: 0, costPerMile: 1, costPerHour: 2 }

/** Cost, in miles, of a driver other than those that the delivery prefers. */
export const OTHER_DRIVER_COST = 5

/** Returns the cost of a detour with the same weights as builds. */
export const detourCost = (miles: number, minutes: number): number =>
  COSTS.costPerMile * miles + COSTS.costPerHour * (minutes / 60)

/** Returns the cost of the stop at one position, compared with the route without the stop. */
export function placeAt(route: OpenRoute, { index, leaves, stops, driveToEnd, miles, overload }: Insertion): Place {
  const before = scheduleOf({ ...route, leaves }, route.stops, route.driveToEnd)
  const after = scheduleOf({ ...route, leaves }, stops, driveToEnd)
  const own = after.stops[index] as Schedule['stops'][number]
  const addedSeconds = scheduleSeconds(after) - scheduleSeconds(before)
  return {
    index,
    arrival: own.arrival,
    late: own.late,
    addedSeconds,
    cost: detourCost(miles, addedSeconds / 60),
    addedLateStops: lateIn(after) - lateIn(before),
    overload,
    end: after.end,
  }
}

const scheduleOf = ({ begun, leaves, breaks }: OpenRoute, stops: readonly TimedStop[], driveToEnd: number): Schedule =>
  begun || stops.length === 0
    ? scheduleFrom(leaves, stops, stops.length > 0 ? driveToEnd : 0, breaks)
    : cheapestSchedule(leaves, stops, driveToEnd, breaks)

const scheduleSeconds = ({ departure, end }: Schedule): number => end - departure
const lateIn = ({ stops }: Schedule): number => stops.filter(({ late }) => late).length
