// Recalculates a route's times after its stops changed, from known legs or estimates. Never requests data from a
// provider.
import { driveFactorOf, visitSeconds } from '../../domain/planning/plan-pace.ts'
import { straightLineMeters } from '../../domain/geo/geo.ts'
import type { Point } from '../../domain/orders/order.ts'
import { FINISHED_STOP } from '../../domain/routes/stop.ts'
import type { OrderRules } from '../../domain/planning/rules.ts'
import { cheapestSchedule, type Schedule, scheduleFrom } from '../../domain/planning/timing.ts'
import { earliestDeparture } from '../../domain/routes/departure.ts'
import { delayEnd } from '../../domain/routes/delay.ts'
import { lastFactOf, type StopFacts } from '../../domain/forecast/last-fact.ts'
import { breakSecondsBetween, breaksTaken, type Pause, withBreakOver } from '../../domain/routes/pauses.ts'
import { endsOf } from '../../domain/routes/terms.ts'
import { loadedFirst, pastReloads, renumberTrips, type TripStop, tripsTaken } from '../../domain/routes/trips.ts'
import { factorAt } from '../../domain/planning/traffic.ts'
import type { Tx } from '../../store/database.ts'
import type { Leg } from '../../store/roads/distance-pairs.ts'
import { lastPositions, type Route, saveEtasDue, savePauses, saveRoute } from '../../store/routes/routes.ts'
import { readTraffic } from '../../store/settings/traffic.ts'
import { readStops, type StopRead } from '../../store/routes/stops.ts'
import { saveTimings } from '../../store/routes/stop-times.ts'
import type { Context, WriteTx } from '../context.ts'
import { forecastRoute, keepPromises, opensAt, type Standing } from './forecast-route.ts'
import { type Expected, emitEtaChanges } from './emit-eta-changes.ts'
import { breaksOf, inTime, pastBreaks, pausesOf } from './route-pauses.ts'
import { readyTimes, type RouteWay, timedStops, waysTo } from './route-legs.ts'

/** A position on the road. */
interface Seen {
  point: Point
  at: Date
}

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
    }
  })
  await saveTimings(tx, retimed)
  await savePauses(tx, { ...route, pauses: pausesOf(route.terms, timing, retimed) })
  const driven = stops.length > 0 ? [...ways.toStops, ways.home] : []
  const planned: Route = {
    ...route,
    plannedStart: stops.length > 0 ? instant(timing.departure) : null,
    plannedEnd: stops.length > 0 ? instant(timing.end) : null,
    distanceMeters: sumOf(driven, ({ meters }) => meters),
    driveSeconds: sumOf(driven, (leg) => leg.seconds),
    // With our own road data, every leg was just computed, so an earlier estimate no longer applies.
    distancesEstimated: ways.estimated || (route.distancesEstimated && !ctx.distances?.own),
  }
  await saveRoute(tx, planned)
  if (route.status === 'DISPATCHED') await expectArrivals(ctx, tx, planned, [])
}

/**
 * Forecasts the arrivals of a dispatched route at its remaining stops, from its last known location and time. For
 * orders that have just `joined`, the forecast is also stored as their plan.
 */
