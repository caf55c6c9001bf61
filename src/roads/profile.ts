// What roads are driven with: whose signs hold for it, and how large it is.
import type { Costing } from '../domain/planning/costing.ts'

export interface Profile {
  costing: Costing
  /** The keys that say who may drive, the most general first (https://wiki.openstreetmap.org/wiki/Key:access). */
  accessKeys: readonly string[]
  /** A restriction `except` one of these is none for it. */
  kinds: readonly string[]
  /** Its own speed limits, before the general ones. */
  speedKeys: readonly string[]
  heightMeters: number
  widthMeters: number
  lengthMeters: number
  weightTonnes: number
  /** No road is driven faster. */
  topKmh: number
}

/** A car, or a van of ordinary size. */
const CAR: Profile = {
  costing: 'CAR',
  accessKeys: ['access', 'vehicle', 'motor_vehicle', 'motorcar'],
  kinds: ['vehicle', 'motor_vehicle', 'motorcar'],
  speedKeys: ['maxspeed'],
  heightMeters: 2,
  widthMeters: 2,
  lengthMeters: 6,
  weightTonnes: 3,
  topKmh: 120,
}

/** A delivery truck: a box on two axles of up to 26,000 lb, as high as trailers are. */
const TRUCK: Profile = {
  costing: 'TRUCK',
  accessKeys: ['access', 'vehicle', 'motor_vehicle', 'goods', 'hgv'],
  kinds: ['vehicle', 'motor_vehicle', 'goods', 'hgv'],
  speedKeys: ['maxspeed:hgv', 'maxspeed'],
  heightMeters: 4,
  widthMeters: 2.6,
  lengthMeters: 10,
  weightTonnes: 11.8,
  topKmh: 100,
}

export const PROFILES: Record<Costing, Profile> = { CAR, TRUCK }
