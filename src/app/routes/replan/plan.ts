// Re-planning routes under way: the problem to solve for each goal, and the routes that its solution gives.
import type { Clock, Units } from '../../../domain/formats.ts'
import type { Costing } from '../../../domain/planning/costing.ts'
import { COSTS, OTHER_DRIVER_COST } from '../../../domain/planning/insertion.ts'
import { goodsPairs } from '../../../domain/planning/goods.ts'
import type { DueBreak, Rest } from '../../../domain/planning/resting.ts'
import { lateSeconds, type TimedStop } from '../../../domain/planning/serving.ts'
import { drive, schedule } from '../../../domain/planning/timing.ts'
import { type OrderRules, serviceOn, type VehicleRules } from '../../../domain/planning/rules.ts'
import { moreWindowsOf, type Windowed, windowsOf } from '../../../domain/planning/windows.ts'
import type { Point, TemperatureClass } from '../../../domain/orders/order.ts'
import { holdOf, type ReplanGoal, type TimedRest } from '../../../domain/routes/replan.ts'
import { CUBIC_FEET, PIECES, POUNDS } from '../../../domain/routes/by-hand.ts'
import type { RouteStatus } from '../../../domain/routes/route-status.ts'
import {
  handOverTrip,
  heaviest,
  loadedFirst,
  type OfTrip,
  reloadsBefore,
  renumbered,
} from '../../../domain/routes/trips.ts'
import type { HandOver } from '../../../domain/routes/pauses.ts'
import type { StopStatus } from '../../../domain/routes/stop.ts'
import type { Objective } from '../../../engine/problem.ts'
import type { Solution } from '../../../engine/solution.ts'
import type { PlanCollect, PlanInput, PlanStop } from '../../planning/compile-problem.ts'
import { type OwnRoads, tableFor } from '../../planning/own-roads.ts'
import { goodsFrom, ofStop, ofVehicle, pickupOf, reloadAt } from '../../planning/plan-rules.ts'
import type { PlannedDay } from '../../planning/planned-day.ts'
import type { DistanceTable } from '../../ports/roads.ts'
import { sum } from '../../../domain/sum.ts'

/** `ready` is when its goods are there, on the planned day's clock. */
export type PlannedHandOver = HandOver & { ready: number }

/** A delivery that is to be planned: on a route, or waiting for one. */
export interface ReplanStop {
  orderId: string
  externalRef: string
  status: StopStatus
  locked: boolean
  point: Point
  windowStart: string | null
  windowEnd: string | null
  /** On a vehicle without a service factor. */
  serviceMinutes: number
  loadWeightLbs: number | null
  temperatureClass: TemperatureClass
  rules?: OrderRules | null
  /** Which load of its route it is part of now; absent: the first. */
  trip?: number
  /** Any vehicle may have its goods: they are still at the depot, or are handed over. */
  toLoad?: boolean
  /** Where vehicles that have started take its goods over, and where all do; not on the route that has them. */
  atDepot?: PlannedHandOver | null
  handOver?: PlannedHandOver | null
}

/** A vehicle on its route, as it is now. Times are seconds on the planned day's clock. */
export interface Van {
  routeId: string
  name: string
  status: RouteStatus
  costing: Costing
  capacityLbs: number | null
  temperatureClasses: readonly TemperatureClass[]
  maxStops: number | null
  rules?: VehicleRules | null
  /** By name. */
  driver?: string | null
  /** Null: its last stop. */
  end: Point | null
  /** From where and when it goes on. */
  from: Point
  leaves: number
  /** When it left the depot, and how long it has driven since; absent: it has not left. */
  left?: { at: number; driveSeconds: number } | null
  shiftEnd: number
  /** When it has to be back, where that is asked for. */
  homeBy: number | null
  /** Drives no further. */
  out: boolean
  /** Loads that grew have room only as far as there was some. */
  grown: ReadonlyMap<string, { loadBefore: number | null }>
  /** Stops of the route that are done or under way, and what of their goods is still aboard. */
  stopsBefore: number
  aboardLbs: number
  aboardPieces?: number
  aboardCubicFeet?: number
  /** The references of stops that are done or under way: goods that are picked up there are aboard. */
  reached?: ReadonlySet<string>
  /** The others, in driving order. */
  rest: readonly ReplanStop[]
  /** To come. */
  breaks?: readonly (DueBreak & { paid: boolean })[]
  /** Back at its depot to load again. */
  reload?: { depot: Point; minutes: number; max: number } | null
  /** The loads that it has taken, once it has started. */
  taken?: ReadonlySet<number>
}

