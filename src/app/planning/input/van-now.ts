// Determines the current state of a vehicle on its route, for a re-plan.
import { type PlanPace, visitSeconds } from '../../../domain/planning/plan-pace.ts'
import { text } from '../../../texts/text.ts'
import type { ReplanBody } from '../../../contract/replan.ts'
import type { RoadVehicle } from '../../../domain/planning/road-vehicle.ts'
import { convertServiceMinutes } from '../../../domain/planning/rules.ts'
import { serviceStart } from '../../../domain/planning/serving.ts'
import { CUBIC_FEET, PIECES, POUNDS } from '../../../domain/routes/manual-warnings.ts'
import { routeRefusal } from '../../../domain/routes/route.ts'
import { endsOf } from '../../../domain/routes/terms.ts'
import { tripsTaken } from '../../../domain/routes/trips.ts'
import { sum } from '../../../domain/sum.ts'
import type { Vehicle } from '../../../store/fleet/fleet.ts'
import type { Route } from '../../../store/routes/routes.ts'
import type { StopRead } from '../../../store/routes/stops.ts'
import type { Context } from '../../context.ts'
import { AppError, throwIfRefused } from '../../errors.ts'
import { routeDelayedUntil, currentPosition } from '../../routes/retime.ts'
import { breaksOf } from '../../routes/route-pauses.ts'
import type { DatedDay } from '../compile/planned-day.ts'
import { lastPlace } from './hand-over-places.ts'
import { type PlannedHandOver, type ReplanStop, type ReplanVehicle, windowsOn } from './vans.ts'

/** Service times and loads that the request changes, keyed by stop ID. A value that doesn't change is null. */
export type ChangedStops = ReadonlyMap<string, { serviceMinutes: number | null; loadWeightLbs: number | null }>

export interface VanContext {
  route: Route
  vehicle: Vehicle
  /** The vehicle for the roads. */
  roads: RoadVehicle
  /** Name of the route's driver. */
  driver: string | null
  stops: readonly StopRead[]
  seen: { lat: number; lng: number; at: Date } | undefined
  day: DatedDay
  body: ReplanBody
  grown: ChangedStops
  handOver: PlannedHandOver | null
  pace: PlanPace | null
}

export function vanOf(ctx: Context, at: VanContext): ReplanVehicle {
  const { route, vehicle, stops, day, body, grown } = at
  throwIfRefused(routeRefusal(route.status, 'cancel'))
  const goods = goodsOf(ctx, at)
  const { rest, taken } = goods
  const home = homewardRequest(at, goods)
  const late = body.late?.find(({ route_uuid }) => route_uuid === route.routeId)
  const undelayed = late?.replace === true
  const going = continuationOf(ctx, at, undelayed)
  const until = undelayed ? null : routeDelayedUntil(route, stops)
  const held = until ? day.secondsOf(until) : -Infinity
  const leaves = Math.ceil(Math.max(going.leaves, held) + (late?.minutes ?? 0) * 60)
  const { reload } = route.terms ?? {}
  return {
    routeId: route.routeId,
    name: route.name,
    status: route.status,
    ...at.roads,
    capacityLbs: vehicle.capacityLbs,
    temperatureClasses: vehicle.temperatureClasses,
    maxStops: vehicle.maxStops,
    rules: vehicle.rules,
    driver: at.driver,
    end: endsOf(route).end,
    from: going.from,
    leaves,
    breaks: breaksOfVan(ctx, route, day, leaves),
    left: leftAt(at),
    // A started vehicle reloads only if goods of its remaining stops are still at the depot.
    reload:
      reload && (route.status !== 'IN_PROGRESS' || rest.some(goods.toLoad)) ? { depot: route.depot, ...reload } : null,
    taken,
    pace: at.pace,
    shiftEnd: day.secondsAt(route.shiftEnd),
    homeBy: home ? day.secondsAt(home.at) : null,
    out: isBrokenDown(at),
    grown: new Map(
      rest.flatMap(({ stopId, orderId, loadWeightLbs }) =>
        grown.has(stopId) ? [[orderId, { loadBefore: loadWeightLbs }] as const] : [],
      ),
    ),
    stopsBefore: stops.length - rest.length,
    ...countAboard(at, goods),
    rest: rest.map((stop): ReplanStop => {
      const more = grown.get(stop.stopId)
      return {
        ...stop,
        point: stop.point as NonNullable<StopRead['point']>,
        serviceMinutes: convertServiceMinutes(vehicle.rules, null, more?.serviceMinutes ?? stop.serviceMinutes),
        loadWeightLbs: more?.loadWeightLbs ?? stop.loadWeightLbs,
        status: 'PENDING',
        ...goods.placeOf(stop),
      }
    }),
  }
}

