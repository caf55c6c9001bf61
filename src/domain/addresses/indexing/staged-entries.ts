// Houses and roads of a file, before they are divided into streets.
import type { Point } from '../../orders/order.ts'
import type { HouseNumber } from '../house-numbers.ts'
import type { Line } from '../street-lines.ts'

export interface StagedHouse extends Point {
  kind: 'HOUSE'
  /** The key of the street's name, see `streetNameKey`. */
  key: string
  name: string
  isPlace: boolean
  number: HouseNumber
  estimated: boolean
  /** Index of the house's area in the list of areas, `StagedSource.areas`. */
  area: number
}

export interface StagedRoad {
  kind: 'ROAD'
  key: string
  name: string
  /** Other names of the same road. */
  aliases: readonly string[]
  /** Whether `name` is the road's first name. For another name, a street is stored only if houses have this name. */
  isMain: boolean
  postcode: string
  line: Line
}
