// Expected arrivals of a route that is under way or waits for its driver: the forecast from its taps, its legs, and the
// last known location of the vehicle.
import { lastEnd, windowsOf } from '../../domain/planning/windows.ts'
import { paceOfDriver } from '../../domain/forecast/learn-pace.ts'
import { certainSpread } from '../../domain/forecast/time-spread.ts'
import type { Pace } from '../../domain/forecast/pace.ts'
import { observeRoute, type ReportedStop, type ObservedTimes, todaySoFar } from '../../domain/forecast/observe-route.ts'
import { isRangeBroken, mayNotifyAgain, nextArrivalRanges } from '../../domain/forecast/arrival-range.ts'
import { visitKey } from '../../domain/forecast/random-quantiles.ts'
import {
  type Forecast,
  type PendingBreak,
  type RestOfDay,
  forecastRestOfDay,
  type Traffic,
  type Visit,
} from '../../domain/forecast/rest-of-day.ts'
import { isQuiet } from '../../domain/messages/message.ts'
import { breaksTaken } from '../../domain/routes/pauses.ts'
import type { Leg } from '../../store/roads/distance-pairs.ts'
import { type Route, saveEtasDue } from '../../store/routes/routes.ts'
import { saveTold } from '../../store/routes/stop-times.ts'
import type { StopRead } from '../../store/routes/stops.ts'
import { findBusiness } from '../../store/settings/businesses.ts'
import { readPace } from '../../store/settings/pace.ts'
import { readTraffic } from '../../store/settings/traffic.ts'
import { visitedOften } from '../../store/routes/place-visits.ts'
import type { Context, WriteTx } from '../context.ts'
import { notifyOnTheWay } from '../customers/messages/notify.ts'
import type { Expected } from './emit-eta-changes.ts'
import { breaksOf } from './route-pauses.ts'
import { trafficOf } from './traffic-slots.ts'

/** How often the clock alone changes expected arrivals. The times of each forecast are still possible at the next. */
const REFRESH_SECONDS = 60
/** A break without a sign is due until this long after its window. */
const BREAK_GRACE_SECONDS = 1_800

/** Current position of a route, and its legs from this position. */
export interface Standing {
  stops: readonly StopRead[]
  /** Stop where the driver is. */
  here: StopRead | null
  rest: readonly StopRead[]
  /** Stops that the vehicle visited, by its positions, but that have no tap yet, with the arrival in epoch seconds. */
  visited: readonly { stop: StopRead; arrival: number }[]
  /** Time of the last certain fact, in epoch seconds. */
  since: number
  /** Time of a later position, in epoch seconds. The first leg begins there. */
  seenAt: number | null
  /**
   * Legs to the rest and home, with the plan's traffic factor. The load on the way is `loading`, if there is one. The
   * `windows` of the stop lie within the hours of its street.
   */
  legs: readonly {
    leg: Leg
    toDepot: Leg | null
    loading: { seconds: number; ready: number | null } | null
    windows: Visit['windows']
  }[]
  home: Leg
}

/**
 * Returns when each remaining stop is expected, and stores when the clock can next change that. For a visited stop,
 * returns the arrival of the vehicle.
 */
export async function forecastRoute(
  ctx: Context,
  tx: WriteTx,
  route: Route,
  at: Standing,
): Promise<Map<string, Expected>> {
  const isUsual = await visitedOften(
    tx,
    at.stops.map(({ address }) => address),
  )
  const pace = paceOfDriver(await readPace(tx), route.driverId)
  const { day, visitOf } = await dayOf(ctx, tx, route, at, ({ address }) => isUsual(address), pace)
  const forecast = forecastRestOfDay(day, pace)
  const visited = at.visited.map(({ stop, arrival }) => ({ stop, spread: certainSpread(arrival), shown: null }))
  const remaining = at.rest.flatMap((stop, i) => {
    const spread = forecast.visits[visitOf[i] as number]
    return spread ? [{ stop, spread, shown: stop.etaRange && inSeconds(stop.etaRange) }] : []
  })
  const ahead = [...visited, ...remaining]
  const ranges = nextArrivalRanges(ahead)
  if (at.rest.length > 0) await saveEtasDue(tx, route.routeId, nextRefresh(ctx, day, forecast))
  return new Map(
    ahead.map(({ stop, spread }, i): [string, Expected] => {
      const range = ranges[i] as { from: number; to: number }
      return [
        stop.stopId,
        { eta: instant(spread.median), etaRange: { from: instant(range.from), to: instant(range.to) } },
      ]
    }),
  )
}

