// A street within one town, with its houses near the searched numbers.
import type { Point } from '../../orders/order.ts'
import type { HouseNumber } from '../house-numbers.ts'
import type { Line } from '../street-lines.ts'

/** Address parts that a house has in addition to its street and number. Keys are folded. */
export interface AddressArea {
  city: string
  cityText: string
  /** City, suburb, district and similar. */
  placeKeys: readonly string[]
  postcode: string
  postcodeText: string
  stateText: string
}

export interface IndexedHouse extends Point {
  number: HouseNumber
  /** Estimated from the ends of an interpolation line. */
  isEstimated: boolean
  area: AddressArea
}

export interface BoundingBox {
  south: number
  west: number
  north: number
  east: number
}

/** A street, or the numbered houses of a place, within one town. */
export interface TownStreet {
  /** Identifies the street among those of one look-up. */
  id: string
  town: string
  /** Houses that are numbered by their place and have no street. */
  isPlace: boolean
  middle: Point
  /** Meters from the middle to the farthest known location. */
  radiusMeters: number
  box: BoundingBox
  /** Postal codes of the road itself. */
  postcodes: ReadonlySet<string>
  houseCount: number
  /** No houses are known, and the street continues in another town. Its houses can be anywhere on the whole street. */
  isFragment: boolean
  highestNumber: number
  /** The houses near the searched numbers. */
  houses: readonly IndexedHouse[]
  lines: readonly Line[]
}

/** Surroundings of a location. */
export interface LocationSurroundings {
  /** Places whose boundaries contain it. */
  inside: ReadonlySet<string>
  /**
   * Places nearby, each with the cost if a query names it. The nearest town costs little. Another town nearby costs
   * almost as much as a distant town.
   */
  near: ReadonlyMap<string, number>
  postcodes: ReadonlySet<string>
  states: ReadonlySet<string>
}

/** Streets of one name closer than this are one street. */
export const MAX_SAME_STREET_METERS = 900
