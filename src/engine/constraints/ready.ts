// Constraint: a vehicle can't leave with a load before all goods of the load are ready.
import { text } from '../../texts/text.ts'
import type { Problem } from '../problem.ts'
import { runTimeline } from '../timeline.ts'
import { clock } from '../words.ts'
import type { Constraint } from './constraint.ts'

export const ready: Constraint = {
  code: 'READY',
  blocks(problem, stop, index) {
    const vehicle = problem.vehicles[index]!
    if (problem.stops[stop]!.ready === undefined || runTimeline(problem, vehicle, [stop], 1)) return false
    const atOnce = problem.stops.with(stop, { ...problem.stops[stop]!, ready: -Infinity })
    return runTimeline({ ...problem, stops: atOnce }, vehicle, [stop], 1)
  },
  message(problem: Problem, stop, vehicles) {
    const time = clock(problem, problem.stops[stop]!.ready!)
    return vehicles.length === 1
      ? text('it is ready to load at {time}, too late for vehicle {vehicle} to make it', {
          time,
          vehicle: problem.vehicles[vehicles[0]!]!.id,
        })
      : text('it is ready to load at {time}, too late for every vehicle to make it', { time })
  },
}