export async function expectArrivals(
  ctx: Context,
  tx: WriteTx,
  route: Route,
  joined: readonly string[],
  seen: Seen | null = null,
): Promise<ReadonlyMap<string, Expected>> {
  const stops = await readStops(tx, [route.routeId])
  const { rest, legs, standing: at } = await remainder(ctx, tx, route, stops, seen)
  if (rest.length === 0) await saveEtasDue(tx, route.routeId, null)
  if (rest.length === 0 && at.visited.length === 0) return new Map()
  const expected = await forecastRoute(ctx, tx, route, at)
  const forecast = rest.map((stop, i): StopRead => {
    const to = expected.get(stop.stopId)
    if (!to || !joined.includes(stop.orderId)) return { ...stop, ...to }
    const leg = legs[i] as RouteWay
    const departure = new Date(to.eta.getTime() + visitSeconds(route.pace, stop.serviceMinutes) * 1000)
    return {
      ...stop,
      ...to,
      plannedArrival: to.eta,
      plannedDeparture: departure,
      legMeters: leg.meters,
      legSeconds: leg.seconds,
    }
  })
  const visited = at.visited
    .map(({ stop }) => ({ ...stop, ...expected.get(stop.stopId) }))
    .filter((after, i) => after.eta?.getTime() !== at.visited[i]?.stop.eta?.getTime())
  await saveTimings(tx, [...visited, ...forecast])
  await emitEtaChanges(
    ctx,
    tx,
    route,
    rest.filter(({ orderId }) => !joined.includes(orderId)),
    expected,
  )
  await keepPromises(ctx, tx, route, forecast)
  return expected
}

/** Forecasts the arrivals of a started route, and places its breaks and reloads between them. */
export async function projectEtas(
  ctx: Context,
  tx: WriteTx,
  given: Route,
  joined: readonly string[] = [],
  seen: Seen | null = null,
): Promise<void> {
  const position = seen ?? (await lastSeen(tx, given.routeId))
  const stops = await readStops(tx, [given.routeId])
  const events = stops.flatMap(({ arrivedAt, finishedAt }) => [arrivedAt, finishedAt])
  const route = { ...given, pauses: withBreakOver(given.pauses, events) }
  const { rest, leaves, timing, taken } = await remainder(ctx, tx, route, stops, position)
  const expected = await expectArrivals(ctx, tx, route, joined, position)
  const pauses = route.pauses.length > 0 || timing.reloads.length > 0
  if (!(route.terms ? rest.length > 0 || route.terms.reload || pauses : pauses)) return
  const ahead = rest.length > 0 ? pausesOf(route.terms, timing, rest) : []
  await savePauses(tx, {
    ...route,
    pauses: inTime([
      ...pastBreaks(route.pauses, leaves),
      ...pastReloads(stops, route.pauses, taken),
      ...ahead.map((pause) => withArrivals(pause, route, rest, timing, expected, ctx.now)),
    ]),
  })
}

/** A pause that hasn't begun moves with the stop after it. It stays between the visits around it. */
function withArrivals(
  pause: Pause,
  { pace }: Pick<Route, 'pace'>,
  rest: readonly StopRead[],
  timing: Pick<Schedule, 'stops'>,
  expected: ReadonlyMap<string, Expected>,
  now: Date,
): Pause {
  const arrivalAt = (stop: StopRead | undefined) => expected.get(stop?.stopId ?? '')?.eta.getTime() ?? null
  const leaves = rest.map((stop) => (arrivalAt(stop) ?? 0) + visitSeconds(pace, stop.serviceMinutes) * 1000)
  const before = rest.findIndex(({ sequence }) => sequence === pause.before)
  const next = before < 0 ? rest.length : before
  const moving = Math.min(next, rest.length - 1)
  const planned = timing.stops[moving]?.departure
  if (planned === undefined || pause.start <= now) return pause
  const later = (leaves[moving] as number) - planned * 1000
  const earliest = Math.max(now.getTime(), leaves[next - 1] ?? 0)
  const latest = Math.max(earliest, arrivalAt(rest[next]) ?? Infinity)
  const within = (time: number) => Math.min(latest, Math.max(earliest, time))
  const start = within(pause.start.getTime() + later)
  const lasts = pause.end.getTime() - pause.start.getTime()
  return { ...pause, start: new Date(start), end: new Date(within(start + lasts)) }
}

async function lastSeen(tx: Tx, routeId: string): Promise<Seen | null> {
  const seen = (await lastPositions(tx, [routeId])).get(routeId)
  return seen ? { point: seen, at: seen.at } : null
}

/** Forecasts the arrivals of a running route again, because time has passed. */
export const expectAgain = (ctx: Context, tx: WriteTx, route: Route): Promise<unknown> =>
  route.status === 'IN_PROGRESS' ? projectEtas(ctx, tx, route) : expectArrivals(ctx, tx, route, [])

