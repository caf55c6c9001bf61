import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countInside, isInside } from '../../../src/app/availability/area.ts'
import { extentOf, type ZoneGeometry } from '../../../src/domain/zone.ts'
import { inventedZones, POSTAL_AREAS } from '../../helpers/invented-zones.ts'

const square = (west: number, south: number, side: number): [number, number][] => [
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
  for (const inside of [at(1, 1), at(21, 1), at(0, 5), at(10, 10), at(4, 5), at(20, 0)])
    assert.ok(isInside(area, inside), JSON.stringify(inside))
  for (const outside of [at(5, 5), at(15, 1), at(-0.001, 5), at(21, 2.001)])
    assert.ok(!isInside(area, outside), JSON.stringify(outside))
})

/** Numbers from 0 to 1 that look random and are always the same. */
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

function countOneByOne(geometry: ZoneGeometry, points: Float64Array): number {
  let count = 0
  for (let i = 0; i < points.length; i += 2)
    if (isInside(geometry, { lat: points[i] as number, lng: points[i + 1] as number })) count++
  return count
}

test('counting by cells finds what one by one finds', () => {
  const extent = extentOf(area)
  const points = scattered(5_000, extent)
  const corners = Float64Array.of(0, 0, 10, 10, 4, 4, 5, 5, 2, 22, 0, 20)
  assert.equal(countInside(area, extent)(points), countOneByOne(area, points))
  assert.equal(countInside(area, extent)(corners), 5)
})

test('it does so in areas with holes, parts and thousands of corners', () => {
  const { features } = inventedZones(POSTAL_AREAS)
  assert.ok(features.length > 20)
  for (const { geometry } of features) {
    const extent = extentOf(geometry)
    const points = scattered(400, extent)
    assert.equal(countInside(geometry, extent)(points), countOneByOne(geometry, points))
  }
})
