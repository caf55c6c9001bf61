// Vehicle for which roads are searched: its kind and size.
import type { Costing } from './costing.ts'

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

export interface RoadVehicle {
  costing: Costing
}