/** Times the remaining stops of an open route, started or not. */
export const timeRest = (ctx: Context, tx: WriteTx, route: Route): Promise<void> =>
  route.status === 'IN_PROGRESS' ? projectEtas(ctx, tx, route) : retime(ctx, tx, route)

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
async function remainder(ctx: Context, tx: Tx, route: Route, stops: readonly StopRead[], seen: Seen | null = null) {
  const { from, leaves, rest, ...since } = currentPosition(ctx, route, stops, seen)
  const { here, visited } = since
  const reached = stops.map((stop) => {
    const isVisited = visited.some((visit) => visit.stop === stop)
    return isVisited ? { ...stop, status: stop === here ? ('ARRIVED' as const) : ('DELIVERED' as const) } : stop
  })
  const taken = route.status === 'IN_PROGRESS' ? tripsTaken(reached, route, instant(leaves)) : loadedFirst(stops)
  const ways = await waysTo(ctx, tx, route, { from, stops: rest, aboard: taken })
  const factors = await readTraffic(tx)
  // On the road, the hour of each leg is known well enough to use that hour's factor instead of the plan's mean.
  const inTraffic = (stop: StopRead, free: number) =>
    (free / route.trafficFactor) *
    driveFactorOf(route.pace, factorAt(factors, ctx.calendar.hourOf(stop.eta ?? stop.plannedArrival)))
  const toStops = ways.toStops.map((way, i): RouteWay => {
    const stop = rest[i] as StopRead
    const { toDepot } = way
    return {
      ...way,
      seconds: inTraffic(stop, way.seconds),
      ...(toDepot && { toDepot: { ...toDepot, seconds: inTraffic(stop, toDepot.seconds) } }),
    }
  })
  const begun = seen && since.seenAt !== null ? loadingSince(route, rest[0], from, leaves, toStops[0]) : null
  const due = timedStops(ctx, route, rest, toStops).map((stop, i) =>
    i === 0 && begun !== null && stop.reload
      ? { ...stop, reload: { ...stop.reload, seconds: Math.max(0, begun + stop.reload.seconds - leaves) } }
      : stop,
  )
  const timing = scheduleFrom(leaves, due, ways.home.seconds, breaksOf(ctx, route, leaves))
  const [first] = timing.reloads
  if (begun !== null && first) first.start = begun
  const loads = due.map(({ reload }) => reload && { seconds: reload.seconds, ready: reload.ready ?? null })
  const at: Standing = {
    ...since,
    stops,
    rest,
    legs: ways.toStops.map((leg, i) => ({
      leg,
      toDepot: leg.toDepot ?? null,
      loading: loads[i] ?? null,
      windows: due[i]?.windows ?? [],
    })),
    home: ways.home,
  }
  return { rest, legs: [...ways.toStops, ways.home], leaves, timing, taken, standing: at }
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
 * Returns the place and time from which a sent route continues, and its remaining stops. The place is the last stop that
 * the driver reached, or a later position on the road. The last certain fact, a tap or a stay of the vehicle at a stop,
 * happened at `since`. The `visited` stops have a stay, but no tap.
 */
export function currentPosition(
  ctx: Context,
  route: Route,
  stops: readonly StopRead[],
  seen: Seen | null = null,
): { from: Point; leaves: number; rest: StopRead[] } & Pick<Standing, 'here' | 'since' | 'seenAt' | 'visited'> {
  const { last, visits } = lastFactOf(
    stops.map((stop) => factsOf(ctx, route, stop)),
    seen && seconds(seen.at),
  )
  const known = last ? (stops[last.stop] as StopRead) : null
  const rest = stops.filter((stop, i) => !FINISHED_STOP[stop.status] && stop !== known && !visits.has(i))
  const visited = [...visits].flatMap(([i, { from }]) => {
    const stop = stops[i] as StopRead
    return stop.arrivedAt ? [] : [{ stop, arrival: from }]
  })
  const until = routeDelayedUntil(route, stops)
  const breaks = breaksTaken(route.pauses, ctx.now)
  const goesOn = (at: number): number =>
    Math.max(at + breakSecondsBetween(breaks, at, Infinity), until ? seconds(until) : -Infinity)
  const { start } = endsOf(route)
  if (known && last?.kind === 'AT') {
    const since = goesOn(Math.max(last.at, opensAt(ctx, route, known) ?? last.at))
    return {
      from: known.point ?? start,
      leaves: goesOn(last.at + visitSeconds(route.pace, known.serviceMinutes)),
      rest,
      here: known,
      since,
      seenAt: null,
      visited,
    }
  }
  const fact = last?.at ?? seconds(route.startedAt ?? route.plannedStart ?? ctx.now)
  const standing = { rest, here: null, since: goesOn(fact), visited }
  if (seen && route.status === 'IN_PROGRESS' && seconds(seen.at) >= fact) {
    const at = goesOn(seconds(seen.at))
    return { ...standing, from: seen.point, leaves: at, seenAt: at }
  }
  const leaves = known ? standing.since : goesOn(seconds(ctx.now))
  return { ...standing, from: known?.point ?? start, leaves, seenAt: null }
}

function factsOf(ctx: Context, route: Route, stop: StopRead): StopFacts {
  const { status, arrivedAt, finishedAt, stay } = stop
  return {
    isOpen: !FINISHED_STOP[status],
    opensAt: opensAt(ctx, route, stop),
    arrivedAt: arrivedAt && seconds(arrivedAt),
    finishedAt: finishedAt && seconds(finishedAt),
    stay: stay && { from: seconds(stay.from), until: seconds(stay.to) },
  }
}

/** Returns when an open route continues from its last known location, which may be on the road (`seen`). */
export function resumesAt(ctx: Context, route: Route, stops: readonly StopRead[], seen: Seen | null): Date {
  if (route.status === 'IN_PROGRESS') return instant(currentPosition(ctx, route, stops, seen).leaves)
  const leaves = leavesFrom(ctx, route, stops)
  return leaves > ctx.now ? leaves : ctx.now
}

/** Returns until when the route is held up, by the latest delay reported to the office. Null if it is not. */
export const routeDelayedUntil = (
  { delay, startedAt }: Pick<Route, 'delay' | 'startedAt'>,
  stops: readonly Pick<StopRead, 'arrivedAt' | 'finishedAt'>[],
): Date | null => delayEnd(delay, [startedAt, ...stops.flatMap((stop) => [stop.arrivedAt, stop.finishedAt])])

/**
 * Returns the departure: the start of the shift, or later if the shift is under way or if the goods of the first load
 * are ready later.
 */
export function leavesFrom(
  ctx: Context,
  route: Route,
  stops: readonly (TripStop & { rules: OrderRules | null })[],
): Date {
  const first = loadedFirst(stops)
  const shiftStart = ctx.calendar.instantOf(route.day, route.shiftStart)
  const shiftEnd = ctx.calendar.instantOf(route.day, route.shiftEnd)
  const departure = earliestDeparture({ start: shiftStart, end: shiftEnd }, ctx.now)
  const times = [route.shiftStart, ...readyTimes(stops.filter(({ trip }) => first.has(trip)))]
  const ready = ctx.calendar.instantOf(
    route.day,
    times.reduce((latest, time) => (time > latest ? time : latest)),
  )
  const until = routeDelayedUntil(route, [])
  return [ready, departure, ...(until ? [until] : [])].reduce((latest, at) => (at > latest ? at : latest))
}

const sumOf = (legs: readonly Leg[], figure: (of: Leg) => number): number =>
  legs.reduce((sum, leg) => sum + figure(leg), 0)

const seconds = (date: Date): number => date.getTime() / 1000
const instant = (secs: number): Date => new Date(Math.round(secs * 1000))
