// Combines several regions. Each leg is driven in a region that contains both of its locations. No drive leads from one
// region into another, because neither has the roads of both.
import type { Point } from '../domain/orders/order.ts'
import type { StreetHours } from '../domain/planning/street-hours.ts'
import type { Obstacle, RoadVehicle } from '../domain/planning/road-vehicle.ts'
import type { Drive, Drives } from './drives.ts'
import type { DriveTable } from './ends.ts'

/**
 * A location belongs to the region with the nearest road. It also belongs to each region whose nearest road is at most
 * this distance farther away, because regions may meet there. A region with only farther roads doesn't contain the
 * location.
 */
const AS_NEAR_METERS = 100

type Regions = readonly Drives[]

/**
 * Returns the table over all regions. A leg whose locations are in no common region is `NaN`, because no roads are
 * known for it.
 */
export function tableOver(
  regions: readonly Pick<Drives, 'snap' | 'table'>[],
  points: readonly Point[],
  vehicle?: RoadVehicle,
): DriveTable {
  const inside = placesOf(regions, points)
  const region = regions[inside.findIndex((places) => places.length === points.length)]
  if (region) return region.table(points, vehicle)
  if (regions.length === 0) throw new Error('no region is added')
  const side = points.length
  const durations = new Float64Array(side * side)
  for (let cell = 0; cell < durations.length; cell++) {
    const [from, to] = [Math.floor(cell / side), cell % side]
    durations[cell] = from === to ? 0 : Number.NaN
  }
  const table: DriveTable = {
    durations,
    distances: durations.slice(),
    roadMeters: points.map(() => null),
    hours: points.map(() => null),
  }
  for (const [r, places] of inside.entries()) {
    const own = regions[r]!.table(
      places.map((place) => points[place]!),
      vehicle,
    )
    mergeTable(table, side, own, places)
  }
  return table
}

/** If two regions have a leg, the faster one is used. */
function mergeTable(table: DriveTable, side: number, own: DriveTable, places: readonly number[]): void {
  for (const [i, from] of places.entries()) {
    const meters = own.roadMeters[i] ?? Infinity
    if (meters < (table.roadMeters[from] ?? Infinity)) {
      table.roadMeters[from] = meters
      table.hours[from] = own.hours[i] ?? null
    }
    for (const [j, to] of places.entries()) {
      const [cell, at] = [from * side + to, i * places.length + j]
      if (own.durations[at]! >= table.durations[cell]!) continue
      table.durations[cell] = own.durations[at]!
      table.distances[cell] = own.distances[at]!
    }
  }
}

/** Returns the drive of each leg of a chain. Null if no region has one. */
export function chainOver(regions: Regions, points: readonly Point[], vehicle?: RoadVehicle): (Drive | null)[] {
  const inside = placesOf(regions, points).map((places) => new Set(places))
  return points.slice(1).map((to, i) => {
    const both = regions.filter((_, r) => inside[r]!.has(i) && inside[r]!.has(i + 1))
    const drives = both.flatMap((region) => region.drive(points[i]!, to, vehicle) ?? [])
    return drives.reduce<Drive | null>((best, one) => (best && best.seconds <= one.seconds ? best : one), null)
  })
}

/**
 * Returns what keeps the vehicle from each of the drives that smaller vehicles have at some hours. The result is null if the
 * vehicle has the drive, and also if no vehicle has it.
 */
export function obstaclesOver(
  regions: Regions,
  from: Point,
  to: readonly Point[],
  vehicle: RoadVehicle,
): (Obstacle | null)[] {
  const inside = placesOf(regions, [from, ...to]).map((places) => new Set(places))
  return to.map((end, i) => {
    const both = regions.filter((_, r) => inside[r]!.has(0) && inside[r]!.has(i + 1))
    const found = both.map((region) => region.obstacle(from, end, vehicle))
    return found.includes(null) ? null : (found[0] ?? null)
  })
}

/** Returns the hours at which the vehicle can reach each point, by the region whose road is nearest. */
export function hoursOver(regions: Regions, points: readonly Point[], vehicle?: RoadVehicle): (StreetHours | null)[] {
  return points.map((point) => {
    const meters = regions.map((region) => region.snap(point)?.meters ?? Infinity)
    return regions[meters.indexOf(Math.min(...meters))]?.hours(point, vehicle) ?? null
  })
}

/** Returns the locations of each region, as indexes of `points`. */
function placesOf(regions: readonly Pick<Drives, 'snap'>[], points: readonly Point[]): number[][] {
  const meters = points.map((point) => regions.map((region) => region.snap(point)?.meters ?? Infinity))
  return regions.map((_, r) =>
    [...points.keys()].filter((place) => {
      const own = meters[place]![r]!
      return own < Infinity && own <= Math.min(...meters[place]!) + AS_NEAR_METERS
    }),
  )
}
