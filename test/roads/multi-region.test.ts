// Tests roads of adjacent regions: a leg within a region uses its roads, and a leg between regions is never invented.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Drives } from '../../src/roads/drives.ts'
import { chainOver, tableOver } from '../../src/roads/multi-region.ts'
import { type MapDescription, roadMap } from './road-map.ts'

/** The main network: a street from west to east, one hundred meters per step, with a lane at each end. */
const street = (from: number, to: number, tags?: Record<string, string>): MapDescription => ({
  nodes: { w: [from, 0], e: [to, 0], a: [from, 1], b: [to, 1] },
  ways: { street: { along: 'w e', ...(tags && { tags }) }, lane: 'w a', road: 'e b' },
})
const west = roadMap(street(0, 10))
const east = roadMap(street(200, 210))
const [w, e] = [west.between('w', 'e', 0.2), west.between('w', 'e', 0.8)]
const far = east.between('w', 'e', 0.5)
const farther = east.between('w', 'e', 0.9)
const nowhere = { lat: 10, lng: 10 }

test('legs inside a region are its own, and legs between regions or off the maps are unknown', () => {
  const points = [w, far, e, nowhere, farther]
  const { durations, distances, roadMeters } = tableOver([west.drives(), east.drives()], points)
  const [own, other] = [west.drives().table([w, e]), east.drives().table([far, farther])]
  const cell = (from: number, to: number) => [durations[from * 5 + to], distances[from * 5 + to]]
  assert.deepEqual(cell(0, 2), [own.durations[1], own.distances[1]])
  assert.deepEqual(cell(4, 1), [other.durations[2], other.distances[2]])
  assert.deepEqual(
    [cell(0, 1), cell(4, 2)],
    [
      [Number.NaN, Number.NaN],
      [Number.NaN, Number.NaN],
    ],
  )
  assert.deepEqual(
    [cell(0, 3), cell(3, 1)],
    [
      [Number.NaN, Number.NaN],
      [Number.NaN, Number.NaN],
    ],
  )
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((place) => durations[place * 6]),
    [0, 0, 0, 0, 0],
  )
  assert.deepEqual(
    roadMeters.map((meters) => meters !== null && meters < 1),
    [true, true, true, false, true],
  )
})

test('a leg is unreachable only between locations of one region without a road between them', () => {
  const drives: Pick<Drives, 'snap' | 'table'> = {
    ...west.drives(),
    table: (points) => {
      const table = west.drives().table(points)
      table.durations[1] = table.distances[1] = Infinity
      return table
    },
  }
  const { durations } = tableOver([drives], [w, e, nowhere])
  assert.deepEqual([durations[1], Number.isNaN(durations[2]), Number.isFinite(durations[3])], [Infinity, true, true])
})

test('only one region is queried if it contains all locations', () => {
  const unused = { ...east.drives(), table: () => assert.fail('asked') }
  assert.deepEqual(tableOver([unused, west.drives()], [w, e]), west.drives().table([w, e]))
  assert.throws(() => tableOver([], [w]), /no region/)
})

test('a location beyond a region’s border is not on the nearest road of that region', () => {
  // Thirty steps east of the first map: within reach of its roads, but on another map.
  const beyond = roadMap(street(40, 50))
  const there = beyond.between('w', 'e', 0.5)
  assert.ok(west.drives().snap(there), 'the location is within reach of the first map')
  const regions = [west.drives(), beyond.drives()]
  assert.ok(Number.isNaN(tableOver(regions, [w, there]).durations[1]))
  assert.deepEqual(chainOver(regions, [w, there]), [null])
})

test('a leg is the faster one of overlapping regions, in a table and in a chain', () => {
  const slow = roadMap(street(0, 10, { maxspeed: '10' }))
  const [quick, late] = [west.drives(), slow.drives()]
  const expected = quick.drive(w, e)
  for (const regions of [
    [late, quick, east.drives()],
    [quick, late, east.drives()],
  ]) {
    assert.equal(tableOver(regions, [w, e, far]).durations[1], quick.table([w, e]).durations[1])
    assert.deepEqual(chainOver(regions, [w, e, far]), [expected, null])
  }
})
