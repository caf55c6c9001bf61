// Turns routes into the solution: exact times, why no further stop is on each route, and why each unassigned stop is
// unassigned.
import { type Text, text } from '../texts/text.ts'
import { maxStops } from './constraints/max-stops.ts'
import { noRoomMessage } from './constraints/no-room.ts'
import { everyPlacing, unitOf } from './pairs.ts'
import type { Problem } from './problem.ts'
import { nearestFix } from './fixes.ts'
import { compatibleVehicles, permanentReason, type Reason } from './reasons.ts'
import { changeCost } from './search/locks.ts'
import { preferenceCosts } from './search/preference.ts'
import type { BindingCode, SolvedRoute, Solution, Visit } from './solution.ts'
import * as timeline from './timeline.ts'
import { clock } from './words.ts'

/** Number of unassigned stops that are tried on a route to see which constraint rejects them. */
const STOPS_TRIED = 10
/** Number of unassigned stops for which a fix is searched, highest priority first. */
const FIXES_SOUGHT = 40

/**
 * Returns the solution for `routes` (stop indexes by vehicle). Throws if a route is infeasible, which is a fault of the
 * search.
 */
export function explain(problem: Problem, routes: readonly (readonly number[])[], iterations: number): Solution {
  const served = new Set(routes.flat())
  const left = problem.stops.map((_, stop) => stop).filter((stop) => !served.has(stop))
  const able = new Map(left.map((stop) => [stop, compatibleVehicles(problem, stop)]))
  const solved = routes.flatMap((sequence, vehicle) => {
    if (sequence.length === 0) return []
    const willing = left.filter((stop) => able.get(stop)!.includes(vehicle))
    return [describeRoute(problem, vehicle, sequence, willing)]
  })
  const sought = new Set(
    left.toSorted((a, b) => problem.stops[b]!.priority - problem.stops[a]!.priority).slice(0, FIXES_SOUGHT),
  )
  const unassigned = left.map((stop) => ({
    stop,
    reason: permanentReason(problem, stop) ?? passingReason(problem, stop, routes, able.get(stop)!),
    nearestFix: sought.has(stop) ? nearestFix(problem, stop, routes) : null,
  }))
  return { routes: solved, unassigned, cost: planCost(problem, routes), iterations }
}

/** Returns the cost of `routes` (stop indexes by vehicle) by the problem's objective. The routes must be feasible. */
export const planCost = (problem: Problem, routes: readonly (readonly number[])[]): number =>
  routes.reduce((sum, sequence, vehicle) => sum + routeCost(problem, vehicle, sequence), 0)

/** Cost of a route: fixed, distance, time from departure to return, lateness, and changes to the initial plan. */
function routeCost(problem: Problem, index: number, sequence: readonly number[]): number {
  if (sequence.length === 0) return 0
  const vehicle = problem.vehicles[index]!
  timeline.runTimeline(problem, vehicle, sequence, sequence.length)
  return (
    vehicle.fixedCost +
    vehicle.costPerMeter * timeline.totalDistance +
    timeline.timeCost(vehicle, timeline.paidSeconds()) +
    (problem.objective.latenessCostPerSecond ?? 0) * timeline.totalLateness +
    changeCost(problem, index, sequence, sequence.length) +
    preferenceCosts(problem, index, sequence, sequence.length)
  )
}

function describeRoute(
  problem: Problem,
  index: number,
  sequence: readonly number[],
  willing: readonly number[],
): SolvedRoute {
  const vehicle = problem.vehicles[index]!
  if (!timeline.runTimeline(problem, vehicle, sequence, sequence.length)) {
    throw new Error(`the search made a route for vehicle ${vehicle.id} that breaks ${timeline.fault}`)
  }
  const { arrival, serviceStart, leaving, legDistance, legSeconds, lateness, reloadBefore, breakTimes } = timeline
  let trip = 1
  const visits = sequence.map((stop, i): Visit => {
    if (reloadBefore[i] === 1) trip++
    const reload = reloadBefore[i] === 1 ? timeline.loading(vehicle, i) : null
    return {
      stop,
      arrival: arrival[i]!,
      serviceStart: serviceStart[i]!,
      departure: leaving[i]!,
      waitSeconds: Math.max(0, serviceStart[i]! - arrival[i]! - restBetween(arrival[i]!, serviceStart[i]!)),
      distance: legDistance[i]!,
      driveSeconds: legSeconds[i]!,
      trip,
      lateSeconds: lateness[i]!,
      ...(reload && { reload }),
    }
  })
  const dimensions = Math.max(1, vehicle.capacity.length, ...sequence.map((stop) => problem.stops[stop]!.load.length))
  return {
    vehicle: index,
    departure: timeline.departure,
    returnTime: vehicle.end === null ? null : timeline.finish,
    distance: timeline.totalDistance,
    driveSeconds: timeline.totalDrive,
    waitSeconds: visits.reduce((sum, visit) => sum + visit.waitSeconds, 0),
    serviceSeconds: sequence.reduce((sum, stop) => sum + timeline.serviceOn(vehicle, problem.stops[stop]!), 0),
    load: Array.from({ length: dimensions }, (_, k) =>
      sequence.reduce((sum, stop) => sum + (problem.stops[stop]!.from ? 0 : (problem.stops[stop]!.load[k] ?? 0)), 0),
    ),
    visits,
    breaks: breakTimes,
    binding: binding(problem, index, sequence, willing),
  }
}

