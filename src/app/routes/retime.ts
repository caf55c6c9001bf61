// Recalculates a route's times after its stops changed, from known legs or estimates. Never requests data from a
// provider.
import { straightLineMeters } from '../../domain/geo/geo.ts'
import type { Point } from '../../domain/orders/order.ts'
import { FINISHED_STOP } from '../../domain/routes/stop.ts'
import type { OrderRules } from '../../domain/planning/rules.ts'
import type { TimedStop } from '../../domain/planning/serving.ts'
import { scheduleFrom, cheapestSchedule } from '../../domain/planning/timing.ts'
import { delayEnd } from '../../domain/routes/delay.ts'
import { endsOf } from '../../domain/routes/terms.ts'
import {
  loadedFirst,
  type TripStop,
  pastReloads,
  reloadsBefore,
  renumberTrips,
  tripsTaken,
} from '../../domain/routes/trips.ts'
import { factorAt } from '../../domain/planning/traffic.ts'
import { lastEnd, type Windowed, windowsOf } from '../../domain/planning/windows.ts'
import type { Tx } from '../../store/database.ts'
import type { Leg } from '../../store/roads/distance-pairs.ts'
import { type Route, savePauses, saveRoute } from '../../store/routes/routes.ts'
import { readTraffic } from '../../store/settings/traffic.ts'
import { readStops, saveTimings, type StopRead } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { notifyOnTheWay } from '../customers/messages/notify.ts'
import { emitEtaChanges } from './emit-eta-changes.ts'
import { breaksOf, inTime, pastBreaks, pausesOf } from './route-pauses.ts'
import { chainLegs, chainFrom } from './chain-legs.ts'

/** Rewrites the plan of a route that has not started: sequence, legs, arrivals, totals. */
export async function retime(ctx: Context, tx: WriteTx, route: Route): Promise<void> {
  const read = await readStops(tx, [route.routeId])
  const stops = renumberTrips(read, route.terms?.reload !== undefined)
  const aboard = loadedFirst(stops)
  const ways = await waysTo(ctx, tx, route, { from: endsOf(route).start, stops, aboard })
  const timing = cheapestSchedule(
    seconds(leavesFrom(ctx, route, stops)),
    timedStops(ctx, route, stops, ways.toStops),
    stops.length > 0 ? ways.home.seconds : 0,
    stops.length > 0 ? breaksOf(ctx, route) : [],
  )
  const retimed = stops.map((stop, i) => {
    const { arrival, departure } = timing.stops[i] as { arrival: number; departure: number }
    const leg = ways.toStops[i] as RouteWay
    return {
      ...stop,
      sequence: i + 1,
      legMeters: leg.meters,
      legSeconds: leg.seconds,
      plannedArrival: instant(arrival),
      plannedDeparture: instant(departure),
      eta: stop.eta && instant(arrival),
    }
  })
  await saveTimings(tx, retimed)
  await emitEtaChanges(ctx, tx, route, stops, etasOf(retimed))
  await savePauses(tx, { ...route, pauses: pausesOf(route.terms, timing, retimed) })
  const driven = stops.length > 0 ? [...ways.toStops, ways.home] : []
  await saveRoute(tx, {
    ...route,
    plannedStart: stops.length > 0 ? instant(timing.departure) : null,
    plannedEnd: stops.length > 0 ? instant(timing.end) : null,
    distanceMeters: sumOf(driven, ({ meters }) => meters),
    driveSeconds: sumOf(driven, (leg) => leg.seconds),
    // With our own road data, every leg was just computed, so an earlier estimate no longer applies.
    distancesEstimated: ways.estimated || (route.distancesEstimated && !ctx.distances?.own),
  })
}

/**
 * Projects the arrival times of a started route from its last known location and time. A position that was seen on the
 * road takes precedence over the last stop. For orders that have just `joined`, the projection is also stored as their
 * plan.
 */
