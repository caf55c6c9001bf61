// Vehicle profiles: the modes of transport and the size of a vehicle, which decide the roads that the vehicle may use.
import type { Costing } from '../domain/planning/costing.ts'
import { USUAL_SIZES, type VehicleSize } from '../domain/planning/road-vehicle.ts'

export interface Profile extends VehicleSize {
  costing: Costing
  /**
   * Modes of transport whose signs apply to the vehicle, most specific first
   * (https://wiki.openstreetmap.org/wiki/Key:access).
   */
  modes: readonly string[]
  axles: number
  /** Maximum speed on any road. */
  topKmh: number
}

/** A car, or a van of normal size. */
const CAR: Profile = {
  costing: 'CAR',
  modes: ['motorcar', 'motor_vehicle', 'vehicle'],
  ...USUAL_SIZES.CAR,
  axles: 2,
  topKmh: 120,
}

/** A delivery truck: a box truck with two axles, up to 26,000 lb, and as high as trailers. */
const TRUCK: Profile = {
  costing: 'TRUCK',
  modes: ['hgv', 'goods', 'motor_vehicle', 'vehicle'],
  ...USUAL_SIZES.TRUCK,
  axles: 2,
  topKmh: 100,
}

/** A cargo bike with two or three wheels and a box. */
const BICYCLE: Profile = {
  costing: 'BICYCLE',
  modes: ['bicycle', 'vehicle'],
  ...USUAL_SIZES.BICYCLE,
  axles: 2,
  topKmh: 25,
}

export const PROFILES: Record<Costing, Profile> = { CAR, TRUCK, BICYCLE }

/**
 * Vehicles whose roads are read together. Cargo bikes use many paths that motor vehicles may not use, and these paths would cut
 * the streets of motor vehicles into more segments.
 */
export const MOTOR_VEHICLES = ['CAR', 'TRUCK'] as const satisfies readonly Costing[]

/** Returns the vehicles whose roads are read together with those of this one. */
export const readTogetherWith = (costing: Costing): readonly Costing[] =>
  costing === 'BICYCLE' ? [costing] : MOTOR_VEHICLES
