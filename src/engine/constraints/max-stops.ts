// Constraint: a vehicle has a maximum number of stops.
import { text } from '../../texts/text.ts'
import type { Constraint } from './constraint.ts'

export const maxStops: Constraint = {
  code: 'MAX_STOPS',
  blocks: (problem, _stop, vehicle) => problem.vehicles[vehicle]!.maxStops < 1,
  message(problem, _stop, vehicles) {
    if (vehicles.length === 1) {
      const { id, maxStops: most } = problem.vehicles[vehicles[0]!]!
      return text('vehicle {vehicle} already has its maximum of {count} stops', { vehicle: id, count: most })
    }
    return text('the {count} vehicles that could take it already have their maximum number of stops', {
      count: vehicles.length,
    })
  },
}