export async function projectEtas(
  ctx: Context,
  tx: WriteTx,
  route: Route,
  joined: readonly string[] = [],
  seen: { point: Point; at: Date } | null = null,
): Promise<void> {
  const stops = await readStops(tx, [route.routeId])
  const { rest, legs, leaves, timing, taken } = await remainder(ctx, tx, route, stops, seen)
  const pauses = route.pauses.length > 0 || timing.reloads.length > 0
  if (route.terms ? rest.length > 0 || route.terms.reload || pauses : pauses)
    await savePauses(tx, {
      ...route,
      pauses: inTime([
        ...pastBreaks(route.pauses, leaves),
        ...pastReloads(stops, route.pauses, taken),
        ...(rest.length > 0 ? pausesOf(route.terms, timing, rest) : []),
      ]),
    })
  if (rest.length === 0) return
  const projected = rest.map((stop, i) => {
    const { arrival, departure } = timing.stops[i] as { arrival: number; departure: number }
    const eta = instant(arrival)
    if (!joined.includes(stop.orderId)) return { ...stop, eta }
    const leg = legs[i] as RouteWay
    const planned = { plannedArrival: eta, plannedDeparture: instant(departure) }
    return { ...stop, eta, ...planned, legMeters: leg.meters, legSeconds: leg.seconds }
  })
  await saveTimings(tx, projected)
  const known = rest.filter(({ orderId }) => !joined.includes(orderId))
  await emitEtaChanges(ctx, tx, route, known, etasOf(projected))
  const late = projected.filter((stop) => {
    const end = lastEnd(stop)
    return end && stop.eta > ctx.calendar.instantOf(route.day, end)
  })
  await notifyOnTheWay(ctx, tx, route, late, 'DELAYED')
}

/** Times the remaining stops of an open route, started or not. */
export const timeRest = (ctx: Context, tx: WriteTx, route: Route): Promise<void> =>
  route.status === 'IN_PROGRESS' ? projectEtas(ctx, tx, route) : retime(ctx, tx, route)

const etasOf = (stops: readonly { stopId: string; eta: Date | null }[]): Map<string, Date> =>
  new Map(stops.flatMap(({ stopId, eta }) => (eta ? [[stopId, eta]] : [])))

/** Adjusts the totals of a started route after its remaining stops changed. `before` are its previous stops. */
export async function followDetour(
  ctx: Context,
  tx: WriteTx,
  route: Route,
  before: readonly StopRead[],
): Promise<void> {
  const stops = await readStops(tx, [route.routeId])
  const was = await remainder(ctx, tx, route, before)
  const now = await remainder(ctx, tx, route, stops)
  const added = (figure: (of: Leg) => number): number => sumOf(now.legs, figure) - sumOf(was.legs, figure)
  await saveRoute(tx, {
    ...route,
    plannedEnd: route.plannedEnd && instant(seconds(route.plannedEnd) + now.timing.end - was.timing.end),
    distanceMeters: Math.max(0, route.distanceMeters + added(({ meters }) => meters)),
    driveSeconds: Math.max(0, route.driveSeconds + added((leg) => leg.seconds)),
  })
}

/** The remaining stops of a started route, with their legs. The last leg leads to the end of the route. */
async function remainder(
  ctx: Context,
  tx: Tx,
  route: Route,
  stops: readonly StopRead[],
  seen: { point: Point; at: Date } | null = null,
) {
  const { from, leaves, rest } = currentPosition(ctx, route, stops, seen)
  const taken = tripsTaken(stops, route, instant(leaves))
  const ways = await waysTo(ctx, tx, route, { from, stops: rest, aboard: taken })
  const factors = await readTraffic(tx)
  // On the road, the hour of each leg is known well enough to use that hour's factor instead of the plan's mean.
  const inTraffic = (stop: StopRead, free: number) =>
    (free / route.trafficFactor) * factorAt(factors, ctx.calendar.hourOf(stop.eta ?? stop.plannedArrival))
  const toStops = ways.toStops.map((way, i): RouteWay => {
    const stop = rest[i] as StopRead
    const { toDepot } = way
    return {
      ...way,
      seconds: inTraffic(stop, way.seconds),
      ...(toDepot && { toDepot: { ...toDepot, seconds: inTraffic(stop, toDepot.seconds) } }),
    }
  })
  const begun = seen && from === seen.point ? loadingSince(route, rest[0], from, leaves, toStops[0]) : null
  const due = timedStops(ctx, route, rest, toStops).map((stop, i) =>
    i === 0 && begun !== null && stop.reload
      ? { ...stop, reload: { ...stop.reload, seconds: Math.max(0, begun + stop.reload.seconds - leaves) } }
      : stop,
  )
  const timing = scheduleFrom(leaves, due, ways.home.seconds, breaksOf(ctx, route, leaves))
  const [first] = timing.reloads
  if (begun !== null && first) first.start = begun
  return { rest, legs: [...ways.toStops, ways.home], leaves, timing, taken }
}

