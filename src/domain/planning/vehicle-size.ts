// Size and weight of a vehicle of the fleet, which the fleet has in feet and pounds, and limits on signs in meters and tonnes.
import { KILOGRAMS_A_POUND, METERS_A_FOOT } from '../formats.ts'
import type { VehicleSize } from './road-vehicle.ts'

/** Size and weight of a loaded vehicle. A measure that isn't set is absent. */
export interface VehicleMeasures {
  heightFeet?: number
  widthFeet?: number
  lengthFeet?: number
  /** Maximum weight of the loaded vehicle. */
  grossWeightLbs?: number
  /** Maximum load of the heaviest axle. */
  axleLoadLbs?: number
}

const TONNES_A_POUND = KILOGRAMS_A_POUND / 1_000

/** The measure of the fleet for each measure of the roads, and its factor. */
const CONVERSIONS = {
  heightMeters: ['heightFeet', METERS_A_FOOT],
  widthMeters: ['widthFeet', METERS_A_FOOT],
  lengthMeters: ['lengthFeet', METERS_A_FOOT],
  weightTonnes: ['grossWeightLbs', TONNES_A_POUND],
  axleTonnes: ['axleLoadLbs', TONNES_A_POUND],
} as const satisfies Record<keyof VehicleSize, readonly [keyof VehicleMeasures, number]>

/**
 * Precision of sizes, in decimals of a meter or tonne. A size that was entered in meters is stored in feet with six decimals.
 * It must not exceed a limit of exactly this size, so sizes are rounded down.
 */
const PRECISION = 1e6

/** Returns the stated measures in meters and tonnes. Undefined if there are none. */
export function sizeOf(measures: VehicleMeasures | null): Partial<VehicleSize> | undefined {
  const stated = Object.entries(CONVERSIONS).flatMap(([name, [measure, factor]]) => {
    const value = measures?.[measure]
    return value === undefined ? [] : [[name, Math.floor(value * factor * PRECISION) / PRECISION] as const]
  })
  return stated.length > 0 ? Object.fromEntries(stated) : undefined
}
