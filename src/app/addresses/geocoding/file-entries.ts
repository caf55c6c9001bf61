// Entries of a file of addresses, before they are sorted by street.
import type { HouseNumber } from '../../../domain/addresses/house-numbers.ts'
import type { Settlement } from '../../../domain/addresses/indexing/surroundings.ts'
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

/** Null stands for an incomplete entry. */
export type AddressFileEntry = { house: HouseEntry } | { road: RoadEntry } | { place: Settlement } | null
