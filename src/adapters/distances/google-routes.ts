// DISTANCES=google: road distances from Google's Routes API
// (https://developers.google.com/maps/documentation/routes/reference/rest/v2/TopLevel/computeRouteMatrix).
import { z } from 'zod'
import type { RoadDistances } from '../../app/ports/roads.ts'
import type { Point } from '../../domain/orders/order.ts'
import { decodePolyline } from '../../domain/geo/polyline.ts'
import { fetchJson, ProviderStatus } from '../fetch-json.ts'
import { fetchWays } from './ways.ts'

/** Google returns at most 625 legs per request. */
const BLOCK = 25
const FIELDS = 'originIndex,destinationIndex,status,condition,distanceMeters,duration'

const MatrixAnswer = z.array(
  z.object({
    originIndex: z.number().int().default(0),
    destinationIndex: z.number().int().default(0),
    status: z.object({ code: z.number().optional() }).default({}),
    condition: z.string().optional(),
    distanceMeters: z.number().default(0),
    duration: z
      .string()
      .regex(/^\d+(\.\d+)?s$/)
      .optional(),
  }),
)
type Leg = z.output<typeof MatrixAnswer>[number]

export const googleRoutes = (baseUrl: string, key: string): RoadDistances => ({
  name: 'google',
  priced: true,
  table: async (points, signal) => {
    const side = points.length
    const durations = new Float64Array(side * side).fill(Number.NaN)
    const distances = new Float64Array(side * side).fill(Number.NaN)
    const starts = Array.from({ length: Math.ceil(side / BLOCK) }, (_, i) => i * BLOCK)
    // Requests run one after the other to stay within Google's rate limit.
    for (const row of starts)
      for (const column of starts) {
        const [origins, destinations] = [points.slice(row, row + BLOCK), points.slice(column, column + BLOCK)]
        const legs = await blockOf(baseUrl, key, origins, destinations, signal)
        for (const leg of legs) {
          const at = (row + leg.originIndex) * side + column + leg.destinationIndex
          const { seconds, meters } = legOfResult(leg)
          durations[at] = seconds
          distances[at] = meters
        }
      }
    return { durations, distances }
  },
  ways: (chain, signal) => fetchWays((places) => waysOf(baseUrl, key, places, signal), chain),
})

const RouteAnswer = z.object({
  routes: z
    .array(z.object({ legs: z.array(z.object({ polyline: z.object({ encodedPolyline: z.string() }) })) }))
    .default([]),
})

async function waysOf(baseUrl: string, key: string, places: readonly Point[], signal: AbortSignal): Promise<Point[][]> {
  const [origin, ...rest] = places.map((place) => waypointOf(place).waypoint)
  const body = {
    origin,
    destination: rest.pop(),
    intermediates: rest,
    travelMode: 'DRIVE',
    routingPreference: 'TRAFFIC_UNAWARE',
  }
  const headers = { 'x-goog-api-key': key, 'x-goog-fieldmask': 'routes.legs.polyline.encodedPolyline' }
  const url = new URL(`${baseUrl}/directions/v2:computeRoutes`)
  const { routes } = RouteAnswer.parse(await fetchJson(url, { signal, headers, body }))
  // If there is no route, Google's response is empty. The other providers return 400, so this error tells `fetchWays`
  // the same.
  if (!routes[0]) throw new ProviderStatus(url.origin, 400)
  return routes[0].legs.map(({ polyline }) => decodePolyline(polyline.encodedPolyline))
}

async function blockOf(
  baseUrl: string,
  key: string,
  origins: readonly Point[],
  destinations: readonly Point[],
  signal: AbortSignal,
): Promise<Leg[]> {
  const body = {
    origins: origins.map(waypointOf),
    destinations: destinations.map(waypointOf),
    travelMode: 'DRIVE',
    routingPreference: 'TRAFFIC_UNAWARE',
  }
  const headers = { 'x-goog-api-key': key, 'x-goog-fieldmask': FIELDS }
  const url = new URL(`${baseUrl}/distanceMatrix/v2:computeRouteMatrix`)
  const legs = MatrixAnswer.parse(await fetchJson(url, { signal, headers, body }))
  if (legs.length !== origins.length * destinations.length)
    throw new Error(`Google answered ${legs.length} legs of ${origins.length * destinations.length}`)
  return legs
}

const waypointOf = ({ lat, lng }: Point) => ({
  waypoint: { location: { latLng: { latitude: lat, longitude: lng } } },
})

/** A leg without a route is unreachable. A leg with an error makes the whole table fail. */
function legOfResult({ status, condition, duration, distanceMeters }: Leg): { seconds: number; meters: number } {
  if (status.code) throw new Error(`Google answered a leg with the error ${status.code}`)
  if (condition === 'ROUTE_NOT_FOUND') return { seconds: Infinity, meters: Infinity }
  if (condition !== 'ROUTE_EXISTS' || duration === undefined) throw new Error('Google answered a leg without a time')
  return { seconds: Number(duration.slice(0, -1)), meters: distanceMeters }
}
