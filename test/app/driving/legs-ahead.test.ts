// Road legs are computed outside of transactions that write, because waiting would keep their rows locked.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { RoadDistances } from '../../../src/app/ports/roads.ts'
import { straightLineMeters } from '../../../src/domain/geo/geo.ts'
import type { Point } from '../../../src/domain/orders/order.ts'
import { driverToken } from '../../helpers/links.ts'
import { dispatchedRoute } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const asked = { ahead: new Set<string>(), inside: new Set<string>() }
const remembered = new Map<string, { meters: number; seconds: number }>()
const nameOf = (from: unknown, to: unknown) => `${JSON.stringify(from)} to ${JSON.stringify(to)}`
const isLocked = async (): Promise<boolean> =>
  (await other.query('select 1 from routes for update skip locked')).rowCount === 0
const roads: RoadDistances = {
  name: 'local',
  table: async (points) => {
    const distances = Float64Array.from(points.flatMap((a) => points.map((b) => straightLineMeters(a, b))))
    return { distances, durations: distances.map((meters) => meters / 10) }
  },
  ways: async (chain) => chain.slice(1).map(() => null),
  own: {
    maxPoints: 100,
    hours: async (points) => points.map(() => null),
    obstacles: async (_, to) => to.map(() => null),
    maxGrowingPoints: 0,
    growingTable: () => assert.fail('no availability is asked for'),
    known: (chain) => {
      const legs = chain.slice(1).map((point, i) => remembered.get(nameOf(chain[i], point)))
      return legs.every((leg) => leg !== undefined) ? legs : null
    },
    legs: async (chain) => {
      const to = (await isLocked()) ? asked.inside : asked.ahead
      return chain.slice(1).map((point, i) => {
        const meters = straightLineMeters(chain[i] as Point, point)
        // A stop at the same location needs no leg.
        if (meters > 0) to.add(nameOf(chain[i], point))
        const leg = { meters, seconds: meters / 10 }
        remembered.set(nameOf(chain[i], point), leg)
        return leg
      })
    },
  },
}
const service = await startService({ replaced: { distances: roads } })
const other = new pg.Client({ connectionString: service.databaseUrl })
// Ignores errors, because the database may stop before this connection is closed.
other.on('error', () => {})
before(() => other.connect())
after(() => other.end())

test('no leg is requested inside a transaction, for any tap, position or API request', async () => {
  const { shop, route } = await dispatchedRoute(service, 4)
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const send = async (path: string, body: object) => {
    const { status } = await fetch(`${service.url}/d/${token}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    })
    assert.equal(status, 200, JSON.stringify(body))
  }
  const tap = (kind: string, stop: number | null = null, more: object = {}) =>
    send('taps', {
      kind,
      stop_uuid: stop === null ? null : route.stops[stop]?.stop_uuid,
      at: new Date().toISOString(),
      ...more,
    })
  asked.ahead.clear()
  await tap('START')
  await send('position', { lat: 38.9301, lng: -77.0301 })
  await tap('ARRIVE', 0)
  await tap('OUTCOME', 2, { status: 'DELIVERED' })
  await tap('OUTCOME', 0, { status: 'DELIVERED' })
  await tap('UNDO', 2)
  await tap('HEAD', 3)
  await tap('ARRIVE', 3)
  await send('position', { lat: 38.9302, lng: -77.0302 })
  assert.ok(asked.ahead.size > 4)
  // The use case of the API gets no stop in advance, unlike a tap. It must request the legs before its transaction,
  // too.
  remembered.clear()
  asked.ahead.clear()
  await shop.post(`/routes/${route.route_uuid}/stops/${route.stops[1]?.stop_uuid}/status`, { status: 'DELIVERED' })
  assert.ok(asked.ahead.size > 0, 'legs are requested')
  assert.deepEqual([...asked.inside], [])
})
