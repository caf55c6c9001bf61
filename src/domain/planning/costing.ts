// What roads are driven with. Trucks are slower and kept off some roads.

export const COSTINGS = ['CAR', 'TRUCK'] as const
export type Costing = (typeof COSTINGS)[number]

/** Under which name the roads of a provider are remembered. */
export const roadsName = (source: string, costing: Costing): string =>
  costing === 'TRUCK' ? `${source}:truck` : source

/** A place farther than this from any road is probably not where the pin is. */
export const FAR_FROM_ROAD_METERS = 500

/** Null is not known, and no doubt. */
export const isFarFromRoad = (meters: number | null): boolean => meters !== null && meters > FAR_FROM_ROAD_METERS
