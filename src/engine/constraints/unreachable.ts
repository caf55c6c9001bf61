// Roads must lead from the vehicle's start to the stop, and from the stop to the vehicle's end.
import { listed, text } from '../../texts/text.ts'
import { collectOf, type Problem, roadsOf, type Vehicle } from '../problem.ts'
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
  message(problem, stop, vehicles) {
    const obstacle = vehicles.map((vehicle) => problem.stops[stop]!.obstacles?.[vehicle]).find(Boolean)
    if (obstacle) return obstacle
    const able = vehicles.map((vehicle) => problem.vehicles[vehicle]!)
    if (!able.every((vehicle) => isCutOff(problem, vehicle)))
      return text('no vehicle in this build has a road to it and back')
    const starts = new Map(
      able.map(({ startName, id }) => [
        startName ?? id,
        startName ?? text('where vehicle {vehicle} starts', { vehicle: id }),
      ]),
    )
    return text('no road leads from {places} to any stop of this build and back', {
      places: listed([...starts.values()]),
    })
  },
}

/**
 * Returns true if the vehicle can't drive from its start to any stop location and back. The message then names the
 * start as the problem. False if the stops have fewer than two locations besides the start.
 */
function isCutOff(problem: Problem, vehicle: Vehicle): boolean {
  const { durations } = roadsOf(problem, vehicle)
  const { start } = vehicle
  const elsewhere = new Set(problem.stops.map(({ location }) => location).filter((at) => at !== start))
  const isReached = (at: number): boolean =>
    Number.isFinite(durations[start * problem.locations + at]) &&
    Number.isFinite(durations[at * problem.locations + start])
  return elsewhere.size > 1 && ![...elsewhere].some(isReached)
}
