// Open pages get the changes of every process, as long as their session lasts.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { UserOut } from '../../../src/contract/office/users.ts'
import { audit } from '../../../src/store/audit/audit.ts'
import { touchOrders } from '../../../src/store/orders/orders.ts'
import { type Office, signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { type Client, type Service, startService } from '../../helpers/service.ts'

const one = await startService()
const other = await startService({ beside: one })

test('a page that is open at one process gets a change made by another process', async () => {
  const shop = await one.business()
  const page = await openPage(other, await signedIn(one, shop.businessId))
  assert.equal(page.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff')
  await hearsOf(page, () => shop.post('/orders', orderBody()))
  page.leave()
})

test('a page gets a change that is committed after a later timestamp', async () => {
  const shop = await one.business()
  const [early, late] = [orderBody(), orderBody()]
  const { body } = await shop.post<{ order_uuid: string }>('/orders', early)
  await shop.post('/orders', late)
  const page = await openPage(one, await signedIn(one, shop.businessId))
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
  const { promise: stamped, resolve: hasStamped } = Promise.withResolvers<void>()
  const slow = one.app.db.asWriter(shop.businessId, async (tx) => {
    await touchOrders(tx, [body.data.order_uuid])
    hasStamped()
    await mayCommit
  })
  await stamped
  await hearsOf(page, (i) => shop.post('/orders', { ...late, instructions: String(i) }))
  await page.quiet()
  commit()
  await slow
  await page.hears()
  page.leave()
})

test('a page gets a change by a process whose clock is behind', async () => {
  const shop = await one.business()
  const page = await openPage(one, await signedIn(one, shop.businessId))
  // Creates a single order, because the server only compares the newest rows of the audit log.
  await page.quiet()
  await shop.post('/orders', orderBody())
  await page.hears()
  await page.quiet()
  await one.app.db.asBusiness(shop.businessId, async (tx) => {
    const behind = '01900000-0000-7000-8000-000000000000'
    const by = { actor: { kind: 'OPERATOR', id: null }, requestId: null, now: new Date(), newId: () => behind } as const
    audit(tx, { businessId: shop.businessId, ...by }, { action: 'zone.created', entity: 'zone', entityId: behind })
  })
  await page.hears()
  page.leave()
})

describe('no more changes are sent', () => {
  const opened = async () => {
    const shop = await one.business()
    const [owner, dispatcher] = [
      await signedIn(one, shop.businessId),
      await signedIn(one, shop.businessId, 'DISPATCHER'),
    ]
    const pages = { owner: await openPage(other, owner), dispatcher: await openPage(other, dispatcher) }
    await hearsOf(pages.dispatcher, () => shop.post('/orders', orderBody()))
    const { body } = await owner.get<UserOut[]>('/users')
    const user = body.data.find(({ role }) => role === 'DISPATCHER')?.user_uuid
    return { shop, owner, dispatcher, pages, user }
  }
  const stillHeard = async (page: Page, shop: Client) => {
    await hearsOf(page, () => shop.post('/orders', orderBody()))
    page.leave()
  }

  test('to a removed user', async () => {
    const { shop, owner, pages, user } = await opened()
    assert.equal((await owner.send('DELETE', `/users/${user}`)).status, 200)
    await pages.dispatcher.ends()
    await stillHeard(pages.owner, shop)
  })

  test('in an ended session', async () => {
    const { shop, dispatcher, pages } = await opened()
    assert.equal((await dispatcher.post('/sign-out')).status, 200)
    await pages.dispatcher.ends()
    await stillHeard(pages.owner, shop)
  })

  test('to a user without a second factor, once the business requires one', async () => {
    const { shop, pages } = await opened()
    await one.app.db.query('update businesses set requires_second_factor = true where business_uuid = $1', [
      shop.businessId,
    ])
    await pages.dispatcher.ends()
    await pages.owner.ends()
  })

  test('to the previous role of a user', async () => {
    const { shop, owner, dispatcher, pages, user } = await opened()
    assert.equal((await owner.send('PATCH', `/users/${user}`, { role: 'VIEWER' })).status, 200)
    await pages.dispatcher.ends()
    await stillHeard(await openPage(one, dispatcher), shop)
    pages.owner.leave()
  })
})

/** Long enough for everything due within a second or two, on a busy machine. */
const PATIENCE_MS = 30_000

interface Page {
  headers: Headers
  /** Whether a change has arrived since the last call. */
  heard(): boolean
  hears(): Promise<void>
  /** Waits until the server has polled the database twice without a change. */
  quiet(): Promise<void>
  ends(): Promise<void>
  leave(): void
}

async function openPage(service: Service, office: Office): Promise<Page> {
  const gone = new AbortController()
  const stream = await fetch(`${service.url}/office/api/changes`, {
    headers: { cookie: office.cookie },
    signal: gone.signal,
  })
  assert.equal(stream.status, 200)
  let news = 0
  const read = async (): Promise<void> => {
    for await (const chunk of stream.body ?? []) if (Buffer.from(chunk).includes('event: change')) news++
  }
  const ended = read().catch(() => {})
  const heard = () => news > 0 && ((news = 0), true)
  return {
    headers: stream.headers,
    heard,
    hears: async () => {
      const patience = performance.now() + PATIENCE_MS
      while (!heard()) {
        assert.ok(performance.now() < patience, 'no change arrived')
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    quiet: async () => {
      do await new Promise((resolve) => setTimeout(resolve, 2_500))
      while (heard())
    },
    ends: async () => {
      const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, 'late').unref())
      assert.notEqual(await Promise.race([ended, late]), 'late', 'the stream continues')
    },
    leave: () => gone.abort(),
  }
}

/** The server's first poll only records the current state. Therefore changes are repeated until one arrives. */
async function hearsOf(page: Page, change: (i: number) => Promise<unknown>): Promise<void> {
  for (let i = 0; !page.heard(); i++) {
    await change(i)
    await new Promise(setImmediate)
  }
}
