import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createZone } from '../../../../src/app/zones/create-zone.ts'
import { DEFAULT_PACE } from '../../../../src/domain/forecast/pace.ts'
import { savePace, savePlansWithPace } from '../../../../src/store/settings/pace.ts'
import { addDepot, addVehicle } from '../../../helpers/fleet.ts'
import { orderBody } from '../../../helpers/orders.ts'
import { builtRoute } from '../../../helpers/routes.ts'
import { type Client, startService } from '../../../helpers/service.ts'

const service = await startService({ replaced: { clock: () => new Date('2026-11-20T15:00:00Z') } })
const { app } = service
const MONDAY = '11/23/2026'

interface Day {
  open: boolean
  feasible?: boolean | null
  infeasible_reason?: { code: string; message: string }
}

async function shopWithZone(): Promise<Client> {
  const shop = await service.business()
  const ring: [number, number][] = [
    [-77.2, 38.8],
    [-76.9, 38.8],
    [-76.9, 39],
    [-77.2, 39],
    [-77.2, 38.8],
  ]
  await createZone(app, shop.businessId, {
    name: 'Town',
    geometry: { type: 'Polygon', coordinates: [ring] },
    hours: Array.from({ length: 7 }, (_, i) => (i < 6 ? { start: '09:00', end: '17:00' } : null)),
    capacity: null,
    cutoffDays: null,
    cutoffTime: null,
  })
  return shop
}

async function monday(shop: Client, query: string): Promise<Day> {
  const { status, body } = await shop.get<{ zones: { days: Day[] }[] }>(
    `/availability?lat=38.91&lng=-77.03&from=2026-11-23&days=1${query}`,
  )
  assert.equal(status, 200, body.message)
  const day = body.data.zones[0]?.days[0]
  assert.ok(day)
  return day
}
const verdict = async (shop: Client, query: string) => {
  const { feasible, infeasible_reason } = await monday(shop, query)
  return infeasible_reason?.code ?? feasible
}

test('feasibility is checked only with a weight or temperature class, and only on open days', async () => {
  const shop = await shopWithZone()
  assert.equal('feasible' in (await monday(shop, '')), false)
  assert.equal((await monday(shop, '&weight=10')).feasible, null, 'there is no vehicle')
  await addDepot(app, shop.businessId)
  await addVehicle(app, shop.businessId)
  assert.equal((await monday(shop, '&weight=10')).feasible, true)
  assert.equal((await monday(shop, '&temperature_class=DRY')).feasible, true)
  const { body } = await shop.get<{ zones: { days: Day[] }[] }>(
    '/availability?lat=38.91&lng=-77.03&from=2026-11-22&days=1&weight=10',
  )
  assert.deepEqual(
    [body.data.zones[0]?.days[0]?.open, 'feasible' in (body.data.zones[0]?.days[0] ?? {})],
    [false, false],
  )
  for (const query of ['&weight=-1', '&weight=heavy', '&temperature_class=WARM'])
    assert.equal((await shop.get(`/availability?lat=38.91&lng=-77.03${query}`)).status, 400, query)
})

test('the reason names temperature, weight or shift', async () => {
  const shop = await shopWithZone()
  await addDepot(app, shop.businessId)
  await addVehicle(app, shop.businessId, { capacityLbs: 100, temperatureClasses: ['DRY', 'FROZEN'] })
  assert.equal(await verdict(shop, '&temperature_class=REFRIGERATED'), 'TEMPERATURE')
  assert.equal(await verdict(shop, '&weight=101'), 'CAPACITY')
  assert.equal(await verdict(shop, '&weight=100&temperature_class=FROZEN'), true)
  const night = await shopWithZone()
  await addDepot(app, night.businessId)
  await addVehicle(app, night.businessId, { shift: ['19:00', '23:00'] })
  assert.equal(await verdict(night, '&weight=1'), 'SHIFT')
})

test('orders and plans of the day use its room, and the remaining room is available', async () => {
  const shop = await shopWithZone()
  await addDepot(app, shop.businessId)
  await addVehicle(app, shop.businessId, { capacityLbs: 100, maxStops: 3 })
  const order = (members: Record<string, unknown>) =>
    shop.post('/orders', orderBody({ delivery_date: MONDAY, ...members }))
  await order({ load_weight_lbs: 70 })
  assert.equal(await verdict(shop, '&weight=31'), 'NO_ROOM')
  assert.equal(await verdict(shop, '&weight=30'), true)
  await builtRoute(shop, MONDAY)
  assert.equal(await verdict(shop, '&weight=31'), 'NO_ROOM', 'also with a plan')
  assert.equal(await verdict(shop, '&weight=30'), true)
  await order({})
  await order({})
  assert.equal(await verdict(shop, '&weight=1'), 'MAX_STOPS')
  const other = await shop.get<{ zones: { days: Day[] }[] }>(
    '/availability?lat=38.91&lng=-77.03&from=2026-11-24&days=1&weight=100',
  )
  assert.equal(other.body.data.zones[0]?.days[0]?.feasible, true, 'another day has its own room')
})

test('the learned pace of the business counts, unless its plans leave the pace out', async () => {
  const shop = await shopWithZone()
  await addDepot(app, shop.businessId)
  await addVehicle(app, shop.businessId, { shift: ['09:00', '10:00'] })
  await shop.post('/orders', orderBody({ delivery_date: MONDAY, service_minutes: 20 }))
  assert.equal(await verdict(shop, '&weight=1'), true)
  const inBusiness = <T>(work: Parameters<typeof app.db.asBusiness<T>>[1]) => app.db.asBusiness(shop.businessId, work)
  const plan = { driveFactor: 1, stopSeconds: 300, serviceFactor: 2 }
  const learned = { learnedOn: '2026-11-19', pace: DEFAULT_PACE, unheardShares: {}, plan, routes: 20 }
  await inBusiness((tx) => savePace(tx, learned))
  assert.notEqual(await verdict(shop, '&weight=1'), true, 'the visits no longer fit into the shift')
  await inBusiness((tx) => savePlansWithPace(tx, false))
  assert.equal(await verdict(shop, '&weight=1'), true)
})

test('a route under way rejects new deliveries, but other vehicles may accept them', async () => {
  const shop = await shopWithZone()
  await addDepot(app, shop.businessId)
  await addVehicle(app, shop.businessId)
  await shop.post('/orders', orderBody({ delivery_date: MONDAY }))
  const route = await builtRoute(shop, MONDAY)
  assert.equal((await shop.post(`/routes/${route.route_uuid}/dispatch`)).status, 200)
  assert.equal(await verdict(shop, '&weight=1'), null)
  await addVehicle(app, shop.businessId, { name: 'Second van' })
  assert.equal(await verdict(shop, '&weight=1'), true)
})
