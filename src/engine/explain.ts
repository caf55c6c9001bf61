// Turns routes into the answer: exact times, why each route ends, and why each stop left off was.
import { maxStops } from './constraints/max-stops.ts'
import { noRoomMessage } from './constraints/no-room.ts'
import type { Problem } from './problem.ts'
import { ableVehicles, lastingReason } from './reasons.ts'
import { changeCost } from './search/locks.ts'
import type { BindingCode, SolvedRoute, Solution, Unassigned, Visit } from './solution.ts'
import * as timeline from './timeline.ts'
import { clock } from './words.ts'

/** The answer for `routes` (stop indexes by vehicle). */
export function explain(problem: Problem, routes: readonly (readonly number[])[], iterations: number): Solution {
  const served = new Set(routes.flat())
  const left = problem.stops.map((_, stop) => stop).filter((stop) => !served.has(stop))
  const solved = routes.flatMap((sequence, vehicle) =>
    sequence.length > 0 ? [describeRoute(problem, vehicle, sequence, left)] : [],
  )
  const unassigned = left.map((stop) => describeLeft(problem, stop, routes))
  const cost = routes.reduce((sum, sequence, vehicle) => sum + routeCost(problem, vehicle, sequence), 0)
  return { routes: solved, unassigned, cost, iterations }
}

/** Cost of a route: fixed, distance, time from departure to return, lateness, and change against the plan before. */
function routeCost(problem: Problem, index: number, sequence: readonly number[]): number {
  if (sequence.length === 0) return 0
  const vehicle = problem.vehicles[index]!
  timeline.runTimeline(problem, vehicle, sequence, sequence.length)
  return (
    vehicle.fixedCost +
    vehicle.costPerMeter * timeline.totalDistance +
    vehicle.costPerSecond * (timeline.finish - timeline.departure) +
    (problem.objective.latenessCostPerSecond ?? 0) * timeline.totalLateness +
    changeCost(problem, index, sequence, sequence.length)
  )
}

function describeRoute(
  problem: Problem,
  index: number,
  sequence: readonly number[],
  left: readonly number[],
): SolvedRoute {
  const vehicle = problem.vehicles[index]!
  if (!timeline.runTimeline(problem, vehicle, sequence, sequence.length)) {
    throw new Error(`the search made a route for vehicle ${vehicle.id} that breaks ${timeline.fault}`)
  }
  const { arrival, serviceStart, leaving, legDistance, legSeconds, lateness, reloadBefore, breakTimes } = timeline
  let trip = 1
  const visits = sequence.map((stop, i): Visit => {
    if (reloadBefore[i] === 1) trip++
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
    serviceSeconds: sequence.reduce((sum, stop) => sum + problem.stops[stop]!.serviceSeconds, 0),
    load: Array.from({ length: dimensions }, (_, k) =>
      sequence.reduce((sum, stop) => sum + (problem.stops[stop]!.load[k] ?? 0), 0),
    ),
    visits,
    breaks: breakTimes,
    binding: binding(problem, index, sequence, left),
  }
}

function restBetween(from: number, to: number): number {
  return timeline.breakTimes.reduce(
    (sum, rest) => (rest.start >= from - 1e-6 && rest.end <= to + 1e-6 ? sum + rest.end - rest.start : sum),
    0,
  )
}

/** Why the route ends when it does: what refuses the stop left off that would go on it most easily. */
function binding(
  problem: Problem,
  index: number,
  sequence: readonly number[],
  left: readonly number[],
): { code: BindingCode; message: string } {
  const vehicle = problem.vehicles[index]!
  const willing = left.filter((stop) => ableVehicles(problem, stop).includes(index)).slice(0, 20)
  if (left.length === 0) return { code: 'NOTHING_LEFT', message: 'no stop is left for it' }
  if (willing.length === 0) return { code: 'NOTHING_LEFT', message: 'no stop left off can go on this vehicle' }
  if (sequence.length >= vehicle.maxStops)
    return { code: 'MAX_STOPS', message: `makes the ${vehicle.maxStops} stops it may` }
  const faults = willing.flatMap((stop) => faultsOf(problem, index, sequence, stop))
  const counted = (['CAPACITY', 'SHIFT', 'MAX_DURATION', 'TIME_WINDOW'] as const)
    .map((code) => ({ code, times: faults.filter((fault) => fault === code).length }))
    .sort((a, b) => b.times - a.times)[0]!
  timeline.runTimeline(problem, vehicle, sequence, sequence.length)
  const words = {
    CAPACITY: 'no stop left off fits in the room left on it',
    SHIFT: `back at ${clock(timeline.finish)}; another stop would end after the shift, ${clock(vehicle.shiftEnd)}`,
    MAX_DURATION: 'another stop would make it longer than the vehicle may be out',
    TIME_WINDOW: 'another stop would make it miss a window',
  }
  return { code: counted.code, message: words[counted.code] }
}

function faultsOf(problem: Problem, index: number, sequence: readonly number[], stop: number): timeline.Fault[] {
  const vehicle = problem.vehicles[index]!
  const found: timeline.Fault[] = []
  for (let at = 0; at <= sequence.length; at++) {
    const trial = [...sequence.slice(0, at), stop, ...sequence.slice(at)]
    if (!timeline.runTimeline(problem, vehicle, trial, trial.length)) found.push(timeline.fault!)
  }
  return found
}

function describeLeft(problem: Problem, stop: number, routes: readonly (readonly number[])[]): Unassigned {
  const lasting = lastingReason(problem, stop)
  if (lasting !== null) return { stop, reason: lasting, nearestFix: null }
  const able = ableVehicles(problem, stop)
  const full = able.filter((vehicle) => routes[vehicle]!.length >= problem.vehicles[vehicle]!.maxStops)
  const kept = full.filter(
    (vehicle) => faultsOf(problem, vehicle, routes[vehicle]!, stop).length <= routes[vehicle]!.length,
  )
  if (kept.length > 0) {
    return { stop, reason: { code: 'MAX_STOPS', message: maxStops.message(problem, stop, kept) }, nearestFix: null }
  }
  return { stop, reason: { code: 'NO_ROOM', message: noRoomMessage(problem, stop, able) }, nearestFix: null }
}
