// Extracts a part of a problem as a separate problem. The part has some of the vehicles, with their stops and a road
// table of their locations.
import type { Problem } from '../../../engine/problem.ts'
import type { DistanceTable } from '../../ports/roads.ts'

/**
 * Returns the problem of these stops and vehicles. The vehicles must be of one kind, because the part has only one road
 * table.
 */
export function partOf(
  problem: Problem,
  vehicles: readonly number[],
  routes: readonly (readonly number[])[],
  stops: readonly number[],
  places: readonly number[],
  { durations, distances }: Pick<DistanceTable, 'durations' | 'distances'>,
  trafficFactor: number,
): Problem {
  const at = new Map(places.map((place, i) => [place, i]))
  const local = (place: number): number => at.get(place) as number
  const numbers = new Map(stops.map((stop, i) => [stop, i]))
  return {
    locations: places.length,
    durations: durations.map((seconds) => seconds * trafficFactor),
    distances,
    objective: problem.objective,
    ...(problem.usual && {
      usual: vehicles.map((vehicle) => stops.map((stop) => problem.usual?.[vehicle]?.[stop] ?? 0)),
    }),
    ...(problem.places && {
      places: Float64Array.from(places.flatMap((place) => [...problem.places!.subarray(2 * place, 2 * place + 2)])),
    }),
    vehicles: vehicles.map((vehicle) => {
      const { roads: _, ...own } = problem.vehicles[vehicle] as Problem['vehicles'][number]
      return {
        ...own,
        start: local(own.start),
        end: own.end === null ? null : local(own.end),
        reload: own.reload && { ...own.reload, location: local(own.reload.location) },
        ...(own.collects && {
          collects: own.collects.map((collect) => collect && { ...collect, location: local(collect.location) }),
        }),
      }
    }),
    stops: stops.map((stop) => {
      const own = problem.stops[stop] as Problem['stops'][number]
      return {
        ...own,
        ...(own.obstacles && { obstacles: vehicles.map((vehicle) => own.obstacles?.[vehicle] ?? null) }),
        location: local(own.location),
        lock: own.lock && { ...own.lock, vehicle: vehicles.indexOf(own.lock.vehicle) },
        forbiddenVehicles: own.forbiddenVehicles.flatMap((vehicle) =>
          vehicles.includes(vehicle) ? [vehicles.indexOf(vehicle)] : [],
        ),
      }
    }),
    initial: {
      routes: routes.map((route) => route.map((stop) => numbers.get(stop) as number)),
    },
  }
}
