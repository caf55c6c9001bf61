// Tests whether an additional stop fits into existing routes, at its cheapest positions. Fast enough to answer while a
// customer orders.
import { maxStops } from './constraints/max-stops.ts'
import { noRoomMessage } from './constraints/no-room.ts'
import { type Problem, roadsOf } from './problem.ts'
import { compatibleVehicles, permanentReason, type Reason } from './reasons.ts'
import { runTimeline } from './timeline.ts'

interface Place {
  vehicle: number
  position: number
  /** Additional meters. */
  detour: number
}

/**
 * Inserts the stop at the position with the least extra distance that breaks no constraint. Checks times and loads
 * exactly, at no more than the `tries` positions with the shortest detours. Returns null and changes `routes` (stop
 * indexes by vehicle), or returns the reason why the stop fits nowhere and leaves `routes` unchanged.
 */
export function insertStop(problem: Problem, stop: number, routes: number[][], tries = Infinity): Reason | null {
  const able = compatibleVehicles(problem, stop)
  if (able.length === 0)
    return permanentReason(problem, stop) ?? { code: 'NO_ROOM', message: noRoomMessage(problem, stop, able) }
  const open = able.filter((vehicle) => routes[vehicle]!.length < problem.vehicles[vehicle]!.maxStops)
  if (open.length === 0) return { code: 'MAX_STOPS', message: maxStops.message(problem, stop, able) }
  for (const { vehicle, position } of placesOn(problem, stop, routes, open).slice(0, tries)) {
    const sequence = routes[vehicle]!.toSpliced(position, 0, stop)
    if (!runTimeline(problem, problem.vehicles[vehicle]!, sequence, sequence.length)) continue
    routes[vehicle] = sequence
    return null
  }
  return { code: 'NO_ROOM', message: noRoomMessage(problem, stop, able) }
}

/** Returns whether every route can be driven. It may not be if the routes were planned with other distances. */
export const canBeDriven = (problem: Problem, routes: readonly (readonly number[])[]): boolean =>
  routes.every((sequence, vehicle) => runTimeline(problem, problem.vehicles[vehicle]!, sequence, sequence.length))

/** Returns every position on these vehicles, shortest detour first. */
function placesOn(problem: Problem, stop: number, routes: readonly number[][], vehicles: readonly number[]): Place[] {
  const { locations, stops } = problem
  const at = stops[stop]!.location
  const places = vehicles.flatMap((vehicle) => {
    const { start, end } = problem.vehicles[vehicle]!
    const { distances } = roadsOf(problem, problem.vehicles[vehicle]!)
    const meters = (from: number, to: number) => distances[from * locations + to]!
    const chain = [start, ...routes[vehicle]!.map((other) => stops[other]!.location)]
    return chain.map((before, position): Place => {
      const after = chain[position + 1] ?? end
      const detour =
        after === null ? meters(before, at) : meters(before, at) + meters(at, after) - meters(before, after)
      return { vehicle, position, detour }
    })
  })
  return places.sort((a, b) => a.detour - b.detour)
}
