// DISTANCES=osrm: road distances from an OSRM server, by its table service
// (https://project-osrm.org/docs/v5.24.0/api/#table-service).
import { z } from 'zod'
import type { RoadDistances } from '../app/ports.ts'
import { fetchJson } from './fetch-json.ts'

/** A point farther than this from any road is not on the server's map: no leg to or from it is believed. */
const MAX_SNAP_METERS = 5_000

const Matrix = z.array(z.array(z.number().nullable()))
const TableAnswer = z.object({
  code: z.literal('Ok'),
  durations: Matrix,
  distances: Matrix,
  sources: z.array(z.object({ distance: z.number().optional() })).optional(),
})

export const osrm = (baseUrl: string): RoadDistances => ({
  name: 'osrm',
  table: async (points, signal) => {
    const path = points.map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';')
    const url = new URL(`${baseUrl}/table/v1/driving/${path}?annotations=duration,distance`)
    const answer = TableAnswer.parse(await fetchJson(url, { signal }))
    const offMap = points.map((_, i) => (answer.sources?.[i]?.distance ?? 0) > MAX_SNAP_METERS)
    return {
      durations: rowMajor(answer.durations, offMap),
      distances: rowMajor(answer.distances, offMap),
    }
  },
})

/** Null in OSRM's matrix is a leg without a way. */
function rowMajor(matrix: (number | null)[][], offMap: readonly boolean[]): Float64Array {
  const side = offMap.length
  if (matrix.length !== side || matrix.some((row) => row.length !== side))
    throw new Error(`OSRM's table is not ${side} by ${side}`)
  return Float64Array.from(
    matrix.flatMap((row, from) => row.map((leg, to) => (offMap[from] || offMap[to] ? Infinity : (leg ?? Infinity)))),
  )
}
