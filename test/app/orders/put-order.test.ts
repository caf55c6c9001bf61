import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderBody } from '../../helpers/orders.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService()

test('POST /orders returns 201 for a new order, then 200 for an unchanged one and for an update', async () => {
  const shop = await service.business()
  const body = orderBody({ items: [{ name: 'Peas', quantity: 2, unit_weight_lbs: 3, temperature_class: 'FROZEN' }] })
  const first = await shop.post('/orders', body)
  assert.equal(first.status, 201)
  assert.equal(first.body.data.temperature_class, 'FROZEN')
  assert.equal(first.body.data.load_weight_lbs, 6)
  assert.equal(first.body.data.status, 'OPEN')
  const again = await shop.post('/orders', body)
  assert.equal(again.status, 200)
  assert.deepEqual(again.body.data, first.body.data)
  const changed = await shop.post('/orders', { ...body, instructions: 'Ring' })
  assert.equal(changed.status, 200)
  assert.equal(changed.body.data.instructions, 'Ring')
  assert.notEqual(changed.body.data.changed_at, first.body.data.changed_at)
  const read = await shop.get(`/orders/${body.external_ref}`)
  assert.deepEqual(read.body.data, changed.body.data)
  const list = await shop.get<unknown[]>('/orders')
  assert.deepEqual(list.body.data, [read.body.data])
})
