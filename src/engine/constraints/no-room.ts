// A stop that fits alone on some vehicle, but not together with the rest.
import type { Problem } from '../problem.ts'

export function noRoomMessage(problem: Problem, stop: number, vehicles: readonly number[]): string {
  if (problem.vehicles.length === 0) return 'there is no vehicle in this build'
  if (vehicles.length === 0) {
    const { lock } = problem.stops[stop]!
    return lock === null
      ? 'no vehicle in this build may serve it'
      : `vehicle ${problem.vehicles[lock.vehicle]!.id}, to which it is locked, may not serve it`
  }
  if (vehicles.length === 1) {
    return `fits alone on vehicle ${problem.vehicles[vehicles[0]!]!.id}, but not together with its other stops`
  }
  return `fits alone on any of ${vehicles.length} vehicles, but not together with the other stops`
}
