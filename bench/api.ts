// npm run bench api: order writes (single and in batches), reads, feed pages and the webhook drain of a complete
// service, compared with the raw insert rate of its database in the same run. Uses the embedded database, and also
// DATABASE_URL if it is set.
//   --connections 16   --seconds 10   --orders 1000000   --webhooks 5000
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { borrowEmbedded } from '../src/adapters/embedded/embedded-postgres.ts'
import { loadOrders, ORDERS_IN_BATCH } from './api/bulk.ts'
import { runChild } from './api/child.ts'
import { drainWebhooks } from './api/drain.ts'
import type { LoadArguments, LoadResult } from './api/load.ts'
import { type BenchedBusiness, type BenchedService, startService } from './api/service.ts'
import { parseOptions } from './given-options.ts'

const options = parseOptions({ connections: 16, seconds: 10, orders: 1000000, webhooks: 5000 })
const connections = options.connections
const seconds = options.seconds
const SMALL_ORDER_COUNT = 10_000
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

    const { perSecond: drained } = await drainWebhooks(shop, db, options.webhooks)
    console.log(`| webhooks drained to one endpoint | ${drained} | | |`)

    const few = { by: await service.newBusiness(), count: SMALL_ORDER_COUNT, p99s: [] as number[] }
    const many = { by: await service.newBusiness(), count: options.orders, p99s: [] as number[] }
    for (const { by, count } of [few, many]) await loadOrders(db, by.businessId, count)
    await db.query('checkpoint')
    // Alternate, so that other load on the machine affects both equally.
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

function print(what: string, { perSecond, p50Ms, p99Ms, failed }: LoadResult): void {
  console.log(`| ${what}${failed ? ` (${failed} failed)` : ''} | ${perSecond} | ${p50Ms} | ${p99Ms} |`)
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
