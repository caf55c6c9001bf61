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

/** Null is not known, and no doubt. */
export const isFarFromRoad = (meters: number | null): boolean => meters !== null && meters > FAR_FROM_ROAD_METERS
