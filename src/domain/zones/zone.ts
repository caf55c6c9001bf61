// A delivery zone as stored: an area, weekly hours, a capacity and a cutoff.

import { type Text } from '../../texts/text.ts'
import { METERS_A_DEGREE } from '../geo/geo.ts'
import type { Point } from '../orders/order.ts'

export type Ring = [number, number][]

/**
 * Maximum number of zones of one business, and of the corners of all its zones. Each check of a location may have to
 * examine all of them.
 */
export const MAX_ZONES = 2_000
export const MAX_CORNERS = 200_000

/** Areas with more corners than a person would draw are simplified when they are saved. */
export const SIMPLIFIED_FROM_CORNERS = 500
/** Maximum distance between a removed corner and the edge that replaces it. */
export const SIMPLIFIED_METERS = 2

/** GeoJSON, longitude first. The rings after the first ring of a polygon are holes. */
export type ZoneGeometry = { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] }

/** HH:mm in the business's time zone. */
export interface ZoneHours {
  start: string
  end: string
}

/** Counts the corners. The closing position of a ring doesn't count. */
export const cornersOf = (geometry: ZoneGeometry): number =>
  ringsOf(geometry).reduce((sum, ring) => sum + ring.length - 1, 0)

/** Returns the rings of all polygons, including holes. */
export const ringsOf = ({ type, coordinates }: ZoneGeometry): Ring[] =>
  type === 'Polygon' ? coordinates : coordinates.flat()

/** An area ready to be stored. */
export interface StoredArea {
  /** GeoJSON as text, because parsing a large area would block the event loop. */
  geometry: string
  extent: Extent
  corners: number
}

/** An area in a request, with the name from its properties. */
export type ReadArea = { name: string | null } & ({ area: StoredArea } | { fault: Text })

export interface Extent {
  /** Square meters, without the holes. */
  area: number
  west: number
  south: number
  east: number
  north: number
}

/**
 * Returns the distance from the point to the box. No edge in the box is closer. Measured on a plane around the point,
 * like the distance to an edge.
 */
export function metersToBox({ west, south, east, north }: Omit<Extent, 'area'>, { lat, lng }: Point): number {
  const perLng = METERS_A_DEGREE * Math.cos((lat * Math.PI) / 180)
  const outside = (at: number, from: number, to: number) => Math.max(from - at, at - to, 0)
  return Math.hypot(outside(lng, west, east) * perLng, outside(lat, south, north) * METERS_A_DEGREE)
}

const EARTH_RADIUS_METERS = 6_371_008.8

/** Returns the size of an area and its bounding box. */
export function extentOf(geometry: ZoneGeometry): Extent {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const extent: Extent = { area: 0, west: 180, south: 90, east: -180, north: -90 }
  for (const [outline = [], ...holes] of polygons) {
    extent.area += ringArea(outline)
    for (const hole of holes) extent.area -= ringArea(hole)
    for (const [lng, lat] of outline) {
      extent.west = Math.min(extent.west, lng)
      extent.east = Math.max(extent.east, lng)
      extent.south = Math.min(extent.south, lat)
      extent.north = Math.max(extent.north, lat)
    }
  }
  return extent
}

// Chamberlain and Duquette, "Some algorithms for polygons on a sphere", JPL 07-03 (2007), equation 6.
function ringArea(ring: Ring): number {
  const radians = Math.PI / 180
  let sum = 0
  for (const [i, [lng, lat]] of ring.entries()) {
    const [nextLng, nextLat] = ring[(i + 1) % ring.length] ?? [lng, lat]
    sum += (nextLng - lng) * radians * (2 + Math.sin(lat * radians) + Math.sin(nextLat * radians))
  }
  return Math.abs((sum * EARTH_RADIUS_METERS ** 2) / 2)
}
