// Service must start inside one of the stop's windows.
import { text } from '../../texts/text.ts'
import { clock, clockUp } from '../words.ts'
import type { Constraint } from './constraint.ts'
import { timesOfSingleStop, windowsInShift } from './shift.ts'
import { streetCloses } from './street-hours.ts'
import { unreachable } from './unreachable.ts'

export const timeWindow: Constraint = {
  code: 'TIME_WINDOW',
  blocks(problem, stop, vehicle) {
    if (unreachable.blocks(problem, stop, vehicle)) return false
    const { windows } = problem.stops[stop]!
    if (windows.length === 0 || problem.objective.latenessCostPerSecond !== null) return false
    const open = windowsInShift(problem, stop, vehicle)
    return open.length > 0 && timesOfSingleStop(problem, stop, vehicle).arrival > windows.at(-1)!.end + 1e-6
  },
  message(problem, stop, vehicles) {
    const soonest = vehicles.reduce((best, vehicle) =>
      timesOfSingleStop(problem, stop, vehicle).arrival < timesOfSingleStop(problem, stop, best).arrival
        ? vehicle
        : best,
    )
    const { arrival } = timesOfSingleStop(problem, stop, soonest)
    const closes = problem.stops[stop]!.windows.at(-1)!.end
    const { id } = problem.vehicles[soonest]!
    if (streetCloses(problem, stop))
      return text(
        'its street closes to deliveries at {closes}; vehicle {vehicle} can be there at {arrival} at the earliest',
        {
          closes: clock(problem, closes),
          vehicle: id,
          arrival: clockUp(problem, arrival),
        },
      )
    return text('its window closes at {closes}; vehicle {vehicle} can be there at {arrival} at the earliest', {
      closes: clock(problem, closes),
      vehicle: id,
      arrival: clockUp(problem, arrival),
    })
  },
}
