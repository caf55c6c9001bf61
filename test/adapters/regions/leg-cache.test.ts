import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LegCache } from '../../../src/adapters/regions/leg-cache.ts'
import type { Point } from '../../../src/domain/orders/order.ts'

const at = (lat: number): Point => ({ lat, lng: 0 })
const chain = (...lats: number[]) => lats.map(at)
const asked: number[][] = []
/**
 * A source of tables that records each request. The meters of a leg depend on both ends. No road leads away from
 * latitude 9.
 */
const ask = async (points: readonly Point[]) => {
  asked.push(points.map(({ lat }) => lat))
  return points
    .slice(1)
    .map(({ lat }, i) => (points[i]?.lat === 9 ? null : { seconds: 1, meters: (points[i]?.lat ?? 0) * 100 + lat }))
}
const metersOf = async (legs: LegCache, lats: number[], costing: 'CAR' | 'TRUCK' = 'CAR') =>
  (await legs.of(chain(...lats), { costing }, ask)).map((leg) => leg && leg.meters)

test('only unknown legs are requested, with the same results as for the whole chain', async () => {
  const legs = new LegCache()
  assert.deepEqual(await metersOf(legs, [1, 2, 3, 9, 4]), [102, 203, 309, null])
  assert.deepEqual(await metersOf(legs, [1, 2, 3, 9, 4]), [102, 203, 309, null])
  assert.deepEqual(await metersOf(legs, [7, 2, 3, 5, 9, 4, 6]), [702, 203, 305, 509, null, 406])
  assert.deepEqual(asked.splice(0), [
    [1, 2, 3, 9, 4],
    [7, 2, 3, 5, 9, 4, 6],
  ])
  assert.deepEqual(await metersOf(legs, [2, 3, 2, 3]), [203, 302, 203])
  assert.deepEqual(asked.splice(0), [[3, 2]])
})

test('trucks have legs of their own, and changed roads are requested again', async () => {
  const legs = new LegCache()
  await metersOf(legs, [1, 2])
  await metersOf(legs, [1, 2], 'TRUCK')
  assert.deepEqual(asked.splice(0), [
    [1, 2],
    [1, 2],
  ])
  legs.forget()
  await metersOf(legs, [1, 2])
  assert.deepEqual(asked.splice(0), [[1, 2]])
})
