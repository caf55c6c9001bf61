// Message for a stop that fits alone on some vehicle, but not together with the other stops.
import { type Text, text } from '../../texts/text.ts'
import type { Problem } from '../problem.ts'

/**
 * Returns the reason for an unassigned stop that each of `vehicles` could serve alone. If `vehicles` is empty, locks
 * and forbidden vehicles leave no vehicle for the stop.
 */
export function noRoomMessage(problem: Problem, stop: number, vehicles: readonly number[]): Text {
  if (problem.vehicles.length === 0) return text('there is no vehicle in this build')
  if (vehicles.length === 0) {
    const { lock } = problem.stops[stop]!
    return lock === null
      ? text('no vehicle in this build may serve it')
      : text('vehicle {vehicle}, to which it is locked, may not serve it', {
          vehicle: problem.vehicles[lock.vehicle]!.id,
        })
  }
  if (vehicles.length === 1) {
    return text('fits alone on vehicle {vehicle}, but not together with its other stops', {
      vehicle: problem.vehicles[vehicles[0]!]!.id,
    })
  }
  return text('fits alone on any of {count} vehicles, but not together with the other stops', {
    count: vehicles.length,
  })
}
