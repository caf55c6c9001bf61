// Tests availability in a city with a river and one distant bridge. Locations on the other bank are near in a straight
// line, but far by road.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { addRegion } from '../../../../src/adapters/regions/add-region.ts'
import { createZone } from '../../../../src/app/zones/create-zone.ts'
import type { Point } from '../../../../src/domain/orders/order.ts'
import { addDepot, addVehicle } from '../../../helpers/fleet.ts'
import { orderBody } from '../../../helpers/orders.ts'
import { writeExtract } from '../../../helpers/osm-extract.ts'
import { type Client, type Service, startService } from '../../../helpers/service.ts'
import { until } from '../../../helpers/until.ts'

const [SOUTH, BRIDGE, WEST, EAST] = [38.9, 39.2, -77.03, -77.027]
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rm-river-'))
after(() => rmSync(dataDir, { recursive: true }))
const extract = path.join(dataDir, 'river.osm.pbf')
await writeExtract(extract, {
  nodes: {
    1: [SOUTH, WEST],
    2: [BRIDGE, WEST],
    3: [BRIDGE, EAST],
    4: [SOUTH, EAST],
    5: [SOUTH - 0.01, WEST],
    6: [SOUTH - 0.01, EAST],
  },
  ways: {
    7: { refs: [1, 2, 3, 4], tags: { highway: 'residential', name: 'Bank Street' } },
    8: { refs: [1, 5], tags: { highway: 'residential', name: 'West Lane' } },
    9: { refs: [4, 6], tags: { highway: 'residential', name: 'East Lane' } },
  },
})
const clock = () => new Date('2026-11-20T15:00:00Z')
const addresses = { importedCount: async () => 0, replace: async () => 0 }
await addRegion({ dataDir, file: extract, clock, progress: () => {}, addresses })
const service = await startService({ replaced: { clock }, env: { DATA_DIR: dataDir } })
const estimating = await startService({ replaced: { clock }, env: { DISTANCES: 'none' } })

const MONDAY = '11/23/2026'
const depot = { lat: SOUTH, lng: WEST }
const near = { lat: SOUTH + 0.01, lng: WEST }
const across = { lat: SOUTH + 0.01, lng: EAST }

async function shopAtRiver(at: Service): Promise<Client> {
  const shop = await at.business()
  const ring: [number, number][] = [
    [-77.2, 38.8],
    [-76.9, 38.8],
    [-76.9, 39.3],
    [-77.2, 39.3],
    [-77.2, 38.8],
  ]
  await createZone(at.app, shop.businessId, {
    name: 'Both banks',
    geometry: { type: 'Polygon', coordinates: [ring] },
    hours: Array.from({ length: 7 }, () => ({ start: '08:00', end: '17:00' })),
    capacity: null,
    cutoffDays: null,
    cutoffTime: null,
  })
  await addDepot(at.app, shop.businessId, depot)
  await addVehicle(at.app, shop.businessId, { shift: ['08:00', '09:00'] })
  return shop
}

const verdict = async (shop: Client, { lat, lng }: Point): Promise<unknown> => {
  interface Day {
    feasible: boolean | null
    infeasible_reason?: { code: string }
  }
  const query = `lat=${lat}&lng=${lng}&from=2026-11-23&days=1&weight=1`
  const { status, body } = await shop.get<{ zones: { days: Day[] }[] }>(`/availability?${query}`)
  assert.equal(status, 200, body.message)
  const day = body.data.zones[0]?.days[0]
  return day?.infeasible_reason?.code ?? day?.feasible
}

test('a location that a build can’t reach in time by road is not offered, even if it is near', async () => {
  const guessing = await shopAtRiver(estimating)
  assert.deepEqual([await verdict(guessing, near), await verdict(guessing, across)], [true, true])

  const shop = await shopAtRiver(service)
  // While the roads are loading, a check may be answered without them.
  await until('the roads are loaded', async () => (await verdict(shop, across)) === 'SHIFT')
  assert.deepEqual([await verdict(shop, near), await verdict(shop, across)], [true, 'SHIFT'])
  const order = (external_ref: string, at: Point) =>
    shop.post('/orders', orderBody({ external_ref, delivery_date: MONDAY, address: { line1: '1 Bank Street', ...at } }))
  await order('near', near)
  await order('across', across)
  interface Built {
    distance_source: string
    routes: { stops: { external_ref: string }[] }[]
    unassigned: { external_ref: string }[]
  }
  const { body } = await shop.post<Built>('/routes/build', { date: MONDAY })
  const { distance_source, routes, unassigned } = body.data
  assert.equal(distance_source, 'local')
  assert.deepEqual(
    [routes.flatMap(({ stops }) => stops).map((stop) => stop.external_ref), unassigned.map((one) => one.external_ref)],
    [['near'], ['across']],
  )
  const farther = { ...near, lat: near.lat + 0.01 }
  assert.deepEqual([await verdict(shop, farther), await verdict(shop, across)], [true, 'SHIFT'], 'also with a plan')
})