/** A driver seen this close to the depot or hand-over location counts as being there. */
const AT_DEPOT_METERS = 250

/**
 * Returns since when the driver has been loading for the next stop, in epoch seconds. Null if the driver is not
 * loading.
 */
function loadingSince(
  route: Route,
  next: StopRead | undefined,
  seen: Point,
  at: number,
  way: RouteWay | undefined,
): number | null {
  if (!next || !way?.toDepot) return null
  if (straightLineMeters(seen, next.handOver ?? route.depot) > AT_DEPOT_METERS) return null
  const planned = route.pauses.find(({ kind, which }) => kind === 'RELOAD' && which === next.trip)
  return planned && seconds(planned.start) <= at && seconds(planned.end) > at ? seconds(planned.start) : null
}

/**
 * Returns where and when a started route continues, and its remaining stops: from the last known stop, or from a later
 * position on the road.
 */
export function currentPosition(
  ctx: Context,
  route: Route,
  stops: readonly StopRead[],
  seen: { point: Point; at: Date } | null = null,
): { from: Point; leaves: number; rest: StopRead[] } {
  const known = stops
    .filter((stop) => stop.finishedAt ?? stop.arrivedAt)
    .sort((a, b) => lastSeen(a) - lastSeen(b))
    .at(-1)
  const rest = stops.filter((stop) => !FINISHED_STOP[stop.status] && stop !== known)
  const there = known !== undefined && !FINISHED_STOP[known.status]
  const until = routeDelayedUntil(route, stops)
  const goesOn = (at: number): number => Math.max(at, until ? seconds(until) : -Infinity)
  if (seen && !there) return { from: seen.point, leaves: goesOn(seconds(seen.at)), rest }
  const { start } = endsOf(route)
  if (!known) return { from: start, leaves: goesOn(seconds(ctx.now)), rest }
  const leaves = known.finishedAt ? seconds(known.finishedAt) : lastSeen(known) / 1000 + known.serviceMinutes * 60
  return { from: known.point ?? start, leaves: goesOn(leaves), rest }
}

/** Returns when an open route continues from its last known location. */
export function resumesAt(ctx: Context, route: Route, stops: readonly StopRead[]): Date {
  if (route.status === 'IN_PROGRESS') return instant(currentPosition(ctx, route, stops).leaves)
  const leaves = leavesFrom(ctx, route, stops)
  return leaves > ctx.now ? leaves : ctx.now
}

/** Returns until when the route is held up, by the latest delay reported to the office. Null if it is not. */
export const routeDelayedUntil = (
  { delay, startedAt }: Pick<Route, 'delay' | 'startedAt'>,
  stops: readonly Pick<StopRead, 'arrivedAt' | 'finishedAt'>[],
): Date | null => delayEnd(delay, [startedAt, ...stops.flatMap((stop) => [stop.arrivedAt, stop.finishedAt])])

/** Returns the departure: the start of the shift, or later if the goods of the first load are ready later. */
export function leavesFrom(
  ctx: Context,
  route: Route,
  stops: readonly (TripStop & { rules: OrderRules | null })[],
): Date {
  const first = loadedFirst(stops)
  const times = [route.shiftStart, ...readyTimes(stops.filter(({ trip }) => first.has(trip)))]
  const ready = ctx.calendar.instantOf(
    route.day,
    times.reduce((latest, time) => (time > latest ? time : latest)),
  )
  const until = routeDelayedUntil(route, [])
  return until && until > ready ? until : ready
}

const readyTimes = (stops: readonly { rules: OrderRules | null }[]): string[] =>
  stops.flatMap(({ rules }) => rules?.readyAt ?? [])

const NO_LEG: Leg = { seconds: 0, meters: 0 }

/**
 * The leg to a stop, including a detour to load at the depot or a hand-over. `toDepot` is the part up to the loading
 * location.
 */
export interface RouteWay extends Leg {
  toDepot?: Leg
}

