// Re-planning routes under way as a plan to solve for each goal.
import { OTHER_DRIVER_COST } from '../../../domain/planning/insertion.ts'
import { goodsPairs } from '../../../domain/planning/goods.ts'
import type { OrderRules, VehicleRules } from '../../../domain/planning/rules.ts'
import { holdOf, type ReplanGoal } from '../../../domain/routes/replan.ts'
import { CUBIC_FEET, PIECES, POUNDS } from '../../../domain/routes/by-hand.ts'
import { heaviest } from '../../../domain/routes/trips.ts'
import type { Objective } from '../../../engine/problem.ts'
import { driversOf } from '../compile/compile-problem.ts'
import type { PlanCollect, PlanInput, PlanPlaces, PlanStop, PlanVehicle } from '../compile/plan-input.ts'
import type { PlannedDay } from '../compile/planned-day.ts'
import {
  handOverOn,
  lastReady,
  longest,
  mayLeaveOff,
  readyWith,
  type ReplanDay,
  type ReplanStop,
  type TimedVan,
  type Van,
} from './vans.ts'
import { deliveryStop, fleetVehicle, PLAIN, reloadAt } from './plan-parts.ts'

/** A second late weighs as much as half a mile: no window that is kept is broken to save driving. */
const LATE_COST = 0.5
/** In miles: what it is worth to leave a stop with its driver, and in its place. */
const CHANGE_COSTS = { move: 20, order: 2 }
/** Too little to cost a yard, and enough that nothing is changed for nothing. */
const LEAST_CHANGE_COSTS = { move: 0.02, order: 0.01 }

const OBJECTIVES = {
  FEWEST_CHANGES: { latenessCostPerSecond: LATE_COST, change: CHANGE_COSTS },
  LEAST_DRIVING: { latenessCostPerSecond: LATE_COST, change: LEAST_CHANGE_COSTS },
  WINDOWS_KEPT: { latenessCostPerSecond: 10 * LATE_COST, change: CHANGE_COSTS },
} as const satisfies Record<ReplanGoal, Partial<Objective>>

/**
 * Orders on a route come before those to be fitted in, whose priorities end at 100. Those that must stay come before all:
 * no stop comes off a route that can drive it, however many would have room instead.
 */
const ON_ROUTE_PRIORITY = 101
const KEPT_PRIORITY = 2 * ON_ROUTE_PRIORITY

/** Every place that any of the plans may use; also the routes as they stand. */
export const placesOfDay = ({ vans, newcomers }: ReplanDay): PlanPlaces => ({
  vehicles: vans.map((van) => ({
    start: van.from,
    end: van.end,
    costing: van.costing,
    reload: reloadOf(van),
    collects: loadingPlaces(van),
  })),
  stops: [...vans.flatMap(({ rest }) => rest), ...newcomers],
})

/** Wherever the vehicle loads again now, or others may take over what it has. */
function loadingPlaces({ rest, reload }: Van): PlanCollect[] {
  const places = rest.flatMap(({ handOver, atDepot }) => handOver ?? atDepot ?? [])
  return [...places, ...(reload ? [reload.depot] : [])].map((point) => ({ point, minutes: 0, ready: 0 }))
}

/** The plan for a goal: what it is made of, in the order of its vehicles and stops. */
export interface GoalPlan {
  input: PlanInput
  vans: readonly Van[]
  stops: readonly ReplanStop[]
}

/**
 * `now` is how the routes are timed as they stand. A goal other than WINDOWS_KEPT makes no stop later that is late
 * already, and does nothing else about it.
 */
