// Removes corners of detailed areas where the difference is invisible. Shared borders stay shared: a border is cut
// where it meets a third area, and each piece is simplified in the same way for both sides.
import Flatbush from 'flatbush'
import { orient2d } from 'robust-predicates'
import simplify from 'simplify-js'
import { METERS_A_DEGREE } from '../../domain/geo/geo.ts'
import {
  cornersOf,
  type Ring,
  ringsOf,
  SIMPLIFIED_FROM_CORNERS,
  SIMPLIFIED_METERS,
  type ZoneGeometry,
} from '../../domain/zones/zone.ts'

/**
 * Returns the areas in the same order. Simplifies detailed areas unless their edges would then cross. Other areas are
 * unchanged.
 */
export function simplifyAreas(areas: readonly ZoneGeometry[]): ZoneGeometry[] {
  const isDetailed = (area: ZoneGeometry) => cornersOf(area) > SIMPLIFIED_FROM_CORNERS
  if (!areas.some(isDetailed)) return [...areas]
  const isKnot = knotsOf(areas, isDetailed)
  return areas.map((area) => {
    if (!isDetailed(area)) return area
    const simpler = withRings(area, (ring) => simplerRing(ring, isKnot))
    return cornersOf(simpler) === cornersOf(area) || mayCross(simpler) ? area : simpler
  })
}

type Position = Ring[number]

const withRings = (area: ZoneGeometry, change: (ring: Ring) => Ring): ZoneGeometry =>
  area.type === 'Polygon'
    ? { type: area.type, coordinates: area.coordinates.map(change) }
    : { type: area.type, coordinates: area.coordinates.map((rings) => rings.map(change)) }

const keyOf = ([lng, lat]: Position): string => `${lng} ${lat}`

/**
 * Returns which corners stay: those whose two neighbors differ between rings, and those of areas that are not
 * simplified.
 */
function knotsOf(
  areas: readonly ZoneGeometry[],
  isDetailed: (area: ZoneGeometry) => boolean,
): (corner: Position) => boolean {
  const neighbors = new Map<string, [string, string] | null>()
  for (const area of areas) {
    const stays = !isDetailed(area)
    for (const ring of ringsOf(area)) {
      const keys = ring.slice(1).map(keyOf)
      for (const [i, key] of keys.entries()) {
        const [a, b] = [keys.at(i - 1)!, keys[(i + 1) % keys.length]!]
        const known = neighbors.get(key)
        if (known === undefined && !stays) neighbors.set(key, [a, b])
        else if (stays || (known && !(known.includes(a) && known.includes(b)))) neighbors.set(key, null)
      }
    }
  }
  return (corner) => neighbors.get(keyOf(corner)) === null
}

/** Returns the ring unchanged if too few corners would remain. */
function simplerRing(ring: Ring, isKnot: (corner: Position) => boolean): Ring {
  const open = ring.slice(1)
  const knots = open.flatMap((corner, i) => (isKnot(corner) ? [i] : []))
  const cuts =
    knots.length > 0 ? knots : [open.reduce((least, corner, i) => (before(corner, open[least]!) ? i : least), 0)]
  const first = cuts[0]!
  const around = [...open.slice(first), ...open.slice(0, first + 1)]
  const ends = [...cuts.slice(1).map((cut) => cut - first), open.length]
  const simpler: Ring = [around[0]!]
  let start = 0
  for (const end of ends) {
    simpler.push(...simplerLine(around.slice(start, end + 1)).slice(1))
    start = end
  }
  return simpler.length < 4 ? ring : simpler
}

const before = (a: Position, b: Position): boolean => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1])

/**
 * Simplifies a line by the algorithm of Douglas and Peucker (1973), in meters. The result is the same from either end.
 */
function simplerLine(line: Ring): Ring {
  const [first, last] = [line[0]!, line.at(-1)!]
  const closed = first[0] === last[0] && first[1] === last[1]
  const backwards = closed ? before(line.at(-2)!, line[1]!) : before(last, first)
  const ordered = backwards ? line.toReversed() : line
  const nearestToEquator = ordered.reduce((least, [, lat]) => Math.min(least, Math.abs(lat)), 90)
  const perLng = METERS_A_DEGREE * Math.cos((nearestToEquator * Math.PI) / 180)
  const points = ordered.map((corner) => ({ x: corner[0] * perLng, y: corner[1] * METERS_A_DEGREE, corner }))
  const kept = simplify(points, SIMPLIFIED_METERS, true) as typeof points
  const simpler = kept.map(({ corner }) => corner)
  return backwards ? simpler.reverse() : simpler
}

/**
 * Maximum number of pairs of edges to check. Real boundaries need a few pairs per edge, but overlapping spikes need all
 * pairs.
 */
const MAX_PAIRS = 5_000_000

/**
 * Returns whether two edges cross. Also true if the check would need too many pairs. Edges that only touch don't cross.
 */
function mayCross(area: ZoneGeometry): boolean {
  const edges = ringsOf(area).flatMap((ring) => ring.slice(1).map((to, i): Edge => [ring[i]!, to]))
  const index = new Flatbush(edges.length)
  for (const [a, b] of edges)
    index.add(Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1]))
  index.finish()
  let pairs = 0
  return edges.some(([a, b], i) => {
    const [west, east] = a[0] < b[0] ? [a[0], b[0]] : [b[0], a[0]]
    const [south, north] = a[1] < b[1] ? [a[1], b[1]] : [b[1], a[1]]
    return index.collides(
      west,
      south,
      east,
      north,
      (other) => ++pairs > MAX_PAIRS || (other > i && cross([a, b], edges[other]!)),
    )
  })
}

type Edge = readonly [Position, Position]

const cross = ([a, b]: Edge, [c, d]: Edge): boolean =>
  sideOf(a, b, c) * sideOf(a, b, d) < 0 && sideOf(c, d, a) * sideOf(c, d, b) < 0

const sideOf = (a: Position, b: Position, c: Position): number =>
  Math.sign(orient2d(a[0], a[1], b[0], b[1], c[0], c[1]))
