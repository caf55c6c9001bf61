// DISTANCES=valhalla: road distances from a Valhalla server, by its sources_to_targets service
// (https://valhalla.github.io/valhalla/api/matrix/api-reference/).
import { z } from 'zod'
import type { RoadDistances } from '../app/ports.ts'
import { straightLineMeters } from '../domain/geo.ts'
import type { Point } from '../domain/order.ts'
import { fetchJson } from './fetch-json.ts'

/** A point farther than this from any road is not on the server's map: no leg to or from it is believed. */
const MAX_SNAP_METERS = 5_000

const MatrixAnswer = z.object({
  sources_to_targets: z.array(z.array(z.object({ time: z.number().nullish(), distance: z.number().nullish() }))),
})
/** Where the nearest roads are; Valhalla itself takes the nearest however far it is. */
const LocateAnswer = z.array(
  z.object({
    edges: z.array(z.object({ correlated_lat: z.number(), correlated_lon: z.number() })).nullish(),
  }),
)

export const valhalla = (baseUrl: string): RoadDistances => ({
  name: 'valhalla',
  table: async (points, signal) => {
    const post = (path: string, body: object) => fetchJson(new URL(`${baseUrl}/${path}`), { signal, body })
    const [matrix, located] = await Promise.all([
      post('sources_to_targets', matrixRequest(points)),
      post('locate', { locations: points.map(locationOf), costing: 'auto', verbose: false }),
    ])
    return matrixTable(points, matrix, located)
  },
})

const locationOf = ({ lat, lng }: Point) => ({ lat, lon: lng })

export function matrixRequest(points: readonly Point[]) {
  const locations = points.map(locationOf)
  return { sources: locations, targets: locations, costing: 'auto', units: 'kilometers' }
}

/** Valhalla's two answers as a table in seconds and meters. Throws when they are not for these points. */
export function matrixTable(points: readonly Point[], matrix: unknown, located: unknown) {
  const rows = MatrixAnswer.parse(matrix).sources_to_targets
  const places = LocateAnswer.parse(located)
  const side = points.length
  if (rows.length !== side || rows.some((row) => row.length !== side) || places.length !== side)
    throw new Error(`Valhalla's table is not ${side} by ${side}`)
  const offMap = points.map((point, i) => snapMeters(point, places[i]?.edges ?? []) > MAX_SNAP_METERS)
  const legs = rows.flatMap((row, from) => row.map((leg, to) => (offMap[from] || offMap[to] ? {} : leg)))
  return {
    durations: Float64Array.from(legs, ({ time }) => time ?? Infinity),
    distances: Float64Array.from(legs, ({ distance }) => (distance ?? Infinity) * 1_000),
  }
}

const snapMeters = (point: Point, edges: readonly { correlated_lat: number; correlated_lon: number }[]): number =>
  Math.min(...edges.map(({ correlated_lat: lat, correlated_lon: lng }) => straightLineMeters(point, { lat, lng })))
