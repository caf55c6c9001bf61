// Stops of one route that cover each other are one group, and stops far enough from others are single.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clusterMarks, isCrowded, type MapPoint, readableKeys } from '../../../web/office/day/clusters.ts'

const at = (key: string, lat: number, lng: number, group: string): MapPoint => ({ key, lat, lng, group })
/** A street with `count` stops, about 11 m apart. */
const street = (count: number, group = 'Van 1'): MapPoint[] =>
  Array.from({ length: count }, (_, i) => at(`${group} ${i}`, 38.9 + i / 10_000, -77, group))

test('stops of a route are a group with a count at low zoom, without stops of other routes', () => {
  const far = at('far', 39.5, -77, 'Van 1')
  const { clusters, single } = clusterMarks([...street(5), ...street(3, 'Van 2'), far], 9)
  assert.deepEqual(
    clusters.map(({ group, count }) => [group, count]),
    [
      ['Van 1', 5],
      ['Van 2', 3],
    ],
  )
  assert.deepEqual([...single], ['far'])
  assert.ok(
    clusters.every(({ zoom }) => zoom > 9),
    'a click zooms in',
  )
})

test('each stop is single at high zoom', () => {
  const { clusters, single } = clusterMarks(street(5), 19)
  assert.deepEqual([clusters, single.size], [[], 5])
})

test('marks are crowded if many are in a small area, but not if there are few', () => {
  const apart = (pixels: number) => (): [number, number] => [pixels, pixels]
  assert.equal(isCrowded(street(370), apart(300)), true)
  assert.equal(isCrowded(street(370), apart(3_000)), false)
  assert.equal(isCrowded(street(20), apart(1)), false)
})

test('a mark keeps its number unless an earlier number covers it', () => {
  const spots = [0, 10, 30, 55].map((x, i) => ({ key: String(i + 1), x, y: 0 }))
  assert.deepEqual([...readableKeys(spots)], ['1', '3'])
  const corner = { key: 'corner', x: 30, y: 20 }
  assert.deepEqual([...readableKeys([corner, ...spots])], ['corner', '1', '4'])
})
