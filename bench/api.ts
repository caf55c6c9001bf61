// npm run bench:api: order writes, alone and in batches, reads, feed pages and the webhook drain of a whole service, beside the raw insert
// rate of its database in the same run. On the embedded database, and on DATABASE_URL when it is set.
//   --connections 16   --seconds 10   --orders 1000000   --webhooks 5000
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { borrowEmbedded } from '../src/adapters/embedded/embedded-postgres.ts'
import { loadDeliveries, loadOrders, ORDERS_IN_BATCH } from './api/bulk.ts'
import { runChild, startChild } from './api/child.ts'
import type { LoadArguments, LoadResult } from './api/load.ts'
import { type BenchedBusiness, type BenchedService, startService } from './api/service.ts'

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '10' },
    orders: { type: 'string', default: '1000000' },
    webhooks: { type: 'string', default: '5000' },
  },
})
const connections = Number(values.connections)
const seconds = Number(values.seconds)
const FEW_ORDERS = 10_000
const FEED_ROUNDS = 3
const FEED_CONNECTIONS = 4

console.log(`${os.cpus().length} × ${os.cpus()[0]?.model}, Node ${process.version}, load generator included`)
console.log(`${connections} connections, ${seconds} s each`)

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-bench-'))
try {
  const service = await startService({ DATABASE_URL: '', DATA_DIR: dataDir })
  const embedded = await borrowEmbedded(dataDir, { log: { info: () => {}, error: console.error } })
  await measure('embedded database', service, embedded.connection)
  await embedded.stop()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
if (process.env.DATABASE_URL) {
  const service = await startService({ APP_SECRET: process.env.APP_SECRET ?? randomUUID() })
  await measure('DATABASE_URL', service, { connectionString: process.env.DATABASE_URL })
}

/** Measures, prints a table and stops the service. */
async function measure(where: string, service: BenchedService, connection: pg.ClientConfig): Promise<void> {
  const db = new pg.Client(connection)
  await db.connect()
  try {
    const { rows } = await db.query<{ version: string }>("select current_setting('server_version') as version")
    console.log(`\n## ${where}, PostgreSQL ${rows[0]?.version}`)
    console.log('| what | per second | p50 ms | p99 ms |\n|---|---|---|---|')
    const load = (kind: LoadArguments['kind'], by: BenchedBusiness, refs: string[] = [], at = connections) =>
      runChild<LoadResult>('load.ts', { ...by, connections: at, seconds, kind, refs } satisfies LoadArguments)

    const shop = await service.newBusiness()
    await load('writes', shop)
    const raw = await runChild<{ perSecond: number }>('raw-inserts.ts', { connection, connections, seconds })
    console.log(`| raw inserts, one row a transaction | ${raw.perSecond} | | |`)
    const writes = await load('writes', shop)
    print('order writes', writes)
    const batches = await load('batches', shop)
    print(`batches of ${ORDERS_IN_BATCH} orders`, batches)
    console.log(`| orders in batches | ${batches.perSecond * ORDERS_IN_BATCH} | | |`)
    print('order reads', await load('reads', shop, writes.refs))

    const drained = await drainWebhooks(shop, db, Number(values.webhooks))
    console.log(`| webhooks drained to one endpoint | ${drained} | | |`)

    const few = { by: await service.newBusiness(), count: FEW_ORDERS, p99s: [] as number[] }
    const many = { by: await service.newBusiness(), count: Number(values.orders), p99s: [] as number[] }
    for (const { by, count } of [few, many]) await loadOrders(db, by.businessId, count)
    await db.query('checkpoint')
    // In turns, so that what else the machine does meets both alike.
    for (let round = 0; round < FEED_ROUNDS; round++)
      for (const { by, count, p99s } of [few, many]) {
        const feed = await load('feed', by, [], FEED_CONNECTIONS)
        p99s.push(feed.p99Ms)
        print(`feed pages of 50 at ${count.toLocaleString('en-US')} orders, ${FEED_CONNECTIONS} connections`, feed)
      }
    console.log(`\norder writes / raw inserts: ${percent(writes.perSecond / raw.perSecond)}`)
    console.log(`median p99 of a feed page, many orders / few: ${(median(many.p99s) / median(few.p99s)).toFixed(2)}`)
  } finally {
    await db.end()
    await service.stop()
  }
}

/** Queues many deliveries for a paused endpoint, resumes it, and has the receiver time them. */
async function drainWebhooks(by: BenchedBusiness, db: pg.Client, count: number): Promise<number> {
  const receiver = startChild<{ url: string } & { perSecond: number }>('receiver.ts', { expected: count })
  const { url } = await receiver.answer()
  const send = async (method: string, path: string, body: unknown) => {
    const answer = await fetch(`${by.api}/webhooks/subscriptions${path}`, {
      method,
      headers: {
        authorization: `Bearer ${by.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return ((await answer.json()) as { data: { endpoint_uuid: string } }).data.endpoint_uuid
  }
  const endpointId = await send('POST', '', { url })
  await send('PATCH', `/${endpointId}`, { active: false })
  await loadDeliveries(db, by.businessId, endpointId, count)
  await send('PATCH', `/${endpointId}`, { active: true })
  const { perSecond } = await receiver.answer()
  await receiver.end()
  return perSecond
}

function print(what: string, { perSecond, p50Ms, p99Ms, failed }: LoadResult): void {
  console.log(`| ${what}${failed ? ` (${failed} failed)` : ''} | ${perSecond} | ${p50Ms} | ${p99Ms} |`)
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
