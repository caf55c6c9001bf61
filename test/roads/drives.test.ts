import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type PlainRoads, plainRoads } from '../../bench/roads/plain-drives.ts'
import { pricesOf } from '../../bench/roads/prices.ts'
import { COSTINGS } from '../../src/domain/planning/costing.ts'
import { spotsOf } from '../../src/roads/ends.ts'
import { straightLineMeters } from '../../src/domain/geo/geo.ts'
import type { Point } from '../../src/domain/orders/order.ts'
import type { Tags } from '../../src/roads/read/tags.ts'
import { randomMap } from './random-map.ts'
import { roadMap } from './road-map.ts'

const somewhere = fc.record({ east: fc.integer({ min: -20, max: 380 }), north: fc.integer({ min: -20, max: 380 }) })
const places = fc
  .array(somewhere, { minLength: 2, maxLength: 8 })
  .map((all) => all.map(({ east, north }): Point => ({ lat: 40 + north * 9e-6, lng: -100 + east * 9e-6 })))

test('every entry of a table equals the result of a plain search over the raw ways and rules', () => {
  fc.assert(
    fc.property(randomMap, places, fc.constantFrom(...COSTINGS), (description, points, costing) => {
      const map = roadMap(description)
      const drives = map.drives(costing)
      const plain = plainRoads(map.raw, costing, pricesOf(map.network(costing), map.segmentsOf(costing).decimeters))
      fc.pre(plain !== null)
      assert.equal(plain.pieces, map.segmentsOf(costing).count)
      const { durations, distances } = drives.table(points)
      const snapped = points.map((point) => drives.snap(point))
      for (const [i, from] of snapped.entries()) {
        const plainTo: ReturnType<PlainRoads['from']> | null = from && plain.from(spotsOf(from))
        for (const [j, to] of snapped.entries()) {
          if (i === j || !plainTo || !to) continue
          const at = i * points.length + j
          const [centiseconds, decimeters]: readonly [number, number] = plainTo(spotsOf(to)) ?? [Infinity, Infinity]
          assert.deepEqual([durations[at], distances[at]], [centiseconds / 100, decimeters / 10], `${i} to ${j}`)
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('a drive and its line are as long as in the table', () => {
  fc.assert(
    fc.property(randomMap, places, (description, points) => {
      const drives = roadMap(description).drives()
      const { durations, distances } = drives.table(points)
      for (const [i, from] of points.entries())
        for (const [j, to] of points.entries()) {
          if (i === j) continue
          const at = i * points.length + j
          const drive = drives.drive(from, to)
          assert.deepEqual([drive?.seconds ?? Infinity, drive?.meters ?? Infinity], [durations[at], distances[at]])
          if (!drive) continue
          const pieces = drive.line.slice(1).map((point, k) => straightLineMeters(drive.line[k] as Point, point))
          const length = pieces.reduce((sum, piece) => sum + piece, 0)
          assert.ok(Math.abs(length - drive.meters) < 1 + 0.002 * length, `${length} m of ${drive.meters} m`)
        }
    }),
    { numRuns: 100 },
  )
})

test('the worst of several surfaces decides the time', () => {
  const seconds = (tags: Tags): number => {
    const map = roadMap({
      nodes: { a: [0, 0], b: [20, 0], p: [0, 9], q: [20, 9] },
      ways: { street: { along: 'a b', tags: { highway: 'primary', ...tags } }, round: 'b q p a' },
    })
    return map.drives().drive(map.point('a'), map.point('b'))?.seconds ?? Number.NaN
  }
  const [asphalt, sand] = [seconds({ surface: 'asphalt' }), seconds({ surface: 'sand' })]
  assert.ok(sand > asphalt)
  assert.equal(seconds({ surface: 'asphalt; sand' }), sand)
  assert.equal(seconds({ surface: 'asphalt', smoothness: 'good;excellent' }), asphalt)
})
