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

test('a location snaps to the same road as in a search over all roads', () => {
  fc.assert(
    fc.property(streets, fc.array(place, { minLength: 1, maxLength: 5 }), (all, places) => {
      const drawn = all.filter(({ from, to }) => from.join() !== to.join())
      fc.pre(drawn.length > 0)
      const ends = drawn.flatMap(({ from, to }, i) => [[`a${i}`, from] as const, [`b${i}`, to] as const])
      const ways = drawn.map(({ kind }, i) => [`way ${i}`, { along: `a${i} b${i}`, tags: { highway: kind } }] as const)
      const map = roadMap({ nodes: Object.fromEntries(ends), ways: Object.fromEntries(ways) })
      const { segments, roads } = map
      const network = map.network()
      const classes = Uint8Array.from({ length: segments.count }, (_, i) => roads.ways.classes[segments.way[i]!]!)
      const grid = makeGrid(segments, () => true)
      const every = Int32Array.from({ length: segments.count }, (_, segment) => segment)
      const { rows, columns, height, width } = grid
      const one = { rows: 1, columns: 1, height: rows * height, width: columns * width }
      const whole = { ...grid, ...one, first: Int32Array.of(0, segments.count), segments: every }
      for (const { east, north } of places) {
        const point = { lat: 40 + north * 0.0009, lng: -100 + east * 0.0009 }
        const { access, tail: tails } = network.arcs
        const [found, expected] = [grid, whole].map((within) =>
          snap({ ...segments, classes, access, tails, grid: within }, point),
        )
        assert.equal(found?.meters, expected?.meters)
      }
    }),
    { numRuns: 200 },
  )
})

test('a location up to 5 km from a road snaps to it, and a farther one is off the map', () => {
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

test('the shorter street is used at a junction of one-way streets, when leaving and arriving', () => {
  /*
   *  a <-- x --> b     both streets are one-way and begin at x. p leads to x;
   *        ^
   *        p           a and b lead back to p
   */
  const oneway = { oneway: 'yes' }
  const map = roadMap({
    nodes: { a: [-10, 0], x: [0, 0], b: [10, 0], p: [0, -5] },
    ways: {
      toA: { along: 'x a', tags: oneway },
      toB: { along: 'x b', tags: oneway },
      up: { along: 'p x', tags: oneway },
      fromA: { along: 'a p', tags: oneway },
      fromB: { along: 'b p', tags: oneway },
    },
  })
  const x = map.point('x')
  for (const end of ['a', 'b']) {
    assert.equal(map.path(x, map.between('x', end)), 'x', end)
    assert.ok(Math.abs((map.drives().drive(x, map.point(end))?.meters ?? 0) - 767) < 5, end)
  }
  assert.equal(map.path(map.between('p', 'x'), x), 'x')
})

test('a location where a private road begins is left by a public one', () => {
  const map = roadMap({
    nodes: { x: [0, 0], y: [5, 0], n: [0, 5], m: [5, 5], w: [-2, 0], z: [7, 0] },
    ways: { drive: { along: 'x y', tags: { access: 'private' } }, west: 'w x', round: 'x n m y', east: 'y z' },
  })
  assert.equal(map.path(map.point('x'), map.between('y', 'z')), 'x n m y')
})
