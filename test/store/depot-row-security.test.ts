// Row-level security for depots (docs/decisions/044-depots-are-a-wall.md): which roles are restricted, and which results
// cover the whole business for all users. test/store/tables.test.ts checks which tables have it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { retryGeocodingOf } from '../../src/store/orders/orders.ts'
import { takenReferences } from '../../src/store/orders/repeated-orders.ts'
import { pointsByDay } from '../../src/store/zones/zones.ts'
import { addDepot } from '../helpers/fleet.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const service = await startService()
const admin = new pg.Client({ connectionString: service.databaseUrl })
await admin.connect()
service.besides.push(() => admin.end())

test('a mere member of the role, such as the owner of the tables, is not restricted', async () => {
  const { shop } = await dispatchedRoute(service, 1)
  const seen = async (role: string) => {
    await admin.query(`set local role ${role}`)
    return (await admin.query('select from orders where business_uuid = $1', [shop.businessId])).rows.length
  }
  await admin.query('begin')
  try {
    await admin.query('create role depots_member nologin in role roundsman_depots')
    await admin.query(`select set_config('roundsman.business', $1, true)`, [shop.businessId])
    assert.equal(await seen('depots_member'), 1)
    assert.equal(await seen('roundsman_depots'), 0)
  } finally {
    await admin.query('rollback')
  }
})

test('a transaction with depots sees their rows, and one with unknown depots sees no depot’s rows', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const elsewhere = await addDepot(service.app, shop.businessId)
  const loose = await shop.post('/orders', {
    external_ref: 'LOOSE',
    customer_name: 'Test customer',
    address: { line1: '1 Test Street', lat: 38.9, lng: -77 },
    delivery_date: route.date,
  })
  assert.equal(loose.status, 201)
  const [{ depotId: home } = { depotId: '' }] = await service.app.db.query<{ depotId: string }>(
    'select depot_uuid from depots where business_uuid = $1 and is_default',
    [shop.businessId],
  )
  const seen = (depots: string[]) =>
    service.app.db.asBusiness({ businessId: shop.businessId, depots }, async (tx) => ({
      depots: (await tx.selectFrom('depots').select('depotId').execute()).length,
      vehicles: (await tx.selectFrom('vehicles').select('vehicleId').execute()).length,
      routes: (await tx.selectFrom('routes').select('routeId').execute()).length,
      stops: (await tx.selectFrom('stops').select('stopId').execute()).length,
      drivers: (await tx.selectFrom('drivers').select('driverId').execute()).length,
      orders: (await tx.selectFrom('orders').select('externalRef').execute()).length,
      history: (await tx.selectFrom('history').select('recordId').execute()).length > 0,
      messages: (await tx.selectFrom('messages').select('messageId').execute()).length > 0,
    }))
  const all = { depots: 1, vehicles: 1, routes: 1, stops: 1, drivers: 1, orders: 2, history: true, messages: true }
  assert.deepEqual(await seen([home]), all)
  const loosely = { ...all, vehicles: 0, routes: 0, stops: 0, drivers: 0, orders: 1, history: false, messages: false }
  assert.deepEqual(await seen([elsewhere]), loosely)
  assert.deepEqual(await seen([home, elsewhere]), { ...all, depots: 2 })
  assert.deepEqual(await seen([service.app.newId()]), { ...loosely, depots: 0 }, 'an unknown depot')
  assert.deepEqual(await seen([]), { ...loosely, depots: 0 })
})

test('references, a zone’s capacity and the order of changes cover the whole business for every user', async () => {
  const { shop, refs, date } = await dispatchedRoute(service, 2)
  const elsewhere = await addDepot(service.app, shop.businessId)
  const [month = '', day = '', year = ''] = date.split('/')
  const iso = `${year}-${month}-${day}`
  const box = { west: -180, south: -90, east: 180, north: 90 }
  const read = (depots: string[] | null) =>
    service.app.db.asBusiness({ businessId: shop.businessId, depots }, async (tx) => ({
      taken: (await takenReferences(tx, [...refs, 'FREE'])).size,
      points: [...((await pointsByDay(tx, iso, iso, box)).get(iso) ?? [])].toSorted((a, b) => a - b),
    }))
  const whole = await read(null)
  assert.equal(whole.taken, 2)
  assert.equal(whole.points.length, 4)
  assert.deepEqual(await read([elsewhere]), whole)
  const loose = await shop.post('/orders', {
    external_ref: 'LOOSE',
    customer_name: 'Test customer',
    address: { line1: '1 Test Street', lat: 38.9, lng: -77 },
    delivery_date: date,
  })
  assert.equal(loose.status, 201)
  // Simulates clocks that were set back. A change by a restricted user comes after changes that they can't see.
  await admin.query(
    `update orders set changed_at = now() + interval '1 day' where business_uuid = $1 and route_uuid is not null`,
    [shop.businessId],
  )
  await service.app.db.asWriter({ businessId: shop.businessId, depots: [elsewhere] }, async (tx) => {
    const found = await tx.selectFrom('orders').select('orderId').where('businessId', '=', tx.businessId).execute()
    assert.equal(found.length, 1)
    await tx
      .updateTable('orders')
      .set({ placement: 'UNPLACED' })
      .where('orderId', '=', found[0]?.orderId ?? '')
      .execute()
    await retryGeocodingOf(
      tx,
      found.map(({ orderId }) => orderId),
    )
  })
  const { rows } = await admin.query<{ ref: string }>(
    'select external_ref as ref from orders where business_uuid = $1 order by changed_at desc limit 1',
    [shop.businessId],
  )
  assert.equal(rows[0]?.ref, 'LOOSE')
})
