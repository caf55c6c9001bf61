// Vehicle for which roads are searched: its kind, its size and the hours in which it drives.
import { type Costing, type RoadsName, roadsName } from './costing.ts'
import type { DistanceSource } from './distance-source.ts'

/** Size and weight of a vehicle without a trailer, for limits on signs. */
export interface VehicleSize {
  heightMeters: number
  widthMeters: number
  lengthMeters: number
  /** Weight that is compared with limits of loaded weight and of gross vehicle weight rating. */
  weightTonnes: number
  /** Load of the heaviest axle. */
  axleTonnes: number
}

/** Precision of sizes and limits, in decimals of a meter or tonne. */
const PRECISION = 1e6
/** A size that was entered in meters is stored in feet with six decimals, so that it may lie this far below. */
const TOLERANCE = 0.2

/**
 * Rounds a size or a limit in meters or tonnes. Both are rounded down in the same way, so that a vehicle doesn't exceed a limit of
 * exactly its size if their units differ.
 */
export const precisely = (value: number): number => Math.floor(value * PRECISION + TOLERANCE) / PRECISION

/**
 * Sizes of usual vehicles: a car or a van of normal size, and a box truck with two axles that is as high as trailers. A cargo
 * bike has a box.
 */
export const USUAL_SIZES: Readonly<Record<Costing, VehicleSize>> = {
  CAR: { heightMeters: 2, widthMeters: 2, lengthMeters: 6, weightTonnes: 3, axleTonnes: 1.8 },
  TRUCK: { heightMeters: 4, widthMeters: 2.6, lengthMeters: 10, weightTonnes: 11.79, axleTonnes: 8 },
  BICYCLE: { heightMeters: 2, widthMeters: 0.9, lengthMeters: 2.8, weightTonnes: 0.3, axleTonnes: 0.2 },
}

export interface RoadVehicle {
  costing: Costing
  /** The vehicle's own measures. `wholeSizeOf` has the values of absent measures. */
  size?: Partial<VehicleSize>
  /**
   * Time of the week in which the vehicle drives, in minutes since Monday 00:00. It may end after the end of the week. Absent: any
   * time from Monday to Friday between 6 AM and 8 PM.
   */
  period?: { from: number; to: number }
}

/**
 * Returns all measures of a vehicle. An absent measure is that of a usual vehicle, unless it contradicts the vehicle's own weight or
 * axle load: no axle carries more than the vehicle weighs.
 */
export function wholeSizeOf({ costing, size }: Pick<RoadVehicle, 'costing' | 'size'>): VehicleSize {
  const whole = { ...USUAL_SIZES[costing], ...size }
  const { weightTonnes, axleTonnes } = whole
  return {
    ...whole,
    weightTonnes: size?.weightTonnes ?? Math.max(weightTonnes, axleTonnes),
    axleTonnes: size?.axleTonnes ?? Math.min(axleTonnes, weightTonnes),
  }
}

export const MEASURES = [
  'heightMeters',
  'widthMeters',
  'lengthMeters',
  'weightTonnes',
  'axleTonnes',
] as const satisfies readonly (keyof VehicleSize)[]

export type Measure = (typeof MEASURES)[number]

/** Maximum size of a vehicle. Limits above these values have no effect. */
export const MAX_VEHICLE_SIZE: Readonly<VehicleSize> = {
  heightMeters: 5,
  widthMeters: 3,
  lengthMeters: 25.5,
  weightTonnes: 60,
  axleTonnes: 20,
}

/** Returns a text that is equal for vehicles that have the same roads. */
export const roadVehicleKey = ({ costing, size, period }: RoadVehicle): string =>
  `${costing}${sizeKey(size)}${period ? ` ${period.from}-${period.to}` : ''}`

const sizeKey = (size: RoadVehicle['size']): string => {
  const measures = MEASURES.map((measure) => size?.[measure] ?? '')
  return measures.some((measure) => measure !== '') ? ` ${measures.join('/')}` : ''
}

/** Place on a drive that the vehicle can't pass. */
export interface Obstacle {
  kind: 'HEIGHT' | 'WIDTH' | 'LENGTH' | 'WEIGHT' | 'AXLE_LOAD'
  /** Limit in meters or tonnes. */
  limit: number
  /** Name of the street. Null if it has none. */
  street: string | null
  /** Way or node of OpenStreetMap. */
  source: { type: 'way' | 'node'; id: number }
}

/** Name under which the legs of a provider are stored for a vehicle. */
export type LegsName = RoadsName | `${RoadsName} ${string}`
export function legsName(source: DistanceSource, { costing, ...vehicle }: RoadVehicle): LegsName {
  const roads = roadsName(source, costing)
  const own = roadVehicleKey({ costing, ...vehicle }).slice(costing.length)
  return own === '' ? roads : `${roads}${own as ` ${string}`}`
}
