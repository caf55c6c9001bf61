// A vehicle has a maximum number of stops.
import { text } from '../../texts/text.ts'
import type { Constraint } from './constraint.ts'

export const maxStops: Constraint = {
  code: 'MAX_STOPS',
  blocks: (problem, _stop, vehicle) => problem.vehicles[vehicle]!.maxStops < 1,
  message(problem, _stop, vehicles) {
    if (vehicles.length === 1) {
      const { id, maxStops: most } = problem.vehicles[vehicles[0]!]!
      return text('vehicle {vehicle} already makes the {count} stops it may', { vehicle: id, count: most })
    }
    return text('the {count} vehicles that could take it already make as many stops as they may', {
      count: vehicles.length,
    })
  },
}
