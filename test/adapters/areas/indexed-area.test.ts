import assert from 'node:assert/strict'
import { test } from 'node:test'
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import fc from 'fast-check'
import { indexArea, IndexedArea } from '../../../src/adapters/areas/indexed-area.ts'
import { extentOf, type Ring, type ZoneGeometry } from '../../../src/domain/zones/zone.ts'
import { inventedZones, POSTAL_AREAS } from '../../helpers/invented-zones.ts'

const indexed = (geometry: ZoneGeometry) => new IndexedArea(indexArea(geometry))
/** The expected result, from a library that checks every edge of the area. */
const holds = (geometry: ZoneGeometry, lat: number, lng: number) => booleanPointInPolygon([lng, lat], geometry)

const square = (west: number, south: number, side: number): Ring => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
]
/** Ten by ten with a hole in the middle, and an island far to the east. */
const area: ZoneGeometry = {
  type: 'MultiPolygon',
  coordinates: [[square(0, 0, 10), square(4, 4, 2)], [square(20, 0, 2)]],
}
const at = (lng: number, lat: number) => ({ lat, lng })

test('every part counts, holes do not, and edges and corners are inside', () => {
  const parts = indexed(area)
  for (const inside of [at(1, 1), at(21, 1), at(0, 5), at(10, 10), at(4, 5), at(20, 0)])
    assert.ok(parts.holds(inside), JSON.stringify(inside))
  for (const outside of [at(5, 5), at(15, 1), at(-0.001, 5), at(21, 2.001)])
    assert.ok(!parts.holds(outside), JSON.stringify(outside))
})

/** Coordinates on a coarse grid, so that some points are on edges, on corners and level with corners. */
const coordinate = fc.integer({ min: 0, max: 12 })
const ring = fc
  .array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 14 })
  .map((corners): Ring => [...corners, corners[0]!])
const polygon = fc.array(ring, { minLength: 1, maxLength: 3 })
const geometry: fc.Arbitrary<ZoneGeometry> = fc.oneof(
  polygon.map((coordinates): ZoneGeometry => ({ type: 'Polygon', coordinates })),
  fc
    .array(polygon, { minLength: 1, maxLength: 3 })
    .map((coordinates): ZoneGeometry => ({ type: 'MultiPolygon', coordinates })),
)
const half = fc.integer({ min: -2, max: 26 }).map((value) => value / 2)

test('the index agrees with a check of every edge for any area: self-crossing, overlapping, degenerate', () => {
  fc.assert(
    fc.property(geometry, fc.array(fc.tuple(half, half), { minLength: 20, maxLength: 20 }), (drawn, points) => {
      const prepared = indexed(drawn)
      for (const [lat, lng] of points)
        assert.equal(prepared.holds({ lat, lng }), holds(drawn, lat, lng), `${lat} ${lng}`)
    }),
    { numRuns: 500 },
  )
})

test('a count agrees with checking one point at a time', async () => {
  await fc.assert(
    fc.asyncProperty(geometry, fc.array(fc.tuple(half, half), { maxLength: 60 }), async (drawn, points) => {
      fc.pre(extentOf(drawn).area > 0)
      const expected = points.filter(([lat, lng]) => holds(drawn, lat, lng)).length
      assert.equal(await indexed(drawn).count(Float64Array.from(points.flat())), expected)
    }),
    { numRuns: 200 },
  )
})

/** Pseudorandom numbers from 0 to 1, always the same. */
function* numbers() {
  for (let state = 12_345; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

function scattered(count: number, { west, south, east, north }: ReturnType<typeof extentOf>): Float64Array {
  const random = numbers()
  const within = (from: number, to: number) =>
    from - (to - from) * 0.05 + (random.next().value ?? 0) * (to - from) * 1.1
  return Float64Array.from({ length: count * 2 }, (_, i) => (i % 2 === 0 ? within(south, north) : within(west, east)))
}

test('a count is the same in areas with holes, parts and thousands of corners', async () => {
  const { features } = inventedZones(POSTAL_AREAS)
  assert.ok(features.length > 20)
  for (const { geometry: drawn } of features) {
    const points = scattered(400, extentOf(drawn))
    let expected = 0
    for (let i = 0; i < points.length; i += 2) if (holds(drawn, points[i]!, points[i + 1]!)) expected++
    assert.equal(await indexed(drawn).count(points), expected)
  }
})

test('a count yields to other work and to other counts', async () => {
  const drawn = inventedZones(POSTAL_AREAS).features[0]!.geometry
  const points = scattered(200_000, extentOf(drawn))
  let turns = 0
  let counting = true
  const look = () => {
    turns++
    if (counting) setImmediate(look)
  }
  setImmediate(look)
  const counts = await Promise.all([indexed(drawn).count(points), indexed(drawn).count(points)])
  counting = false
  assert.equal(counts[0], counts[1])
  assert.ok(turns > 2, `${turns} turns`)
})

test('the distance to the edge is that to the nearest edge of all parts', () => {
  const parts = indexed(area)
  assert.ok(Math.abs(parts.metersToEdge(at(15, 1)) - 5 * 111_195 * Math.cos(Math.PI / 180)) < 100)
  assert.ok(Math.abs(parts.metersToEdge(at(21, -1)) - 111_195) < 100)
})
