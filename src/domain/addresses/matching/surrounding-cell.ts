// Cells of about 280 m, for which the index stores the surroundings.
import type { Point } from '../../orders/order.ts'

export const CELLS_PER_DEGREE = 400
const CELLS_PER_ROW = 360 * CELLS_PER_DEGREE

export const surroundingCell = ({ lat, lng }: Point): number =>
  Math.floor(lat * CELLS_PER_DEGREE) * CELLS_PER_ROW + Math.floor(lng * CELLS_PER_DEGREE)

/** Returns the cell and all cells up to `distance` rows and columns away, nearest first. */
export function cellsWithin(cell: number, distance: number): number[] {
  const steps = Array.from({ length: 2 * distance + 1 }, (_, i) => i - distance).sort(
    (a, b) => Math.abs(a) - Math.abs(b),
  )
  return steps.flatMap((row) => steps.map((column) => cell + row * CELLS_PER_ROW + column))
}

/** Returns the row and column of a cell in whole cells from 0° N 0° E. */
export function rowAndColumn(cell: number): { row: number; column: number } {
  const row = Math.round(cell / CELLS_PER_ROW)
  return { row, column: cell - row * CELLS_PER_ROW }
}
