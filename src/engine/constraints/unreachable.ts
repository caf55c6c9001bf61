// A stop must have a road to it from where the vehicle starts, and from it to where the vehicle ends.
import { collectOf, roadsOf } from '../problem.ts'
import type { Constraint } from './constraint.ts'

export const unreachable: Constraint = {
  code: 'UNREACHABLE',
  blocks(problem, stop, vehicle) {
    const { locations } = problem
    const { start, end } = problem.vehicles[vehicle]!
    const { durations, distances } = roadsOf(problem, problem.vehicles[vehicle]!)
    const at = problem.stops[stop]!.location
    const collect = collectOf(problem.vehicles[vehicle]!, problem.stops[stop]!)
    const places = [start, ...(collect ? [collect.location] : []), at, ...(end === null ? [] : [end])]
    const legs = places.slice(1).map((place, i) => places[i]! * locations + place)
    return legs.some((leg) => !Number.isFinite(durations[leg]!) || !Number.isFinite(distances[leg]!))
  },
  message: () => 'no vehicle in this build has a road to it and back',
}
