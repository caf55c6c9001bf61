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
  /** Index of its area in the list that the import keeps. */
  area: number
}

export interface StagedRoad {
  kind: 'ROAD'
  key: string
  name: string
  /** Other names of the same road. */
  aliases: readonly string[]
  /** The first name of the road. A street with another name is only built if it has houses. */
  isMain: boolean
  postcode: string
  line: Line
}