/** Stops in driving order from a location, with these loads on board. */
interface OnWay {
  from: Point
  stops: readonly (TripStop & Pick<StopRead, 'point'>)[]
  aboard: ReadonlySet<number>
}

/**
 * Returns the legs along a route, or along its remaining stops with these loads on board. `home` is zero if the route
 * ends at its last stop.
 */
export async function waysTo(
  ctx: Context,
  tx: Tx,
  route: Route,
  at: OnWay,
): Promise<{ toStops: RouteWay[]; home: Leg; estimated: boolean }> {
  const { legs, estimated } = await chainLegs(ctx, tx, route, chainAlong(route, at))
  return { ...waysOn(route, at, legs), estimated }
}

/** All locations of the chain, including the end. */
export function chainAlong(route: Route, at: OnWay): Point[] {
  const { end } = endsOf(route)
  return [...chainFrom(at.from, at.stops, loadsBefore(route, at)), ...(end ? [end] : [])]
}

/** `legs` are the legs of the chain. */
export function waysOn(route: Route, at: OnWay, legs: readonly Leg[]): { toStops: RouteWay[]; home: Leg } {
  const loads = loadsBefore(route, at)
  const left = legs.values()
  const next = (): Leg => left.next().value ?? NO_LEG
  const toStops = at.stops.map((_, i): RouteWay => {
    const leg = next()
    if (!loads[i]) return leg
    const on = next()
    return { seconds: leg.seconds + on.seconds, meters: leg.meters + on.meters, toDepot: leg }
  })
  return { toStops, home: endsOf(route).end ? next() : NO_LEG }
}

/** The loading location before each stop. Null if the vehicle does not load there. */
const loadsBefore = ({ terms, depot }: Route, { stops, aboard }: OnWay): (Point | null)[] =>
  reloadsBefore(stops, aboard).map((loads, i) => {
    const at = stops[i]?.handOver ?? (terms?.reload ? depot : null)
    return loads ? at : null
  })

/** Converts the stops for timing, with these legs to them. */
export function timedStops(
  ctx: Context,
  route: Route,
  stops: readonly (TripStop & Windowed & { serviceMinutes: number; rules: OrderRules | null })[],
  ways: readonly RouteWay[],
): TimedStop[] {
  return stops.map((stop, i): TimedStop => {
    const { seconds: driven, toDepot } = ways[i] as RouteWay
    const one = timed(ctx, route, stop, driven)
    if (!toDepot) return one
    const load = stops.filter(({ trip }) => trip === stop.trip)
    if (stop.handOver) return { ...one, reload: { drive: toDepot.seconds, ...takenOver(load) } }
    const ready = readyTimes(load).sort().at(-1)
    return {
      ...one,
      reload: {
        drive: toDepot.seconds,
        seconds: (route.terms?.reload?.minutes ?? 0) * 60,
        ...(ready && { ready: seconds(ctx.calendar.instantOf(route.day, ready)) }),
      },
    }
  })
}

/** Returns the seconds of a hand-over, and the time from which all its goods are available, in epoch seconds. */
export function takenOver(load: readonly TripStop[]): { seconds: number; ready: number } {
  const handOvers = load.flatMap(({ handOver }) => handOver ?? [])
  return {
    seconds: Math.max(0, ...handOvers.map(({ minutes }) => minutes * 60)),
    ready: Math.max(...handOvers.map(({ from }) => seconds(new Date(from)))),
  }
}

const sumOf = (legs: readonly Leg[], figure: (of: Leg) => number): number =>
  legs.reduce((sum, leg) => sum + figure(leg), 0)

const lastSeen = (stop: StopRead): number => (stop.finishedAt ?? stop.arrivedAt ?? stop.plannedArrival).getTime()

export function timed(
  ctx: Context,
  { day }: Pick<Route, 'day'>,
  stop: Windowed & { serviceMinutes: number },
  driveSeconds: number,
): TimedStop {
  const at = (time: string | null, open: number) => (time ? seconds(ctx.calendar.instantOf(day, time)) : open)
  return {
    drive: driveSeconds,
    service: stop.serviceMinutes * 60,
    windows: windowsOf(stop).map(({ start, end }) => ({ start: at(start, -Infinity), end: at(end, Infinity) })),
  }
}
const seconds = (date: Date): number => date.getTime() / 1000
const instant = (secs: number): Date => new Date(Math.round(secs * 1000))
