// Re-planning routes under way: the problem to solve for each goal, and the routes that its solution gives.
import { COSTS, OTHER_DRIVER_COST } from '../../../domain/planning/insertion.ts'
import { goodsPairs } from '../../../domain/planning/goods.ts'
import type { OrderRules } from '../../../domain/planning/rules.ts'
import { moreWindowsOf } from '../../../domain/planning/windows.ts'
import { holdOf, type ReplanGoal } from '../../../domain/routes/replan.ts'
import { CUBIC_FEET, PIECES, POUNDS } from '../../../domain/routes/by-hand.ts'
import { handOverTrip, heaviest, type OfTrip, renumbered } from '../../../domain/routes/trips.ts'
import type { Objective } from '../../../engine/problem.ts'
import type { Solution } from '../../../engine/solution.ts'
import type { PlanCollect, PlanInput, PlanStop } from '../compile/compile-problem.ts'
import { goodsFrom, ofStop, ofVehicle, pickupOf, reloadAt } from './plan-rules.ts'
import type { PlannedDay } from '../compile/planned-day.ts'
import type { TimedVan } from '../replan/timed-van.ts'
import {
  handOverOn,
  lastReady,
  longest,
  mayLeaveOff,
  readyWith,
  type ReplanDay,
  type ReplanStop,
  type Rests,
  tripsNow,
  type Trips,
  type Van,
} from './vans.ts'

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

/** Orders on a route come before those to be fitted in, whose priorities end at 100; those that must stay, before all. */
const ON_ROUTE_PRIORITY = 101
const KEPT_PRIORITY = 2 * ON_ROUTE_PRIORITY

/** Every place that any of the plans may use; also the routes as they stand. */
export function wholeInput({ day, trafficFactor, vans, newcomers }: ReplanDay): PlanInput {
  return {
    day,
    trafficFactor,
    vehicles: vans.map((van) => ({ ...vehicleOf(van, van.shiftEnd), collects: loadingPlaces(van) })),
    stops: [...vans.flatMap(({ rest }) => rest), ...newcomers].map((stop) => stopOf(stop, null, 0, day)),
    objective: { useAllVehicles: false, balance: 'none', latenessCostPerSecond: null, change: null },
  }
}

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
  // More than all others together: no stop comes off a route that can drive it, however many would have room instead.
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
      vehicles: vans.map((van) => {
        const timed = now.get(van.routeId) ?? null
        const backBy = van.homeBy ?? Math.max(workEnds(van), Math.ceil(timed?.end ?? 0))
        const collects = collections.map((together) => collectOn(day, van, together))
        return { ...vehicleOf(van, backBy, timed?.breaks), ...hoursOf(van, timed), collects }
      }),
      stops: [
        ...planned.map(({ van, stop, hold }, i) => {
          const lock = van.out || hold === 'FREE' ? null : lockOf(vans.indexOf(van), van, stop)
          const allowed = goal === 'WINDOWS_KEPT' ? 0 : (late.get(stop.orderId) ?? 0)
          return {
            ...stopOf(stop, lock, Math.ceil(allowed), day),
            ...rulesOf(stop, vans, van, day),
            ...goodsFrom(giverOf.get(i), stop.rules),
            ...collectedIn(collections, stop),
            priority: (mayLeaveOff(van) ? ON_ROUTE_PRIORITY : KEPT_PRIORITY) + (stop.rules?.priority ?? 0),
          }
        }),
        ...newcomers.map((stop, i) => ({
          ...stopOf(stop, null, 0, day),
          ...rulesOf(stop, vans, null, day),
          ...goodsFrom(giverOf.get(planned.length + i), stop.rules),
          priority: stop.rules?.priority ?? 0,
        })),
      ],
      objective: { useAllVehicles: false, balance: 'none', otherDriverCost: OTHER_DRIVER_COST, ...OBJECTIVES[goal] },
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

