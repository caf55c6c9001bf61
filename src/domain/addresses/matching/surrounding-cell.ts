// Cells of about 280 m, for which the index stores the surroundings.
import type { Point } from '../../orders/order.ts'

export const CELLS_A_DEGREE = 400
const ROW = 360 * CELLS_A_DEGREE

export const surroundingCell = ({ lat, lng }: Point): number =>
  Math.floor(lat * CELLS_A_DEGREE) * ROW + Math.floor(lng * CELLS_A_DEGREE)

/** Returns the cell and all cells up to `reach` rows and columns away, nearest first. */
export function cellsBeside(cell: number, reach: number): number[] {
  const steps = Array.from({ length: 2 * reach + 1 }, (_, i) => i - reach).sort((a, b) => Math.abs(a) - Math.abs(b))
  return steps.flatMap((row) => steps.map((column) => cell + row * ROW + column))
}

/** Returns the row and column of a cell in whole cells from 0° N 0° E. */
export function rowAndColumn(cell: number): { row: number; column: number } {
  const row = Math.round(cell / ROW)
  return { row, column: cell - row * ROW }
}
