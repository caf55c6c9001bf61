import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HoursCache } from '../../../src/adapters/regions/hours-cache.ts'
import type { Point } from '../../../src/domain/orders/order.ts'

const at = (lat: number): Point => ({ lat, lng: 0 })

test('each point is requested once for each kind of vehicle, until the roads change', async () => {
  const asked: number[][] = []
  // A street at latitude 3 opens at minute 3 of the week. Streets at even latitudes are open at all hours.
  const ask = async (points: readonly Point[]) => {
    asked.push(points.map(({ lat }) => lat))
    return points.map(({ lat }) => (lat % 2 === 0 ? null : { week: [[lat, 10_080]] as const, sources: [] }))
  }
  const hours = new HoursCache()
  const firstMinutes = async (lats: readonly number[], costing: 'CAR' | 'TRUCK' = 'CAR') =>
    (await hours.of(lats.map(at), { costing }, ask)).map((one) => one?.week[0]?.[0] ?? null)
  assert.deepEqual(await firstMinutes([1, 2, 1, 3]), [1, null, 1, 3])
  assert.deepEqual(await firstMinutes([3, 2, 5]), [3, null, 5])
  assert.deepEqual(await firstMinutes([2, 3, 1]), [null, 3, 1])
  assert.deepEqual(asked.splice(0), [[1, 2, 3], [5]])
  assert.deepEqual(await firstMinutes([1, 2], 'TRUCK'), [1, null])
  hours.forget()
  assert.deepEqual(await firstMinutes([1]), [1])
  assert.deepEqual(asked, [[1, 2], [1]])
})
