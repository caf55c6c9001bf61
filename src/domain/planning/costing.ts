// Vehicle type for road routing. Trucks are slower and not allowed on some roads. Cargo bikes use bicycle paths.
import type { DistanceSource } from './distance-source.ts'

export const COSTINGS = ['CAR', 'TRUCK', 'BICYCLE'] as const
export type Costing = (typeof COSTINGS)[number]

/** Name under which the road legs of a provider are cached. */
export type RoadsName = DistanceSource | `${DistanceSource}:${'truck' | 'bicycle'}`
export const roadsName = (source: DistanceSource, costing: Costing): RoadsName =>
  costing === 'CAR' ? source : `${source}:${costing === 'TRUCK' ? 'truck' : 'bicycle'}`

/** If a location is farther than this from every road, its pin is probably wrong. */
export const FAR_FROM_ROAD_METERS = 500

/** If a location is planned on a road farther away than this, the distance is returned. */
const SNAPPED_METERS = 100

/**
 * Returns the whole meters from a location to the road on which it is planned. Null if the distance is small or
 * unknown.
 */
export const snappedMeters = (meters: number | null): number | null =>
  meters !== null && meters > SNAPPED_METERS ? Math.round(meters) : null

/**
 * Returns whether a location is too far from every road. False if the distance is unknown (null), which gives no reason
 * for doubt.
 */
export const isFarFromRoad = (meters: number | null): boolean => meters !== null && meters > FAR_FROM_ROAD_METERS
