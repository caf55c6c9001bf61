// Divides the map into cells of 0.004 degrees, about 450 m from north to south. Nearby locations are searched by cell
// number.
import { METERS_A_DEGREE } from './geo.ts'
import type { Point } from '../orders/order.ts'

const CELLS_A_DEGREE = 250
const CELLS_AROUND_THE_EARTH = 360 * CELLS_A_DEGREE

/** Side of a cell in degrees. */
export const CELL_DEGREES = 1 / CELLS_A_DEGREE

/** Returns the number of the cell, which fits PostgreSQL's integer. */
export const cellOf = ({ lat, lng }: Point): number => rowOf(lat) * CELLS_AROUND_THE_EARTH + rowOf(lng)

/** Returns the cells and the eight neighbors of each. */
export function withNeighbors(cells: Iterable<number>): number[] {
  const steps = [-1, 0, 1]
  const all = [...cells].flatMap((cell) =>
    steps.flatMap((row) => steps.map((column) => cell + row * CELLS_AROUND_THE_EARTH + column)),
  )
  return [...new Set(all)]
}

/** Returns every cell with a location within this many meters north, south, east or west of one of the points. */
export function cellsAround(points: readonly Point[], meters: number): number[] {
  const cells = new Set<number>()
  for (const point of points) {
    const { south, north, west, east } = boxAround(point, meters)
    for (let row = rowOf(south); row <= rowOf(north); row++)
      for (let column = rowOf(west); column <= rowOf(east); column++) cells.add(row * CELLS_AROUND_THE_EARTH + column)
  }
  return [...cells]
}

/** Returns the box, in degrees, whose sides are `meters` north, south, east and west of the point. */
export function boxAround({ lat, lng }: Point, meters: number) {
  const high = meters / METERS_A_DEGREE
  const wide = high / Math.max(0.05, Math.cos((lat * Math.PI) / 180))
  return { south: lat - high, north: lat + high, west: lng - wide, east: lng + wide }
}

const rowOf = (degrees: number): number => Math.floor(degrees * CELLS_A_DEGREE)
