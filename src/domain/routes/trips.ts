// The loads of a route. The vehicle returns to its depot to reload, or takes goods over from another vehicle.
import { goodsPairs, type WithGoods } from '../planning/goods.ts'
import type { HandOver, Pause } from './pauses.ts'
import { FINISHED_STOP, type StopStatus } from './stop.ts'

export interface TripStop {
  /** Load of the route that includes the stop's goods; the first is 1. */
  trip: number
  /**
   * Set if the goods are taken over from another vehicle. The goods of each hand-over location are a load of their own.
   */
  handOver?: HandOver | null | undefined
}

const isFromDepot = ({ handOver }: TripStop): boolean => !handOver
const keyOf = ({ lat, lng }: HandOver): string => `${lat},${lng}`

/**
 * Returns the loads that are aboard when the route leaves: the first load, and the load of the first stop, which needs
 * no reload.
 */
export const loadedFirst = (stops: readonly TripStop[]): Set<number> => new Set([1, stops.find(isFromDepot)?.trip ?? 1])

/**
 * Returns whether the vehicle reloads before each stop: before the first stop of each load that isn't aboard. `stops`
 * are in driving order.
 */
export function reloadsBefore(stops: readonly TripStop[], aboard: ReadonlySet<number>): boolean[] {
  const loaded = new Set(aboard)
  return stops.map(({ trip }) => {
    if (loaded.has(trip)) return false
    loaded.add(trip)
    return true
  })
}

/**
 * Returns whether a stop of a started route is out for delivery: the vehicle left with its goods, or has since gone to
 * load them.
 */
export const hasTripStarted = (stops: readonly (TripStop & { status: StopStatus })[], { trip }: TripStop): boolean =>
  loadedFirst(stops).has(trip) ||
  stops.some((stop) => stop.trip === trip && stop.status !== 'PENDING' && stop.status !== 'SKIPPED')

/**
 * Numbers the trips consecutively by load, so that a trip without stops disappears. If `reloads` is false, the vehicle
 * doesn't reload, and only hand-overs have trips of their own.
 */
export function renumberTrips<S extends TripStop>(stops: readonly S[], reloads = true): S[] {
  const first = loadedFirst(stops)
  const numbers = new Map<string | number, number>()
  let last = 1
  return stops.map((stop) => {
    const { handOver, trip } = stop
    const load = handOver ? keyOf(handOver) : reloads && !first.has(trip) ? trip : 1
    const number = numbers.get(load) ?? (load === 1 ? 1 : ++last)
    numbers.set(load, number)
    return { ...stop, trip: number }
  })
}

/**
 * Returns the trip for goods that a route still has to take over: that of the other goods from the same location,
 * else a new trip after all others.
 */
export function handOverTrip(stops: readonly TripStop[], handOver: HandOver): number {
  const same = stops.find((stop) => stop.handOver && keyOf(stop.handOver) === keyOf(handOver))
  return same?.trip ?? 1 + Math.max(1, ...stops.map(({ trip }) => trip))
}

/**
 * Returns the stops whose goods are aboard at the beginning of each trip: the stops of its load, and the remaining
 * stops of earlier loads.
 */
export function loadsOf<S extends TripStop>(stops: readonly S[]): S[][] {
  const first = loadedFirst(stops)
  const begins = reloadsBefore(stops, first).flatMap((reloads, i) => (reloads ? [i] : []))
  return [0, ...begins].map((from, trip) => {
    const loaded = new Set([...first, ...begins.slice(0, trip).map((i) => (stops[i] as S).trip)])
    return stops.slice(from).filter((stop) => loaded.has(stop.trip))
  })
}

interface Carried extends TripStop, WithGoods {}

/** Delivered and picked-up amounts of a stop in one measure of load. */
interface LoadMeasure<S> {
  load: (stop: S) => number | null | undefined
  pickup: (stop: S) => number | null | undefined
}

/**
 * Returns the maximum of one measure of load that is aboard at one time, for each trip. `stops` are in driving order.
 */