const isBrokenDown = ({ route, body }: VanContext): boolean => body.broken_down?.includes(route.routeId) === true

type Goods = ReturnType<typeof goodsOf>

/**
 * Returns the stops to plan, the loads that the vehicle has taken, and functions that return where the goods of a stop
 * are.
 */
function goodsOf(ctx: Context, at: VanContext) {
  const { route, stops, day, handOver } = at
  const out = isBrokenDown(at)
  // If a vehicle breaks down on the way to a stop and hands over its goods, another vehicle can serve this stop.
  const isOpen = ({ status }: StopRead): boolean => status === 'PENDING' || (out && !!handOver && status === 'EN_ROUTE')
  const rest = stops.filter((stop) => isOpen(stop) && stop.point !== null)
  const taken = tripsTaken(stops, route, ctx.now)
  // A vehicle on its way to a stop has the goods of this stop on board.
  const under = stops.find(({ status }) => status === 'EN_ROUTE')
  if (under && !out) taken.add(under.trip)
  const { reload } = route.terms ?? {}
  const notAboard = ({ trip }: StopRead): boolean => route.status === 'IN_PROGRESS' && !taken.has(trip)
  const toLoad = (stop: StopRead): boolean => !!reload && !stop.handOver && notAboard(stop)
  const waits = (stop: StopRead): boolean => !!stop.handOver && (route.status !== 'IN_PROGRESS' || notAboard(stop))
  return {
    rest,
    taken,
    toLoad,
    waits,
    /**
     * Returns where other vehicles can get the goods of the stop. If the vehicle will first pick up the goods at
     * another stop, they can't be handed over before, so `handOver` is null.
     */
    placeOf(stop: StopRead): Pick<ReplanStop, 'toLoad' | 'atDepot'> & { handOver: PlannedHandOver | null } {
      const { handOver: kept, rules } = stop
      if (kept && waits(stop)) return { toLoad: true, handOver: { ...kept, ready: day.secondsOf(new Date(kept.from)) } }
      if (toLoad(stop)) return { toLoad: true, handOver: null, atDepot: atDepotFrom(ctx, at, stop) }
      if (!handOver) return { handOver: null }
      const comes = rest.some(({ externalRef }) => externalRef === rules?.goodsFrom)
      return { toLoad: true, handOver: comes ? null : handOver }
    },
  }
}

/** Returns the request for a driver who goes home. Throws if the vehicle still has to reload. */
function homewardRequest({ route, body }: VanContext, { rest, toLoad }: Goods) {
  const i = body.going_home?.findIndex(({ route_uuid }) => route_uuid === route.routeId) ?? -1
  const home = body.going_home?.[i]
  if (home && rest.some(toLoad))
    throw new AppError(
      'conflict',
      'RELOAD_TO_COME',
      text('{route} still has to reload; remove the stops of its next load first.', { route: route.name }),
      { fields: [`going_home.${i}.route_uuid`] },
    )
  return home
}

