// Cars and trucks in one plan: planned on the slower of their roads, which holds for either, then each route timed on
// the roads of its own vehicle.
import { COSTINGS, type Costing } from '../../domain/planning/costing.ts'
import { checkRoute } from '../../engine/check.ts'
import { timedRoute } from '../../engine/explain.ts'
import type { Problem } from '../../engine/problem.ts'
import type { SolvedRoute } from '../../engine/solution.ts'
import type { Point } from '../../domain/orders/order.ts'
import type { DistanceTable } from '../ports/roads.ts'
import type { PlanInput } from './compile-problem.ts'

/** The table of each kind of vehicle in the plan. */
export type OwnRoads = ReadonlyMap<Costing, DistanceTable>

/** What the plan is made on: where it has one kind of vehicle, that one's table as it is. */
export function commonRoads(
  input: PlanInput,
  indexOf: (point: Point) => number,
  own: OwnRoads,
): { input: PlanInput; table: DistanceTable } {
  const tables = [...own.values()]
  const [first] = tables
  if (!first) throw new Error('a plan without vehicles has no roads')
  if (tables.length === 1) return { input, table: first }
  const side = Math.sqrt(first.durations.length)
  const reached = reachedBy(input, indexOf, own, side)
  const { durations, distances } = slowest(own, reached, side)
  const said = tables.find(({ estimated }) => estimated) ?? first
  const stops = input.stops.map((stop) => {
    const costings = reached[indexOf(stop.point)] ?? new Set()
    const barred = input.vehicles.flatMap(({ costing }, vehicle) => (costings.has(costing) ? [] : [vehicle]))
    return costings.size > 0 && barred.length > 0
      ? { ...stop, forbiddenVehicles: [...new Set([...(stop.forbiddenVehicles ?? []), ...barred])] }
      : stop
  })
  return { input: { ...input, stops }, table: { ...said, durations, distances, roadMeters: nearest(tables, side) } }
}

/** By place: the kinds of vehicle of which one has a way there and back; none where a lock asks for another kind. */
function reachedBy(input: PlanInput, indexOf: (point: Point) => number, own: OwnRoads, side: number): Set<Costing>[] {
  const { vehicles, stops } = input
  const reached = Array.from({ length: side }, (_, place) => {
    const reaching = vehicles.filter(({ start, end, costing }) => {
      const legs = own.get(costing)?.durations
      const open = (from: number, to: number): boolean => Number.isFinite(legs?.[from * side + to])
      return open(indexOf(start), place) && (end === null || open(place, indexOf(end)))
    })
    return new Set(reaching.map(({ costing }) => costing))
  })
  for (const { start, end } of vehicles)
    for (const depot of end ? [start, end] : [start]) reached[indexOf(depot)] = new Set(COSTINGS)
  for (const { lock, point } of stops) {
    const asked = lock && vehicles[lock.vehicle]?.costing
    const there = reached[indexOf(point)]
    if (asked && there && !there.has(asked)) there.clear()
  }
  return reached
}

/** Each leg as the slowest of those kinds that get to both of its ends. */
function slowest(own: OwnRoads, reached: readonly Set<Costing>[], side: number) {
  const durations = new Float64Array(side * side).fill(-1)
  const distances = new Float64Array(side * side).fill(-1)
  for (const [costing, table] of own) {
    const places = reached.flatMap((costings, place) => (costings.has(costing) ? [place] : []))
    for (const i of places)
      for (const j of places) {
        const at = i * side + j
        durations[at] = Math.max(durations[at] as number, table.durations[at] as number)
        distances[at] = Math.max(distances[at] as number, table.distances[at] as number)
      }
  }
  const unless = (leg: number): number => (leg < 0 ? Infinity : leg)
  return { durations: durations.map(unless), distances: distances.map(unless) }
}

/** A place is near a road where any of the tables knows one. */
function nearest(tables: readonly DistanceTable[], side: number): (number | null)[] {
  return Array.from({ length: side }, (_, place) => {
    const known = tables.flatMap(({ roadMeters }) => roadMeters?.[place] ?? [])
    return known.length > 0 ? Math.min(...known) : null
  })
}

/**
 * The routes with the times and distances of their own vehicles' roads; `problemOf` is the problem on those. They are
 * never slower than planned, so none is late for it; `faults` tells of a bug.
 */
export function onOwnRoads(
  routes: readonly SolvedRoute[],
  vehicles: PlanInput['vehicles'],
  problemOf: (costing: Costing) => Problem,
): { routes: SolvedRoute[]; faults: string[] } {
  const problems = new Map(COSTINGS.map((costing) => [costing, problemOf(costing)]))
  const timed = routes.map((route) => {
    const problem = problems.get(vehicles[route.vehicle]?.costing ?? 'CAR') as Problem
    const sequence = route.visits.map(({ stop }) => stop)
    const own = { ...timedRoute(problem, route.vehicle, sequence), binding: route.binding }
    return { own, faults: checkRoute(problem, own) }
  })
  return { routes: timed.map(({ own }) => own), faults: timed.flatMap(({ faults }) => faults) }
}
