// Finds the constraint that prevents a stop from being served even alone on an empty vehicle.
import { type Text, text } from '../texts/text.ts'
import { breaks } from './constraints/breaks.ts'
import { capacity } from './constraints/capacity.ts'
import type { Constraint } from './constraints/constraint.ts'
import { drivers } from './constraints/drivers.ts'
import { drivingTime } from './constraints/driving-time.ts'
import { maxStops } from './constraints/max-stops.ts'
import { pair } from './constraints/pair.ts'
import { ready } from './constraints/ready.ts'
import { shift } from './constraints/shift.ts'
import { skills } from './constraints/skills.ts'
import { streetHours } from './constraints/street-hours.ts'
import { temperature } from './constraints/temperature.ts'
import { timeWindow } from './constraints/time-window.ts'
import { unreachable } from './constraints/unreachable.ts'
import { workingTime } from './constraints/working-time.ts'
import { unitOf } from './pairs.ts'
import type { Problem } from './problem.ts'
import type { ReasonCode } from './solution.ts'
import { runTimeline } from './timeline.ts'

/** Order in which a reason is chosen if several constraints block a stop equally. */
const CONSTRAINTS: readonly Constraint[] = [
  temperature,
  skills,
  drivers,
  capacity,
  unreachable,
  streetHours,
  shift,
  workingTime,
  drivingTime,
  timeWindow,
  breaks,
  ready,
  pair,
  maxStops,
]

export interface Reason {
  code: ReasonCode
  message: Text
}

/** Returns the vehicles that locks and `forbiddenVehicles` allow for the stop and for the other stop of its pair. */
export function candidates(problem: Problem, stop: number): number[] {
  const unit = unitOf(problem.stops, stop).map((each) => problem.stops[each]!)
  const may = (vehicle: number): boolean =>
    unit.every(
      ({ lock, forbiddenVehicles }) => (lock?.vehicle ?? vehicle) === vehicle && !forbiddenVehicles.includes(vehicle),
    )
  return problem.vehicles.map((_, vehicle) => vehicle).filter(may)
}

/** Returns the constraints that block the stop, or its pair, alone on the vehicle. */
function blocksOn(problem: Problem, stop: number, vehicle: number): Constraint[] {
  const unit = unitOf(problem.stops, stop)
  const found = CONSTRAINTS.filter((constraint) => unit.some((each) => constraint.blocks(problem, each, vehicle)))
  if (found.length > 0) return found
  return runTimeline(problem, problem.vehicles[vehicle]!, unit, unit.length) ? [] : [shift]
}

/** Returns whether at least one vehicle could serve the stop, or its pair, alone. */
export function isServable(problem: Problem, stop: number): boolean {
  return candidates(problem, stop).some((vehicle) => blocksOn(problem, stop, vehicle).length === 0)
}

/** Returns the vehicles that could serve the stop, or its pair, alone. */
export function compatibleVehicles(problem: Problem, stop: number): number[] {
  return candidates(problem, stop).filter((vehicle) => blocksOn(problem, stop, vehicle).length === 0)
}

/**
 * Finds the vehicles on which the fewest constraints block the stop, and returns the first of these constraints in the
 * order of `CONSTRAINTS`. Null if some vehicle could serve the stop alone, or if none is a candidate.
 */
export function permanentReason(problem: Problem, stop: number): Reason | null {
  const blocked = candidates(problem, stop).map((vehicle) => ({ vehicle, blocks: blocksOn(problem, stop, vehicle) }))
  const fewest = Math.min(...blocked.map((each) => each.blocks.length))
  if (blocked.length === 0 || fewest === 0) return null
  const nearest = blocked.filter((each) => each.blocks.length === fewest)
  const constraint = CONSTRAINTS.find((each) => nearest.some(({ blocks }) => blocks.includes(each)))!
  const vehicles = nearest.filter(({ blocks }) => blocks.includes(constraint)).map(({ vehicle }) => vehicle)
  const isBlocked = (each: number): boolean => vehicles.some((vehicle) => constraint.blocks(problem, each, vehicle))
  const other = isBlocked(stop) ? stop : (unitOf(problem.stops, stop).find(isBlocked) ?? stop)
  const message = constraint.message(problem, other, vehicles)
  return {
    code: constraint.code,
    message:
      other === stop
        ? message
        : text('{stop}, which must be on the same trip, {reason}', { stop: problem.stops[other]!.id, reason: message }),
  }
}
