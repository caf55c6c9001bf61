// Constraint: a vehicle may have a maximum driving time.
import { text } from '../../texts/text.ts'
import { type Problem, roadsOf } from '../problem.ts'
import { minutes } from '../words.ts'
import type { Constraint } from './constraint.ts'
import { unreachable } from './unreachable.ts'

function driveSecondsOfSingleStop(problem: Problem, stop: number, vehicle: number): number {
  const { locations, stops } = problem
  const { start, end } = problem.vehicles[vehicle]!
  const { durations } = roadsOf(problem, problem.vehicles[vehicle]!)
  const at = stops[stop]!.location
  return durations[start * locations + at]! + (end === null ? 0 : durations[at * locations + end]!)
}

function excessDriveSeconds(problem: Problem, stop: number, vehicle: number): number {
  return driveSecondsOfSingleStop(problem, stop, vehicle) - (problem.vehicles[vehicle]!.maxDrive ?? Infinity)
}

export const drivingTime: Constraint = {
  code: 'DRIVING_TIME',
  blocks: (problem, stop, vehicle) =>
    !unreachable.blocks(problem, stop, vehicle) && excessDriveSeconds(problem, stop, vehicle) > 1e-6,
  message(problem, stop, vehicles) {
    const vehicle = vehicles.reduce((best, each) =>
      excessDriveSeconds(problem, stop, each) < excessDriveSeconds(problem, stop, best) ? each : best,
    )
    const { id, maxDrive } = problem.vehicles[vehicle]!
    return text('the trip takes {drive} of driving; vehicle {vehicle} may drive for {most}', {
      drive: minutes(driveSecondsOfSingleStop(problem, stop, vehicle)),
      vehicle: id,
      most: minutes(maxDrive!),
    })
  },
}
