// Where one more stop fits best on a route whose other stops keep their order.
import type { DueBreak } from './resting.ts'
import type { TimedStop } from './serving.ts'
import { drive, type Schedule, schedule } from './timing.ts'

/** The open part of a route, in driving order. Times are seconds on one clock. */
export interface OpenRoute {
  /** When it leaves: at the earliest where it has not begun, else just then. */
  leaves: number
  begun: boolean
  stops: readonly TimedStop[]
  driveToEnd: number
  /** Breaks to come. */
  breaks?: readonly DueBreak[]
}

/** The route with one more stop in it. */
export interface Insertion extends Pick<OpenRoute, 'leaves' | 'stops' | 'driveToEnd'> {
  /** How many of the other stops come before it. */
  index: number
  /** Miles that it adds. */
  miles: number
  /** How much too full the vehicle is with it. */
  overload: number
}

export interface Place {
  /** How many of the open stops come before it. */
  index: number
  arrival: number
  late: boolean
  addedSeconds: number
  addedLateStops: number
  cost: number
  overload: number
  /** When the route is over. */
  end: number
}

/** Where the vehicle gets least too full and, among those, with the fewest stops late and then at the lowest cost. */
export const bestPlace = (route: OpenRoute, insertions: readonly Insertion[]): Place =>
  insertions
    .map((insertion) => placeAt(route, insertion))
    .reduce((best, place) => (isWorse(best, place) ? place : best))

function isWorse(a: Place, b: Place): boolean {
  if (Math.abs(a.overload - b.overload) > SAME) return a.overload > b.overload
  return a.addedLateStops > b.addedLateStops || (a.addedLateStops === b.addedLateStops && a.cost > b.cost)
}

const SAME = 1e-9

/** A mile costs one, and half an hour on the road as much as a mile: no driver idles to save a yard. */
export const COSTS = { fixedCost: 0, costPerMile: 1, costPerHour: 2 }

/** In miles, what it is worth that a driver whom the delivery prefers drives it. */
export const OTHER_DRIVER_COST = 5

/** As builds weigh it. */
export const detourCost = (miles: number, minutes: number): number =>
  COSTS.costPerMile * miles + COSTS.costPerHour * (minutes / 60)

/** What the stop costs at one place, the route without it as it stands else. */
export function placeAt(route: OpenRoute, { index, leaves, stops, driveToEnd, miles, overload }: Insertion): Place {
  const before = timed({ ...route, leaves }, route.stops, route.driveToEnd)
  const after = timed({ ...route, leaves }, stops, driveToEnd)
  const own = after.stops[index] as Schedule['stops'][number]
  const addedSeconds = length(after) - length(before)
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

const timed = ({ begun, leaves, breaks }: OpenRoute, stops: readonly TimedStop[], driveToEnd: number): Schedule =>
  begun || stops.length === 0
    ? drive(leaves, stops, stops.length > 0 ? driveToEnd : 0, stops.length > 0 ? breaks : [])
    : schedule(leaves, stops, driveToEnd, breaks)

const length = ({ departure, end }: Schedule): number => end - departure
const lateIn = ({ stops }: Schedule): number => stops.filter(({ late }) => late).length
