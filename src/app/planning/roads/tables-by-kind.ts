// The roads of a plan: a table for each kind of vehicle in it, since trucks are slower and kept off some roads.
import type { Costing } from '../../../domain/planning/costing.ts'
import type { Problem } from '../../../engine/problem.ts'
import type { SolvedRoute } from '../../../engine/solution.ts'
import type { DistanceTable } from '../../ports/roads.ts'

/** The table of each kind of vehicle in the plan, over the same places. */
export type TablesByKind<Table = DistanceTable> = ReadonlyMap<Costing, Table>

/** Where a plan's distances are from, and how far its places are from the nearest road. */
export type RoadsSummary = Pick<DistanceTable, 'source' | 'estimated' | 'estimateReason' | 'roadMeters'>

/** The table of this kind of vehicle; where there is one for all, that. */
export function tableFor<Table>(tables: TablesByKind<Table>, costing: Costing): Table {
  const [first] = tables.values()
  const table = tables.get(costing) ?? first
  if (!table) throw new Error('a plan without vehicles has no roads')
  return table
}

/** What is said of all tables together: estimated where any is. */
export function summaryOf(tables: TablesByKind): RoadsSummary {
  const all = [...tables.values()]
  const { source, estimated, estimateReason } = all.find((table) => table.estimated) ?? tableFor(tables, 'CAR')
  const roadMeters = nearest(all)
  return { source, estimated, estimateReason, ...(roadMeters && { roadMeters }) }
}

/** Why the route drives legs that are estimates in a table of roads; null if it drives none. */
export function estimatesDriven(
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

/** A place is near a road where any of the tables knows one. */
function nearest(tables: readonly DistanceTable[]): (number | null)[] | null {
  const places = Math.max(...tables.map(({ roadMeters }) => roadMeters?.length ?? 0))
  if (places === 0) return null
  return Array.from({ length: places }, (_, place) => {
    const known = tables.flatMap(({ roadMeters }) => roadMeters?.[place] ?? [])
    return known.length > 0 ? Math.min(...known) : null
  })
}
