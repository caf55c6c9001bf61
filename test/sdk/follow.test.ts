// Tests that the TypeScript SDK reads the feeds of the real service, and misses nothing if the reader crashes.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { memoryCursor, Roundsman } from '../../sdk/typescript/src/index.ts'
import { fileCursor } from '../../sdk/typescript/src/node.ts'
import { orderBody } from '../helpers/orders.ts'
import { startService } from '../helpers/service.ts'

const service = await startService()
const folder = await mkdtemp(path.join(tmpdir(), 'roundsman-follow-'))
after(() => rm(folder, { recursive: true }))

async function shop(orders: number) {
  const { apiKey } = await service.business()
  const client = new Roundsman({ baseUrl: service.url, apiKey })
  const bodies = Array.from({ length: orders }, () => orderBody())
  const put = (body: object) => client.orders.put(body as never)
  for (const body of bodies) await put(body)
  return { client, bodies, put }
}

/** The first `count` entries of a feed. */
async function some<T>(feed: AsyncIterable<T>, count: number): Promise<T[]> {
  const found: T[] = []
  for await (const each of feed) if (found.push(each) === count) break
  return found
}

test('events resume after a crash of the reader, with the unfinished event again but no finished one', async () => {
  const { client, bodies } = await shop(5)
  const file = path.join(folder, 'events')
  const refs = async (count: number) =>
    (await some(client.events.follow({ cursor: fileCursor(file), interval: 0.05 }), count)).map(
      ({ data }) => data.external_ref,
    )
  const [a, b, c, d, e] = bodies.map(({ external_ref }) => external_ref)
  assert.deepEqual(await refs(2), [a, b])
  assert.deepEqual(await refs(3), [b, c, d])
  assert.deepEqual(await refs(2), [d, e])
  assert.deepEqual(await readdir(folder), ['events'])
})

test('deliveries come once per change, in their newest state, and a stop ends the loop without an error', async () => {
  const { client, bodies, put } = await shop(3)
  const cursor = memoryCursor()
  const [first] = bodies
  assert.ok(first)
  const seen: string[] = []
  const enough = new AbortController()
  for await (const order of client.orders.follow({ cursor, interval: 0.05, signal: enough.signal })) {
    seen.push(`${order.external_ref} ${order.customer_name}`)
    if (seen.length === 3) await put({ ...first, customer_name: 'Another customer' })
    if (seen.length === 4) setTimeout(() => enough.abort(), 300)
  }
  assert.deepEqual(seen, [
    ...bodies.map(({ external_ref }) => `${external_ref} Test customer`),
    `${first.external_ref} Another customer`,
  ])
  // After a restart, only entries of the newest instant may come again.
  const again = await some(client.orders.follow({ cursor, interval: 0.05 }), 1)
  assert.deepEqual(
    again.map(({ external_ref }) => external_ref),
    [first.external_ref],
  )
})

test('a feed is read across pages', async () => {
  const { apiKey } = await service.business()
  const client = new Roundsman({ baseUrl: service.url, apiKey })
  const orders = Array.from({ length: 450 }, () => orderBody())
  await client.orders.putBatch({ orders } as never)
  const found = await some(client.orders.follow({ interval: 0.05 }), 450)
  assert.equal(new Set(found.map(({ external_ref }) => external_ref)).size, 450)
})
