import assert from 'node:assert/strict'
import { test } from 'node:test'
import { geocodePendingOrders } from '../../../src/app/orders/geocode-pending.ts'
import type { Geocoder } from '../../../src/app/ports/geocoder.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { type Client, startService } from '../../helpers/service.ts'

const elsewhere: Geocoder['find'] = async () => ({
  found: true,
  point: { lat: 38.8, lng: -77.2 },
  precision: 'APPROXIMATE',
  label: 'somewhere',
})
let find = elsewhere
let now = new Date()
const service = await startService({
  replaced: { clock: () => now, geocoder: { name: 'stub', find: (...asked) => find(...asked) } },
})
const door = { lat: 38.9126, lng: -77.0286 }

const orderTo = async (shop: Client, line1: string): Promise<OrderOut> =>
  (await shop.post<OrderOut>('/orders', orderBody({ address: { line1, city: 'Washington', region: 'DC' } }))).body.data
const placeOf = ({ placement, address }: OrderOut) => [placement, address.lat, address.lng]

test('the next delivery to an address gets the moved pin, whatever the geocoder returns', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const first = await orderTo(shop, '1201 R Street NW')
  assert.deepEqual(placeOf(first), ['APPROXIMATE', 38.8, -77.2])
  await office.post(`/orders/${first.order_uuid}/location`, door)
  assert.deepEqual(placeOf(await orderTo(shop, '1201 r st. nw, apt 4')), ['PLACED', door.lat, door.lng])
  assert.deepEqual(placeOf(await orderTo(shop, '1203 R St NW')), ['APPROXIMATE', 38.8, -77.2])
  assert.equal((await orderTo(await service.business(), '1201 R St NW')).address.lat, 38.8, 'each business its own')
})

test('an order that waits for a geocoder gets a pin that is set in the meantime', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  find = () => Promise.reject(new Error('down'))
  const [one, two] = [await orderTo(shop, '1400 Q St NW'), await orderTo(shop, '1400 Q Street NW')]
  assert.deepEqual([one.placement, two.placement], ['PENDING', 'PENDING'])
  await office.post(`/orders/${one.order_uuid}/location`, door)
  now = new Date(now.getTime() + 60_000)
  await geocodePendingOrders(service.app)
  const { body } = await shop.get<OrderOut>(`/orders/${two.external_ref}`)
  assert.deepEqual(placeOf(body.data), ['PLACED', door.lat, door.lng])
})
