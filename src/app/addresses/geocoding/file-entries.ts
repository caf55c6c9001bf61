// Entries of a file of addresses, before they are sorted by street.
import type { HouseNumber } from '../../../domain/addresses/house-numbers.ts'
import type { Line } from '../../../domain/addresses/street-lines.ts'
import type { Point } from '../../../domain/orders/order.ts'

export interface HouseEntry extends Point {
  /** All names of the street or, if the house has none, of the place by which it is numbered. */
  streets: readonly string[]
  isPlace: boolean
  numbers: readonly HouseNumber[]
  /** Estimated on an interpolation line. */
  estimated: boolean
  city: string
  /** Names of city, suburb, district and similar. */
  places: readonly string[]
  postcode: string
  state: string
  /** Names of state, county and country. */
  regions: readonly string[]
}

export interface RoadEntry {
  /** All names, the main one first. */
  names: readonly string[]
  line: Line
  postcode: string
}

export interface PlaceEntry {
  names: readonly string[]
  at: Point
  /** Meters from the location to which a place without a boundary extends. */
  radiusMeters: number
  /** Size of the settlement, 0 to 5. 4 is a municipality or a town. */
  rank: number
  /** Lines of the boundary. Empty if it is unknown. */
  boundary: readonly Line[]
  postcode: string
  /** A state, county or country. */
  isRegion: boolean
}

/** Null stands for an incomplete entry. */
export type AddressFileEntry = { house: HouseEntry } | { road: RoadEntry } | { place: PlaceEntry } | null
