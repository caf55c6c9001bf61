// Recalculates a route's times after its stops changed, from known legs or estimates. No provider is called.
import { calibratedLeg, calibrationOf } from '../../domain/planning/calibration.ts'
import { roadsName } from '../../domain/planning/costing.ts'
import type { Point } from '../../domain/orders/order.ts'
import { FINISHED_STOP } from '../../domain/routes/stop.ts'
import type { OrderRules } from '../../domain/planning/rules.ts'
import type { TimedStop } from '../../domain/planning/serving.ts'
import { drive, schedule } from '../../domain/planning/timing.ts'
import { endsOf } from '../../domain/routes/terms.ts'
import { factorAt } from '../../domain/planning/traffic.ts'
import { lastEnd, type Windowed, windowsOf } from '../../domain/planning/windows.ts'
import type { Tx } from '../../store/database.ts'
import { knownLegs, type Leg } from '../../store/roads/distance-pairs.ts'
import { roadBands } from '../../store/roads/road-bands.ts'
import { type Route, savePauses, saveRoute } from '../../store/routes/routes.ts'
import { readTraffic } from '../../store/settings/traffic.ts'
import { readStops, saveTimings, type StopRead } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { notifyOnTheWay } from '../messages/notify.ts'
import { breaksOf, pastPauses, pausesOf } from './route-pauses.ts'

