// A vehicle makes at most so many stops.
import type { Constraint } from './constraint.ts'

export const maxStops: Constraint = {
  code: 'MAX_STOPS',
  blocks: (problem, _stop, vehicle) => problem.vehicles[vehicle]!.maxStops < 1,
  message(problem, _stop, vehicles) {
    if (vehicles.length === 1) {
      const { id, maxStops: most } = problem.vehicles[vehicles[0]!]!
      return `vehicle ${id} already makes the ${most} stops it may`
    }
    return `the ${vehicles.length} vehicles that could take it already make as many stops as they may`
  },
}
