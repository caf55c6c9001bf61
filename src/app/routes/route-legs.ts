// Computes the legs along a route: the drives between its stops, with detours to load. Converts the stops for timing.
import { visitSeconds } from '../../domain/planning/plan-pace.ts'
import type { Point } from '../../domain/orders/order.ts'
import type { OrderRules } from '../../domain/planning/rules.ts'
import { inStreetHours, streetSpans, weekdayOf } from '../../domain/planning/street-hours.ts'
import { timeOf } from '../../domain/time-of-day.ts'
import type { TimedStop } from '../../domain/planning/serving.ts'
import { type Windowed, windowsOf } from '../../domain/planning/windows.ts'
import { endsOf } from '../../domain/routes/terms.ts'
import { reloadsBefore, type TripStop } from '../../domain/routes/trips.ts'
import type { Tx } from '../../store/database.ts'
import type { Leg } from '../../store/roads/distance-pairs.ts'
import type { Route } from '../../store/routes/routes.ts'
import type { StopRead } from '../../store/routes/stops.ts'
import type { Context } from '../context.ts'
import type { RoadLeg } from '../ports/roads.ts'
import { chainFrom, chainLegs } from './chain-legs.ts'

const NO_LEG: Leg = { seconds: 0, meters: 0 }

/**
 * The leg to a stop, including a detour to load at the depot or at a hand-over. `toDepot` is the part of the leg to the
 * loading location.
 */
export interface RouteWay extends HoursLeg {
  toDepot?: Leg
}
type HoursLeg = Leg & Pick<RoadLeg, 'hours'>

/** A location, the stops after it in driving order, and the numbers of the loads that are on board. */
interface OnWay {
  from: Point
  stops: readonly (TripStop & Pick<StopRead, 'point'>)[]
  aboard: ReadonlySet<number>
}

/**
 * Returns the legs along the stops of `at`, which are all stops of the route or the remaining ones. `home` is the leg
 * to the end. It is zero if the route ends at its last stop.
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

/** Returns all locations in driving order: the stops, their loading locations, and the end of the route. */
export function chainAlong(route: Route, at: OnWay): Point[] {
  const { end } = endsOf(route)
  return [...chainFrom(at.from, at.stops, loadsBefore(route, at)), ...(end ? [end] : [])]
}

/** Like `waysTo`, but with given `legs`, which must be those of `chainAlong`. */
export function waysOn(route: Route, at: OnWay, legs: readonly HoursLeg[]): { toStops: RouteWay[]; home: Leg } {
  const loads = loadsBefore(route, at)
  const left = legs.values()
  const next = (): HoursLeg => left.next().value ?? NO_LEG
  const toStops = at.stops.map((_, i): RouteWay => {
    const leg = next()
    if (!loads[i]) return leg
    const on = next()
    return { seconds: leg.seconds + on.seconds, meters: leg.meters + on.meters, hours: on.hours ?? null, toDepot: leg }
  })
  return { toStops, home: endsOf(route).end ? next() : NO_LEG }
}

/** Returns the loading location before each stop. Null if the vehicle loads nothing before the stop. */
const loadsBefore = ({ terms, depot }: Route, { stops, aboard }: OnWay): (Point | null)[] =>
  reloadsBefore(stops, aboard).map((loads, i) => {
    const at = stops[i]?.handOver ?? (terms?.reload ? depot : null)
    return loads ? at : null
  })

/** Converts the stops for timing. `ways` are the legs to the stops. */
export function timedStops(
  ctx: Context,
  route: Route,
  stops: readonly (TripStop & Windowed & { serviceMinutes: number; rules: OrderRules | null })[],
  ways: readonly RouteWay[],
): TimedStop[] {
  return stops.map((stop, i): TimedStop => {
    const { seconds: driven, hours, toDepot } = ways[i] as RouteWay
    const one = timed(ctx, route, stop, { driven, hours })
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

/**
 * Returns the duration of a hand-over in seconds, and the time from which all its goods are available, in epoch
 * seconds.
 */
function takenOver(load: readonly TripStop[]): { seconds: number; ready: number } {
  const handOvers = load.flatMap(({ handOver }) => handOver ?? [])
  return {
    seconds: Math.max(0, ...handOvers.map(({ minutes }) => minutes * 60)),
    ready: Math.max(...handOvers.map(({ from }) => seconds(new Date(from)))),
  }
}

function timed(
  ctx: Context,
  { day, pace }: Pick<Route, 'day' | 'pace'>,
  stop: Windowed & { serviceMinutes: number },
  { driven, hours }: { driven: number } & Pick<RoadLeg, 'hours'>,
): TimedStop {
  const at = (time: string | null, open: number) => (time ? seconds(ctx.calendar.instantOf(day, time)) : open)
  return {
    drive: driven,
    service: visitSeconds(pace, stop.serviceMinutes),
    windows: inStreetHours(
      windowsOf(stop).map(({ start, end }) => ({ start: at(start, -Infinity), end: at(end, Infinity) })),
      streetSpans(stop.rules, hours, weekdayOf(day))?.map(([start, end]) => ({
        start: at(timeOf(start), 0),
        end: at(timeOf(end - 1), 0) + 60,
      })) ?? null,
    ),
  }
}

/** Returns the times of day from which the goods of these stops are ready. */
export const readyTimes = (stops: readonly { rules: OrderRules | null }[]): string[] =>
  stops.flatMap(({ rules }) => rules?.readyAt ?? [])

const seconds = (date: Date): number => date.getTime() / 1000
