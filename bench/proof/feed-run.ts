// The change feed must not miss a change. Writers at two servers create and change deliveries while followers read, and
// the database's clock steps back repeatedly.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { App } from '../../src/app/context.ts'
import { type Caller, createCaller } from './caller.ts'
import { tomorrow } from './mixed-load.ts'
import { inProcess } from './in-process.ts'
import { newShop } from './shops.ts'

export interface FeedResult {
  writes: number
  /** Number of feed pages read. */
  pages: number
  missed: number
  outOfOrder: number
  faults: string[]
}

interface Page {
  data: { external_ref: string; instructions: string | null; changed_at: string }[]
  next_cursor: string | null
}

/** Each writer runs for `seconds` and until it has made its minimum of writes. */
export async function runFeedProof(
  databaseUrl: string,
  writers: number,
  seconds: number,
  leastWrites = 0,
): Promise<FeedResult> {
  const servers = [await inProcess(databaseUrl), await inProcess(databaseUrl)]
  const [first] = servers
  if (!first) throw new Error('no server')
  try {
    const { businessId, apiKey } = await newShop(first.app)
    const at = (i: number): Caller => createCaller([new URL(servers[i % 2]?.api ?? '').origin], apiKey, businessId)
    const ends = performance.now() + seconds * 1000
    const [writing, stepping] = [{ over: false }, { over: false }]
    const steps = simulateClockStep(first.app, businessId, stepping)
    const followed = [followFeed(at(0), writing, true), followFeed(at(1), writing, false)]
    const written = await Promise.all(Array.from({ length: writers }, (_, i) => writeOrders(at(i), ends, leastWrites)))
    // Stop before the followers read for the last time, because a step back could hide an order from them.
    stepping.over = true
    await steps
    writing.over = true
    const followers = await Promise.all(followed)
    const newest = new Map(written.flatMap(({ versions }) => [...versions]))
    const result: FeedResult = { writes: 0, pages: 0, missed: 0, outOfOrder: 0, faults: [] }
    for (const { count, faults } of written) {
      result.writes += count
      result.faults.push(...faults)
    }
    for (const { seen, pages, outOfOrder } of followers) {
      result.pages += pages
      result.outOfOrder += outOfOrder
      // If an order changed again before it was read, only its newest version counts.
      result.missed += [...newest].filter(([ref, version]) => seen.get(ref) !== version).length
    }
    if (result.missed > 0) result.faults.push(`${result.missed} changes were missed`)
    if (result.outOfOrder > 0) result.faults.push(`${result.outOfOrder} pages were out of order`)
    return result
  } finally {
    for (const server of servers) await server.close()
  }
}

/** Simulates that the clock was a second ahead until now: the newest timestamp is in the future, later ones are not. */
async function simulateClockStep({ db }: App, businessId: string, stepping: { over: boolean }): Promise<void> {
  while (!stepping.over) {
    await sleep(300)
    await db.asWriter(businessId, (tx) =>
      sql`update orders set changed_at = greatest(changed_at, clock_timestamp() + interval '1 second')
          where order_uuid = (select order_uuid from orders order by changed_at desc limit 1)`.execute(tx),
    )
  }
}

/** Creates deliveries and sometimes changes one of them. Returns the newest version of each. */
async function writeOrders(shop: Caller, ends: number, least: number) {
  const versions = new Map<string, string>()
  let count = 0
  while (performance.now() < ends || count < least) {
    const [old] = count % 3 === 2 ? [...versions.keys()].slice(-4) : []
    const ref = old ?? randomUUID()
    const instructions = `version ${count++}`
    await shop.write('/orders', orderBody(ref, instructions), old ? 200 : 201)
    versions.set(ref, instructions)
  }
  return { versions, count, faults: shop.faults }
}

/**
 * Follows cursors to the end of the feed and starts again. `byCursor` follows each cursor; otherwise it starts after
 * the newest timestamp after each full page.
 */
async function followFeed(shop: Caller, writing: { over: boolean }, byCursor: boolean) {
  const seen = new Map<string, string | null>()
  let [since, pages, outOfOrder]: [string | null, number, number] = [null, 0, 0]
  for (let last = false; !last; ) {
    last = writing.over
    let query: string | null = since === null ? '?limit=200' : `?limit=200&since=${encodeURIComponent(since)}`
    while (query !== null) {
      const page = (await shop.read(`/orders${query}`)) as unknown as Page
      pages++
      for (const { external_ref, instructions, changed_at } of page.data) {
        if (since !== null && changed_at < since) outOfOrder++
        seen.set(external_ref, instructions)
        since = changed_at
      }
      // One follower uses each cursor. The other one starts again after every full page.
      query =
        page.next_cursor && (byCursor || page.data.every((row) => row.changed_at === since))
          ? `?limit=200&cursor=${encodeURIComponent(page.next_cursor)}`
          : null
      if (page.next_cursor && !query) last = false
    }
    if (!last) await sleep(20)
  }
  return { seen, pages, outOfOrder }
}

const orderBody = (ref: string, instructions: string) => ({
  external_ref: ref,
  customer_name: 'Proof customer',
  address: { line1: '1 Proof Street', lat: 38.9, lng: -77.03 },
  delivery_date: tomorrow(),
  instructions,
})
