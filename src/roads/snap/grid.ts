// Grid of cells with the segments that cross each cell, for finding the segments near a point.
import { UNITS_A_DEGREE } from '../read/read-roads.ts'

/** Minimum height of a cell, and minimum width in the middle of the area: about 200 meters. */
const FINEST_UNITS = 0.002 * UNITS_A_DEGREE
const CELLS_A_SEGMENT = 2

export interface Grid {
  /** South-western corner of the grid. */
  lat: number
  lng: number
  /** Size of a cell in units (see `UNITS_A_DEGREE`). */
  height: number
  width: number
  rows: number
  columns: number
  /** Index of the first segment of each cell, row by row. Has one element more than there are cells. */
  first: Int32Array
  segments: Int32Array
}

export interface Shapes {
  firstPoint: Int32Array
  lats: Int32Array
  lngs: Int32Array
}

/** Makes a grid of the segments that `isWanted` selects. */
export function makeGrid({ firstPoint, lats, lngs }: Shapes, isWanted: (segment: number) => boolean): Grid {
  const count = firstPoint.length - 1
  let [south, north, west, east] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let i = 0; i < lats.length; i++) {
    south = Math.min(south, lats[i]!)
    north = Math.max(north, lats[i]!)
    west = Math.min(west, lngs[i]!)
    east = Math.max(east, lngs[i]!)
  }
  if (lats.length === 0) [south, north, west, east] = [0, 0, 0, 0]
  const squeeze = Math.max(0.05, Math.cos((((south + north) / 2 / UNITS_A_DEGREE) * Math.PI) / 180))
  const area = (north - south + 1) * (east - west + 1) * squeeze
  const height = Math.ceil(Math.max(FINEST_UNITS, Math.sqrt(area / (CELLS_A_SEGMENT * count + 1))))
  const width = Math.ceil(height / squeeze)
  const rows = Math.floor((north - south) / height) + 1
  const columns = Math.floor((east - west) / width) + 1

  const visit = (see: (cell: number, segment: number) => void): void => {
    for (let segment = 0; segment < count; segment++) {
      if (!isWanted(segment)) continue
      let last = -1
      for (let i = firstPoint[segment]! + 1; i < firstPoint[segment + 1]!; i++) {
        // Visits all cells that the straight piece may touch. A long piece is split.
        const [dLat, dLng] = [lats[i]! - lats[i - 1]!, lngs[i]! - lngs[i - 1]!]
        const bits = Math.max(1, Math.ceil(Math.max(Math.abs(dLat) / height, Math.abs(dLng) / width)))
        for (let bit = 0; bit < bits; bit++) {
          const rowAt = (share: number): number => Math.floor((lats[i - 1]! + share * dLat - south) / height)
          const columnAt = (share: number): number => Math.floor((lngs[i - 1]! + share * dLng - west) / width)
          const [rowA, rowB, columnA, columnB] = [
            rowAt(bit / bits),
            rowAt((bit + 1) / bits),
            columnAt(bit / bits),
            columnAt((bit + 1) / bits),
          ]
          for (let row = Math.min(rowA, rowB); row <= Math.max(rowA, rowB); row++)
            for (let column = Math.min(columnA, columnB); column <= Math.max(columnA, columnB); column++) {
              const cell = row * columns + column
              if (cell !== last) see(cell, segment)
              last = cell
            }
        }
      }
    }
  }
  const first = new Int32Array(rows * columns + 1)
  visit((cell) => first[cell + 1]!++)
  for (let cell = 0; cell < rows * columns; cell++) first[cell + 1]! += first[cell]!
  const segments = new Int32Array(first[rows * columns]!)
  const filled = first.slice(0, rows * columns)
  visit((cell, segment) => {
    segments[filled[cell]!++] = segment
  })
  return { lat: south, lng: west, height, width, rows, columns, first, segments }
}

/**
 * Yields the cells at distance `ring` from the cell of the point: the border of a square. The point may be outside the
 * grid.
 */
export function* cellsAround(
  { lat, lng, height, width, rows, columns }: Grid,
  at: { lat: number; lng: number },
  ring: number,
): Generator<number> {
  const row = Math.floor((at.lat - lat) / height)
  const column = Math.floor((at.lng - lng) / width)
  for (let r = Math.max(0, row - ring); r <= Math.min(rows - 1, row + ring); r++) {
    const isEdge = r === row - ring || r === row + ring
    const step = isEdge || ring === 0 ? 1 : 2 * ring
    for (let c = column - ring; c <= column + ring; c += step) if (c >= 0 && c < columns) yield r * columns + c
  }
}
