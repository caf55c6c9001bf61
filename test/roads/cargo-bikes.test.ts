import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Costing } from '../../src/domain/planning/costing.ts'
import type { Tags } from '../../src/roads/read/tags.ts'
import { roadMap, shortcut } from './road-map.ts'

/** Returns the routes past a street, in both directions: true if they lead through the street, false if around it. */
function through(tags: Tags, nodeTags: Tags = {}, costing: Costing = 'BICYCLE'): [boolean, boolean] {
  const map = roadMap(shortcut(tags, { m: nodeTags }))
  const [before, behind] = [map.between('a0', 'a'), map.between('b', 'b0')]
  const isThrough = (path: string | null): boolean => path === 'a m b' || path === 'b m a'
  return [isThrough(map.path(before, behind, costing)), isThrough(map.path(behind, before, costing))]
}
const [BOTH, ALONG, NEITHER] = [
  [true, true],
  [true, false],
  [false, false],
]

test('cargo bikes use bicycle paths, and need a sign on ways for pedestrians or motor vehicles', () => {
  for (const highway of ['residential', 'cycleway', 'path', 'track', 'primary'])
    assert.deepEqual(through({ highway }), BOTH, highway)
  for (const highway of ['footway', 'pedestrian', 'busway', 'motorway', 'motorway_link'])
    assert.deepEqual(through({ highway }), NEITHER, highway)
  assert.deepEqual(through({ highway: 'primary', motorroad: 'yes' }), NEITHER)
  assert.deepEqual(through({ highway: 'pedestrian', bicycle: 'yes' }), BOTH)
  assert.deepEqual(through({ highway: 'pedestrian', access: 'yes' }), NEITHER)
  assert.deepEqual(through({ highway: 'path', access: 'no' }), NEITHER)
  assert.deepEqual(through({ motor_vehicle: 'no' }), BOTH)
  assert.deepEqual(through({ vehicle: 'no' }), NEITHER)
  assert.deepEqual(through({ vehicle: 'no', bicycle: 'designated' }), BOTH)
  assert.deepEqual(through({ bicycle: 'dismount' }), NEITHER)
  assert.deepEqual(through({ highway: 'path', width: '0.8' }), NEITHER)
})

test('cargo bikes pass one-way streets against the traffic where a lane or sign allows it', () => {
  assert.deepEqual(through({ oneway: 'yes' }), ALONG)
  assert.deepEqual(through({ oneway: 'yes', 'oneway:bicycle': 'no' }), BOTH)
  assert.deepEqual(through({ oneway: 'yes', cycleway: 'opposite' }), BOTH)
  assert.deepEqual(through({ oneway: 'yes', 'cycleway:left': 'opposite_lane' }), BOTH)
  assert.deepEqual(through({ oneway: 'yes', cycleway: 'lane' }), ALONG)
  assert.deepEqual(through({ oneway: 'yes', cycleway: 'opposite' }, {}, 'CAR'), ALONG)
})

test('cargo bikes pass bollards, but no stiles', () => {
  assert.deepEqual(through({}, { barrier: 'bollard' }), BOTH)
  assert.deepEqual(through({}, { barrier: 'bollard', maxwidth: '0.8' }), NEITHER)
  assert.deepEqual(through({}, { barrier: 'bollard', bicycle: 'no' }), NEITHER)
  assert.deepEqual(through({}, { barrier: 'cycle_barrier' }), NEITHER)
  assert.deepEqual(through({}, { barrier: 'bollard' }, 'CAR'), NEITHER)
})

test('a cargo bike takes a quiet street instead of a slightly shorter large road', () => {
  const map = roadMap({
    nodes: { a: [0, 0], b: [10, 0], c: [5, 2], a0: [-1, 0], b0: [11, 0] },
    ways: {
      large: { along: 'a b', tags: { highway: 'primary' } },
      quiet: { along: 'a c b', tags: { highway: 'cycleway' } },
      before: 'a0 a',
      behind: 'b b0',
    },
  })
  const [from, to] = [map.between('a0', 'a'), map.between('b', 'b0')]
  assert.equal(map.path(from, to, 'BICYCLE'), 'a c b')
  assert.equal(map.path(from, to, 'CAR'), 'a b')
  const seconds = map.drives('BICYCLE').drive(from, to)!.seconds
  const kmh = (map.drives('BICYCLE').drive(from, to)!.meters / seconds) * 3.6
  assert.ok(kmh > 14 && kmh <= 17, `${kmh}`)
})

test('the paths of bicycles don’t divide the streets of motor vehicles', () => {
  const street = { along: 'a m b' }
  const nodes = { a: [0, 0], m: [1, 0], b: [2, 0], p: [1, 1] } as const
  const map = roadMap({ nodes, ways: { street, path: { along: 'm p', tags: { highway: 'cycleway' } } } })
  assert.equal(map.segmentsOf('CAR').count, 1)
  assert.equal(map.segmentsOf('BICYCLE').count, 3)
})
