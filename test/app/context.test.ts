// Guarantees of a context: nested use cases join one transaction, dry runs roll back, and the response is stored in the
// transaction of its effect.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Idempotency, makeContext } from '../../src/app/context.ts'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { putOrder } from '../../src/app/orders/put-order.ts'
import { sessionOf } from '../../src/app/people/sign-in/session.ts'
import { signIn } from '../../src/app/people/sign-in/sign-in.ts'
import { createUser } from '../../src/app/people/users/create-user.ts'
import { OrderBody } from '../../src/contract/order.ts'
import { storedResponse } from '../../src/store/keys/idempotency.ts'
import { PASSWORD } from '../helpers/office.ts'
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
  const orders = () => ctx.read((tx) => tx.selectFrom('orders').select('externalRef').execute())
  return { ctx, woken, orders }
}

const order = () => OrderBody.parse(orderBody())

test('a joined part sees the writes of the whole transaction and rolls back with it', async () => {
  const { ctx, orders } = await shopContext()
  const fails = ctx.write(async (tx) => {
    const joined = ctx.joining(tx)
    await putOrder(joined, order())
    assert.equal((await joined.read((same) => same.selectFrom('orders').select('orderId').execute())).length, 1)
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

test('a joined part keeps properties that were added to the context', async () => {
  const { ctx } = await shopContext()
  const now = new Date('2031-01-01T00:00:00Z')
  await ctx.write(async (tx) => {
    const joined = { ...ctx, now, roads: 'known' }.joining(tx)
    assert.deepEqual([joined.now, joined.roads, joined.joining(tx).roads], [now, 'known', 'known'])
  })
})

test('a write is retried after a deadlock, also for operators and sign-ins', async () => {
  const { db } = service.app
  const shop = await service.business()
  const email = 'again@office.test'
  await createUser(service.app, shop.businessId, { email, name: 'Test user', role: 'OWNER', password: PASSWORD })
  await db.query('create sequence writes', [])
  await db.query(
    `create function deadlocked_at_first() returns trigger language plpgsql security definer as $$
     begin
       if nextval('writes') % 2 = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
       return new;
     end $$`,
    [],
  )
  for (const table of ['api_keys', 'sessions'])
    await db.query(
      `create trigger deadlocked before insert on ${table} for each row execute function deadlocked_at_first()`,
      [],
    )
  await createKey(service.app, { businessId: shop.businessId, name: 'second' })
  const visitor = { network: '192.0.2.1', browserTokens: [] }
  const { session } = await signIn(service.app, { email, password: PASSWORD, code: null }, visitor)
  assert.ok(session && (await sessionOf(service.app, session)))
  assert.deepEqual(await db.query('select last_value::int as tries from writes', []), [{ tries: 4 }])
})

test('a rehearsal returns the result of a write without storing it or waking a job', async () => {
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

test('jobs are woken after the commit of the whole transaction', async () => {
  const { ctx, woken } = await shopContext()
  await ctx.write(async (tx) => {
    await ctx.joining(tx).write(async () => ctx.joining(tx).wake('webhooks'))
    assert.deepEqual(woken, [])
  })
  assert.deepEqual(woken, ['webhooks'])
})

test('the response of the whole transaction is stored once', async () => {
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
