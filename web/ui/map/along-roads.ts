// Routes along the roads, as maps draw them.
import type { WaysOut } from '../../../src/contract/routes.ts'
import { decodePolyline } from '../../../src/domain/geo/polyline.ts'

export interface Leg {
  /** Longitude and latitude, from place to place. */
  coordinates: [number, number][]
  /** Along the roads; else straight. */
  road: boolean
}

/** Stops in driving order, where the vehicle loads again before each that it loads again for. */
export const placesAlong = (
  stops: readonly { at: [number, number]; loadsAt: { lat: number; lng: number } | null }[],
): [number, number][] =>
  stops.flatMap(({ at, loadsAt }) => (loadsAt ? [[loadsAt.lng, loadsAt.lat] as [number, number], at] : [at]))

/** From each of the places to the next, along the ways where those are known: none where they are of other places. */
export const legsAlong = (places: readonly [number, number][], ways: readonly (string | null)[]): Leg[] =>
  places.slice(1).map((to, i) => {
    const way = ways.length === places.length - 1 ? ways[i] : null
    const between = way ? decodePolyline(way).map(({ lat, lng }): [number, number] => [lng, lat]) : []
    return { coordinates: [places[i] ?? to, ...between, to], road: between.length > 0 }
  })

/** Legs as a map's source holds them, with their other members as properties. */
export const linesOf = (legs: readonly Pick<Leg, 'coordinates'>[]) => ({
  type: 'FeatureCollection' as const,
  features: legs.map(({ coordinates, ...properties }) => ({
    type: 'Feature' as const,
    properties,
    geometry: { type: 'LineString' as const, coordinates },
  })),
})

/** The ways of the route's legs, unless its stops are others by now. */
export function wayOf(routeId: string, stopIds: readonly string[], ways: WaysOut | null | undefined) {
  const found = ways?.routes.find(({ route_uuid }) => route_uuid === routeId)
  return found?.stop_uuids.join() === stopIds.join() ? (found?.legs ?? []) : []
}
