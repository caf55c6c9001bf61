// A delivery zone as stored: an area, a weekly rhythm, a capacity and a cutoff.

type Ring = [number, number][]

/** GeoJSON, longitude first; rings after the first of a polygon are holes. */
export type ZoneGeometry = { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] }

/** HH:mm in the business's zone. */
export interface ZoneHours {
  start: string
  end: string
}

export interface Extent {
  /** Square meters, without the holes. */
  area: number
  west: number
  south: number
  east: number
  north: number
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
