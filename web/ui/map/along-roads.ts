// Converts routes along the roads for maps.
import type { WaysOut } from '../../../src/contract/routes.ts'
import { decodePolyline } from '../../../src/domain/geo/polyline.ts'

export interface Leg {
  /** Longitude and latitude pairs along the leg. */
  coordinates: [number, number][]
  /** Whether the leg follows roads or is a straight line. */
  road: boolean
}

/** Locations in driving order, with a reload location before each stop that needs a reload. */
export const pointsInDrivingOrder = (
  stops: readonly { at: [number, number]; loadsAt: { lat: number; lng: number } | null }[],
): [number, number][] =>
  stops.flatMap(({ at, loadsAt }) => (loadsAt ? [[loadsAt.lng, loadsAt.lat] as [number, number], at] : [at]))

/**
 * Returns the legs between consecutive locations. Follows `ways`, unless their number shows that they belong to other
 * locations.
 */
export const legsAlong = (places: readonly [number, number][], ways: readonly (string | null)[]): Leg[] =>
  places.slice(1).map((to, i) => {
    const way = ways.length === places.length - 1 ? ways[i] : null
    const between = way ? decodePolyline(way).map(({ lat, lng }): [number, number] => [lng, lat]) : []
    return { coordinates: [places[i] ?? to, ...between, to], road: between.length > 0 }
  })

/** Legs as GeoJSON, with their other members as properties. */
export const linesOf = (legs: readonly Pick<Leg, 'coordinates'>[]) => ({
  type: 'FeatureCollection' as const,
  features: legs.map(({ coordinates, ...properties }) => ({
    type: 'Feature' as const,
    properties,
    geometry: { type: 'LineString' as const, coordinates },
  })),
})

/** Road geometry of the route's legs. Empty if the stops have changed since. */
export function legGeometryOf(routeId: string, stopIds: readonly string[], ways: WaysOut | null | undefined) {
  const found = ways?.routes.find(({ route_uuid }) => route_uuid === routeId)
  return found?.stop_uuids.join() === stopIds.join() ? (found?.legs ?? []) : []
}
