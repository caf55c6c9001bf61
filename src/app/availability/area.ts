// Points in areas with holes and several parts. A point on an edge is inside (docs/spec/availability.md#answer).
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { METERS_A_DEGREE } from '../../domain/geo.ts'
import type { Point } from '../../domain/order.ts'
import type { ZoneGeometry } from '../../domain/zone.ts'

export const isInside = (area: ZoneGeometry, { lat, lng }: Point): boolean => booleanPointInPolygon([lng, lat], area)

/**
 * Meters from a point outside to the nearest edge, measured on a plane around the point: right to a percent within
 * some hundred miles.
 */
export function metersToEdge(area: ZoneGeometry, { lat, lng }: Point): number {
  const perLat = METERS_A_DEGREE
  const perLng = METERS_A_DEGREE * Math.cos((lat * Math.PI) / 180)
  let nearest = Infinity
  for (const ring of area.type === 'Polygon' ? area.coordinates : area.coordinates.flat()) {
    const corners = ring.map(([x, y]) => ({ x: (x - lng) * perLng, y: (y - lat) * perLat }))
    for (const [i, a] of corners.entries()) {
      const b = corners[i + 1] ?? a
      const [dx, dy] = [b.x - a.x, b.y - a.y]
      const along = Math.min(1, Math.max(0, -(a.x * dx + a.y * dy) / (dx * dx + dy * dy || 1)))
      nearest = Math.min(nearest, Math.hypot(a.x + along * dx, a.y + along * dy))
    }
  }
  return nearest
}

export interface Box {
  west: number
  south: number
  east: number
  north: number
}

const CELLS_A_SIDE = 64
const UNKNOWN = 0
const INSIDE = 1
const OUTSIDE = 2
const HAS_EDGE = 3

/**
 * Counts how many of some points (latitude, longitude, latitude, …) are inside. The box is cut into cells: in one
 * that no edge touches every point is as the first, so that a month's orders cost few tests against a real boundary's
 * thousands of corners.
 */
export function countInside(area: ZoneGeometry, box: Box): (points: Float64Array) => number {
  const { column, row } = gridOver(box)
  const cells = cellsWithEdges(area, column, row)
  return (points) => {
    let count = 0
    for (let i = 0; i < points.length; i += 2) {
      const lat = points[i] as number
      const lng = points[i + 1] as number
      if (lat < box.south || lat > box.north || lng < box.west || lng > box.east) continue
      const cell = row(lat) * CELLS_A_SIDE + column(lng)
      const known = cells[cell]
      if (known === INSIDE) count++
      if (known === INSIDE || known === OUTSIDE) continue
      const inside = isInside(area, { lat, lng })
      if (inside) count++
      if (known === UNKNOWN) cells[cell] = inside ? INSIDE : OUTSIDE
    }
    return count
  }
}

function gridOver({ west, south, east, north }: Box) {
  const index = (value: number, from: number, to: number) =>
    Math.min(CELLS_A_SIDE - 1, Math.max(0, Math.floor(((value - from) / (to - from || 1)) * CELLS_A_SIDE)))
  return { column: (lng: number) => index(lng, west, east), row: (lat: number) => index(lat, south, north) }
}

function cellsWithEdges(area: ZoneGeometry, column: (lng: number) => number, row: (lat: number) => number): Uint8Array {
  const cells = new Uint8Array(CELLS_A_SIDE * CELLS_A_SIDE)
  const rings = area.type === 'Polygon' ? area.coordinates : area.coordinates.flat()
  for (const ring of rings) {
    let [before] = ring
    for (const corner of ring) {
      if (before) markBetween(cells, before, corner, column, row)
      before = corner
    }
  }
  return cells
}

/** Marks the cells of the box around an edge: more than it touches, never fewer. */
function markBetween(
  cells: Uint8Array,
  [lngA, latA]: readonly [number, number],
  [lngB, latB]: readonly [number, number],
  column: (lng: number) => number,
  row: (lat: number) => number,
): void {
  const [west, east] = [column(Math.min(lngA, lngB)), column(Math.max(lngA, lngB))]
  const [south, north] = [row(Math.min(latA, latB)), row(Math.max(latA, latB))]
  for (let y = south; y <= north; y++) cells.fill(HAS_EDGE, y * CELLS_A_SIDE + west, y * CELLS_A_SIDE + east + 1)
}
