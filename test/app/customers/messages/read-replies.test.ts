// The office shows customers' replies on every page until a dispatcher has read them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderDetailOut } from '../../../../src/contract/order-actions.ts'
import type { RepliesOut } from '../../../../src/contract/office/replies.ts'
import { insertReply } from '../../../../src/store/messages/replies.ts'
import { expectAuditRow } from '../../../helpers/audit.ts'
import { signedIn } from '../../../helpers/office.ts'
import { dispatchedRoute } from '../../../helpers/routes.ts'
import { startService } from '../../../helpers/service.ts'

const service = await startService()
const { app } = service

async function answered(...bodies: string[]) {
  const { shop, route } = await dispatchedRoute(service, 1, { customer_phone: '+1 202 555 0143' })
  const orderId = route.stops[0]?.order_uuid ?? ''
  await app.db.asBusiness(shop.businessId, async (tx) => {
    for (const [i, body] of bodies.entries())
      await insertReply(tx, { replyId: app.newId(), orderId, body, providerId: body }, new Date(1e12 + i), 500)
  })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const replies = async (by = office) => (await by.get<RepliesOut>('/replies')).body.data
  const see = (reply_uuids: string[], by = office) => by.post<RepliesOut>('/replies/seen', { reply_uuids })
  return { shop, orderId, office, replies, see }
}

test('replies are listed oldest first until they are read, and stay with their order', async () => {
  const { shop, orderId, office, replies, see } = await answered('Where is it?', 'Hello?')
  const [first, second] = (await replies()).replies
  assert.deepEqual([first?.body, second?.body, first?.order_uuid], ['Where is it?', 'Hello?', orderId])
  assert.equal(first?.customer_phone, '+1 202 555 0143')
  for (let i = 0; i < 2; i++) {
    const { body } = await see([first?.reply_uuid ?? '', app.newId()])
    assert.deepEqual([body.data.count, body.data.replies.map((reply) => reply.body)], [1, ['Hello?']])
  }
  await expectAuditRow(service, shop, 'order.reply_seen', { entityId: orderId, times: 1 })
  const { body } = await office.get<OrderDetailOut>(`/orders/${orderId}`)
  assert.equal(body.data.replies.length, 2)
  const viewer = await signedIn(service, shop.businessId, 'VIEWER')
  assert.equal((await replies(viewer)).count, 1)
  assert.equal((await see([second?.reply_uuid ?? ''], viewer)).status, 403)
})

test('the oldest hundred replies are listed and all are counted, without those of other businesses', async () => {
  const { replies, see } = await answered(...Array.from({ length: 103 }, (_, i) => `Answer ${i}`))
  const theirs = await answered('Theirs')
  const { count, replies: listed } = await replies()
  assert.deepEqual([count, listed.length, listed[99]?.body], [103, 100, 'Answer 99'])
  const [their] = (await theirs.replies()).replies
  assert.equal((await see([their?.reply_uuid ?? ''])).body.data.count, 103)
  assert.equal((await theirs.replies()).count, 1)
})