/** Where the vehicle takes over the goods of a stop; null where they are aboard, or are loaded at its depot. */
export function handOverOn({ routeId, status }: Van, { handOver, atDepot }: ReplanStop): PlannedHandOver | null {
  const place = handOver ?? (status === 'IN_PROGRESS' ? atDepot : null)
  return place && place.routeId !== routeId ? place : null
}

export interface ReplanDay {
  day: PlannedDay
  trafficFactor: number
  units?: Units
  /** How messages write times of day. */
  clock?: Clock
  vans: readonly Van[]
  /** To be fitted in. */
  newcomers: readonly ReplanStop[]
}

/** Stops by route, in driving order. */
export type Rests = ReadonlyMap<string, readonly ReplanStop[]>

export const restsNow = ({ vans }: ReplanDay): Rests => new Map(vans.map(({ routeId, rest }) => [routeId, rest]))

/** By order: which load of its route it is part of. */
export type Trips = ReadonlyMap<string, number>

export const tripsNow = ({ vans }: ReplanDay): Trips =>
  new Map(vans.flatMap(({ rest }) => rest.map(({ orderId, trip = 1 }) => [orderId, trip])))

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

/** Whether stops may be left off that are on it now: it can't drive all of them any more. */
const mayLeaveOff = ({ out, homeBy, grown }: Van): boolean => out || homeBy !== null || grown.size > 0

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

const longest = (places: readonly PlannedHandOver[]): number => Math.max(...places.map(({ minutes }) => minutes))
const lastReady = (places: readonly PlannedHandOver[]): number => Math.max(...places.map(({ ready }) => ready))

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

/** Its windows on the planned day's clock. */
export const windowsOn = (day: PlannedDay, stop: Windowed): TimedStop['windows'] =>
  windowsOf(stop).map(({ start, end }) => ({
    start: start === null ? -Infinity : day.secondsAt(start),
    end: end === null ? Infinity : day.secondsAt(end),
  }))

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

/** When all their goods are ready; null where they are at any time. */
const readyWith = (day: PlannedDay, stops: readonly ReplanStop[]): number | null => {
  const times = stops.flatMap(({ rules }) => (rules?.readyAt ? [day.secondsAt(rules.readyAt)] : []))
  return times.length > 0 ? Math.max(...times) : null
}

/** Every vehicle's rest, by route. */
export const timedVans = (
  { day, vans }: ReplanDay,
  rests: Rests,
  legOf: LegOf,
  tripOf: Trips = new Map(),
): Map<string, TimedVan> =>
  new Map(vans.map((van) => [van.routeId, timedVan(day, van, rests.get(van.routeId) ?? [], legOf, tripOf)]))

/** What breaks a rule of re-planning, in words; none, whatever the solver makes of it. */
export function ruleFaults({ vans, newcomers }: ReplanDay, rests: Rests): string[] {
  const faults: string[] = []
  const routeOf = new Map([...rests].flatMap(([routeId, rest]) => rest.map(({ orderId }) => [orderId, routeId])))
  for (const van of vans) {
    const rest = rests.get(van.routeId) ?? []
    if (van.out && rest.length > 0) faults.push(`${van.name} drives no further and is given stops`)
    for (const stop of van.rest) {
      const hold = holdOf(van.status, stop)
      const route = routeOf.get(stop.orderId)
      if (route !== undefined && route !== van.routeId && hold !== 'FREE')
        faults.push(`${stop.externalRef} is ${hold} on ${van.name} and goes to another`)
      if (route === undefined && !mayLeaveOff(van)) faults.push(`${stop.externalRef} comes off ${van.name} for nothing`)
    }
    const locked = rest.filter((stop) => stop.locked && van.rest.includes(stop)).map((stop) => van.rest.indexOf(stop))
    if (locked.some((rank, i) => i > 0 && rank < (locked[i - 1] as number)))
      faults.push(`the locked stops of ${van.name} change their order`)
  }
  const known = new Set([...vans.flatMap(({ rest }) => rest), ...newcomers].map(({ orderId }) => orderId))
  const planned = [...rests.values()].flat().map(({ orderId }) => orderId)
  if (new Set(planned).size < planned.length) faults.push('a stop is planned twice')
  if (planned.some((orderId) => !known.has(orderId))) faults.push('a stop is planned that nobody asked for')
  return faults
}
