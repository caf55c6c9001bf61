// What a context promises: one transaction, joined by its parts, rolled back as a rehearsal, its response stored within.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Idempotency, makeContext } from '../../src/app/context.ts'
import { putOrder } from '../../src/app/orders/put-order.ts'
import { OrderBody } from '../../src/contract/orders.ts'
import { storedResponse } from '../../src/store/keys/idempotency.ts'
import { orderBody } from '../helpers/orders.ts'
import { startService } from '../helpers/service.ts'

const service = await startService()

async function shopContext(idempotency: Idempotency | null = null) {
  const woken: string[] = []
  const shop = await service.business()
  const ctx = makeContext(
    { ...service.app, wake: (job) => void woken.push(job) },
    {
      businessId: shop.businessId,
      timeZone: 'America/New_York',
      actor: { kind: 'SYSTEM', id: null },
      requestId: null,
      idempotency,
    },
  )
  const orders = () => ctx.read((tx) => tx.selectFrom('orders').select('external_ref').execute())
  return { ctx, woken, orders }
}

const order = () => OrderBody.parse(orderBody())

test('a part joins the transaction of the whole: it sees what is written, and falls with it', async () => {
  const { ctx, orders } = await shopContext()
  const fails = ctx.write(async (tx) => {
    const joined = ctx.joining(tx)
    await putOrder(joined, order())
    assert.equal((await joined.read((same) => same.selectFrom('orders').select('order_uuid').execute())).length, 1)
    throw new Error('the other part fails')
  })
  await assert.rejects(fails, /the other part fails/)
  assert.equal((await orders()).length, 0)
  const [first, second] = await ctx.write(async (tx) => {
    const joined = ctx.joining(tx)
    return [await putOrder(joined, order()), await putOrder(joined.joining(tx), order())]
  })
  assert.deepEqual([first?.outcome, second?.outcome, (await orders()).length], ['created', 'created', 2])
})

test('a rehearsal tells what a write would do; nothing of it is kept, and no job is woken', async () => {
  const { ctx, woken, orders } = await shopContext()
  const told = await ctx.rehearse(async (tx) => {
    ctx.wake('webhooks')
    return putOrder(ctx.joining(tx), order())
  })
  assert.equal(told.outcome, 'created')
  assert.equal((await orders()).length, 0)
  await ctx.write(async () => {})
  assert.deepEqual(woken, [])
})

test('jobs are woken once the transaction of the whole is committed', async () => {
  const { ctx, woken } = await shopContext()
  await ctx.write(async (tx) => {
    await ctx.joining(tx).write(async () => ctx.joining(tx).wake('webhooks'))
    assert.deepEqual(woken, [])
  })
  assert.deepEqual(woken, ['webhooks'])
})

test('the response stored is that of the whole, once', async () => {
  const responses: unknown[] = []
  const respond = (result: unknown) => {
    responses.push(result)
    return { status: 201, data: result }
  }
  const key = { scope: 'POST /x', key: 'k', bodyHash: Buffer.from('b') }
  const { ctx } = await shopContext({ ...key, respond })
  await ctx.write(async (tx) => {
    await putOrder(ctx.joining(tx), order())
    return 'whole'
  })
  assert.deepEqual(responses, ['whole'])
  const stored = await ctx.read((tx) => storedResponse(tx, key))
  assert.equal(stored?.status, 201)
  assert.deepEqual(JSON.parse(service.app.secrets.decrypt(stored?.reply ?? Buffer.alloc(0))), { data: 'whole' })
})
