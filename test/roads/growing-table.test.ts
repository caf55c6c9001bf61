import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { COSTINGS } from '../../src/domain/planning/costing.ts'
import type { Point } from '../../src/domain/orders/order.ts'
import { tableOver } from '../../src/roads/multi-region.ts'
import { randomMap } from './random-map.ts'
import { roadMap } from './road-map.ts'

const somewhere = fc
  .record({ east: fc.integer({ min: -20, max: 380 }), north: fc.integer({ min: -20, max: 380 }) })
  .map(({ east, north }): Point => ({ lat: 40 + north * 9e-6, lng: -100 + east * 9e-6 }))
const nowhere = { lat: 10, lng: 10 }

test('a growing table equals the table of its locations, whatever was requested before', () => {
  const questions = fc.array(
    fc.record({
      picks: fc.uniqueArray(fc.nat({ max: 11 }), { minLength: 1, maxLength: 8 }),
      most: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  const places = fc.array(somewhere, { minLength: 11, maxLength: 11 })
  fc.assert(
    fc.property(randomMap, places, questions, fc.constantFrom(...COSTINGS), (description, all, asked, costing) => {
      const drives = roadMap(description).drives(costing)
      const growing = drives.growingTable()
      for (const { picks, most } of asked) {
        const points = picks.map((pick) => all[pick] ?? nowhere)
        while (!growing.add(points, most));
        assert.deepEqual(growing.table(points), drives.table(points))
        assert.deepEqual(tableOver([growing], points), tableOver([drives], points))
      }
    }),
    { numRuns: 60 },
  )
})

test('locations that are no longer requested leave the table, and its size is counted', () => {
  const map = roadMap({
    nodes: { w: [0, 0], e: [60, 0], a: [0, 1], b: [60, 1] },
    ways: { street: 'w e', lane: 'w a', road: 'e b' },
  })
  const drives = map.drives()
  const at = (count: number) => Array.from({ length: count }, (_, i) => map.between('w', 'e', (i + 1) / 1_000))
  const sizes = (...asked: Point[][]) => {
    const growing = drives.growingTable()
    return asked.map((points) => {
      assert.equal(growing.add(points, Infinity), true)
      return growing.bytes
    })
  }
  const [day] = sizes(at(10))
  assert.ok(day && day > 0)
  assert.deepEqual(
    sizes(at(10), [...at(10), map.between('w', 'e', 0.9)], at(10))[2],
    day,
    'a location requested once does not stay',
  )
  const [, fewer] = sizes(at(100), at(10).reverse())
  assert.equal(fewer, day, 'most locations of the day were dropped')
})
