// Size and weight of a vehicle of the fleet, which the fleet has in feet and pounds, and limits on signs in meters and tonnes.
import { KILOGRAMS_A_POUND, type Measure, measureInWords, METERS_A_FOOT } from '../formats.ts'
import type { Costing } from './costing.ts'
import { MAX_VEHICLE_SIZE, precisely, type VehicleSize, wholeSizeOf } from './road-vehicle.ts'

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

/** The measure of the fleet for each measure of the roads, with its factor. */
const CONVERSIONS = {
  heightMeters: { name: 'heightFeet', factor: METERS_A_FOOT },
  widthMeters: { name: 'widthFeet', factor: METERS_A_FOOT },
  lengthMeters: { name: 'lengthFeet', factor: METERS_A_FOOT },
  weightTonnes: { name: 'grossWeightLbs', factor: TONNES_A_POUND },
  axleTonnes: { name: 'axleLoadLbs', factor: TONNES_A_POUND },
} as const satisfies Record<keyof VehicleSize, { name: keyof VehicleMeasures; factor: number }>

const EACH = Object.entries(CONVERSIONS) as [keyof VehicleSize, (typeof CONVERSIONS)[keyof VehicleSize]][]

/** Returns the stated measures in meters and tonnes. Undefined if there are none. */
export function sizeOf(measures: VehicleMeasures | null): Partial<VehicleSize> | undefined {
  const stated = EACH.flatMap(([of, { name, factor }]) => {
    const value = measures?.[name]
    return value === undefined ? [] : [[of, precisely(value * factor)] as const]
  })
  return stated.length > 0 ? Object.fromEntries(stated) : undefined
}

/** Returns all measures of a vehicle in feet and pounds, with those of usual vehicles in place of absent ones. */
export const wholeMeasures = (costing: Costing, measures: VehicleMeasures = {}): Required<VehicleMeasures> =>
  inFleet(wholeSizeOf({ costing, size: sizeOf(measures) }))

function inFleet(size: VehicleSize, rounded = (value: number): number => value): Required<VehicleMeasures> {
  return Object.fromEntries(
    EACH.map(([of, { name, factor }]) => [name, rounded(size[of] / factor)]),
  ) as Required<VehicleMeasures>
}

/** Maximum measures of a vehicle in feet and pounds, with six decimals. */
export const MAX_MEASURES: Readonly<Required<VehicleMeasures>> = inFleet(
  MAX_VEHICLE_SIZE,
  (value) => Math.ceil(value * 1e6) / 1e6,
)

/** Returns a stored measure in US and metric units, such as "20 ft (6.1 m)". */
export const inBothUnits = (measure: Measure, stored: number): string =>
  `${measureInWords('US', measure, stored)} (${measureInWords('METRIC', measure, stored)})`
