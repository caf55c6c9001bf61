import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeGrid } from '../../src/roads/snap/grid.ts'
import { MAX_SNAP_METERS, snap } from '../../src/roads/snap/snap.ts'
import { roadMap } from './road-map.ts'

const KINDS = ['residential', 'service', 'motorway', 'track']
const at = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }))
const streets = fc.array(fc.record({ from: at, to: at, kind: fc.constantFrom(...KINDS) }), {
  minLength: 1,
  maxLength: 40,
})
const place = fc.record({
  east: fc.double({ min: -5, max: 45, noNaN: true }),
  north: fc.double({ min: -5, max: 45, noNaN: true }),
})

test('the road that a place is on is the one that a look at all of them finds', () => {
  fc.assert(
    fc.property(streets, fc.array(place, { minLength: 1, maxLength: 5 }), (all, places) => {
      const drawn = all.filter(({ from, to }) => from.join() !== to.join())
      fc.pre(drawn.length > 0)
      const ends = drawn.flatMap(({ from, to }, i) => [[`a${i}`, from] as const, [`b${i}`, to] as const])
      const ways = drawn.map(({ kind }, i) => [`way ${i}`, { along: `a${i} b${i}`, tags: { highway: kind } }] as const)
      const { segments, roads } = roadMap({ nodes: Object.fromEntries(ends), ways: Object.fromEntries(ways) })
      const classes = Uint8Array.from({ length: segments.count }, (_, i) => roads.ways.classes[segments.way[i]!]!)
      const grid = makeGrid(segments, () => true)
      const every = Int32Array.from({ length: segments.count }, (_, segment) => segment)
      const { rows, columns, height, width } = grid
      const one = { rows: 1, columns: 1, height: rows * height, width: columns * width }
      const whole = { ...grid, ...one, first: Int32Array.of(0, segments.count), segments: every }
      for (const { east, north } of places) {
        const point = { lat: 40 + north * 0.0009, lng: -100 + east * 0.0009 }
        const [found, expected] = [grid, whole].map((within) => snap({ ...segments, classes, grid: within }, point))
        assert.equal(found?.meters, expected?.meters)
      }
    }),
    { numRuns: 200 },
  )
})

test('a place up to 5 km from a road is on it, and one farther is off the map', () => {
  const map = roadMap({ nodes: { w: [0, 0], e: [10, 0], a: [0, -1] }, ways: { street: 'w e', lane: 'w a' } })
  const middle = map.between('w', 'e')
  const north = (meters: number) => ({ lat: middle.lat + meters / 111_195, lng: middle.lng })
  assert.equal(MAX_SNAP_METERS, 5_000)
  const near = map.drives().snap(north(4_990))
  assert.ok(near && Math.abs(near.meters - 4_990) < 1, `${near?.meters} m`)
  assert.equal(map.drives().snap(north(5_010)), null)
  const { durations, roadMeters } = map.drives().table([middle, north(4_990), north(5_010)])
  assert.deepEqual([durations[1], durations[2], roadMeters[2]], [0, Infinity, null])
})