/** Returns the references of stops that are done or under way, and the sums of the goods that are on board. */
function countAboard({ stops, grown }: VanContext, { rest, taken, toLoad, waits }: Goods) {
  const others = stops.filter((stop) => !rest.includes(stop))
  const aboard = others.filter((stop) => stop.status !== 'DELIVERED' && !toLoad(stop) && !waits(stop))
  // Goods that were picked up at stops since the last visit to the depot.
  const pickedUp = stops.filter(({ status, trip }) => status === 'DELIVERED' && trip === Math.max(...taken))
  const isReached = ({ status }: StopRead): boolean => status !== 'FAILED' && status !== 'SKIPPED'
  return {
    reached: new Set(others.filter(isReached).map(({ externalRef }) => externalRef)),
    aboardPieces: sum(aboard, PIECES.load) + sum(pickedUp, PIECES.pickup),
    aboardCubicFeet: sum(aboard, CUBIC_FEET.load) + sum(pickedUp, CUBIC_FEET.pickup),
    aboardLbs:
      sum(aboard, (stop) => grown.get(stop.stopId)?.loadWeightLbs ?? stop.loadWeightLbs) + sum(pickedUp, POUNDS.pickup),
  }
}

/**
 * Returns where another vehicle can get goods that this started route has not loaded yet: at the depot of the route.
 * `ready` is the time from which they are available.
 */
function atDepotFrom(ctx: Context, { route, day }: VanContext, { rules }: StopRead): PlannedHandOver {
  const ready = rules?.readyAt ? ctx.calendar.instantOf(route.day, rules.readyAt) : ctx.now
  const from = ready > ctx.now ? ready : ctx.now
  const minutes = route.terms?.reload?.minutes ?? 0
  const { routeId, name: by, depot } = route
  return { ...depot, routeId, by, from: from.toISOString(), ready: day.secondsOf(from), minutes }
}

/** Returns the route's remaining breaks, in seconds on the engine's clock. */
function breaksOfVan(ctx: Context, route: Route, day: DatedDay, leaves: number): ReplanVehicle['breaks'] {
  const origin = day.instantAt(0).getTime() / 1000
  const at = route.status === 'IN_PROGRESS' ? origin + leaves : undefined
  return breaksOf(ctx, route, at).map((due) => ({
    ...due,
    start: due.start - origin,
    end: due.end - origin,
    paid: route.terms?.breaks?.[due.which]?.paid ?? true,
  }))
}

/**
 * Returns the departure of a route in progress, and the driving time of the legs that are finished or under way. Null
 * before the departure.
 */
function leftAt({ route, stops, day }: VanContext): ReplanVehicle['left'] {
  if (route.status !== 'IN_PROGRESS' || !route.startedAt) return null
  return {
    at: day.secondsOf(route.startedAt),
    driveSeconds: sum(stops, ({ status, legSeconds }) => (status === 'PENDING' ? 0 : legSeconds)),
  }
}

/**
 * Returns where and when the vehicle continues. If it is at or on the way to a stop, it continues there after the
 * service. Otherwise it continues now at its last known location. If `undelayed` is true, the reported delay of the
 * route is ignored.
 */
function continuationOf(
  ctx: Context,
  { route, stops, seen, day, grown, pace }: VanContext,
  undelayed: boolean,
): Pick<ReplanVehicle, 'from' | 'leaves'> {
  const now = day.secondsOf(ctx.now)
  if (route.status !== 'IN_PROGRESS')
    return { from: endsOf(route).start, leaves: Math.max(now, day.secondsAt(route.shiftStart)) }
  const under = stops.find(({ status }) => status === 'ARRIVED') ?? stops.find(({ status }) => status === 'EN_ROUTE')
  if (under?.point) {
    const service = visitSeconds(pace, grown.get(under.stopId)?.serviceMinutes ?? under.serviceMinutes)
    const there = under.arrivedAt
      ? day.secondsOf(under.arrivedAt)
      : Math.max(now, day.secondsOf(under.eta ?? under.plannedArrival) - (undelayed ? delayIn(ctx, route, stops) : 0))
    return {
      from: under.point,
      leaves: Math.max(now, serviceStart({ windows: windowsOn(day, under) }, there) + service),
    }
  }
  return { from: lastPlace(ctx, route, stops, seen), leaves: now }
}

/** Returns the seconds by which the route's reported delay postpones the next departure. */
function delayIn(ctx: Context, route: Route, stops: readonly StopRead[]): number {
  const leaves = (delay: Route['delay']): number => currentPosition(ctx, { ...route, delay }, stops).leaves
  return leaves(route.delay) - leaves(null)
}
