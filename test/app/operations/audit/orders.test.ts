// Tests audit rows of a delivery: added, changed, geocoded, canceled and taken off its route, each with the actor.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { geocodePendingOrders } from '../../../../src/app/orders/geocode-pending.ts'
import type { Geocoder } from '../../../../src/app/ports/geocoder.ts'
import { expectAuditRow, expectNoAuditRow } from '../../../helpers/audit.ts'
import { signedIn } from '../../../helpers/office.ts'
import { orderBody } from '../../../helpers/orders.ts'
import { startService } from '../../../helpers/service.ts'

let find: Geocoder['find'] = () => Promise.reject(new Error('down'))
let now = new Date()
const service = await startService({
  replaced: { clock: () => now, geocoder: { name: 'test', find: (...asked) => find(...asked) } },
})
const { app } = service

async function business() {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'OWNER')
  return {
    shop,
    office,
    byKey: { kind: 'API', id: shop.keyId } as const,
    byOffice: { kind: 'OFFICE', id: office.session?.user.user_uuid ?? '' } as const,
  }
}

test('records creation, changes with old and new values, and cancellation by the key; a repetition adds nothing', async () => {
  const { shop, byKey: by } = await business()
  const body = orderBody({ instructions: 'Ring' })
  const { order_uuid: entityId } = (await shop.post<{ order_uuid: string }>('/orders', body)).body.data
  const row = await expectAuditRow(service, shop, 'order.created', { entityId, by })
  assert.ok(row.requestId)
  await shop.post('/orders', body)
  await expectAuditRow(service, shop, 'order.created', { entityId, times: 1 })
  await expectNoAuditRow(service, shop, 'order.updated')
  await shop.post('/orders', { ...body, instructions: 'Knock' })
  const updated = await expectAuditRow(service, shop, 'order.updated', { entityId, by })
  assert.deepEqual(updated.detail?.['changes'], { instructions: ['Ring', 'Knock'] })
  for (let i = 0; i < 2; i++) await shop.post(`/orders/${body.external_ref}/cancel`)
  await expectAuditRow(service, shop, 'order.cancelled', { entityId, by, times: 1 })
})

test('records cancellation with its reason and a location set in the office', async () => {
  const { shop, office, byOffice: by } = await business()
  const { body } = await shop.post<{ order_uuid: string }>('/orders', orderBody())
  const { order_uuid: entityId } = body.data
  const pin = { lat: 38.95, lng: -77.04 }
  await office.post(`/orders/${entityId}/location`, pin)
  await expectAuditRow(service, shop, 'order.updated', { entityId, by })
  await office.post(`/orders/${entityId}/location`, pin)
  await expectAuditRow(service, shop, 'order.place_confirmed', { entityId, by, detail: { placement: 'PLACED' } })
  const cancelled = await office.post(`/orders/${entityId}/cancel`, { reason: 'Out of stock' })
  assert.equal(cancelled.status, 200, cancelled.body.message)
  await expectAuditRow(service, shop, 'order.cancelled', { entityId, by, detail: { reason: 'Out of stock' } })
})

test('records changes by the customer on the tracking page', async () => {
  const { shop } = await business()
  const { body } = await shop.post<{ order_uuid: string }>('/orders', orderBody())
  const { order_uuid: entityId } = body.data
  const page = `${service.url}/t/${app.secrets.linkToken('tracking', entityId, '')}`
  const answer = await fetch(page, { method: 'POST', body: new URLSearchParams({ instructions: 'At the back' }) })
  assert.ok(answer.status < 400, `${answer.status}`)
  const row = await expectAuditRow(service, shop, 'order.updated', { entityId, by: { kind: 'CUSTOMER' } })
  assert.deepEqual(row.detail?.['changes'], { customer_instructions: [null, 'At the back'] })
})

test('records geocoding by the job without an actor', async () => {
  const { shop } = await business()
  const order = orderBody({ address: { line1: '1 Waiting St' } })
  const { body } = await shop.post<{ order_uuid: string }>('/orders', order)
  await expectNoAuditRow(service, shop, 'order.placed')
  find = async () => ({ found: true, point: { lat: 38.9, lng: -77 }, precision: 'PLACED', label: '' })
  now = new Date(now.getTime() + 600_000)
  while (await geocodePendingOrders(app));
  await expectAuditRow(service, shop, 'order.placed', {
    entityId: body.data.order_uuid,
    by: { kind: 'SYSTEM', id: null },
    detail: { placement: 'PLACED' },
  })
})
