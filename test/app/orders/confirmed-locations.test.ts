import assert from 'node:assert/strict'
import { test } from 'node:test'
import { geocodePendingOrders } from '../../../src/app/orders/geocode-pending.ts'
import type { Geocoder } from '../../../src/app/ports/geocoder.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
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

test('an ambiguous address has candidates; the chosen one is its location, also for the next delivery', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const other = { lat: 38.95, lng: -77.01 }
  find = async () => ({
    found: false,
    candidates: [
      { point: other, label: '10 Elm Street NE' },
      { point: door, label: '10 Elm Street NW' },
    ],
  })
  const { external_ref: ref, order_uuid: id } = await orderTo(shop, '10 Elm Street')
  const read = async () => (await shop.get<OrderOut>(`/orders/${ref}`)).body.data
  assert.deepEqual(placeOf(await read()), ['AMBIGUOUS', null, null])
  assert.deepEqual((await read()).candidates, [
    { address: '10 Elm Street NE', ...other },
    { address: '10 Elm Street NW', ...door },
  ])
  for (const [body, fields] of [
    [{}, ['lat']],
    [{ lat: 38 }, ['lng']],
    [{ ...door, candidate: 0 }, ['candidate']],
    [{ candidate: 10 }, ['candidate']],
  ] as const) {
    const refused = await shop.post(`/orders/${ref}/location`, body)
    assert.deepEqual([refused.status, refused.body.details.fields], [400, fields])
  }
  const unknown = await shop.post(`/orders/${ref}/location`, { candidate: 2 })
  assert.deepEqual([unknown.status, unknown.body.details.code], [409, 'NO_SUCH_CANDIDATE'])
  assert.equal((await shop.post('/orders/NONE/location', { candidate: 0 })).status, 404)
  assert.equal((await (await service.business()).post(`/orders/${ref}/location`, { candidate: 0 })).status, 404)

  const chosen = (
    await shop.post<OrderOut>(`/orders/${ref}/location`, { candidate: 1, version: (await read()).changed_at })
  ).body.data
  assert.deepEqual(placeOf(chosen), ['PLACED', door.lat, door.lng])
  assert.deepEqual([chosen.candidates, (await read()).candidates], [undefined, undefined])
  await expectAuditRow(service, shop, 'order.updated', { entityId: id })
  assert.deepEqual(placeOf(await orderTo(shop, '10 Elm St')), ['PLACED', door.lat, door.lng])

  const second = await orderTo(shop, '12 Elm Street')
  await office.post(`/orders/${second.order_uuid}/location`, { candidate: 0 })
  const { body } = await shop.get<OrderOut>(`/orders/${second.external_ref}`)
  assert.deepEqual(placeOf(body.data), ['PLACED', other.lat, other.lng])

  // The index would now mean a candidate of another address.
  const { external_ref: moved, changed_at: version } = await orderTo(shop, '14 Elm Street')
  await shop.post('/orders', orderBody({ address: { line1: '14 Elm Road' }, external_ref: moved }))
  const stale = await shop.post(`/orders/${moved}/location`, { candidate: 1, version })
  assert.deepEqual([stale.status, stale.body.details.code], [409, 'CHANGED_MEANWHILE'])
})
