// Converts the current state of a day's routes to the input of a plan, for each goal of a re-plan.
import { OTHER_DRIVER_COST } from '../../../domain/planning/insertion.ts'
import { goodsPairs } from '../../../domain/planning/goods.ts'
import type { OrderRules, VehicleRules } from '../../../domain/planning/rules.ts'
import { freedomOf, type ReplanGoal } from '../../../domain/routes/replan.ts'
import { CUBIC_FEET, PIECES, POUNDS } from '../../../domain/routes/manual-warnings.ts'
import { heaviestLoads } from '../../../domain/routes/trips.ts'
import type { Objective } from '../../../engine/problem.ts'
import { driversOf } from '../compile/compile-problem.ts'
import type { PlanCollect, PlanInput, PlanPlaces, PlanStop, PlanVehicle } from '../compile/plan-input.ts'
import type { PlannedDay } from '../compile/planned-day.ts'
import {
  handOverOn,
  latestReadyTime,
  longestTransferMinutes,
  mayUnassignStops,
  readyTimeOf,
  type ReplanDay,
  type ReplanStop,
  type TimedVan,
  type ReplanVehicle,
} from './vans.ts'
import { deliveryStop, fleetVehicle, PLAIN, reloadAt } from './plan-parts.ts'

/** Miles per second of lateness. One second costs half a mile, so a plan never misses a window to save driving. */
const LATE_COST = 0.5
/** Costs in miles: of moving a stop to another driver, and of changing its position on its route. */
const CHANGE_COSTS = { move: 20, order: 2 }
/** Tie-breaker: too small to add driving, large enough to prefer the current plan between equal plans. */
const MIN_CHANGE_COSTS = { move: 0.02, order: 0.01 }

const OBJECTIVES = {
  FEWEST_CHANGES: { latenessCostPerSecond: LATE_COST, change: CHANGE_COSTS },
  LEAST_DRIVING: { latenessCostPerSecond: LATE_COST, change: MIN_CHANGE_COSTS },
  WINDOWS_KEPT: { latenessCostPerSecond: 10 * LATE_COST, change: CHANGE_COSTS },
} as const satisfies Record<ReplanGoal, Partial<Objective>>

/**
 * Added to the priority of orders on a route, so that they come before new orders, whose maximum priority is 100.
 * Orders that must not become unassigned get the higher `KEPT_PRIORITY`. Therefore a route never drops a stop that it
 * can serve, however many other orders would fit instead.
 */
const ON_ROUTE_PRIORITY = 101
const KEPT_PRIORITY = 2 * ON_ROUTE_PRIORITY

/** Returns every location that any plan of the re-plan may use, including those of the current routes. */
export const placesOfDay = ({ vans, newcomers }: ReplanDay): PlanPlaces => ({
  vehicles: vans.map((van) => ({
    start: van.from,
    end: van.end,
    costing: van.costing,
    ...(van.size && { size: van.size }),
    ...(van.period && { period: van.period }),
    reload: reloadOf(van),
    collects: loadingPlaces(van),
  })),
  stops: [...vans.flatMap(({ rest }) => rest), ...newcomers],
})

/**
 * Returns locations at which a vehicle may load: the vehicle's depot if it reloads, and the locations at which it or
 * other vehicles take over goods of its stops.
 */
function loadingPlaces({ rest, reload }: ReplanVehicle): PlanCollect[] {
  const places = rest.flatMap(({ handOver, atDepot }) => handOver ?? atDepot ?? [])
  return [...places, ...(reload ? [reload.depot] : [])].map((point) => ({ point, minutes: 0, ready: 0 }))
}

/** The input of the plan for one goal. `vans` and `stops` are in the order of the input's vehicles and stops. */
export interface GoalPlan {
  input: PlanInput
  vans: readonly ReplanVehicle[]
  stops: readonly ReplanStop[]
}

/**
 * Returns the input of the plan for a goal. `now` is the timing of the current routes. A stop that is late on its
 * current route is penalized only for additional lateness, except for the goal WINDOWS_KEPT, for which all lateness
 * counts.
 */
