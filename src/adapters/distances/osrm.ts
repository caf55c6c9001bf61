// DISTANCES=osrm: road distances from an OSRM server's table service, and route geometry from its route service
// (https://project-osrm.org/docs/v5.24.0/api/#table-service).
import { z } from 'zod'
import type { RoadDistances } from '../../app/ports/roads.ts'
import type { Point } from '../../domain/orders/order.ts'
import { decodePolyline } from '../../domain/geo/polyline.ts'
import { fetchJson } from '../fetch-json.ts'
import { fetchWays } from './ways.ts'

/** A point farther than this from any road is outside the server's map. Legs to and from it are ignored. */
const MAX_SNAP_METERS = 5_000

const Matrix = z.array(z.array(z.number().nullable()))
const TableAnswer = z.object({
  code: z.literal('Ok'),
  durations: Matrix,
  distances: Matrix,
  sources: z.array(z.object({ distance: z.number().optional() })).optional(),
})
const RouteAnswer = z.object({
  code: z.literal('Ok'),
  routes: z.tuple([z.object({ legs: z.array(z.object({ steps: z.array(z.object({ geometry: z.string() })) })) })]),
})

/** A server has one profile. Trucks use a separate server or the server for cars. */
export const osrm = (carUrl: string, truckUrl: string = carUrl): RoadDistances => ({
  name: 'osrm',
  costings: truckUrl === carUrl ? ['CAR'] : ['CAR', 'TRUCK'],
  table: async (points, signal, vehicle) => {
    const url = new URL(
      `${vehicle?.costing === 'TRUCK' ? truckUrl : carUrl}/table/v1/driving/${pathOf(points)}?annotations=duration,distance`,
    )
    const answer = TableAnswer.parse(await fetchJson(url, { signal }))
    const roadMeters = points.map((_, i) => answer.sources?.[i]?.distance ?? null)
    const offMap = roadMeters.map((meters) => (meters ?? 0) > MAX_SNAP_METERS)
    return {
      durations: rowMajor(answer.durations, offMap),
      distances: rowMajor(answer.distances, offMap),
      roadMeters,
    }
  },
  ways: (chain, signal, vehicle) =>
    fetchWays(async (places) => {
      const url = new URL(
        `${vehicle?.costing === 'TRUCK' ? truckUrl : carUrl}/route/v1/driving/${pathOf(places)}?overview=false&steps=true`,
      )
      const { legs } = RouteAnswer.parse(await fetchJson(url, { signal })).routes[0]
      return legs.map(({ steps }) => steps.flatMap(({ geometry }) => decodePolyline(geometry)))
    }, chain),
})

const pathOf = (points: readonly Point[]): string =>
  points.map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';')

/** Converts OSRM's matrix to one array, row by row. A null in the matrix is a leg without a route. */
function rowMajor(matrix: (number | null)[][], offMap: readonly boolean[]): Float64Array {
  const side = offMap.length
  if (matrix.length !== side || matrix.some((row) => row.length !== side))
    throw new Error(`OSRM's table is not ${side} by ${side}`)
  return Float64Array.from(
    matrix.flatMap((row, from) => row.map((leg, to) => (offMap[from] || offMap[to] ? Infinity : (leg ?? Infinity)))),
  )
}
