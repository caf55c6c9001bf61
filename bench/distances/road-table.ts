// Reads a file with a real road table: locations, and durations (s) and distances (m) between them.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Point } from '../../src/domain/orders/order.ts'

export interface RoadTable {
  points: Point[]
  durations: Float64Array
  distances: Float64Array
}

export function readRoadTable(file: string | URL): RoadTable {
  const content = readFileSync(file)
  const json = String(file).endsWith('.gz') ? gunzipSync(content) : content
  const { locations, durations, distances } = JSON.parse(json.toString()) as {
    locations: Point[]
    durations: (number | null)[][]
    distances: (number | null)[][]
  }
  const rowMajor = (matrix: (number | null)[][]) => Float64Array.from(matrix.flat(), (leg) => leg ?? Infinity)
  return {
    points: locations.map(({ lat, lng }) => ({ lat, lng })),
    durations: rowMajor(durations),
    distances: rowMajor(distances),
  }
}

/** Returns the part of the table for the points that `keep` accepts. */
export function tableAmong(table: RoadTable, keep: (point: Point, index: number) => boolean): RoadTable {
  const side = table.points.length
  const kept = table.points.flatMap((point, i) => (keep(point, i) ? [i] : []))
  const among = (matrix: Float64Array) =>
    Float64Array.from(kept.flatMap((from) => kept.map((to) => matrix[from * side + to] as number)))
  return {
    points: kept.map((i) => table.points[i] as Point),
    durations: among(table.durations),
    distances: among(table.distances),
  }
}