export function goalPlan(replan: ReplanDay, goal: ReplanGoal, now: ReadonlyMap<string, TimedVan>): GoalPlan {
  const { day, trafficFactor, pace, units, clock, newcomers } = replan
  const vans = replan.vans.filter((van) => !van.out)
  const held = replan.vans.flatMap((van) => van.rest.map((stop) => ({ van, stop, hold: freedomOf(van.status, stop) })))
  const planned = held.filter(({ van, hold }) => !van.out || hold === 'FREE')
  const stops = [...planned.map(({ stop }) => stop), ...newcomers]
  const indexOf = new Map(stops.map(({ orderId }, i) => [orderId, i]))
  const onVan = planned.map(({ van }) => van)
  // Don't pair two stops if the current route delivers the goods before it picks them up, or if they are on different
  // routes, because the office wants it so.
  const giverOf = goodsPairs(stops, (taker, giver) => {
    const [after, before] = [onVan[taker], onVan[giver]]
    return !after || !before || (after === before && giver < taker)
  })
  const collections = collectionsOf(stops, new Set(giverOf.keys()))
  const late = new Map(
    [...now.values()].flatMap(({ visits }) => visits.map((visit) => [visit.orderId, visit.lateSeconds])),
  )
  return {
    vans,
    stops,
    input: {
      day,
      trafficFactor,
      pace: pace ?? null,
      units,
      clock,
      vehicles: vans.map((van) => ({
        ...vehicleOf(van, now.get(van.routeId) ?? null),
        collects: collections.map((together) => collectOn(day, van, together)),
      })),
      stops: stops.map((stop, i) => {
        const { van, hold } = planned[i] ?? { van: null, hold: 'FREE' }
        const collect = collections.findIndex((together) => together.includes(stop))
        return {
          id: stop.externalRef,
          ...deliveryStop(stop, stop.serviceMinutes),
          ...(van && goal !== 'WINDOWS_KEPT' && { lateSeconds: Math.ceil(late.get(stop.orderId) ?? 0) }),
          ...rulesOf(stop, vans, van, day),
          from: giverOf.get(i),
          ...(collect >= 0 && { collect }),
          lock: !van || van.out || hold === 'FREE' ? null : lockOf(vans.indexOf(van), van, stop),
        }
      }),
      objective: { ...PLAIN, otherDriverCost: OTHER_DRIVER_COST, ...OBJECTIVES[goal] },
      initial: { routes: vans.map(({ rest }) => rest.flatMap(({ orderId }) => indexOf.get(orderId) ?? [])) },
    },
  }
}

/** Stops whose goods are at the same location, where a vehicle picks them up together during its route. */
type Collection = readonly ReplanStop[]

/**
 * Groups the stops by the location where their goods wait. Excludes `takers`, whose goods are picked up at another
 * stop.
 */
function collectionsOf(stops: readonly ReplanStop[], takers: ReadonlySet<number>): Collection[] {
  const waiting = stops.filter((stop, i) => (stop.handOver ?? stop.atDepot) && !takers.has(i))
  const keyOf = ({ handOver, atDepot, trip }: ReplanStop): string =>
    handOver ? `${handOver.lat},${handOver.lng}` : `${atDepot?.routeId}/${trip}`
  return [...Map.groupBy(waiting, keyOf).values()]
}

/**
 * Returns where and when the vehicle can pick up the goods of these stops during its route: at its own depot or at a
 * hand-over location. Null if the vehicle can't pick them up or has them on board.
 */
function collectOn(day: PlannedDay, van: ReplanVehicle, stops: readonly ReplanStop[]): PlanCollect | null {
  const [first] = stops
  if (first?.atDepot?.routeId === van.routeId)
    return van.reload && van.status === 'IN_PROGRESS'
      ? {
          point: van.reload.depot,
          minutes: van.reload.minutes,
          ready: readyTimeOf(day, stops) ?? -Infinity,
          unloads: true,
        }
      : null
  const places = stops.flatMap((stop) => handOverOn(van, stop) ?? [])
  const [place] = places
  if (!place) return null
  return { point: place, minutes: longestTransferMinutes(places), ready: latestReadyTime(places) }
}

/**
 * Returns the stop's requirements for vehicle and driver. If the current route already violates the requirements for
 * drivers, they are omitted.
 */
function rulesOf(
  stop: ReplanStop,
  vans: readonly ReplanVehicle[],
  own: ReplanVehicle | null,
  day: PlannedDay,
): Pick<PlanStop, 'rules' | 'forbiddenVehicles'> {
  const { readyAt, requiredDrivers, excludedDrivers, preferredDrivers, ...rules } = stop.rules ?? {}
  const drivers = driversOf(
    stop.rules,
    vans.map(({ driver }) => driver ?? null),
  )
  const given = (names: readonly string[]): boolean => names.includes(own?.driver ?? '')
  const broken =
    own && drivers && ((drivers.required.length > 0 && !given(drivers.required)) || given(drivers.excluded))
  const aboard = own?.status === 'IN_PROGRESS'
  const gone = vans.flatMap((van, i) =>
    readyAt && van.status === 'IN_PROGRESS' && day.secondsAt(readyAt) > van.leaves ? [i] : [],
  )
  const late = readyAt && !aboard ? gone : []
  const giver = vans.findIndex(({ reached }) => reached?.has(rules.goodsFrom ?? ''))
  const others = giver < 0 || (own && vans.includes(own)) ? [] : vans.map((_, i) => i).filter((i) => i !== giver)
  return {
    rules: {
      ...rules,
      priority: (own ? (mayUnassignStops(own) ? ON_ROUTE_PRIORITY : KEPT_PRIORITY) : 0) + (rules.priority ?? 0),
      ...(!broken && { requiredDrivers, excludedDrivers, preferredDrivers }),
      ...((!aboard || stop.atDepot) && { readyAt }),
    },
    forbiddenVehicles: [...new Set([...late, ...others])],
  }
}

