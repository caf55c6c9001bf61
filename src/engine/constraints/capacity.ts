// A stop's known load must fit into the vehicle. An unknown load never limits.
import { text } from '../../texts/text.ts'
import type { Problem } from '../problem.ts'
import { loadWords } from '../words.ts'
import type { Constraint } from './constraint.ts'

/** Returns the first load dimension in which the stop alone exceeds the vehicle's capacity. -1 if there is none. */
export function exceededDimension(problem: Problem, stop: number, vehicle: number): number {
  return problem.vehicles[vehicle]!.capacity.findIndex((room, k) => maxLoadOfStop(problem, stop, k) > room + 1e-6)
}

/** The stop's delivery or pickup, whichever is larger. */
function maxLoadOfStop(problem: Problem, stop: number, dimension: number): number {
  const { load, pickup } = problem.stops[stop]!
  return Math.max(load[dimension] ?? 0, pickup?.[dimension] ?? 0)
}

export const capacity: Constraint = {
  code: 'CAPACITY',
  blocks: (problem, stop, vehicle) => exceededDimension(problem, stop, vehicle) >= 0,
  message(problem, stop, vehicles) {
    const most = vehicles.reduce((best, vehicle) =>
      capacityInExceededDimension(problem, stop, vehicle) > capacityInExceededDimension(problem, stop, best)
        ? vehicle
        : best,
    )
    const k = exceededDimension(problem, stop, most)
    const { id, capacity: holds } = problem.vehicles[most]!
    const load = maxLoadOfStop(problem, stop, k)
    const figures = { load: loadWords(problem, load, k), vehicle: id, capacity: loadWords(problem, holds[k]!, k) }
    return k === 0
      ? text('weighs {load}; the largest vehicle that could take it, {vehicle}, holds {capacity}', figures)
      : text('has {load}; the largest vehicle that could take it, {vehicle}, holds {capacity}', figures)
  },
}

function capacityInExceededDimension(problem: Problem, stop: number, vehicle: number): number {
  const k = Math.max(0, exceededDimension(problem, stop, vehicle))
  return problem.vehicles[vehicle]!.capacity[k] ?? Infinity
}
