// Computes when a vehicle of a re-plan arrives at each of its stops.
import { visitSeconds } from '../../../domain/planning/plan-pace.ts'
import type { RoadVehicle } from '../../../domain/planning/road-vehicle.ts'
import { lateSeconds, type TimedStop } from '../../../domain/planning/serving.ts'
import { scheduleFrom, cheapestSchedule } from '../../../domain/planning/timing.ts'
import { serviceOn } from '../../../domain/planning/rules.ts'
import type { Point } from '../../../domain/orders/order.ts'
import { loadedFirst, reloadsBefore } from '../../../domain/routes/trips.ts'
import type { PlanInput } from '../compile/plan-input.ts'
import { type TablesByVehicle, tableFor } from '../roads/tables-by-vehicle.ts'
import type { PlannedDay } from '../compile/planned-day.ts'
import type { DistanceTable } from '../../ports/roads.ts'
import { sum } from '../../../domain/sum.ts'
import {
  handOverOn,
  latestReadyTime,
  longestTransferMinutes,
  type PlannedHandOver,
  readyTimeOf,
  type ReplanDay,
  type ReplanStop,
  type RemainingStops,
  type TimedVan,
  type Trips,
  type ReplanVehicle,
  windowsOn,
} from '../input/vans.ts'

export type LegOf = (from: Point, to: Point, vehicle: RoadVehicle) => { seconds: number; meters: number }

/**
 * Returns a function that returns the driving time and distance between two locations of a plan, including its traffic
 * factor.
 */
export const legsOf =
  (
    { trafficFactor }: Pick<PlanInput, 'trafficFactor'>,
    tables: TablesByVehicle<Pick<DistanceTable, 'durations' | 'distances'>>,
    indexOf: (point: Point) => number,
  ): LegOf =>
  (from, to, vehicle) => {
    const { durations, distances } = tableFor(tables, vehicle)
    const at = indexOf(from) * Math.sqrt(durations.length) + indexOf(to)
    return { seconds: (durations[at] as number) * trafficFactor, meters: distances[at] as number }
  }

/**
 * Computes the times of a vehicle's remaining stops. A route in progress continues at once. Any other route gets the
 * schedule with the earliest end and, among equal schedules, the latest departure.
 */
export function timedVan(
  day: PlannedDay,
  van: ReplanVehicle,
  rest: readonly ReplanStop[],
  legOf: LegOf,
  tripOf: Trips = new Map(),
): TimedVan {
  const onTrips = rest.map((stop) => ({
    ...stop,
    handOver: handOverOn(van, stop),
    trip: tripOf.get(stop.orderId) ?? stop.trip ?? 1,
  }))
  const begun = van.status === 'IN_PROGRESS'
  const first = begun ? (van.taken ?? new Set([1])) : loadedFirst(onTrips)
  const { stops, legs, home } = drivenStops(day, van, onTrips, first, legOf)
  const loaded = onTrips.filter(({ trip }) => first.has(trip))
  const leaves = begun ? van.leaves : Math.max(van.leaves, readyTimeOf(day, loaded) ?? -Infinity)
  const timing = (begun ? scheduleFrom : cheapestSchedule)(leaves, stops, home, rest.length > 0 ? van.breaks : [])
  const visits = rest.map(({ orderId }, i) => {
    const { arrival } = timing.stops[i] as { arrival: number }
    return { orderId, arrival, lateSeconds: lateSeconds(stops[i] as TimedStop, arrival) }
  })
  return {
    routeId: van.routeId,
    stopsBefore: van.stopsBefore,
    visits,
    driveSeconds: sum(legs, ({ seconds }) => seconds),
    meters: sum(legs, ({ meters }) => meters),
    lateSeconds: sum(visits, ({ lateSeconds }) => lateSeconds),
    breaks: timing.breaks,
    reloadsBefore: timing.reloads.flatMap(({ before }) =>
      onTrips[before]?.handOver ? [] : [van.stopsBefore + before + 1],
    ),
    handOvers: timing.reloads.flatMap(({ before, start, end }) => {
      const { handOver: at, trip } = onTrips[before] ?? {}
      if (!at) return []
      const stops = onTrips.filter((stop) => stop.trip === trip).length
      return [{ before: van.stopsBefore + before + 1, at, start, end, stops }]
    }),
    workSeconds: timing.end - timing.departure,
    end: timing.end,
  }
}

type OnTrip = ReplanStop & { handOver: PlannedHandOver | null; trip: number }

/**
 * Returns the stops with the driving time to each, which includes a detour to load. Also returns all legs, and the
 * seconds from the last stop to the end.
 */
function drivenStops(
  day: PlannedDay,
  van: ReplanVehicle,
  rest: readonly OnTrip[],
  first: ReadonlySet<number>,
  legOf: LegOf,
): { stops: TimedStop[]; legs: ReturnType<LegOf>[]; home: number } {
  const reloads = reloadsBefore(rest, first)
  const legs: ReturnType<LegOf>[] = []
  let at = van.from
  const driveTo = (to: Point): number => {
    const leg = legOf(at, to, van)
    at = to
    legs.push(leg)
    return leg.seconds
  }
  const stops = rest.map((stop, i): TimedStop => {
    const place = reloads[i] ? (stop.handOver ?? van.reload?.depot) : null
    const toLoad = place ? driveTo(place) : null
    const load = rest.filter(({ trip }) => trip === stop.trip)
    return {
      drive: (toLoad ?? 0) + driveTo(stop.point),
      service: visitSeconds(van.pace, serviceOn(van.rules ?? null, stop.serviceMinutes)),
      windows: windowsOn(day, stop),
      ...(toLoad !== null && { reload: { drive: toLoad, ...loading(day, van, load) } }),
    }
  })
  const home = van.end && (rest.length > 0 || van.stopsBefore > 0) ? driveTo(van.end) : 0
  return { stops, legs, home }
}

/** Returns the seconds that loading the goods of these stops takes, and the time when the goods are ready. */
function loading(day: PlannedDay, { reload }: ReplanVehicle, load: readonly ReplanStop[]) {
  const places = load.flatMap(({ handOver }) => handOver ?? [])
  if (places.length > 0) return { seconds: longestTransferMinutes(places) * 60, ready: latestReadyTime(places) }
  const ready = readyTimeOf(day, load)
  return { seconds: (reload?.minutes ?? 0) * 60, ...(ready !== null && { ready }) }
}

/** Computes the times of all vehicles, keyed by route ID. */
export const timedVans = (
  { day, vans }: ReplanDay,
  rests: RemainingStops,
  legOf: LegOf,
  tripOf: Trips = new Map(),
): Map<string, TimedVan> =>
  new Map(vans.map((van) => [van.routeId, timedVan(day, van, rests.get(van.routeId) ?? [], legOf, tripOf)]))
