// Servers on loopback with the response formats of each provider. All addresses have the same location, and each leg follows
// a street grid.
import type { IncomingMessage } from 'node:http'
import { straightLineMeters } from '../../src/domain/geo/geo.ts'
import type { Point } from '../../src/domain/orders/order.ts'
import { json, type Respond } from './stub-server.ts'

const PLACE = { lat: 38.9126, lng: -77.0286 }

/** Responds with the result of `of` for the request's URL and body. */
const answering =
  (of: (url: URL, body: string) => unknown): Respond =>
  (request, response) => {
    void textOf(request).then((body) =>
      json(of(new URL(request.url ?? '/', 'http://provider.test'), body))(request, response),
    )
  }

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

const geoJson = (properties: object) =>
  answering(() => ({
    features: [{ geometry: { type: 'Point', coordinates: [PLACE.lng, PLACE.lat] }, properties }],
  }))

export const GEOCODERS: Record<string, Respond> = {
  nominatim: answering(() => [
    { lat: String(PLACE.lat), lon: String(PLACE.lng), display_name: 'Here', place_rank: 30, address: {} },
  ]),
  photon: geoJson({ type: 'house', city: 'Washington' }),
  pelias: geoJson({ layer: 'address', match_type: 'exact', label: 'Here', locality: 'Washington' }),
  google: answering(() => ({
    status: 'OK',
    results: [{ formatted_address: 'Here', geometry: { location: PLACE, location_type: 'ROOFTOP' } }],
  })),
}

const legs = <T>(from: readonly Point[], to: readonly Point[], leg: (meters: number) => T): T[][] =>
  from.map((a) => to.map((b) => leg(Math.round(straightLineMeters(a, b) * 1.3))))

const osrmPoints = (url: URL): Point[] =>
  (url.pathname.split('/').at(-1) ?? '').split(';').map((pair) => {
    const [lng = 0, lat = 0] = pair.split(',').map(Number)
    return { lat, lng }
  })

interface ValhallaBody {
  locations?: { lat: number; lon: number }[]
  sources?: { lat: number; lon: number }[]
}
const valhallaPoints = (places: ValhallaBody['sources'] = []): Point[] =>
  places.map(({ lat, lon }) => ({ lat, lng: lon }))

interface GoogleWaypoint {
  waypoint: { location: { latLng: { latitude: number; longitude: number } } }
}
const googlePoints = (waypoints: GoogleWaypoint[]): Point[] =>
  waypoints.map(({ waypoint }) => ({ lat: waypoint.location.latLng.latitude, lng: waypoint.location.latLng.longitude }))

export const DISTANCES: Record<string, Respond> = {
  osrm: answering((url) => {
    const points = osrmPoints(url)
    return {
      code: 'Ok',
      durations: legs(points, points, (meters) => meters / 8),
      distances: legs(points, points, (meters) => meters),
      sources: points.map(() => ({ distance: 4 })),
    }
  }),
  valhalla: answering((url, body) => {
    const { locations, sources } = JSON.parse(body || '{}') as ValhallaBody
    if (url.pathname === '/locate')
      return locations?.map(({ lat, lon }) => ({ edges: [{ correlated_lat: lat, correlated_lon: lon }] }))
    const points = valhallaPoints(sources)
    return {
      sources_to_targets: legs(points, points, (meters) => ({ time: meters / 8, distance: meters / 1_000 })),
    }
  }),
  google: answering((_url, body) => {
    const asked = JSON.parse(body || '{"origins":[],"destinations":[]}') as Record<
      'origins' | 'destinations',
      GoogleWaypoint[]
    >
    const rows = legs(googlePoints(asked.origins), googlePoints(asked.destinations), (meters) => meters)
    return rows.flatMap((row, originIndex) =>
      row.map((distanceMeters, destinationIndex) => ({
        originIndex,
        destinationIndex,
        condition: 'ROUTE_EXISTS',
        distanceMeters,
        duration: `${Math.round(distanceMeters / 8)}s`,
      })),
    )
  }),
}
