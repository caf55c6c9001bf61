// A vehicle leaves with a load once all of it is ready.
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
  message: (problem: Problem, stop, vehicles) =>
    `it is ready to load at ${clock(problem, problem.stops[stop]!.ready!)}, too late for ${
      vehicles.length === 1 ? `vehicle ${problem.vehicles[vehicles[0]!]!.id}` : 'every vehicle'
    } to make it`,
}
