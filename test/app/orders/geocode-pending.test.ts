import assert from 'node:assert/strict'
import { test } from 'node:test'
import { geocodePendingOrders } from '../../../src/app/orders/geocode-pending.ts'
import type { Geocoder } from '../../../src/app/ports/geocoder.ts'
import { retryAllGeocoding } from '../../../src/app/orders/retry-geocoding.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { dateIn } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const asked: string[] = []
const down: Geocoder['find'] = () => Promise.reject(new Error('down'))
const up: Geocoder['find'] = async () => ({
  found: true,
  point: { lat: 38.91, lng: -77.03 },
  precision: 'APPROXIMATE',
  label: 'R St',
})
let find = down
let now = new Date('2026-11-20T15:00:00Z')
const service = await startService({
  replaced: {
    clock: () => now,
    geocoder: {
      name: 'stub',
      find: (address, signal) => {
        asked.push(typeof address === 'string' ? address : address.line1)
        return find(address, signal)
      },
    },
  },
})
const shop = await service.business()

/** Creates an order while the geocoder is down. */
async function pendingOrder(line1: string): Promise<{ external_ref: string; path: string }> {
  find = down
  const body = orderBody({ address: { line1 } })
  const { status, body: answer } = await shop.post('/orders', body)
  assert.deepEqual([status, answer.data.placement], [201, 'PENDING'])
  asked.length = 0
  return { external_ref: body.external_ref, path: `/orders/${body.external_ref}` }
}
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

test('a PENDING order is geocoded once the geocoder is back, and moves in the feed', async () => {
  const order = await pendingOrder('1 Waiting St')
  const before = (await shop.get(order.path)).body.data
  find = up
  await geocodePendingOrders(service.app)
  const { data } = (await shop.get<{ placement: string; address: { lat: number }; changed_at: string }>(order.path))
    .body
  assert.deepEqual([data.placement, data.address.lat], ['APPROXIMATE', 38.91])
  assert.ok(data.changed_at > String(before.changed_at))
  assert.deepEqual(asked, ['1 Waiting St'])
  const { data: feed } = (await shop.get<{ external_ref: string }[]>(`/orders?since=${data.changed_at}`)).body
  assert.deepEqual(
    feed.map(({ external_ref }) => external_ref),
    [order.external_ref],
  )
  await geocodePendingOrders(service.app)
  assert.equal(asked.length, 1, 'it is asked for once')
})

test('businesses take turns, so that many orders of one do not delay another', async () => {
  for (let i = 0; i < 10; i++) await pendingOrder(`${i} Crowd St`)
  const other = await service.business()
  const order = orderBody({ address: { line1: '1 Alone St' } })
  assert.equal((await other.post('/orders', order)).body.data.placement, 'PENDING')
  find = up
  await geocodePendingOrders(service.app)
  assert.equal((await other.get(`/orders/${order.external_ref}`)).body.data.placement, 'APPROXIMATE')
  await geocodePendingOrders(service.app)
})

test('an address that is not found becomes UNPLACED and stays so', async () => {
  const order = await pendingOrder('2 Nowhere St')
  find = async () => ({ found: false })
  await geocodePendingOrders(service.app)
  assert.equal((await shop.get(order.path)).body.data.placement, 'UNPLACED')
  later(60)
  await geocodePendingOrders(service.app)
  assert.equal(asked.length, 1)
})

test('while the geocoder is down a portion ends early, and every order is due again within 60 s', async () => {
  const orders = []
  for (let i = 0; i < 5; i++) orders.push(await pendingOrder(`${i} Down St`))
  assert.equal(await geocodePendingOrders(service.app), false)
  assert.equal(asked.length, 2)
  find = up
  later(20)
  await geocodePendingOrders(service.app)
  for (const order of orders) assert.equal((await shop.get(order.path)).body.data.placement, 'APPROXIMATE')
})

test('an address that always fails does not delay the others', async () => {
  const bad = await pendingOrder('3 Poison St')
  const good = await pendingOrder('4 Fine St')
  find = (address, signal) => (asked.at(-1) === '3 Poison St' ? down(address, signal) : up(address, signal))
  await geocodePendingOrders(service.app)
  assert.equal((await shop.get(good.path)).body.data.placement, 'APPROXIMATE')
  assert.equal((await shop.get(bad.path)).body.data.placement, 'PENDING')
  find = up
  later(20)
  await geocodePendingOrders(service.app)
  assert.equal((await shop.get(bad.path)).body.data.placement, 'APPROXIMATE')
})

test('an order that is changed or canceled during its look-up keeps its values', async () => {
  const moved = await pendingOrder('5 Old St')
  const cancelled = await pendingOrder('6 Old St')
  find = async (address, signal) => {
    if (asked.length === 1) await shop.post('/orders', { ...orderBody(), external_ref: moved.external_ref })
    else await shop.post(`${cancelled.path}/cancel`)
    return up(address, signal)
  }
  await geocodePendingOrders(service.app)
  const { data } = (await shop.get<{ placement: string; address: { lat: number } }>(moved.path)).body
  assert.equal(data.placement, 'PLACED')
  assert.notEqual(data.address.lat, 38.91)
  assert.equal((await shop.get(cancelled.path)).body.data.placement, 'PENDING')
  await geocodePendingOrders(service.app)
  assert.equal(asked.length, 2, 'a canceled order is not looked up')
})

test('two processes share the work and geocode each order once', async () => {
  for (let i = 0; i < 8; i++) await pendingOrder(`${i} Twin St`)
  find = async (address, signal) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return up(address, signal)
  }
  await Promise.all([geocodePendingOrders(service.app), geocodePendingOrders(service.app)])
  assert.deepEqual([...new Set(asked)].sort(), [...asked].sort())
  assert.equal(asked.length, 8)
})

test('geocodes addresses again that were not found, for chosen orders or for all future orders', async () => {
  const shop = await service.business()
  const missing: Geocoder['find'] = async () => ({ found: false })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const notFound = async (line1: string) => {
    find = missing
    const day = dateIn(service, 1)
    const { body } = await shop.post<OrderOut>('/orders', orderBody({ address: { line1 }, delivery_date: day }))
    assert.equal(body.data.placement, 'UNPLACED')
    return body.data
  }
  const [chosen, other, cancelled] = [
    await notFound('1 New Rd'),
    await notFound('2 New Rd'),
    await notFound('3 New Rd'),
  ]
  await shop.post(`/orders/${cancelled.external_ref}/cancel`)
  const placement = async ({ external_ref }: OrderOut) =>
    (await shop.get<OrderOut>(`/orders/${external_ref}`)).body.data.placement
  const ask = () => office.post('/orders-looked-up', { order_uuids: [chosen.order_uuid, cancelled.order_uuid] })
  assert.deepEqual((await ask()).body.data, { orders: 1 })
  await expectAuditRow(service, shop, 'order.looked_up_again', { times: 1, by: { kind: 'OFFICE' } })
  find = up
  while (await geocodePendingOrders(service.app));
  assert.deepEqual([await placement(chosen), await placement(other)], ['APPROXIMATE', 'UNPLACED'])
  assert.deepEqual((await ask()).body.data, { orders: 0 })
  assert.ok((await retryAllGeocoding(service.app)) >= 1)
  while (await geocodePendingOrders(service.app));
  assert.deepEqual([await placement(other), await placement(cancelled)], ['APPROXIMATE', 'UNPLACED'])
})
