// Constraint: a vehicle may have a maximum time from departure to return.
import { text } from '../../texts/text.ts'
import type { Problem } from '../problem.ts'
import { minutes } from '../words.ts'
import type { Constraint } from './constraint.ts'
import { timesOfSingleStop } from './shift.ts'
import { unreachable } from './unreachable.ts'

/** Seconds by which the trip to the stop alone exceeds the vehicle's longest duration. */
function excessDuration(problem: Problem, stop: number, vehicle: number): number {
  const { arrival, rest } = timesOfSingleStop(problem, stop, vehicle)
  const { shiftStart, maxDuration } = problem.vehicles[vehicle]!
  return arrival - shiftStart + rest - maxDuration
}

export const workingTime: Constraint = {
  code: 'WORKING_TIME',
  blocks: (problem, stop, vehicle) =>
    !unreachable.blocks(problem, stop, vehicle) && excessDuration(problem, stop, vehicle) > 1e-6,
  message(problem, stop, vehicles) {
    const vehicle = vehicles.reduce((best, each) =>
      excessDuration(problem, stop, each) < excessDuration(problem, stop, best) ? each : best,
    )
    const { id, maxDuration } = problem.vehicles[vehicle]!
    const trip = minutes(excessDuration(problem, stop, vehicle) + maxDuration)
    return text('the trip takes {trip}; vehicle {vehicle} may be out for {most}', {
      trip,
      vehicle: id,
      most: minutes(maxDuration),
    })
  },
}
