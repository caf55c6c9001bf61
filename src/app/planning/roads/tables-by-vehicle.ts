// The road tables of a plan. Vehicles that differ in kind, size or hours have their own tables, because they are slower
// or not allowed on some roads.
import { type RoadVehicle, roadVehicleKey } from '../../../domain/planning/road-vehicle.ts'
import type { Problem } from '../../../engine/problem.ts'
import type { SolvedRoute } from '../../../engine/solution.ts'
import type { DistanceTable } from '../../ports/roads.ts'

/** A table for each `roadVehicleKey` in the plan, all over the same locations. */
export type TablesByVehicle<Table = DistanceTable> = ReadonlyMap<string, Table>

/**
 * Whether and why a plan's distances are estimated, their source, and the distance of its locations to the nearest
 * road.
 */
export type RoadsSummary = Pick<DistanceTable, 'source' | 'estimated' | 'estimateReason' | 'roadMeters'>

/** Returns the vehicles of a plan that have different tables, by `roadVehicleKey`. */
export const differentVehicles = (vehicles: readonly RoadVehicle[]): ReadonlyMap<string, RoadVehicle> =>
  new Map(
    vehicles.map(({ costing, size, period }) => {
      const vehicle: RoadVehicle = { costing, ...(size && { size }), ...(period && { period }) }
      return [roadVehicleKey(vehicle), vehicle]
    }),
  )

/** Returns the table for this vehicle. If there is only one table, all vehicles use it. */
export function tableFor<Table>(tables: TablesByVehicle<Table>, vehicle: RoadVehicle): Table {
  const [only] = tables.size === 1 ? tables.values() : []
  const table = tables.get(roadVehicleKey(vehicle)) ?? only
  if (!table) throw new Error(`the plan has no roads for ${roadVehicleKey(vehicle)}`)
  return table
}

/** Summarizes all tables. The summary is `estimated` if any table is estimated. */
export function summaryOf(tables: TablesByVehicle): RoadsSummary {
  const all = [...tables.values()]
  const table = all.find(({ estimated }) => estimated) ?? all[0]
  if (!table) throw new Error('a plan without vehicles has no roads')
  const { source, estimated, estimateReason } = table
  const roadMeters = nearestRoadMeters(all)
  return { source, estimated, estimateReason, ...(roadMeters && { roadMeters }) }
}

/** Returns why the route has estimated legs within a road table. Null if it has none. */
export function estimateReasonOf(
  problem: Problem,
  route: SolvedRoute,
  { estimatedLegs, roadMeters }: DistanceTable,
): 'OUTSIDE_REGIONS' | 'BETWEEN_REGIONS' | null {
  const vehicle = problem.vehicles[route.vehicle]
  if (!estimatedLegs || !vehicle) return null
  const chain = [vehicle.start]
  const met = new Set<number | undefined>()
  for (const [i, { stop, trip }] of route.visits.entries()) {
    if (vehicle.reload && i > 0 && trip !== route.visits[i - 1]?.trip) chain.push(vehicle.reload.location)
    const { location, collect } = problem.stops[stop] as Problem['stops'][number]
    const collects = collect === undefined || met.has(collect) ? null : vehicle.collects?.[collect]
    met.add(collect)
    chain.push(...(collects ? [collects.location] : []), location)
  }
  if (vehicle.end !== null) chain.push(vehicle.end)
  const places = chain.flatMap((to, i) => {
    const from = chain[i - 1] ?? to
    return estimatedLegs[from * problem.locations + to] === 1 ? [from, to] : []
  })
  if (places.length === 0) return null
  return places.some((place) => (roadMeters?.[place] ?? null) === null) ? 'OUTSIDE_REGIONS' : 'BETWEEN_REGIONS'
}

/**
 * Returns, for each location, its shortest distance to a road in any of the tables. Null if no table has such a
 * distance.
 */
function nearestRoadMeters(tables: readonly DistanceTable[]): (number | null)[] | null {
  const places = Math.max(...tables.map(({ roadMeters }) => roadMeters?.length ?? 0))
  if (places === 0) return null
  return Array.from({ length: places }, (_, place) => {
    const known = tables.flatMap(({ roadMeters }) => roadMeters?.[place] ?? [])
    return known.length > 0 ? Math.min(...known) : null
  })
}
