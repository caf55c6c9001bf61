// What roads are driven with. Trucks are slower and kept off some roads.
import type { DistanceSource } from './distance-source.ts'

export const COSTINGS = ['CAR', 'TRUCK'] as const
export type Costing = (typeof COSTINGS)[number]

/** The name under which the roads of a provider are remembered. */
export type RoadsName = DistanceSource | `${DistanceSource}:truck`
export const roadsName = (source: DistanceSource, costing: Costing): RoadsName =>
  costing === 'TRUCK' ? `${source}:truck` : source

/** A place farther than this from any road is probably not where the pin is. */
export const FAR_FROM_ROAD_METERS = 500

/** A place that is planned on a road farther than this from it is answered with the distance. */
const SNAPPED_METERS = 100

/** Whole meters from a place to the road that it is planned on; null if they are few or not known. */
export const snappedMeters = (meters: number | null): number | null =>
  meters !== null && meters > SNAPPED_METERS ? Math.round(meters) : null

/** Null is not known, and no doubt. */
export const isFarFromRoad = (meters: number | null): boolean => meters !== null && meters > FAR_FROM_ROAD_METERS