export function goalPlan(replan: ReplanDay, goal: ReplanGoal, now: ReadonlyMap<string, TimedVan>): GoalPlan {
  const { day, trafficFactor, units, clock, newcomers } = replan
  const vans = replan.vans.filter((van) => !van.out)
  const held = replan.vans.flatMap((van) => van.rest.map((stop) => ({ van, stop, hold: holdOf(van.status, stop) })))
  const planned = held.filter(({ van, hold }) => !van.out || hold === 'FREE')
  const stops = [...planned.map(({ stop }) => stop), ...newcomers]
  const indexOf = new Map(stops.map(({ orderId }, i) => [orderId, i]))
  const onVan = planned.map(({ van }) => van)
  // On routes that bring goods before they pick them up, or on others, the office wants it so.
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

/** Stops whose goods are together at a place where some vehicle takes them on while it is out. */
type Collection = readonly ReplanStop[]

/** Goods that are picked up at another stop are collected there. */
function collectionsOf(stops: readonly ReplanStop[], takers: ReadonlySet<number>): Collection[] {
  const waiting = stops.filter((stop, i) => (stop.handOver ?? stop.atDepot) && !takers.has(i))
  const keyOf = ({ handOver, atDepot, trip }: ReplanStop): string =>
    handOver ? `${handOver.lat},${handOver.lng}` : `${atDepot?.routeId}/${trip}`
  return [...Map.groupBy(waiting, keyOf).values()]
}

/** Where the vehicle takes them on while it is out: at its own depot, or where it takes them over. */
function collectOn(day: PlannedDay, van: Van, stops: readonly ReplanStop[]): PlanCollect | null {
  const [first] = stops
  if (first?.atDepot?.routeId === van.routeId)
    return van.reload && van.status === 'IN_PROGRESS'
      ? {
          point: van.reload.depot,
          minutes: van.reload.minutes,
          ready: readyWith(day, stops) ?? -Infinity,
          unloads: true,
        }
      : null
  const places = stops.flatMap((stop) => handOverOn(van, stop) ?? [])
  const [place] = places
  if (!place) return null
  return { point: place, minutes: longest(places), ready: lastReady(places) }
}

/** What it asks of its vehicle and driver; of its driver no more than the route it is on gives it now. */
function rulesOf(
  stop: ReplanStop,
  vans: readonly Van[],
  own: Van | null,
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
      priority: (own ? (mayLeaveOff(own) ? ON_ROUTE_PRIORITY : KEPT_PRIORITY) : 0) + (rules.priority ?? 0),
      ...(!broken && { requiredDrivers, excludedDrivers, preferredDrivers }),
      ...((!aboard || stop.atDepot) && { readyAt }),
    },
    forbiddenVehicles: [...new Set([...late, ...others])],
  }
}

/** Locked stops keep their order among themselves, as in a build. */
const lockOf = (vehicle: number, { rest }: Van, stop: ReplanStop): PlanStop['lock'] =>
  stop.locked ? { vehicle, order: rest.indexOf(stop) + 1 } : { vehicle }

interface Measure {
  load: (stop: ReplanStop & { rules: OrderRules | null }) => number | null | undefined
  pickup: (stop: ReplanStop & { rules: OrderRules | null }) => number | null | undefined
}

/** What it carries and makes now is never too much for it. `now` is how it is timed as it stands. */
function vehicleOf(van: Van, now: TimedVan | null): PlanVehicle {
  const { rest, rules, capacityLbs, maxStops, stopsBefore, aboardLbs, grown } = van
  const backBy = van.homeBy ?? Math.max(workEnds(van), Math.ceil(now?.end ?? 0))
  const poundsOf = (stop: ReplanStop): number =>
    (grown.has(stop.orderId) ? grown.get(stop.orderId)?.loadBefore : stop.loadWeightLbs) ?? 0
  const onTrips = rest.map((stop) => ({ ...stop, rules: stop.rules ?? null, trip: stop.trip ?? 1 }))
  const most = (measure: Measure): number => Math.max(...heaviest(onTrips, measure))
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
      capacityPieces: roomFor(rules?.capacityPieces, van.aboardPieces, most(PIECES)),
      capacityCubicFeet: roomFor(rules?.capacityCubicFeet, van.aboardCubicFeet, most(CUBIC_FEET)),
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

/** Once it has started, what it has still to load is collected. */
const reloadOf = ({ reload, status }: Van): PlanVehicle['reload'] =>
  reload && status !== 'IN_PROGRESS' ? reloadAt(reload.depot, reload) : null

/** When its shift is over, or, once it is on the road, the longest that it may be out. */
function workEnds({ shiftEnd, left, rules }: Van): number {
  const longest = rules?.maxWorkingMinutes
  return left && longest !== undefined ? Math.min(shiftEnd, left.at + longest * 60) : shiftEnd
}

const workedMinutes = ({ left, leaves }: Van): number => (left ? (leaves - left.at) / 60 : 0)

/** More than a plan that is just as long as now takes, by rounding. */
const ROUNDING_SECONDS = 1

/** What it may work and drive from here on, never less than it does now. */
function hoursOf(
  { rules, left }: Van,
  now: TimedVan | null,
): Pick<VehicleRules, 'maxWorkingMinutes' | 'maxDrivingMinutes'> {
  const { maxWorkingMinutes: work, maxDrivingMinutes: drive } = rules ?? {}
  const driven = left ? left.driveSeconds / 60 : 0
  const atLeast = (seconds = 0): number => (seconds + ROUNDING_SECONDS) / 60
  return {
    // Once it has left, it has to be back in time, however long it waits here.
    maxWorkingMinutes: work === undefined || left ? undefined : Math.max(work, atLeast(now?.workSeconds)),
    maxDrivingMinutes: drive === undefined ? undefined : Math.max(drive - driven, atLeast(now?.driveSeconds)),
  }
}

/** What is free, and never less than what it carries now. */
const roomFor = (capacity: number | undefined, aboard: number | undefined, now: number): number | undefined =>
  capacity === undefined ? undefined : Math.max(capacity - (aboard ?? 0), now)
