// The loads of a route: its vehicle comes back to its depot to load again, or takes goods over from another vehicle.
import { goodsPairs, type WithGoods } from '../planning/goods.ts'
import type { HandOver, Pause } from './pauses.ts'
import { FINISHED_STOP, type StopStatus } from './stop.ts'

export interface OfTrip {
  /** Which load of the route its goods are part of; the first is 1. */
  trip: number
  /** Of goods that are taken over: a load of their own, wherever they are taken over. */
  handOver?: HandOver | null | undefined
}

const isOwn = ({ handOver }: OfTrip): boolean => !handOver
const keyOf = ({ lat, lng }: HandOver): string => `${lat},${lng}`

/** The loads that a route has before it leaves: its first, and that of its first stop, which needs no reload. */
export const loadedFirst = (stops: readonly OfTrip[]): Set<number> => new Set([1, stops.find(isOwn)?.trip ?? 1])

/** Whether the vehicle reloads before each of the stops, in driving order: before the first whose goods are not aboard. */
export function reloadsBefore(stops: readonly OfTrip[], aboard: ReadonlySet<number>): boolean[] {
  const loaded = new Set(aboard)
  return stops.map(({ trip }) => {
    if (loaded.has(trip)) return false
    loaded.add(trip)
    return true
  })
}

/** Whether a stop of a started route is out for delivery: the vehicle left with its goods, or has gone to load them since. */
export const isOut = (stops: readonly (OfTrip & { status: StopStatus })[], { trip }: OfTrip): boolean =>
  loadedFirst(stops).has(trip) ||
  stops.some((stop) => stop.trip === trip && stop.status !== 'PENDING' && stop.status !== 'SKIPPED')

/** Trips counted by their loads: one that no stop is left of is none. Of a vehicle that doesn't reload, only hand-overs. */
export function renumbered<S extends OfTrip>(stops: readonly S[], reloads = true): S[] {
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

/** The trip on a route of goods that are to be taken over for it: with others from the same place, or after all others. */
export function handOverTrip(stops: readonly OfTrip[], handOver: HandOver): number {
  const same = stops.find((stop) => stop.handOver && keyOf(stop.handOver) === keyOf(handOver))
  return same?.trip ?? 1 + Math.max(1, ...stops.map(({ trip }) => trip))
}

/** The stops whose goods are aboard as each trip begins: those it loads for, and what of earlier loads is still to come. */
export function loadsOf<S extends OfTrip>(stops: readonly S[]): S[][] {
  const first = loadedFirst(stops)
  const begins = reloadsBefore(stops, first).flatMap((reloads, i) => (reloads ? [i] : []))
  return [0, ...begins].map((from, trip) => {
    const loaded = new Set([...first, ...begins.slice(0, trip).map((i) => (stops[i] as S).trip)])
    return stops.slice(from).filter((stop) => loaded.has(stop.trip))
  })
}

interface Carried extends OfTrip, WithGoods {}

/** What a stop has of one measure of load, and what is picked up there. */
interface LoadMeasure<S> {
  load: (stop: S) => number | null | undefined
  pickup: (stop: S) => number | null | undefined
}

/** The most that is on board at one time on each trip, of one measure; stops in driving order. */
export function heaviest<S extends Carried>(stops: readonly S[], { load, pickup }: LoadMeasure<S>): number[] {
  const giverOf = goodsPairs(stops)
  const takerOf = new Map([...giverOf].flatMap(([taker, giver]) => (giver < taker ? [[giver, taker]] : [])))
  const takers = new Set([...takerOf.values()].map((taker) => stops[taker]))
  const begins = reloadsBefore(stops, loadedFirst(stops)).flatMap((reloads, i) => (reloads ? [i] : []))
  // What was picked up is put off at the depot, and stays aboard where goods are taken over.
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
 * The trips of stops that are put between others of a route, in their order: their own where that keeps the trips in
 * order, else that of the stop before them.
 */
export function tripsBetween(
  moved: readonly { trip: number | null }[],
  before: OfTrip | undefined,
  after: OfTrip | undefined,
): number[] {
  let low = before?.trip ?? 1
  const high = Math.max(low, before && !after ? Infinity : (after?.trip ?? low))
  return moved.map(({ trip }) => (low = Math.min(high, Math.max(low, trip ?? low))))
}

/** The trips of a route that is driven the other way round, by place: as many reloads, of as many stops. */
export function tripsReversed(stops: readonly OfTrip[]): number[] {
  const last = Math.max(1, ...stops.map(({ trip }) => trip))
  return stops.map(({ trip }) => last + 1 - trip).reverse()
}

/** How many stops a reload is for. */
export const stopsOfTrip = (stops: readonly (OfTrip & { status: StopStatus })[], trip = 1): number =>
  stops.filter((stop) => stop.trip === trip && stop.status !== 'SKIPPED').length

interface Driven extends OfTrip {
  status: StopStatus
  sequence: number
  arrivedAt: Date | null
  finishedAt: Date | null
}

const wasReached = ({ status }: Driven): boolean =>
  status === 'ARRIVED' || (FINISHED_STOP[status] && status !== 'SKIPPED')
const reachedAt = ({ arrivedAt, finishedAt }: Driven): number => (arrivedAt ?? finishedAt)?.getTime() ?? -Infinity

/**
 * The loads that a started route has taken by `at`, when it was last known to be somewhere. Nobody records a reload: it
 * is over once one of its stops is reached, or once nothing is left to do before it and the time planned for it has passed.
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

/** The reloads of a started route that are over, before the first of their stops, and over before it is reached. */
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