/** The clock changes nothing before the next event could have happened. */
function nextRefresh(
  ctx: Context,
  { lastEvent, visits, lastPosition }: RestOfDay,
  { end, visits: spreads }: Forecast,
): Date {
  const soonest = ctx.now.getTime() + REFRESH_SECONDS * 1000
  if (lastEvent.kind === 'AT' || visits.length === 0) return new Date(soonest)
  const from = lastPosition?.at ?? lastEvent.at
  const first = spreads[0] ?? end
  const possible =
    lastEvent.kind === 'PLANNED' ? from : Math.min(first.earliest, from + 0.6 * (visits[0]?.driveSeconds ?? 0))
  return new Date(Math.max(soonest, possible * 1000))
}

async function dayOf(
  ctx: Context,
  tx: WriteTx,
  route: Route,
  at: Standing,
  isKnown: (stop: StopRead) => boolean,
  pace: Pace,
): Promise<{ day: RestOfDay; visitOf: number[] }> {
  const visits: Visit[] = at.here ? [visitTo(at.here, 0, isKnown(at.here), [])] : []
  const visitOf = at.rest.map((stop, i) => {
    const { leg, toDepot, loading, windows } = at.legs[i] as Standing['legs'][number]
    if (toDepot && loading) visits.push(reloadFor(stop, freeOf(route, toDepot), loading))
    const seconds = toDepot ? leg.seconds - toDepot.seconds : leg.seconds
    visits.push(visitTo(stop, freeOf(route, { seconds }), isKnown(stop), windows))
    return visits.length - 1
  })
  const traffic = trafficOf(ctx, await readTraffic(tx), route)
  const shown = shownBy(ctx, route, at.stops, isKnown, traffic)
  const now = epoch(ctx.now) + REFRESH_SECONDS
  const [first] = visits
  return {
    visitOf,
    day: {
      now,
      lastEvent: { kind: at.here ? 'AT' : route.startedAt ? 'LEFT' : 'PLANNED', at: at.since },
      lastPosition: at.seenAt === null || !first ? null : { at: at.seenAt, driveSeconds: first.driveSeconds },
      visits,
      driveHomeSeconds: at.home.seconds > 0 ? freeOf(route, at.home) : null,
      breaks: shown.breaksLeft.filter(({ end }) => now <= end + BREAK_GRACE_SECONDS),
      todaySoFar: todaySoFar(shown, pace.parkSeconds),
      traffic,
    },
  }
}

/** Returns the driving and service times that the taps of a route show. The `stops` must be in driving order. */
export const shownBy = (
  ctx: Context,
  route: Route,
  stops: readonly StopRead[],
  isKnown: (stop: StopRead) => boolean,
  traffic: Traffic,
): ObservedTimes =>
  observeRoute(
    reported(ctx, route, stops, isKnown),
    route.startedAt && epoch(route.startedAt),
    breaksAhead(ctx, route),
    traffic,
    breaksTaken(route.pauses, ctx.now),
  )

const freeOf = ({ trafficFactor }: Route, { seconds }: Pick<Leg, 'seconds'>): number => seconds / trafficFactor

