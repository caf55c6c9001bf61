import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexArea, IndexedArea } from '../../../src/adapters/areas/indexed-area.ts'
import { simplifyAreas } from '../../../src/adapters/areas/simplify-areas.ts'
import {
  cornersOf,
  type Ring,
  ringsOf,
  SIMPLIFIED_FROM_CORNERS,
  SIMPLIFIED_METERS,
  type ZoneGeometry,
} from '../../../src/domain/zones/zone.ts'
import { inventedZones, POSTAL_AREAS } from '../../helpers/invented-zones.ts'

const drawn = inventedZones(POSTAL_AREAS).features.map(({ geometry }): ZoneGeometry => geometry)
const simpler = simplifyAreas(drawn)
const indexes = (areas: readonly ZoneGeometry[]) => areas.map((area) => new IndexedArea(indexArea(area)))
const total = (areas: readonly ZoneGeometry[]) => areas.reduce((sum, area) => sum + cornersOf(area), 0)

test('detailed areas lose corners, and each corner is at most the stated distance from the new edge', () => {
  assert.ok(total(simpler) < total(drawn) * 0.8, `${total(drawn)} corners became ${total(simpler)}`)
  for (const [i, after] of indexes(simpler).entries())
    for (const ring of ringsOf(drawn[i]!))
      for (const [lng, lat] of ring) assert.ok(after.metersToEdge({ lat, lng }) <= SIMPLIFIED_METERS * 1.01)
})

/**
 * Returns the corners of the outer border of all areas together, that is, of the edges that belong to only one area.
 */
function rimOf(areas: readonly ZoneGeometry[]): Set<string> {
  const times = new Map<string, number>()
  for (const ring of areas.flatMap(ringsOf))
    for (const [i, to] of ring.slice(1).entries()) {
      const edge = [String(ring[i]), String(to)].sort().join(' ')
      times.set(edge, (times.get(edge) ?? 0) + 1)
    }
  return new Set([...times].flatMap(([edge, count]) => (count === 1 ? edge.split(' ') : [])))
}

test('areas with a shared border still share it afterwards, without gaps or overlaps', () => {
  const [before, after] = [rimOf(drawn), rimOf(simpler)]
  assert.ok(after.size > 100)
  assert.deepEqual(
    [...after].filter((corner) => !before.has(corner)),
    [],
  )
})

/** A circle whose corners deviate by up to 0.1 m, which nobody sees on a map. */
function wavering(corners: number, lng: number): Ring {
  const ring = Array.from({ length: corners }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * i) / corners
    return [lng + 0.02 * Math.cos(angle), 38.9 + (0.02 + 1e-6 * (i % 2)) * Math.sin(angle)]
  })
  return [...ring, ring[0]!]
}

test('an area drawn by a person stays unchanged', () => {
  const area: ZoneGeometry = { type: 'Polygon', coordinates: [wavering(SIMPLIFIED_FROM_CORNERS, -77)] }
  assert.deepEqual(simplifyAreas([area]), [area])
  const larger: ZoneGeometry = { type: 'Polygon', coordinates: [wavering(SIMPLIFIED_FROM_CORNERS + 100, -77)] }
  assert.ok(cornersOf(simplifyAreas([larger])[0]!) < 200)
})

test('an area whose edges would cross after the simplification keeps its corners', () => {
  const band = 0.5 / 111_195
  const teeth = Array.from({ length: 300 }, (_, i): [number, number] => [-77 + i * 0.0002, 38.9 + (i % 2) * band])
  // Two borders half a meter apart. Each could become a straight line that crosses the other.
  const follower = teeth.map(([lng, lat]): [number, number] => [lng, lat + band / 2])
  const ring: Ring = [...teeth, [-76.9, 38.91], [-76.9, 38.92], [-77.1, 38.92], [-77.1, 38.9 + band / 4], teeth[0]!]
  const hole: Ring = [...follower, [-76.95, 38.905], [-77, 38.905], follower[0]!]
  const area: ZoneGeometry = { type: 'Polygon', coordinates: [ring, hole] }
  const [kept] = simplifyAreas([area])
  assert.ok(!crossings(kept!) || kept === area)
})

function crossings(area: ZoneGeometry): number {
  const edges = ringsOf(area).flatMap((ring) => ring.slice(1).map((to, i) => [ring[i]!, to] as const))
  const side = (a: Ring[0], b: Ring[0], c: Ring[0]) =>
    Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
  return edges.filter(([a, b], i) =>
    edges.some(([c, d], j) => j > i && side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0),
  ).length
}

test('simplifying again changes nothing', () => {
  assert.deepEqual(simplifyAreas(simpler), simpler)
})