function collectedIn(collections: readonly Collection[], stop: ReplanStop): Pick<PlanStop, 'collect'> {
  const collect = collections.findIndex((together) => together.includes(stop))
  return collect < 0 ? {} : { collect }
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
): Pick<PlanStop, 'skills' | 'drivers' | 'readyAt' | 'forbiddenVehicles'> {
  const names = vans.map(({ driver }) => driver ?? null)
  const { skills, drivers } = ofStop(stop.rules ?? null, names)
  const given = (names: readonly string[]): boolean => names.includes(own?.driver ?? '')
  const broken =
    own && drivers && ((drivers.required.length > 0 && !given(drivers.required)) || given(drivers.excluded))
  const { readyAt } = stop.rules ?? {}
  const aboard = own?.status === 'IN_PROGRESS'
  const gone = vans.flatMap((van, i) =>
    readyAt && van.status === 'IN_PROGRESS' && day.secondsAt(readyAt) > van.leaves ? [i] : [],
  )
  const late = readyAt && !aboard ? gone : []
  const loadsIt = readyAt && (!aboard || stop.atDepot)
  const giver = vans.findIndex(({ reached }) => reached?.has(stop.rules?.goodsFrom ?? ''))
  const others = giver < 0 || (own && vans.includes(own)) ? [] : vans.map((_, i) => i).filter((i) => i !== giver)
  return {
    skills,
    ...(drivers && !broken && { drivers }),
    ...(loadsIt && { readyAt }),
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

/** What it carries and makes now is never too much for it. */
function vehicleOf(van: Van, shiftEnd: number, taken: TimedVan['breaks'] = []): PlanInput['vehicles'][number] {
  const { rest, rules, capacityLbs, maxStops, stopsBefore, aboardLbs, grown } = van
  const poundsOf = (stop: ReplanStop): number =>
    (grown.has(stop.orderId) ? grown.get(stop.orderId)?.loadBefore : stop.loadWeightLbs) ?? 0
  const onTrips = rest.map((stop) => ({ ...stop, rules: stop.rules ?? null, trip: stop.trip ?? 1 }))
  const most = (measure: Measure): number => Math.max(...heaviest(onTrips, measure))
  return {
    id: van.name,
    start: van.from,
    end: van.end,
    shiftStart: van.leaves,
    shiftEnd: Math.max(van.leaves, shiftEnd),
    capacityLbs: capacityLbs === null ? null : Math.max(capacityLbs - aboardLbs, most({ ...POUNDS, load: poundsOf })),
    capacityPieces: roomFor(rules?.capacityPieces, van.aboardPieces, most(PIECES)),
    capacityCubicFeet: roomFor(rules?.capacityCubicFeet, van.aboardCubicFeet, most(CUBIC_FEET)),
    // Once it has started, what it has still to load is collected.
    reload: van.reload && van.status !== 'IN_PROGRESS' ? reloadAt(van.reload.depot, van.reload) : null,
    serviceFactor: rules?.serviceFactor ?? 1,
    temperatureClasses: van.temperatureClasses,
    skills: [...(rules?.skills ?? []), ...rest.flatMap(({ rules }) => rules?.requiredSkills ?? [])],
    driver: van.driver ?? null,
    maxStops: maxStops === null ? null : Math.max(maxStops - stopsBefore, rest.length),
    ...COSTS,
    costing: van.costing,
    breaks: (van.breaks ?? []).map(({ which, start, end, seconds, paid }) => ({
      windowStart: start,
      windowEnd: Math.max(end, Math.ceil(taken.find((rest) => rest.of.which === which)?.end ?? 0)),
      minutes: seconds / 60,
      paid,
    })),
  }
}

/** When its shift is over, or, once it is on the road, the longest that it may be out. */
function workEnds({ shiftEnd, left, rules }: Van): number {
  const longest = rules?.maxWorkingMinutes
  return left && longest !== undefined ? Math.min(shiftEnd, left.at + longest * 60) : shiftEnd
}

/** More than a plan that is just as long as now takes, by rounding. */
const ROUNDING_SECONDS = 1

/** What it may work and drive from here on, never less than it does now, and what overtime costs. */
function hoursOf(van: Van, now: TimedVan | null): Partial<PlanInput['vehicles'][number]> {
  const { rules, left, leaves } = van
  const { maxWorkMinutes, maxDriveMinutes, overtime } = ofVehicle(rules ?? null, null)
  const worked = left ? (leaves - left.at) / 60 : 0
  const driven = left ? left.driveSeconds / 60 : 0
  const atLeast = (seconds: number | undefined): number => ((seconds ?? 0) + ROUNDING_SECONDS) / 60
  return {
    // Once it has left, it has to be back in time, however long it waits here.
    maxWorkMinutes: maxWorkMinutes === null || left ? null : Math.max(maxWorkMinutes, atLeast(now?.workSeconds)),
    maxDriveMinutes: maxDriveMinutes === null ? null : Math.max(maxDriveMinutes - driven, atLeast(now?.driveSeconds)),
    overtime: overtime && { ...overtime, afterMinutes: Math.max(0, overtime.afterMinutes - worked) },
  }
}

/** What is free, and never less than what it carries now. */
const roomFor = (capacity: number | undefined, aboard: number | undefined, now: number): number | null =>
  capacity === undefined ? null : Math.max(capacity - (aboard ?? 0), now)

/** `late` seconds it may be after its last window. */
const stopOf = (stop: ReplanStop, lock: PlanStop['lock'], late: number, day: PlannedDay): PlanStop => ({
  id: stop.externalRef,
  point: stop.point,
  ...windowsOfPlan(stop, late, day),
  serviceMinutes: stop.serviceMinutes,
  loadWeightLbs: stop.loadWeightLbs,
  loadPieces: stop.rules?.loadPieces ?? null,
  loadCubicFeet: stop.rules?.loadCubicFeet ?? null,
  pickup: pickupOf(stop.rules ?? null),
  temperatureClass: stop.temperatureClass,
  priority: 0,
  lock,
})

function windowsOfPlan(
  stop: ReplanStop,
  late: number,
  day: PlannedDay,
): Pick<PlanStop, 'windowStart' | 'windowEnd' | 'moreWindows'> {
  const { windowStart, windowEnd } = stop
  const later = (end: string, last: boolean) => (last && late > 0 ? day.secondsAt(end) + late : end)
  const more = moreWindowsOf(stop)
  return {
    windowStart,
    windowEnd: windowEnd && later(windowEnd, more.length === 0),
    moreWindows: more.map(({ start, end }, i) => ({
      windowStart: start,
      windowEnd: later(end, i === more.length - 1),
    })),
  }
}

/** The routes of a solution; vehicles that drive no further have none. */
export function restsOf({ vans, stops }: GoalPlan, { routes }: Solution): Rests {
  return new Map(
    vans.map(({ routeId }, vehicle) => {
      const visits = routes.find((route) => route.vehicle === vehicle)?.visits ?? []
      return [routeId, visits.map(({ stop }) => stops[stop] as ReplanStop)] as const
    }),
  )
}

/**
 * As a solution has them; a vehicle that has started keeps what it has, and takes others with what it has aboard. What is
 * handed over to it is a load of its own.
 */
export function tripsOf(replan: ReplanDay, { vans, stops }: GoalPlan, { routes }: Solution): Trips {
  const now = tripsNow(replan)
  return new Map([
    ...now,
    ...routes.flatMap(({ vehicle, visits }) => {
      const van = vans[vehicle] as Van
      const { reload, rest, taken, status } = van
      const last = Math.max(1, ...(taken ?? []))
      const begun = status === 'IN_PROGRESS'
      const onTrips: (OfTrip & { orderId: string })[] = []
      for (const { stop, trip } of visits) {
        const planned = stops[stop] as ReplanStop
        const { orderId } = planned
        const handOver = handOverOn(van, planned)
        const own = rest.includes(planned) ? now.get(orderId) : undefined
        const others = [...rest.map((one) => ({ trip: one.trip ?? 1 })), ...onTrips]
        if (handOver) onTrips.push({ orderId, handOver, trip: own ?? handOverTrip(others, handOver) })
        else onTrips.push({ orderId, trip: reload && !begun ? trip : (own ?? last) })
      }
      const numbered = begun ? onTrips : renumbered(onTrips, !!reload)
      return numbered.map(({ orderId, trip }): [string, number] => [orderId, trip])
    }),
  ])
}
