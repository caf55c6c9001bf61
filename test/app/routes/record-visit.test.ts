// Service times at an address are stored as outcomes settle, and suggested for its next delivery.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Geocoder } from '../../../src/app/ports/geocoder.ts'
import type { OrderDetailOut } from '../../../src/contract/order-actions.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { settleOutcomesJob } from '../../../src/jobs/settle-outcomes.ts'
import { testClock } from '../../helpers/clock.ts'
import { driverToken } from '../../helpers/links.ts'
import { type Office, signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { builtRoute, dispatchedRoute, shopWithOrders } from '../../helpers/routes.ts'
import { type Client, startService } from '../../helpers/service.ts'

const clock = testClock()
const geocoder: Geocoder = {
  name: 'stub',
  find: async () => ({ found: true, point: { lat: 38.8, lng: -77.2 }, precision: 'APPROXIMATE', label: 'somewhere' }),
}
const service = await startService({ replaced: { clock: clock.now, geocoder } })
const address = { line1: '1201 R Street NW', city: 'Washington', lat: 38.9126, lng: -77.0286 }

/** Delivers the stop after this number of minutes at the door. */
async function delivered(shop: Client, path: string, minutes: number, status = 'DELIVERED'): Promise<void> {
  const arrived_at = clock.now().toISOString()
  clock.advance(minutes * 60)
  const answer = await shop.post(`${path}/status`, { status, reason: 'Nobody there', arrived_at })
  assert.equal(answer.status, 200, answer.body.message)
}

const settled = async (): Promise<void> => {
  clock.advance(121)
  await settleOutcomesJob.run(service.app)
}

async function offered(shop: Client, office: Office, members = {}) {
  const body = orderBody({ address: { ...address, line1: '1201 r st. nw, apt 4' }, ...members })
  const order = (await shop.post<OrderOut>('/orders', body)).body.data
  return (await office.get<OrderDetailOut>(`/orders/${order.order_uuid}`)).body.data
}

test('the median of three or more deliveries to an address is suggested there, and nowhere else', async () => {
  const { shop, route } = await dispatchedRoute(service, 5, { address })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const [a, b, c, d, e] = route.stops.map(({ stop_uuid }) => `/routes/${route.route_uuid}/stops/${stop_uuid}`)
  await delivered(shop, a ?? '', 4)
  await delivered(shop, b ?? '', 30, 'FAILED')
  await delivered(shop, c ?? '', 9)
  await settled()
  assert.deepEqual((await offered(shop, office)).service, { planned_minutes: 5, usual: null })
  await delivered(shop, d ?? '', 60)
  assert.equal((await offered(shop, office)).service.usual, null, 'held: it may still be taken back')
  await settled()
  assert.deepEqual((await offered(shop, office)).service.usual, { minutes: 9, visits: 3 })
  assert.equal((await offered(shop, office, { address: { ...address, line1: '1203 R St NW' } })).service.usual, null)
  const other = await service.business()
  assert.equal((await offered(other, await signedIn(service, other.businessId))).service.usual, null)

  assert.equal((await shop.post(`${d}/undo`)).status, 200)
  assert.equal((await offered(shop, office)).service.usual, null, 'taken back')
  await delivered(shop, d ?? '', 12)
  await delivered(shop, e ?? '', 200)
  await settled()
  assert.deepEqual((await offered(shop, office)).service.usual, { minutes: 9, visits: 3 }, 'absurd ones left out')
  const corrected = await office.post(`${c}/correct`, { status: 'FAILED', reason: 'Nobody there' })
  assert.equal(corrected.status, 200, corrected.body.message)
  assert.equal((await offered(shop, office)).service.usual, null, 'corrected')
})

test('only the last ten visits count', async () => {
  const { shop, route } = await dispatchedRoute(service, 13, { address })
  const office = await signedIn(service, shop.businessId)
  for (const [i, { stop_uuid }] of route.stops.entries())
    await delivered(shop, `/routes/${route.route_uuid}/stops/${stop_uuid}`, i < 6 ? 2 : 20)
  await settled()
  assert.deepEqual((await offered(shop, office)).service.usual, { minutes: 20, visits: 10 })
})

/** Deliveries to one address with an approximate location, and the phone of their driver. */
async function roughly(count: number) {
  const line1 = `${count} Rough Street`
  const made = await dispatchedRoute(service, count, { address: { line1, city: 'Washington' } })
  const token = await driverToken(service, made.shop.businessId, made.route.route_uuid)
  const tap = async (tapped: Record<string, unknown>): Promise<void> => {
    const answer = await fetch(`${service.url}/d/${token}/taps`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ at: clock.now().toISOString(), ...tapped }),
    })
    assert.equal(answer.status, 200, await answer.text())
  }
  const visit = async (index: number, place: Record<string, unknown>): Promise<void> => {
    const stop_uuid = made.route.stops[index]?.stop_uuid
    await tap({ kind: 'ARRIVE', stop_uuid, ...place })
    clock.advance(240)
    await tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid, ...place })
  }
  const next = async (members = {}) => {
    const body = orderBody({ address: { line1, city: 'Washington' }, ...members })
    return (await made.shop.post<OrderOut>('/orders', body)).body.data
  }
  return { ...made, visit, next }
}
const door = { lat: 38.9126, lng: -77.0286, accuracy_meters: 12 }
const placeOf = ({ placement, address: { lat, lng } }: OrderOut) => [placement, lat, lng]

