// What roads are driven with: whose signs hold for it, and how large it is.
import type { Costing } from '../domain/planning/costing.ts'

export interface Profile {
  costing: Costing
  /** Modes of transport whose signs hold for it, the most specific first (https://wiki.openstreetmap.org/wiki/Key:access). */
  modes: readonly string[]
  heightMeters: number
  widthMeters: number
  lengthMeters: number
  /** Loaded, and by its papers: the gross vehicle weight rating. It pulls no trailer. */
  weightTonnes: number
  /** On the axle that carries most. */
  axleTonnes: number
  axles: number
  /** No road is driven faster. */
  topKmh: number
}

/** A car, or a van of ordinary size. */
const CAR: Profile = {
  costing: 'CAR',
  modes: ['motorcar', 'motor_vehicle', 'vehicle'],
  heightMeters: 2,
  widthMeters: 2,
  lengthMeters: 6,
  weightTonnes: 3,
  axleTonnes: 1.8,
  axles: 2,
  topKmh: 120,
}

/** A delivery truck: a box on two axles of up to 26,000 lb, as high as trailers are. */
const TRUCK: Profile = {
  costing: 'TRUCK',
  modes: ['hgv', 'goods', 'motor_vehicle', 'vehicle'],
  heightMeters: 4,
  widthMeters: 2.6,
  lengthMeters: 10,
  weightTonnes: 11.8,
  axleTonnes: 8,
  axles: 2,
  topKmh: 100,
}

export const PROFILES: Record<Costing, Profile> = { CAR, TRUCK }