/** Rewrites the plan of a route that has not started: sequence, legs, arrivals, totals. */
export async function retime(ctx: Context, tx: WriteTx, route: Route): Promise<void> {
  const stops = await readStops(tx, [route.routeId])
  const { start, end } = endsOf(route)
  const { legs, estimated } = await chainLegs(ctx, tx, route, [...chainFrom(start, stops), ...places(end)])
  const driveToEnd = end ? (legs.at(-1) as Leg) : NO_LEG
  const timing = schedule(
    seconds(leavesFrom(ctx, route, stops)),
    stops.map((stop, i) => timed(ctx, route, stop, (legs[i] as Leg).seconds)),
    stops.length > 0 ? driveToEnd.seconds : 0,
    stops.length > 0 ? breaksOf(ctx, route) : [],
  )
  const retimed = stops.map((stop, i) => {
    const { arrival, departure } = timing.stops[i] as { arrival: number; departure: number }
    const leg = legs[i] as Leg
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
  await savePauses(tx, {
    ...route,
    pauses: pausesOf(
      route.terms,
      timing,
      retimed.map(({ sequence }) => sequence),
    ),
  })
  const driven = stops.length > 0 ? legs : []
  await saveRoute(tx, {
    ...route,
    plannedStart: stops.length > 0 ? instant(timing.departure) : null,
    plannedEnd: stops.length > 0 ? instant(timing.end) : null,
    distanceMeters: sumOf(driven, ({ meters }) => meters),
    driveSeconds: sumOf(driven, (leg) => leg.seconds),
    // Every leg on roads of our own was just asked for.
    distancesEstimated: estimated || (route.distancesEstimated && !ctx.distances?.own),
  })
}

/**
 * Projects when the rest of a started route will be where, from the last place and time known. For stops that have
 * just joined it (by order) that is the plan, too. Where the driver was seen on the road counts before the last stop.
 */
export async function projectEtas(
  ctx: Context,
  tx: WriteTx,
  route: Route,
  joined: readonly string[] = [],
  seen: { point: Point; at: Date } | null = null,
): Promise<void> {
  const stops = await readStops(tx, [route.routeId])
  const { rest, legs, leaves, timing } = await remainder(ctx, tx, route, stops, seen)
  if (rest.length === 0) return
  if (route.terms)
    await savePauses(tx, {
      ...route,
      pauses: [
        ...pastPauses(route.pauses, leaves),
        ...pausesOf(
          route.terms,
          timing,
          rest.map(({ sequence }) => sequence),
        ),
      ],
    })
  const projected = rest.map((stop, i) => {
    const { arrival, departure } = timing.stops[i] as { arrival: number; departure: number }
    const eta = instant(arrival)
    if (!joined.includes(stop.orderId)) return { ...stop, eta }
    const leg = legs[i] as Leg
    const planned = { plannedArrival: eta, plannedDeparture: instant(departure) }
    return { ...stop, eta, ...planned, legMeters: leg.meters, legSeconds: leg.seconds }
  })
  await saveTimings(tx, projected)
  const late = projected.filter((stop) => {
    const end = lastEnd(stop)
    return end && stop.eta > ctx.calendar.instantOf(route.day, end)
  })
  await notifyOnTheWay(ctx, tx, route, late, 'DELAYED')
}

/** Lets the totals of a started route follow a change of what is left of it; `before` are its stops until then. */
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

/** What a started route still has before it, the way home included. */
async function remainder(
  ctx: Context,
  tx: Tx,
  route: Route,
  stops: readonly StopRead[],
  seen: { point: Point; at: Date } | null = null,
) {
  const { from, leaves, rest } = standing(ctx, route, stops, seen)
  const { end } = endsOf(route)
  const { legs } = await chainLegs(ctx, tx, route, [...chainFrom(from, rest), ...places(end)])
  const home = end ? (legs.at(-1) as Leg) : NO_LEG
  const factors = await readTraffic(tx)
  // On the road the hour of each leg is known well enough: its own factor takes the place of the plan's mean.
  const inTraffic = (stop: StopRead, free: number) =>
    (free / route.trafficFactor) * factorAt(factors, ctx.calendar.hourOf(stop.eta ?? stop.plannedArrival))
  const timing = drive(
    leaves,
    rest.map((stop, i) => timed(ctx, route, stop, inTraffic(stop, (legs[i] as Leg).seconds))),
    home.seconds,
    breaksOf(ctx, route, leaves),
  )
  return { rest, legs, leaves, timing }
}

/**
 * From where and when the rest of a started route goes on: from the last stop known, or where the driver was seen on
 * the road since.
 */
export function standing(
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
  if (seen && !there) return { from: seen.point, leaves: seconds(seen.at), rest }
  const { start } = endsOf(route)
  if (!known) return { from: start, leaves: seconds(ctx.now), rest }
  const leaves = known.finishedAt ? seconds(known.finishedAt) : lastSeen(known) / 1000 + known.serviceMinutes * 60
  return { from: known.point ?? start, leaves, rest }
}

/** With its shift, or once all its goods are ready, if that is later. */
export function leavesFrom(ctx: Context, route: Route, stops: readonly { rules: OrderRules | null }[]): Date {
  const times = [route.shiftStart, ...stops.flatMap(({ rules }) => rules?.readyAt ?? [])]
  return ctx.calendar.instantOf(
    route.day,
    times.reduce((latest, time) => (time > latest ? time : latest)),
  )
}

const NO_LEG: Leg = { seconds: 0, meters: 0 }

const places = (end: Point | null): Point[] => (end ? [end] : [])

const sumOf = (legs: readonly Leg[], figure: (of: Leg) => number): number =>
  legs.reduce((sum, leg) => sum + figure(leg), 0)

const lastSeen = (stop: StopRead): number => (stop.finishedAt ?? stop.arrivedAt ?? stop.plannedArrival).getTime()

/** The legs of a chain of places in the traffic that the route was planned for, those never asked for as estimates. */
export async function chainLegs(
  ctx: Context,
  tx: Tx,
  { distanceSource, trafficFactor, costing }: Pick<Route, 'distanceSource' | 'trafficFactor' | 'costing'>,
  chain: readonly Point[],
) {
  const source = ctx.distances?.name
  const own = distanceSource === source ? await ctx.ownLegs(tx, chain, costing) : null
  const known = own ?? (await knownLegs(tx, roadsName(distanceSource, costing), chain))
  const calibration =
    source && known.includes(null) ? calibrationOf(await roadBands(tx, roadsName(source, costing))) : null
  const legs = known.map((leg, i) => {
    const free = leg ?? calibratedLeg(calibration, chain[i] as Point, chain[i + 1] as Point)
    return { ...free, seconds: free.seconds * trafficFactor }
  })
  return {
    legs,
    estimated: known.some((leg, i) => leg === null && !samePlace(chain[i] as Point, chain[i + 1] as Point)),
  }
}

const samePlace = (a: Point, b: Point): boolean => Math.abs(a.lat - b.lat) < 1e-5 && Math.abs(a.lng - b.lng) < 1e-5

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

/** The places in driving order. A skipped order may have lost its point by the time it is back: it counts as no detour. */
export function chainFrom(start: Point, stops: readonly Pick<StopRead, 'point'>[]): Point[] {
  let at = start
  return [start, ...stops.map((stop) => (at = stop.point ?? at))]
}

const seconds = (date: Date): number => date.getTime() / 1000
const instant = (secs: number): Date => new Date(Math.round(secs * 1000))