test('three deliveries whose phone positions agree confirm a location; the office overrules it', async () => {
  const { shop, visit, next } = await roughly(6)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  await visit(0, door)
  await visit(1, { ...door, lat: 38.9127 })
  await visit(2, { ...door, accuracy_meters: 400 })
  await visit(3, { lat: door.lat, lng: door.lng })
  await settled()
  assert.deepEqual(placeOf(await next()), ['APPROXIMATE', 38.8, -77.2], 'too few are accurate')
  await visit(4, { ...door, lat: 38.91265 })
  await settled()
  const found = await next()
  assert.deepEqual(placeOf(found), ['PLACED', 38.91265, -77.0286])
  const knownBy = async (order: OrderOut) =>
    (await office.get<OrderDetailOut>(`/orders/${order.order_uuid}`)).body.data.place_known_by
  assert.equal(await knownBy(found), 'DELIVERIES')
  assert.equal(await knownBy(await next({ address: { line1: '2 Rough Street', city: 'Washington' } })), null)

  const pin = { lat: 38.92, lng: -77.03 }
  await office.post(`/orders/${found.order_uuid}/location`, pin)
  assert.equal(await knownBy(await next()), 'OFFICE')
  await visit(5, door)
  await settled()
  assert.deepEqual(placeOf(await next()), ['PLACED', pin.lat, pin.lng], 'the office’s word stands')
})

test('without an undo window a delivery adds its location immediately', async () => {
  const { shop, visit, next } = await roughly(3)
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ undoWindowSeconds: 0 }).execute(),
  )
  for (let i = 0; i < 3; i++) await visit(i, door)
  assert.deepEqual(placeOf(await next()), ['PLACED', door.lat, door.lng])
})

test('an approximate location that a dispatcher confirms is exact from then on, with the pin unmoved', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const order = async () =>
    (await shop.post<OrderOut>('/orders', orderBody({ address: { line1: '1 Old Mill', city: 'Washington' } }))).body
      .data
  const first = await order()
  const { lat, lng } = first.address
  assert.equal((await office.post(`/orders/${first.order_uuid}/location`, { lat, lng })).status, 200)
  const { body } = await office.get<OrderDetailOut>(`/orders/${first.order_uuid}`)
  assert.deepEqual(placeOf(body.data.order), ['PLACED', lat, lng])
  assert.deepEqual([body.data.place_known_by, body.data.history[0]?.action], ['OFFICE', 'order.place_confirmed'])
  assert.deepEqual(placeOf(await order()), ['PLACED', lat, lng])
})

test('applying the suggestion to the order also updates its route, and never overwrites another change', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 1)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const viewer = await signedIn(service, shop.businessId, 'VIEWER')
  const route = await builtRoute(shop, date)
  const order = (await shop.get<OrderOut>(`/orders/${refs[0]}`)).body.data
  const path = `/orders/${order.order_uuid}/service-minutes`
  const body = { service_minutes: 9, version: order.changed_at }
  assert.equal((await viewer.post(path, body)).status, 403)
  const wrong = await office.post(path, { ...body, service_minutes: -1 })
  assert.deepEqual([wrong.status, wrong.body.details.fields], [400, ['service_minutes']])
  assert.equal((await office.post<OrderOut>(path, body)).body.data.service_minutes, 9)
  assert.equal((await office.post(path, { ...body, service_minutes: 8 })).body.details.code, 'ORDER_CHANGED')
  const {
    order: now,
    service: at,
    history,
  } = (await office.get<OrderDetailOut>(`/orders/${order.order_uuid}`)).body.data
  assert.deepEqual([at.planned_minutes, now.placement, now.address.lat], [9, 'PLACED', order.address.lat])
  assert.deepEqual(history[0]?.detail?.fields, ['service_minutes'])
  const retimed = (await shop.get<typeof route>(`/routes/${route.route_uuid}`)).body.data
  assert.equal(retimed.stops[0]?.service_minutes, 9)
})
