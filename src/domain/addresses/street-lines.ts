// Geometry of streets: lines of points, on a plane that is accurate enough over a few kilometers.
import { METERS_A_DEGREE } from '../geo/geo.ts'
import { CELL_DEGREES } from '../geo/map-cell.ts'
import type { Point } from '../orders/order.ts'

/** If a location is farther than this beyond the end of a line, it counts as past the end. */
const PAST_END_METERS = 30

export type Line = readonly Point[]

/** Meters to the east and to the north. */
export interface Offset {
  east: number
  north: number
}

/** The location on the lines that is nearest to a point. */
export interface LineProjection {
  point: Point
  meters: number
  /** Unit vector of the line's direction. Its sign has no meaning. */
  heading: Offset
  isPastEnd: boolean
}

/** Returns the offset from one point to another in meters. */
export function offsetBetween(from: Point, to: Point): Offset {
  const lngScale = Math.cos((from.lat * Math.PI) / 180)
  return {
    east: (to.lng - from.lng) * lngScale * METERS_A_DEGREE,
    north: (to.lat - from.lat) * METERS_A_DEGREE,
  }
}

/** Returns the point at this offset from another point. */
export function offsetPoint(from: Point, { east, north }: Offset): Point {
  const lngScale = Math.cos((from.lat * Math.PI) / 180)
  return { lat: from.lat + north / METERS_A_DEGREE, lng: from.lng + east / METERS_A_DEGREE / lngScale }
}

/** Returns the nearest location on the lines, or null if there are no lines. */
export function projectOnLines(lines: readonly Line[], point: Point): LineProjection | null {
  const lngScale = Math.cos((point.lat * Math.PI) / 180)
  const offset = ({ lat, lng }: Point): Offset => ({
    east: (lng - point.lng) * lngScale * METERS_A_DEGREE,
    north: (lat - point.lat) * METERS_A_DEGREE,
  })
  let best: LineProjection | null = null
  for (const line of lines) {
    let from: Offset | null = null
    for (const end of line) {
      const to = offset(end)
      const projection = from && projectOnSegment(from, to)
      from = to
      if (projection && !(best && best.meters <= projection.meters))
        best = { ...projection, point: offsetPoint(point, projection.offset) }
    }
  }
  return best
}

/** Returns the nearest location on a segment to the origin, or null if both ends are equal. */
function projectOnSegment(from: Offset, to: Offset): (Omit<LineProjection, 'point'> & { offset: Offset }) | null {
  const east = to.east - from.east
  const north = to.north - from.north
  const length = Math.hypot(east, north)
  if (length === 0) return null
  const unclamped = -(from.east * east + from.north * north) / length ** 2
  const share = Math.min(1, Math.max(0, unclamped))
  const offset = { east: from.east + share * east, north: from.north + share * north }
  return {
    offset,
    meters: Math.hypot(offset.east, offset.north),
    heading: { east: east / length, north: north / length },
    isPastEnd: Math.abs(unclamped - share) * length > PAST_END_METERS,
  }
}

/** Returns the location on the lines nearest to their center, and the distance from there to the farthest end. */
export function middleOfLines(lines: readonly Line[]): { point: Point; farthestMeters: number } | null {
  const points = lines.flat()
  const box = boxOf(points)
  const projection = projectOnLines(lines, { lat: (box.south + box.north) / 2, lng: (box.west + box.east) / 2 })
  if (!projection) return null
  const distances = points.map((point) => {
    const { east, north } = offsetBetween(projection.point, point)
    return Math.hypot(east, north)
  })
  return { point: projection.point, farthestMeters: Math.max(...distances) }
}

/**
 * Cuts a line into pieces that are at most one cell wide and high. Each piece then lies in the cell of its middle or in
 * a neighboring cell.
 */
export function splitByCell(line: Line): Line[] {
  const pieces: Point[][] = []
  let piece: Point[] = []
  for (const point of withDensePoints(line)) {
    const { south, north, west, east } = boxOf([...piece, point])
    if (north - south > CELL_DEGREES || east - west > CELL_DEGREES) {
      pieces.push(piece)
      piece = piece.slice(-1)
    }
    piece.push(point)
  }
  return piece.length > 1 ? [...pieces, piece] : pieces
}

/** Adds points, so that the distance between points is at most half a cell. */
function withDensePoints(line: Line): Point[] {
  return line.flatMap((to, i) => {
    const from = line[i - 1] ?? to
    const distance = Math.max(Math.abs(to.lat - from.lat), Math.abs(to.lng - from.lng))
    const steps = Math.max(1, Math.ceil(distance / (CELL_DEGREES / 2)))
    return Array.from({ length: steps }, (_, k) => ({
      lat: from.lat + ((k + 1) / steps) * (to.lat - from.lat),
      lng: from.lng + ((k + 1) / steps) * (to.lng - from.lng),
    }))
  })
}

function boxOf(points: readonly Point[]): { south: number; north: number; west: number; east: number } {
  const box = { south: Infinity, north: -Infinity, west: Infinity, east: -Infinity }
  for (const { lat, lng } of points) {
    box.south = Math.min(box.south, lat)
    box.north = Math.max(box.north, lat)
    box.west = Math.min(box.west, lng)
    box.east = Math.max(box.east, lng)
  }
  return box
}
