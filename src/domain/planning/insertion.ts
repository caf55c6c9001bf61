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

/** A stop to come in, and its drive from and to each neighbor: index i is between stop i - 1 and stop i. */
export interface Newcomer extends Omit<TimedStop, 'drive'> {
  from: readonly number[]
  to: readonly number[]
  /** Miles that the detour adds, by the same index. */
  miles: readonly number[]
}

export interface Place {
  /** How many of the open stops come before it. */
  index: number
  arrival: number
  late: boolean
  addedSeconds: number
  addedLateStops: number
  cost: number
  /** When the route is over. */
  end: number
}

/** The place with the fewest stops late and, among those, the lowest cost; `first` is the earliest index allowed. */
export function bestPlace(route: OpenRoute, newcomer: Newcomer, first: number): Place {
  const before = timed(route, route.stops, route.driveToEnd)
  const places = Array.from({ length: route.stops.length + 1 - first }, (_, i) =>
    placed(route, newcomer, first + i, before),
  )
  return places.reduce((best, place) => (worse(best, place) ? place : best))
}

/** What the stop costs at one place, the route without it as it stands else. */
export const placeAt = (route: OpenRoute, newcomer: Newcomer, index: number): Place =>
  placed(route, newcomer, index, timed(route, route.stops, route.driveToEnd))

const worse = (a: Place, b: Place): boolean =>
  a.addedLateStops > b.addedLateStops || (a.addedLateStops === b.addedLateStops && a.cost > b.cost)

/** A mile costs one, and half an hour on the road as much as a mile: no driver idles to save a yard. */
export const COSTS = { fixedCost: 0, costPerMile: 1, costPerHour: 2 }

/** In miles, what it is worth that a driver whom the delivery prefers drives it. */
export const OTHER_DRIVER_COST = 5

/** As builds weigh it. */
export const detourCost = (miles: number, minutes: number): number =>
  COSTS.costPerMile * miles + COSTS.costPerHour * (minutes / 60)

function placed(route: OpenRoute, newcomer: Newcomer, index: number, before: Schedule): Place {
  const { from, to, miles, ...stop } = newcomer
  const into = { ...stop, drive: from[index] ?? 0 }
  const out = to[index] ?? 0
  const next = route.stops[index]
  const stops = [
    ...route.stops.slice(0, index),
    into,
    ...(next ? [{ ...next, drive: out }] : []),
    ...route.stops.slice(index + 1),
  ]
  const after = timed(route, stops, next ? route.driveToEnd : out)
  const own = after.stops[index] as Schedule['stops'][number]
  const addedSeconds = length(after) - length(before)
  return {
    index,
    arrival: own.arrival,
    late: own.late,
    addedSeconds,
    cost: detourCost(miles[index] ?? 0, addedSeconds / 60),
    addedLateStops: lateIn(after) - lateIn(before),
    end: after.end,
  }
}

const timed = ({ begun, leaves, breaks }: OpenRoute, stops: readonly TimedStop[], driveToEnd: number): Schedule =>
  begun || stops.length === 0
    ? drive(leaves, stops, stops.length > 0 ? driveToEnd : 0, stops.length > 0 ? breaks : [])
    : schedule(leaves, stops, driveToEnd, breaks)

const length = ({ departure, end }: Schedule): number => end - departure
const lateIn = ({ stops }: Schedule): number => stops.filter(({ late }) => late).length
