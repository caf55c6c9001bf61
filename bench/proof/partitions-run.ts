// Fills the partitioned tables, then simulates days, each with writes and a run of the job that creates and drops
// partitions. No write may wait long, and no row may be lost within its retention period.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { v7 } from 'uuid'
import { turnPartitionsJob } from '../../src/jobs/turn-partitions.ts'
import { audit } from '../../src/store/audit/audit.ts'
import { type Database, openDatabase } from '../../src/store/database.ts'
import { PARTITIONED } from '../../src/store/jobs/partitions.ts'
import { insertRequests } from '../../src/store/keys/api-requests.ts'
import { migrate } from '../../src/store/migrate.ts'
import { insertEvents } from '../../src/store/webhooks/events.ts'
import { seeded } from '../random.ts'
import { openAppBeside } from './shops.ts'
import { withoutIndexes } from './size-data.ts'

export interface PartitionsOptions {
  /** An empty database. */
  databaseUrl: string
  /** Number of rows in all tables together at the start. */
  rows: number
  /** Number of simulated days, and days per step. */
  days: number
  step?: number
  writers: number
  seed: number
  say?: (progress: string) => void
}

export interface PartitionsResult {
  rows: number
  writes: number
  /** Longest duration of a write, in milliseconds: before any partition changes, and while partitions are created and dropped. */
  longestMs: { before: number; turning: number }
  dropped: number
  faults: string[]
}

const MAX_MS = 2_000
const DAY_MS = 86_400_000
const KEPT_DAYS = 30
const BUSINESS = '01900000-0000-7000-8000-000000000001'
const ENDPOINTS = { hears: '01900000-0000-7000-8000-00000000000a', paused: '01900000-0000-7000-8000-00000000000b' }
const TABLES = PARTITIONED.map(({ table }) => table)

export async function runPartitionsProof(options: PartitionsOptions): Promise<PartitionsResult> {
  const { databaseUrl, days, step = 1, say = () => {} } = options
  await migrate(databaseUrl)
  const admin = new pg.Client(databaseUrl)
  await admin.connect()
  await fill(admin, options.rows)
  say('filled')
  const writers = startWriters(databaseUrl, options)
  const faults: string[] = []
  const longestMs = { before: 0, turning: 0 }
  try {
    await writers.wrote(20)
    longestMs.before = writers.longest()

    let now = Date.now()
    const { app } = await openAppBeside(databaseUrl, { clock: () => new Date(now) })
    let dropped = 0
    app.log = { ...app.log, info: () => void dropped++ }
    for (let day = 0; day < days; day += step) {
      now += step * DAY_MS
      writers.at(now)
      await turnPartitionsJob.run(app)
      await writers.wrote(3)
    }
    longestMs.turning = writers.longest()
    say(`turned over: ${longestMs.turning} ms, ${dropped} dropped`)
    await writers.end()
    await app.db.close()
    faults.push(...writers.faults, ...(await findLostRows(admin, writers.written, now)))
    if (days > KEPT_DAYS + 28 && dropped === 0) faults.push('nothing was dropped')
    if (longestMs.turning > MAX_MS) faults.push(`a write took ${longestMs.turning} ms while partitions turned over`)
    return { rows: options.rows, writes: writers.written.length, longestMs, dropped, faults }
  } finally {
    await writers.end()
    await admin.end()
  }
}

/**
 * Creates a business with two endpoints, one of them paused, and rows of the last 30 days. Two of five rows are
 * deliveries, and the same number are attempts.
 */
async function fill(admin: pg.Client, rows: number): Promise<void> {
  await admin.query(`insert into businesses (business_uuid, name, time_zone) values ($1, 'Proof', 'UTC')`, [BUSINESS])
  await admin.query(
    `insert into webhook_endpoints (business_uuid, endpoint_uuid, url, events, secret, active)
     values ($1, $2, 'https://a.test', '{stop.delivered}', '', true), ($1, $3, 'https://b.test', '{stop.failed}', '', false)`,
    [BUSINESS, ENDPOINTS.hears, ENDPOINTS.paused],
  )
  const of = (count: number) => `
    from generate_series(1, ${Math.floor(count)}) n,
      lateral (select now() - interval '1 minute' - (1 - n / ${Math.floor(count)}::float8) * interval '29 days' as at) t,
      lateral (select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || lpad(to_hex(n), 16, '8'))::uuid as id) i`
  await admin.query(
    `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'`,
  )
  await withoutIndexes(admin, TABLES, async () => {
    await admin.query(`insert into webhook_deliveries (business_uuid, delivery_id, endpoint_uuid, event, facts, external_ref, order_uuid,
        stop_uuid, status, attempt_count, first_attempt_at, settled_at, created_at)
      select '${BUSINESS}', id, '${ENDPOINTS.hears}', 'stop.delivered', jsonb_build_object('external_ref', 'T-' || n, 'order_uuid', id,
        'stop_uuid', id, 'status', 'DELIVERED', 'occurred_at', at), 'T-' || n, id, id, 'DELIVERED', 1, at, at, at ${of(rows * 0.4)}`)
    await admin.query(`insert into webhook_attempts (business_uuid, delivery_id, number, at, duration_ms, status_code)
      select '${BUSINESS}', id, 1, at, 40, 200 ${of(rows * 0.4)}`)
    await admin.query(`insert into api_requests (business_uuid, request_uuid, at, key_uuid, method, path, status, duration_ms)
      select '${BUSINESS}', id, at, '${BUSINESS}', 'POST', '/api/v1/orders', 200, 12 ${of(rows * 0.1)}`)
    await admin.query(`insert into audit_log (business_uuid, audit_uuid, at, actor_kind, action, entity, entity_uuid)
      select '${BUSINESS}', id, at, 'API', 'order.created', 'order', id ${of(rows * 0.1)}`)
  })
  await admin.query('reset session_replication_role; analyze')
}

