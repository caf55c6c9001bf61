// DISTANCES=valhalla: road distances from a Valhalla server's sources_to_targets service, and route geometry from its
// route service (https://valhalla.github.io/valhalla/api/matrix/api-reference/).
import { z } from 'zod'
import type { RoadDistances } from '../../app/ports/roads.ts'
import { COSTINGS } from '../../domain/planning/costing.ts'
import { type RoadVehicle, wholeSizeOf } from '../../domain/planning/road-vehicle.ts'
import { straightLineMeters } from '../../domain/geo/geo.ts'
import type { Point } from '../../domain/orders/order.ts'
import { decodePolyline } from '../../domain/geo/polyline.ts'
import { fetchJson } from '../fetch-json.ts'
import { fetchWays } from './ways.ts'

/** A point farther than this from any road is outside the server's map. Legs to and from it are ignored. */
const MAX_SNAP_METERS = 5_000

const MatrixAnswer = z.object({
  sources_to_targets: z.array(z.array(z.object({ time: z.number().nullish(), distance: z.number().nullish() }))),
})
/**
 * Nearest road of each point. Checked because Valhalla's table uses the nearest road at any distance, even far outside
 * its map.
 */
const LocateAnswer = z.array(
  z.object({
    edges: z.array(z.object({ correlated_lat: z.number(), correlated_lon: z.number() })).nullish(),
  }),
)

export const valhalla = (baseUrl: string): RoadDistances => {
  const asking =
    (signal: AbortSignal): Ask =>
    (service, body) =>
      fetchJson(new URL(`${baseUrl}/${service}`), { signal, body })
  return {
    name: 'valhalla',
    costings: COSTINGS,
    knowsSizes: true,
    table: (points, signal, vehicle) => tableBy(asking(signal), points, vehicle),
    ways: (chain, signal, vehicle) => waysOf(asking(signal), chain, vehicle),
  }
}

/**
 * Returns Valhalla's costing, with options for the vehicle's own measures in meters and tonnes. Trucks have options for all
 * measures, and cars have options for height and width. Bicycles have no options.
 */
function costingOf({ costing, size = {} }: RoadVehicle = { costing: 'CAR' }) {
  const { heightMeters: height, widthMeters: width, lengthMeters: length, weightTonnes: weight } = size
  // Valhalla's default axle load is 9.07 t, also for a vehicle with a lower weight.
  const { axleTonnes: axle_load } = weight === undefined ? size : wholeSizeOf({ costing, size })
  const [name, options] = {
    CAR: ['auto', { height, width }] as const,
    TRUCK: ['truck', { height, width, length, weight, axle_load }] as const,
    BICYCLE: ['bicycle', {}] as const,
  }[costing]
  const isStated = Object.values(options).some((measure) => measure !== undefined)
  return { costing: name, ...(isStated && { costing_options: { [name]: options } }) }
}

/** Calls one of Valhalla's services. */
export type Ask = (service: 'locate' | 'sources_to_targets' | 'route', body: object) => Promise<unknown>

const RouteAnswer = z.object({ trip: z.object({ legs: z.array(z.object({ shape: z.string() })) }) })

const waysOf = (ask: Ask, chain: readonly Point[], vehicle?: RoadVehicle): Promise<(Point[] | null)[]> =>
  fetchWays(async (places) => {
    const locations = places.map(({ lat, lng }) => ({ lat, lon: lng }))
    const { trip } = RouteAnswer.parse(
      await ask('route', { locations, ...costingOf(vehicle), directions_type: 'none' }),
    )
    return trip.legs.map(({ shape }) => decodePolyline(shape, 6))
  }, chain)

/** Returns the table in seconds and meters. Throws if the responses don't match the points. */
export async function tableBy(ask: Ask, points: readonly Point[], vehicle?: RoadVehicle) {
  const costing = costingOf(vehicle)
  const locations = points.map(({ lat, lng }) => ({ lat, lon: lng }))
  const places = LocateAnswer.parse(await ask('locate', { locations, ...costing, verbose: false }))
  if (places.length !== points.length) throw new Error(`Valhalla located ${places.length} of ${points.length} points`)
  // If a single point is outside the map, Valhalla rejects the whole table. Such points are therefore left out of the
  // request.
  const roadMeters = points.map((point, i) => snapMeters(point, places[i]?.edges ?? []))
  const onMap = roadMeters.flatMap((meters, i) => (meters <= MAX_SNAP_METERS ? [i] : []))
  const asked = onMap.map((i) => locations[i])
  const rows =
    asked.length > 0
      ? MatrixAnswer.parse(
          await ask('sources_to_targets', { sources: asked, targets: asked, ...costing, units: 'kilometers' }),
        ).sources_to_targets
      : []
  if (rows.length !== asked.length || rows.some((row) => row.length !== asked.length))
    throw new Error(`Valhalla's table is not ${asked.length} by ${asked.length}`)

  const side = points.length
  const durations = new Float64Array(side * side).fill(Infinity)
  const distances = new Float64Array(side * side).fill(Infinity)
  for (const [i, row] of rows.entries())
    for (const [j, { time, distance }] of row.entries()) {
      const at = (onMap[i] as number) * side + (onMap[j] as number)
      durations[at] = time ?? Infinity
      distances[at] = (distance ?? Infinity) * 1_000
    }
  return { durations, distances, roadMeters }
}

const snapMeters = (point: Point, edges: readonly { correlated_lat: number; correlated_lon: number }[]): number =>
  Math.min(...edges.map(({ correlated_lat: lat, correlated_lon: lng }) => straightLineMeters(point, { lat, lng })))
