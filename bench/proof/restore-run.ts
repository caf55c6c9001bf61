// One run: makes a backup while orders are created, and restores it into another database. Unchanged data must be equal
// row by row. Data that was being written must be of one moment. Pending webhooks must be sent from the copy with their
// IDs.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { App } from '../../src/app/context.ts'
import { loadDeliveries, loadOrders } from '../api/bulk.ts'
import { type Acknowledged, type Caller, createCaller } from './caller.ts'
import { waitUntilSettled } from './crash-checks.ts'
import { tomorrow } from './mixed-load.ts'
import { orderClient } from './mixed-load.ts'
import { startReceiver } from './receiver.ts'
import { PROOF_SECRET, prepareServerProcess } from './server-process.ts'
import { openAppBeside, newShop } from './shops.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export interface RestoreOptions {
  /** Database with writes, which is backed up; and an empty database. */
  urls: { from: string; to: string }
  orders: number
  webhooks: number
  clients: number
}

export interface RestoreResult {
  backupSeconds: number
  restoreSeconds: number
  /** Acknowledged writes before the backup began, and in total. */
  before: number
  acknowledged: number
  webhooks: number
  faults: string[]
}

export async function runRestoreProof({ urls, orders, webhooks, clients }: RestoreOptions): Promise<RestoreResult> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-restore-'))
  const file = path.join(dir, 'proof.backup')
  const receiver = await startReceiver()
  const from = await openAppBeside(urls.from)
  const server = await prepareServerProcess(urls.from, { env: { ROLE: 'web', DATA_DIR: dir } })
  try {
    await server.start()
    const quiet = await newShop(from.app)
    const endpointId = await endpoint(createCaller([server.url], quiet.apiKey, quiet.businessId), receiver.url)
    await fill(urls.from, quiet.businessId, endpointId, { orders, webhooks })

    const shops = []
    while (shops.length < clients) shops.push(await newShop(from.app))
    const callers = shops.map(({ businessId, apiKey }) => createCaller([server.url], apiKey, businessId))
    let over = false
    const working = Promise.all(callers.map((own) => orderClient(own, tomorrow()).run(() => over)))
    while (callers.some(({ acknowledged }) => acknowledged.length < 3)) await sleep(20)
    const before = callers.map(({ acknowledged }) => [...acknowledged])
    const backupSeconds = await runCommand(urls.from, dir, ['backup', '--to', file])
    over = true
    await working
    const restoreSeconds = await runCommand(urls.to, dir, ['restore', '--from', file])

    const faults = callers.flatMap((each) => each.faults)
    faults.push(...(await differences(urls, quiet.businessId)))
    const to = await openAppBeside(urls.to)
    for (const each of callers) faults.push(...(await consistencyFaults(to.app, each.businessId)))
    const known = shops.map(({ businessId, apiKey }, i) => ({ businessId, apiKey, acknowledged: before[i] ?? [] }))
    const sent = await checkRestoredService(urls.to, to.app, { dir, known, faults })
    const ids = await pendingIds(urls.from, quiet.businessId)
    for (const id of ids) if (!receiver.seen.has(id)) faults.push(`webhook ${id} was pending but was not sent`)
    for (const id of receiver.seen.keys()) if (!ids.has(id)) faults.push(`webhook ${id} was sent and was not pending`)
    if (!sent) faults.push('some work stays pending')
    await to.close()
    return {
      backupSeconds,
      restoreSeconds,
      before: before.reduce((sum, each) => sum + each.length, 0),
      acknowledged: callers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
      webhooks: ids.size,
      faults,
    }
  } finally {
    await server.stop('SIGKILL')
    receiver.close()
    await from.close()
    rmSync(dir, { recursive: true })
  }
}

async function endpoint(own: Caller, url: string): Promise<string> {
  const { data } = await own.write('/webhooks/subscriptions', { url }, 201)
  return String(data.endpoint_uuid)
}

async function fill(
  url: string,
  businessId: string,
  endpointId: string,
  { orders, webhooks }: { orders: number; webhooks: number },
): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  await loadOrders(db, businessId, orders)
  await loadDeliveries(db, businessId, endpointId, webhooks)
  await db.end()
}

/** Runs an operator's command. Returns its duration in seconds. */
async function runCommand(url: string, dir: string, args: string[]): Promise<number> {
  const began = performance.now()
  const env = { PATH: process.env.PATH, DATABASE_URL: url, APP_SECRET: PROOF_SECRET, DATA_DIR: path.join(dir, 'files') }
  await promisify(execFile)(process.execPath, [MAIN, ...args, '--json'], { env })
  return Math.round((performance.now() - began) / 100) / 10
}

/** Returns the tables in which the business's rows differ. */
async function differences(urls: RestoreOptions['urls'], businessId: string): Promise<string[]> {
  const [from, to] = [await digests(urls.from, businessId), await digests(urls.to, businessId)]
  return [...from].flatMap(([table, digest]) => (to.get(table) === digest ? [] : [`${table} is not equal`]))
}

async function digests(url: string, businessId: string): Promise<Map<string, string>> {
  const db = new pg.Client(url)
  await db.connect()
  const { rows: tables } = await db.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'business_uuid' and table_name <> 'rate_counts'`,
  )
  const found = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await db.query<{ digest: string }>(
      `select concat(count(*), ' ', bit_xor(('x' || md5(t::text))::bit(128))) as digest from ${name} t where business_uuid = $1`,
      [businessId],
    )
    found.set(name, rows[0]?.digest ?? '')
  }
  await db.end()
  return found
}

/**
 * Checks that the restored data is of one moment: one audit row and one stored response per order. Returns a fault if it is
 * not.
 */
async function consistencyFaults(app: App, businessId: string): Promise<string[]> {
  const [row] = await app.db.query<{ orders: number; made: number; kept: number }>(
    `select (select count(*) from orders where business_uuid = $1) as orders,
       (select count(*) from audit_log where business_uuid = $1 and action = 'order.created') as made,
       (select count(*) from idempotency_keys where business_uuid = $1 and status = 201
          and scope = 'POST /api/v1/orders') as kept`,
    [businessId],
  )
  const { orders, made, kept } = row ?? { orders: -1, made: -1, kept: -1 }
  return orders === made && orders === kept
    ? []
    : [`${orders} orders, ${made} of them in the audit log, ${kept} answers`]
}

interface Known {
  businessId: string
  apiKey: string
  acknowledged: Acknowledged[]
}

/**
 * Runs the service on the restored database. Writes acknowledged before the backup must replay, and pending webhooks
 * must be sent.
 */
async function checkRestoredService(
  url: string,
  app: App,
  { dir, known, faults }: { dir: string; known: Known[]; faults: string[] },
): Promise<boolean> {
  const server = await prepareServerProcess(url, { env: { DATA_DIR: dir } })
  try {
    await server.start()
    for (const { businessId, apiKey, acknowledged } of known) {
      const there = createCaller([server.url], apiKey, businessId)
      for (const write of acknowledged) {
        const { answer, replayed } = await there.again(write)
        if (!replayed || answer !== write.answer)
          faults.push(`POST ${write.path}, acknowledged before, replays differently`)
      }
    }
    return await waitUntilSettled(app)
  } finally {
    await server.stop('SIGTERM')
  }
}

async function pendingIds(url: string, businessId: string): Promise<Set<string>> {
  const db = new pg.Client(url)
  await db.connect()
  const { rows } = await db.query<{ id: string }>(
    'select delivery_id as id from webhook_deliveries where business_uuid = $1 and next_attempt_at is not null',
    [businessId],
  )
  await db.end()
  return new Set(rows.map(({ id }) => id))
}
