// When a vehicle of a re-plan arrives at each of its stops.
import type { Costing } from '../../../domain/planning/costing.ts'
import type { Rest } from '../../../domain/planning/resting.ts'
import { lateSeconds, type TimedStop } from '../../../domain/planning/serving.ts'
import { drive, schedule } from '../../../domain/planning/timing.ts'
import { serviceOn } from '../../../domain/planning/rules.ts'
import type { Point } from '../../../domain/orders/order.ts'
import type { TimedRest } from '../../../domain/routes/replan.ts'
import { loadedFirst, reloadsBefore } from '../../../domain/routes/trips.ts'
import type { HandOver } from '../../../domain/routes/pauses.ts'
import type { PlanInput } from '../compile/compile-problem.ts'
import { type OwnRoads, tableFor } from '../roads/own-roads.ts'
import type { PlannedDay } from '../compile/planned-day.ts'
import type { DistanceTable } from '../../ports/roads.ts'
import { sum } from '../../../domain/sum.ts'
import {
  handOverOn,
  lastReady,
  longest,
  readyWith,
  type ReplanDay,
  type ReplanStop,
  type Rests,
  type Trips,
  type Van,
  windowsOn,
} from '../input/vans.ts'

export interface TimedVan extends TimedRest {
  driveSeconds: number
  meters: number
  lateSeconds: number
  breaks: readonly Rest[]
  /** Stops, as counted on the route, that it loads again before, at its depot. */
  reloadsBefore: readonly number[]
  /** What it takes over on the way, before which stop. */
  handOvers: readonly { before: number; at: HandOver; start: number; end: number; stops: number }[]
  /** From when it leaves until it is back. */
  workSeconds: number
  /** When it is back. */
  end: number
}

export type LegOf = (from: Point, to: Point, costing: Costing) => { seconds: number; meters: number }

/** The legs that a plan has, in its traffic. */
export const legsOf =
  (
    { trafficFactor }: Pick<PlanInput, 'trafficFactor'>,
    own: OwnRoads<Pick<DistanceTable, 'durations' | 'distances'>>,
    indexOf: (point: Point) => number,
  ): LegOf =>
  (from, to, costing) => {
    const { durations, distances } = tableFor(own, costing)
    const at = indexOf(from) * Math.sqrt(durations.length) + indexOf(to)
    return { seconds: (durations[at] as number) * trafficFactor, meters: distances[at] as number }
  }

/** A vehicle's rest as it would be driven: one under way goes on at once, another leaves as late as does no harm. */
export function timedVan(
  day: PlannedDay,
  van: Van,
  rest: readonly ReplanStop[],
  legOf: LegOf,
  tripOf: Trips = new Map(),
): TimedVan {
  const onTrips = rest.map((stop) => ({
    ...stop,
    handOver: handOverOn(van, stop),
    trip: tripOf.get(stop.orderId) ?? stop.trip ?? 1,
  }))
  const first = van.status === 'IN_PROGRESS' ? (van.taken ?? new Set([1])) : loadedFirst(onTrips)
  const loads = reloadsBefore(onTrips, first).map((reloads, i) => {
    const place = onTrips[i]?.handOver ?? van.reload?.depot
    return reloads && place ? place : null
  })
  let at = van.from
  const legTo = (to: Point) => {
    const leg = legOf(at, to, van.costing)
    at = to
    return leg
  }
  const legs: ReturnType<LegOf>[] = []
  const stops = onTrips.map((stop, i): TimedStop => {
    const place = loads[i]
    const toLoad = place ? legTo(place) : null
    const on = legTo(stop.point)
    legs.push(...(toLoad ? [toLoad] : []), on)
    const load = onTrips.filter(({ trip }) => trip === stop.trip)
    return {
      drive: (toLoad?.seconds ?? 0) + on.seconds,
      service: serviceOn(van.rules ?? null, stop.serviceMinutes) * 60,
      windows: windowsOn(day, stop),
      ...(toLoad && { reload: { drive: toLoad.seconds, ...loading(day, van, load) } }),
    }
  })
  const homeward = van.end && (rest.length > 0 || van.stopsBefore > 0) ? legTo(van.end) : null
  if (homeward) legs.push(homeward)
  const home = homeward?.seconds ?? 0
  const timing = (van.status === 'IN_PROGRESS' ? drive : schedule)(
    van.status === 'IN_PROGRESS'
      ? van.leaves
      : Math.max(
          van.leaves,
          readyWith(
            day,
            onTrips.filter(({ trip }) => first.has(trip)),
          ) ?? -Infinity,
        ),
    stops,
    home,
    rest.length > 0 ? van.breaks : [],
  )
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

/** How long it takes to load for these stops, and when their goods are there. */
function loading(day: PlannedDay, { reload }: Van, load: readonly ReplanStop[]) {
  const places = load.flatMap(({ handOver }) => handOver ?? [])
  if (places.length > 0) return { seconds: longest(places) * 60, ready: lastReady(places) }
  const ready = readyWith(day, load)
  return { seconds: (reload?.minutes ?? 0) * 60, ...(ready !== null && { ready }) }
}

/** Every vehicle's rest, by route. */
export const timedVans = (
  { day, vans }: ReplanDay,
  rests: Rests,
  legOf: LegOf,
  tripOf: Trips = new Map(),
): Map<string, TimedVan> =>
  new Map(vans.map((van) => [van.routeId, timedVan(day, van, rests.get(van.routeId) ?? [], legOf, tripOf)]))