interface Written {
  at: number
  id: string
  event: 'stop.delivered' | 'stop.failed'
}

interface Writers {
  written: Written[]
  faults: string[]
  /** Returns the milliseconds of the longest write since the last call. */
  longest(): number
  /** Sets the clock of the writers, which determines their IDs. */
  at(now: number): void
  /** Waits until each writer has made this number of additional writes. */
  wrote(each: number): Promise<void>
  end(): Promise<void>
}

/** Writes the rows of one change: audit log, event with its deliveries, and call log. */
function startWriters(databaseUrl: string, { writers, seed }: PartitionsOptions): Writers {
  const db = openDatabase(databaseUrl, writers, () => {})
  const written: Written[] = []
  const faults: string[] = []
  const counts = Array.from({ length: writers }, () => 0)
  let [longest, clock, over] = [0, Date.now(), false]
  const working = counts.map(async (_, i) => {
    const random = seeded(seed * 1_000 + i)
    while (!over) {
      const one: Written = {
        at: clock,
        id: v7({ msecs: clock }),
        event: random() < 0.8 ? 'stop.delivered' : 'stop.failed',
      }
      const began = performance.now()
      try {
        await write(db, one)
        written.push(one)
      } catch (error) {
        faults.push(String(error))
      }
      longest = Math.max(longest, performance.now() - began)
      counts[i] = (counts[i] ?? 0) + 1
      await sleep(random() * 20)
    }
  })
  return {
    written,
    faults,
    longest: () => {
      const ms = Math.round(longest)
      longest = 0
      return ms
    },
    at: (now) => void (clock = now),
    wrote: async (each) => {
      const before = [...counts]
      while (counts.some((count, i) => count < (before[i] ?? 0) + each)) await sleep(5)
    },
    end: async () => {
      if (over) return
      over = true
      await Promise.all(working)
      await db.close()
    },
  }
}

async function write(db: Database, { at, id, event }: Written): Promise<void> {
  const now = new Date(at)
  const facts = { external_ref: id, order_uuid: id, stop_uuid: id, status: 'DELIVERED', occurred_at: now.toISOString() }
  await db.asWriter(BUSINESS, async (tx) => {
    const by = {
      businessId: BUSINESS,
      actor: { kind: 'SYSTEM', id: null } as const,
      requestId: null,
      now,
      newId: () => id,
    }
    audit(tx, by, { action: 'stop.arrived', entity: 'stop', entityId: id })
    insertEvents(tx, [{ eventId: id, event, facts: facts as never, at: now }], now)
  })
  // Marks the webhook to the active endpoint as delivered. The webhook to the paused endpoint stays pending.
  await db.asBusiness(BUSINESS, async (tx) => {
    await tx
      .updateTable('webhookDeliveries')
      .set({ status: 'DELIVERED', nextAttemptAt: null, settledAt: now, attemptCount: 1 })
      .where('businessId', '=', BUSINESS)
      .where('endpointId', '=', ENDPOINTS.hears)
      .where('orderId', '=', id)
      .execute()
  })
  const call = { method: 'POST', path: '/api/v1/orders', status: 200, durationMs: 1, errorCode: null }
  await db.asSystem((tx) =>
    insertRequests(tx, [{ businessId: BUSINESS, requestId: id, keyId: BUSINESS, at: now, ...call }]),
  )
}

/** Returns the rows that are missing, although they are within retention or still pending. */
async function findLostRows(admin: pg.Client, written: readonly Written[], now: number): Promise<string[]> {
  const kept = written.filter(({ at }) => at >= now - KEPT_DAYS * DAY_MS)
  const young = written.filter(({ at }) => at >= now - 7 * DAY_MS)
  const sent = kept.filter(({ event }) => event === 'stop.delivered')
  const owed = written.filter(({ event }) => event === 'stop.failed')
  const wanted: [string, string, readonly Written[]][] = [
    ['audit_log', 'audit_uuid', written],
    ['api_requests', 'request_uuid', young],
    ['webhook_deliveries', 'order_uuid', sent],
    ['webhook_deliveries', 'order_uuid', owed],
  ]
  const faults: string[] = []
  for (const [table, key, all] of wanted) {
    const { rows } = await admin.query<{ missing: number }>(
      `select count(*)::int as missing from unnest($1::uuid[]) w (id)
       where not exists (select from ${table} t where t.business_uuid = $2 and t.${key} = w.id)`,
      [all.map(({ id }) => id), BUSINESS],
    )
    if (rows[0]?.missing !== 0) faults.push(`${rows[0]?.missing} of ${all.length} rows of ${table} are lost`)
  }
  return faults
}