function restBetween(from: number, to: number): number {
  return timeline.breakTimes.reduce(
    (sum, rest) => (rest.start >= from - 1e-6 && rest.end <= to + 1e-6 ? sum + rest.end - rest.start : sum),
    0,
  )
}

/**
 * Returns why the route has no further stop: the constraint that most often rejects unassigned stops on it. `willing`
 * are the unassigned stops that the vehicle could serve alone.
 */
function binding(
  problem: Problem,
  index: number,
  sequence: readonly number[],
  willing: readonly number[],
): { code: BindingCode; message: Text } {
  const vehicle = problem.vehicles[index]!
  if (willing.length === 0) return { code: 'NOTHING_LEFT', message: text('no unassigned stop could be added to it') }
  if (sequence.length >= vehicle.maxStops)
    return { code: 'MAX_STOPS', message: text('has its maximum of {count} stops', { count: vehicle.maxStops }) }
  const faults = willing.slice(0, STOPS_TRIED).flatMap((stop) => faultsOf(problem, index, sequence, stop))
  const counted = (['CAPACITY', 'SHIFT', 'MAX_DURATION', 'MAX_DRIVE', 'TIME_WINDOW'] as const)
    .map((code) => ({ code, times: faults.filter((fault) => fault === code).length }))
    .sort((a, b) => b.times - a.times)[0]!
  timeline.runTimeline(problem, vehicle, sequence, sequence.length)
  const shift = { time: clock(problem, timeline.finish), end: clock(problem, vehicle.shiftEnd) }
  const words = {
    CAPACITY: text('no unassigned stop fits in its remaining capacity'),
    SHIFT:
      vehicle.end === null
        ? text('done at {time}; another stop would end after the shift, {end}', shift)
        : text('back at {time}; another stop would end after the shift, {end}', shift),
    MAX_DURATION: text('with another stop, the vehicle would be out longer than allowed'),
    MAX_DRIVE: text('with another stop, the vehicle would drive longer than allowed'),
    TIME_WINDOW: text('with another stop, a time window would be missed'),
  }
  return { code: counted.code, message: words[counted.code] }
}

function faultsOf(problem: Problem, index: number, sequence: readonly number[], stop: number): timeline.Fault[] {
  const vehicle = problem.vehicles[index]!
  const found: timeline.Fault[] = []
  for (const trial of everyPlacing(sequence, unitOf(problem.stops, stop))) {
    if (!timeline.runTimeline(problem, vehicle, trial, trial.length)) found.push(timeline.fault!)
  }
  return found
}

/** Returns why a stop is unassigned although it would fit alone on each of the vehicles `able`. */
function passingReason(
  problem: Problem,
  stop: number,
  routes: readonly (readonly number[])[],
  able: readonly number[],
): Reason {
  const full = able.filter((vehicle) => routes[vehicle]!.length >= problem.vehicles[vehicle]!.maxStops)
  const kept = full.filter((vehicle) => fitsSomewhere(problem, vehicle, routes[vehicle]!, stop))
  if (kept.length > 0) return { code: 'MAX_STOPS', message: maxStops.message(problem, stop, kept) }
  return { code: 'NO_ROOM', message: noRoomMessage(problem, stop, able) }
}

function fitsSomewhere(problem: Problem, index: number, sequence: readonly number[], stop: number): boolean {
  for (const trial of everyPlacing(sequence, unitOf(problem.stops, stop)))
    if (timeline.runTimeline(problem, problem.vehicles[index]!, trial, trial.length)) return true
  return false
}
