// Sources of a plan's distances, and reasons why distances are only estimated.

export const DISTANCE_SOURCES = ['straight_line', 'local', 'osrm', 'valhalla', 'google'] as const
export type DistanceSource = (typeof DISTANCE_SOURCES)[number]

/** Estimated from the straight line. */
export const STRAIGHT_LINE = 'straight_line' as const satisfies DistanceSource

export const ESTIMATE_REASONS = [
  'TABLE_TOO_LARGE',
  'PROVIDER_DOWN',
  'NO_PROVIDER',
  'BETWEEN_REGIONS',
  'OUTSIDE_REGIONS',
] as const
export type EstimateReason = (typeof ESTIMATE_REASONS)[number]
