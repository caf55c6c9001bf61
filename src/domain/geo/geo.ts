// Estimated distances without a road table: the straight line, multiplied by the typical ratio of road length.
import type { Point } from '../orders/order.ts'

const EARTH_RADIUS_METERS = 6_371_008.8

/** Meters per degree from north to south, or from west to east at the equator. */
export const METERS_A_DEGREE = 111_195

/** Ratio of road length to straight line: about 1.3 in US street networks. */
export const ROAD_FACTOR = 1.3
/** Average speeds by road meters: slow near the stops, and faster for the later parts of a longer leg. */
const SPEEDS: readonly { upTo: number; metersPerSecond: number }[] = [
  { upTo: 2_000, metersPerSecond: 6.5 },
  { upTo: 8_000, metersPerSecond: 9 },
  { upTo: 30_000, metersPerSecond: 14 },
  { upTo: Infinity, metersPerSecond: 22 },
]

/** Returns great-circle meters. Also correct across the antimeridian and the poles. */
export function straightLineMeters(a: Point, b: Point): number {
  const radians = Math.PI / 180
  const dLat = Math.sin(((b.lat - a.lat) * radians) / 2)
  const dLng = Math.sin(((b.lng - a.lng) * radians) / 2)
  const h = dLat * dLat + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * dLng * dLng
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Returns an estimated leg: road meters and driving seconds. A longer leg never takes less time. */
export function estimateLeg(a: Point, b: Point): { meters: number; seconds: number } {
  const meters = straightLineMeters(a, b) * ROAD_FACTOR
  let seconds = 0
  let from = 0
  for (const { upTo, metersPerSecond } of SPEEDS) {
    seconds += (Math.min(meters, upTo) - from) / metersPerSecond
    if (meters <= upTo) break
    from = upTo
  }
  return { meters, seconds }
}