export function heaviestLoads<S extends Carried>(stops: readonly S[], { load, pickup }: LoadMeasure<S>): number[] {
  const giverOf = goodsPairs(stops)
  const takerOf = new Map([...giverOf].flatMap(([taker, giver]) => (giver < taker ? [[giver, taker]] : [])))
  const takers = new Set([...takerOf.values()].map((taker) => stops[taker]))
  const begins = reloadsBefore(stops, loadedFirst(stops)).flatMap((reloads, i) => (reloads ? [i] : []))
  // At the depot, picked-up goods are unloaded, so the sums start at zero. At a hand-over they stay aboard.
  let pickedUp = 0
  let brought: S[] = []
  return loadsOf(stops).map((loaded, trip) => {
    const from = trip === 0 ? 0 : (begins[trip - 1] ?? 0)
    if (!stops[from]?.handOver) [pickedUp, brought] = [0, []]
    const onBoard = new Set([...loaded.filter((stop) => !takers.has(stop)), ...brought])
    let aboard = [...onBoard].reduce((sum, stop) => sum + (load(stop) ?? 0), pickedUp)
    let most = aboard
    for (const [i, stop] of stops.slice(from, begins[trip]).entries()) {
      if (onBoard.delete(stop)) aboard -= load(stop) ?? 0
      brought = brought.filter((one) => one !== stop)
      pickedUp += pickup(stop) ?? 0
      aboard += pickup(stop) ?? 0
      const taker = stops[takerOf.get(from + i) ?? -1]
      if (taker) {
        onBoard.add(taker)
        brought.push(taker)
        aboard += load(taker) ?? 0
      }
      most = Math.max(most, aboard)
    }
    return most
  })
}

/**
 * Returns the trips of stops that are inserted between others of a route. Each stop keeps its own trip if that keeps
 * the trips in order, else it gets the trip of the stop before it.
 */
export function tripsBetween(
  moved: readonly { trip: number | null }[],
  before: TripStop | undefined,
  after: TripStop | undefined,
): number[] {
  let low = before?.trip ?? 1
  const high = Math.max(low, before && !after ? Infinity : (after?.trip ?? low))
  return moved.map(({ trip }) => (low = Math.min(high, Math.max(low, trip ?? low))))
}

/**
 * Returns the trips by position for a route that is driven in reverse, with the same number of reloads and of stops per
 * load.
 */
export function tripsReversed(stops: readonly TripStop[]): number[] {
  const last = Math.max(1, ...stops.map(({ trip }) => trip))
  return stops.map(({ trip }) => last + 1 - trip).reverse()
}

/** Returns the number of stops that a reload serves. */
export const stopsOfTrip = (stops: readonly (TripStop & { status: StopStatus })[], trip = 1): number =>
  stops.filter((stop) => stop.trip === trip && stop.status !== 'SKIPPED').length

interface Driven extends TripStop {
  status: StopStatus
  sequence: number
  arrivedAt: Date | null
  finishedAt: Date | null
}

const wasReached = ({ status }: Driven): boolean =>
  status === 'ARRIVED' || (FINISHED_STOP[status] && status !== 'SKIPPED')
const reachedAt = ({ arrivedAt, finishedAt }: Driven): number => (arrivedAt ?? finishedAt)?.getTime() ?? -Infinity

/**
 * Returns the loads that a started route has picked up by `at`, the time of its last known progress. Nobody records
 * reloads. A reload is over when one of its stops is reached. It is also over when nothing is left to do before it and
 * its planned time has passed.
 */
export function tripsTaken(
  stops: readonly Driven[],
  { pauses, startedAt }: { pauses: readonly Pause[]; startedAt: Date | null },
  at: Date,
): Set<number> {
  const taken = new Set([1, ...stops.filter(wasReached).map(({ trip }) => trip)])
  const next = stops.find(({ status }) => !FINISHED_STOP[status] && status !== 'ARRIVED')
  const planned = next && pauses.find(({ kind, which }) => kind === 'RELOAD' && which === next.trip)
  if (!next || !planned || taken.has(next.trip)) return taken
  const others = stops.filter(({ trip }) => trip !== next.trip)
  const since = Math.max(
    startedAt?.getTime() ?? Infinity,
    ...others.map(({ finishedAt }) => finishedAt?.getTime() ?? 0),
  )
  const busy = others.some(({ status }) => status === 'ARRIVED')
  if (!busy && planned.start.getTime() >= since && planned.end <= at) taken.add(next.trip)
  return taken
}

/**
 * Returns the reloads of a started route that are over. Each is placed before the first of its stops and ends no later
 * than the first arrival at one of them.
 */
export const pastReloads = (stops: readonly Driven[], pauses: readonly Pause[], taken: ReadonlySet<number>): Pause[] =>
  pauses.flatMap((pause): Pause[] => {
    if (pause.kind !== 'RELOAD' || !taken.has(pause.which)) return []
    const own = stops.filter(({ trip }) => trip === pause.which)
    const [first] = own
    if (!first) return []
    const reached = own.filter(wasReached).map(reachedAt)
    const by = Math.min(pause.end.getTime(), ...reached)
    return [
      {
        ...pause,
        start: new Date(Math.min(pause.start.getTime(), by)),
        end: new Date(by),
        before: (own.find((stop) => wasReached(stop) || !FINISHED_STOP[stop.status]) ?? first).sequence,
      },
    ]
  })
