// Finds the boundaries that contain a cell of the map. For each row of cells, the index stores the longitudes at which
// a boundary crosses the row, so that a look-up only compares numbers.
import { CELLS_PER_DEGREE, rowAndColumn } from '../matching/surrounding-cell.ts'
import type { Line } from '../street-lines.ts'

/** Each cell is tested at two rows and two columns, so that cells on a boundary belong to both sides. */
const ROWS_PER_DEGREE = 2 * CELLS_PER_DEGREE
/** Number of rows and of columns of cells in a coarse cell. The cells of a coarse cell share one list of boundaries. */
const COARSE_CELLS = 40

interface IndexedBoundary<T> {
  value: T
  /** Longitudes at which a row crosses the boundary, sorted, by row. */
  crossings: ReadonlyMap<number, readonly number[]>
}

export interface BoundaryIndex<T> {
  /** Returns the boundaries around a cell with the share of the cell inside, 0.25 to 1. */
  boundariesAround(cell: number): { value: T; share: number }[]
}

export function indexBoundaries<T>(all: readonly { value: T; boundary: readonly Line[] }[]): BoundaryIndex<T> {
  const byCoarseCell = new Map<string, IndexedBoundary<T>[]>()
  for (const { value, boundary } of all) {
    const shape = { value, crossings: rowCrossings(boundary) }
    for (const key of coarseCells(boundary)) byCoarseCell.set(key, [...(byCoarseCell.get(key) ?? []), shape])
  }
  return {
    boundariesAround(cell) {
      const { row, column } = rowAndColumn(cell)
      const boundaries = byCoarseCell.get(coarseKey(row, column)) ?? []
      return boundaries.flatMap(({ value, crossings }) => {
        let inside = 0
        for (const half of [0, 1])
          for (const quarter of [0.25, 0.75])
            if (isInside(crossings.get(2 * row + half), (column + quarter) / CELLS_PER_DEGREE)) inside++
        return inside > 0 ? [{ value, share: inside / 4 }] : []
      })
    },
  }
}

const coarseKey = (row: number, column: number): string =>
  `${Math.floor(row / COARSE_CELLS)} ${Math.floor(column / COARSE_CELLS)}`

function coarseCells(boundary: readonly Line[]): string[] {
  let [south, north, west, east] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const line of boundary)
    for (const { lat, lng } of line) {
      south = Math.min(south, lat)
      north = Math.max(north, lat)
      west = Math.min(west, lng)
      east = Math.max(east, lng)
    }
  const step = (degrees: number) => Math.floor((degrees * CELLS_PER_DEGREE) / COARSE_CELLS)
  const keys: string[] = []
  for (let row = step(south); row <= step(north); row++)
    for (let column = step(west); column <= step(east); column++) keys.push(`${row} ${column}`)
  return keys
}

function rowCrossings(boundary: readonly Line[]): Map<number, number[]> {
  const rows = new Map<number, number[]>()
  for (const line of boundary)
    for (let i = 1; i < line.length; i++) {
      const [a, b] = [line[i - 1], line[i]]
      if (!a || !b || a.lat === b.lat) continue
      const [low, high] = a.lat < b.lat ? [a, b] : [b, a]
      // Row r has the latitude (r + 0.5) / ROWS_PER_DEGREE.
      const last = Math.ceil(high.lat * ROWS_PER_DEGREE - 0.5)
      for (let row = Math.ceil(low.lat * ROWS_PER_DEGREE - 0.5); row < last; row++) {
        const share = ((row + 0.5) / ROWS_PER_DEGREE - low.lat) / (high.lat - low.lat)
        const lng = low.lng + share * (high.lng - low.lng)
        const list = rows.get(row)
        if (list) list.push(lng)
        else rows.set(row, [lng])
      }
    }
  for (const list of rows.values()) list.sort((a, b) => a - b)
  return rows
}

/** A location is inside if an odd number of crossings is to its west. */
function isInside(crossings: readonly number[] | undefined, lng: number): boolean {
  if (!crossings) return false
  let low = 0
  let high = crossings.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((crossings[middle] as number) < lng) low = middle + 1
    else high = middle
  }
  return low % 2 === 1
}