/**
 * Locks the stop to the vehicle. Stops that a dispatcher locked also keep their order among each other, as in a build.
 */
const lockOf = (vehicle: number, { rest }: ReplanVehicle, stop: ReplanStop): PlanStop['lock'] =>
  stop.locked ? { vehicle, order: rest.indexOf(stop) + 1 } : { vehicle }

interface Measure {
  load: (stop: ReplanStop & { rules: OrderRules | null }) => number | null | undefined
  pickup: (stop: ReplanStop & { rules: OrderRules | null }) => number | null | undefined
}

/**
 * Converts a vehicle. Its limits are raised to the values of the current route, so that the current plan never exceeds
 * them. `now` is the timing of the current route.
 */
function vehicleOf(van: ReplanVehicle, now: TimedVan | null): PlanVehicle {
  const { rest, rules, capacityLbs, maxStops, stopsBefore, aboardLbs, grown } = van
  const backBy = van.homeBy ?? Math.max(workEnds(van), Math.ceil(now?.end ?? 0))
  const poundsOf = (stop: ReplanStop): number =>
    (grown.has(stop.orderId) ? grown.get(stop.orderId)?.loadBefore : stop.loadWeightLbs) ?? 0
  const onTrips = rest.map((stop) => ({ ...stop, rules: stop.rules ?? null, trip: stop.trip ?? 1 }))
  const most = (measure: Measure): number => Math.max(...heaviestLoads(onTrips, measure))
  const { overtime, ...vehicle } = fleetVehicle(van)
  return {
    ...vehicle,
    start: van.from,
    end: van.end,
    shiftStart: van.leaves,
    shiftEnd: Math.max(van.leaves, backBy),
    capacityLbs: capacityLbs === null ? null : Math.max(capacityLbs - aboardLbs, most({ ...POUNDS, load: poundsOf })),
    maxStops: maxStops === null ? null : Math.max(maxStops - stopsBefore, rest.length),
    rules: {
      ...rules,
      ...hoursOf(van, now),
      capacityPieces: freeCapacity(rules?.capacityPieces, van.aboardPieces, most(PIECES)),
      capacityCubicFeet: freeCapacity(rules?.capacityCubicFeet, van.aboardCubicFeet, most(CUBIC_FEET)),
      skills: [...(rules?.skills ?? []), ...rest.flatMap(({ rules }) => rules?.requiredSkills ?? [])],
    },
    overtime: overtime && { ...overtime, afterMinutes: Math.max(0, overtime.afterMinutes - workedMinutes(van)) },
    reload: reloadOf(van),
    breaks: (van.breaks ?? []).map(({ which, start, end, seconds, paid }) => ({
      start,
      end: Math.max(end, Math.ceil(now?.breaks.find((rest) => rest.of.which === which)?.end ?? 0)),
      minutes: seconds / 60,
      paid,
    })),
  }
}

/**
 * Returns the reloads of a route that has not started. After the start, each remaining load is an entry of `collects`
 * instead.
 */
const reloadOf = ({ reload, status }: ReplanVehicle): PlanVehicle['reload'] =>
  reload && status !== 'IN_PROGRESS' ? reloadAt(reload.depot, reload) : null

/**
 * Returns the latest end of the route: the end of the shift. After the departure, the maximum working time also limits
 * it.
 */
function workEnds({ shiftEnd, left, rules }: ReplanVehicle): number {
  const longest = rules?.maxWorkingMinutes
  return left && longest !== undefined ? Math.min(shiftEnd, left.at + longest * 60) : shiftEnd
}

const workedMinutes = ({ left, leaves }: ReplanVehicle): number => (left ? (leaves - left.at) / 60 : 0)

/** Tolerance for rounding errors, for a plan that takes exactly as long as the current one. */
const ROUNDING_SECONDS = 1

/**
 * Returns the limits for the remaining working and driving time. They are at least as long as the current plan takes.
 */
function hoursOf(
  { rules, left }: ReplanVehicle,
  now: TimedVan | null,
): Pick<VehicleRules, 'maxWorkingMinutes' | 'maxDrivingMinutes'> {
  const { maxWorkingMinutes: work, maxDrivingMinutes: drive } = rules ?? {}
  const driven = left ? left.driveSeconds / 60 : 0
  const atLeast = (seconds = 0): number => (seconds + ROUNDING_SECONDS) / 60
  return {
    // A vehicle that has left must return in time even if it waits, so `workEnds` limits its working time instead.
    maxWorkingMinutes: work === undefined || left ? undefined : Math.max(work, atLeast(now?.workSeconds)),
    maxDrivingMinutes: drive === undefined ? undefined : Math.max(drive - driven, atLeast(now?.driveSeconds)),
  }
}

/** Returns the free capacity. It is at least `now`, the heaviest load of the current plan. */
const freeCapacity = (capacity: number | undefined, aboard: number | undefined, now: number): number | undefined =>
  capacity === undefined ? undefined : Math.max(capacity - (aboard ?? 0), now)
