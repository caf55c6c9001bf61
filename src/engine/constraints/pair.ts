// One vehicle must bring goods from their pickup stop to their delivery stop in time.
import { text } from '../../texts/text.ts'
import { unitOf } from '../pairs.ts'
import { runTimeline } from '../timeline.ts'
import { minutes } from '../words.ts'
import type { Constraint } from './constraint.ts'

export const pair: Constraint = {
  code: 'PAIR',
  blocks(problem, stop, index) {
    const unit = unitOf(problem.stops, stop)
    if (unit.length === 1) return false
    const vehicle = problem.vehicles[index]!
    return vehicle.maxStops < 2 || !runTimeline(problem, vehicle, unit, 2)
  },
  message(problem, stop, vehicles) {
    const [pickup, delivery] = unitOf(problem.stops, stop).map((each) => problem.stops[each]!)
    const most = delivery!.from?.maxSeconds
    const vehicle = vehicles.length === 1 ? problem.vehicles[vehicles[0]!]!.id : null
    const ends = { pickup: pickup!.id, delivery: delivery!.id }
    if (most === undefined)
      return vehicle === null
        ? text('no vehicle can bring it from {pickup} to {delivery} in time', ends)
        : text('vehicle {vehicle} can’t bring it from {pickup} to {delivery} in time', { ...ends, vehicle })
    const within = most > 0 ? minutes(most) : text('{count} minutes', { count: 0 })
    return vehicle === null
      ? text('no vehicle can bring it from {pickup} to {delivery} within {within}', { ...ends, within })
      : text('vehicle {vehicle} can’t bring it from {pickup} to {delivery} within {within}', {
          ...ends,
          vehicle,
          within,
        })
  },
}
