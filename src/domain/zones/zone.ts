// A delivery zone as stored: an area, a weekly rhythm, a capacity and a cutoff.

import { type Text } from '../../texts/text.ts'
import { METERS_A_DEGREE } from '../geo/geo.ts'
import type { Point } from '../orders/order.ts'

export type Ring = [number, number][]

/** Of one business, over all its zones: what every check of a place may have to go through. */
export const MAX_ZONES = 2_000
export const MAX_CORNERS = 200_000

/** Areas with more corners than a person places by hand are simplified when they are saved. */
export const SIMPLIFIED_FROM_CORNERS = 500
/** No corner left out was farther from the edge that replaces it. */
export const SIMPLIFIED_METERS = 2

/** GeoJSON, longitude first; rings after the first of a polygon are holes. */
export type ZoneGeometry = { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] }

/** HH:mm in the business's zone. */
export interface ZoneHours {
  start: string
  end: string
}

/** The closing position of a ring is no corner. */
export const cornersOf = (geometry: ZoneGeometry): number =>
  ringsOf(geometry).reduce((sum, ring) => sum + ring.length - 1, 0)

export const ringsOf = ({ type, coordinates }: ZoneGeometry): Ring[] =>
  type === 'Polygon' ? coordinates : coordinates.flat()

/** An area ready to be stored. */
export interface StoredArea {
  /** GeoJSON as text: large ones are never read on the event loop. */
  geometry: string
  extent: Extent
  corners: number
}

/** An area in a request, with the name that its properties give it. */
export type ReadArea = { name: string | null } & ({ area: StoredArea } | { fault: Text })

export interface Extent {
  /** Square meters, without the holes. */
  area: number
  west: number
  south: number
  east: number
  north: number
}

/** No edge within the box is nearer than this; measured as the distance to an edge is, on a plane around the point. */
export function metersToBox({ west, south, east, north }: Omit<Extent, 'area'>, { lat, lng }: Point): number {
  const perLng = METERS_A_DEGREE * Math.cos((lat * Math.PI) / 180)
  const outside = (at: number, from: number, to: number) => Math.max(from - at, at - to, 0)
  return Math.hypot(outside(lng, west, east) * perLng, outside(lat, south, north) * METERS_A_DEGREE)
}

const EARTH_RADIUS_METERS = 6_371_008.8

/** How much an area covers, and the box around it. */
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