const visitTo = (
  { externalRef, serviceMinutes }: StopRead,
  driveSeconds: number,
  hasLearnedTime: boolean,
  windows: Visit['windows'],
): Visit => ({
  key: visitKey(externalRef),
  driveSeconds,
  serviceSeconds: serviceMinutes * 60,
  hasLearnedTime,
  windows,
})

const reloadFor = (
  { externalRef }: StopRead,
  driveSeconds: number,
  { seconds, ready }: { seconds: number; ready: number | null },
): Visit => ({
  key: visitKey(`load before ${externalRef}`),
  driveSeconds,
  serviceSeconds: seconds,
  hasLearnedTime: true,
  windows: ready === null ? [] : [{ start: ready, end: Infinity }],
  isReload: true,
})

/** The breaks of the route that the driver has not recorded, at the times at which it plans them. */
const breaksAhead = (ctx: Context, route: Route): PendingBreak[] =>
  breaksOf(ctx, route).map(({ which, start, end, seconds }) => {
    const planned = route.pauses.find((pause) => pause.kind === 'BREAK' && pause.which === which)
    return { start, end, seconds, plannedStart: planned ? epoch(planned.start) : start }
  })

const reported = (
  ctx: Context,
  route: Route,
  stops: readonly StopRead[],
  isKnown: (stop: StopRead) => boolean,
): ReportedStop[] =>
  stops.map((stop, i) => ({
    isSkipped: stop.status === 'SKIPPED',
    arrivedAt: stop.arrivedAt && epoch(stop.arrivedAt),
    finishedAt: stop.finishedAt && epoch(stop.finishedAt),
    driveSeconds: i > 0 && stops[i - 1]?.trip !== stop.trip ? null : stop.legSeconds / route.trafficFactor,
    serviceSeconds: stop.serviceMinutes * 60,
    hasLearnedTime: isKnown(stop),
    opensAt: opensAt(ctx, route, stop),
    isReportedLate: false,
  }))

/** Returns the start of the stop's first window, in epoch seconds. Null if it has none. */
export function opensAt(ctx: Context, { day }: Pick<Route, 'day'>, stop: StopRead): number | null {
  const start = windowsOf(stop)[0]?.start
  return start ? epoch(ctx.calendar.instantOf(day, start)) : null
}

/**
 * Tells customers once that the range that they were given is broken, with the new range, and records what they know.
 * A notice that must wait is due again when the route's arrivals are next computed.
 */
export async function keepPromises(ctx: Context, tx: WriteTx, route: Route, stops: readonly StopRead[]): Promise<void> {
  const ahead = stops.filter((stop) => stop.eta && stop.etaRange && stop.status !== 'ARRIVED')
  const fresh = ahead.filter(({ told }) => !told)
  const now = epoch(ctx.now)
  const broken = ahead.filter((stop) => {
    const end = lastEnd(stop)
    const windowEnd = end ? epoch(ctx.calendar.instantOf(route.day, end)) : null
    const told = stop.told && inSeconds(stop.told)
    const noticeAt = stop.noticeAt && epoch(stop.noticeAt)
    return isRangeBroken(epoch(stop.eta as Date), told, windowEnd, noticeAt !== null) && mayNotifyAgain(noticeAt, now)
  })
  const quiet = broken.length > 0 ? (await findBusiness(tx))?.quietHours : null
  const due = isQuiet(ctx.calendar.timeOf(ctx.now), quiet ?? null) ? [] : broken
  await saveTold(tx, [
    ...fresh.filter((stop) => !due.includes(stop)).map((stop) => ({ ...stop, told: stop.etaRange })),
    ...due.map((stop) => ({ ...stop, told: stop.etaRange, noticeAt: ctx.now })),
  ])
  await notifyOnTheWay(ctx, tx, route, due, 'DELAYED')
}

const epoch = (date: Date): number => date.getTime() / 1000
const instant = (seconds: number): Date => new Date(Math.round(seconds) * 1000)
const inSeconds = ({ from, to }: { from: Date; to: Date }) => ({ from: epoch(from), to: epoch(to) })
