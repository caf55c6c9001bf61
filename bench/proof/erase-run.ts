// One run: a business has a day with every kind of data, and one customer is erased. Then searches the database and every
// file for the customer. Data of others and all figures must be unchanged. Also restores an older backup with the list of
// erasures, and searches it.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { App } from '../../src/app/context.ts'
import { cleanUpJob } from '../../src/jobs/clean-up.ts'
import { sendWebhooksJob } from '../../src/jobs/send-webhooks.ts'
import { createDay } from './erase-day.ts'
import { PERSON, PERSON_TRACES } from './erase-person.ts'
import { coverageFaults } from './erase-rows.ts'
import { rowsOfOthers, searchAll, type SearchResult } from './erase-search.ts'
import { openShop, type Shop } from './erase-shop.ts'
import { inProcess, type InProcess } from './in-process.ts'
import { tomorrow } from './mixed-load.ts'
import { PROOF_SECRET } from './server-process.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export interface EraseOptions {
  /** Database of the day, and an empty database for the backup. */
  urls: { from: string; to: string }
  /** Number of deliveries of other customers. */
  others: number
}

export interface EraseResult {
  /** Deliveries of the customer, and number of values that named the customer before and after. */
  deliveries: number
  namedBefore: number
  namedAfter: number
  /** Number of tables that contained data of the customer. */
  tables: number
  values: number
  files: number
  namedInBackup: number
  faults: string[]
}

export async function runEraseProof({ urls, others }: EraseOptions): Promise<EraseResult> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-erase-'))
  const dataDir = path.join(dir, 'data')
  const world: World = { now: Date.now(), isDown: true, posted: [] }
  const service = await inProcess(urls.from, portsOf(world), { DATA_DIR: dataDir })
  const search = (skip: readonly string[] = []) => searchAll(urls.from, dataDir, skip)
  try {
    const shop = await openShop(service)
    const neighbor = await openShop(service)
    await createDay(shop, others)
    // The same customer at another business, whose data stays.
    await neighbor.post('/orders', { ...PERSON, external_ref: 'QX-90009', delivery_date: tomorrow() })
    await neighbor.settle()
    const backup = path.join(dir, 'before.backup')
    await runCommand(urls.from, dataDir, ['backup', '--to', backup])
    const before = await search()
    const named = (some: SearchResult) => some.named.filter(({ businessId }) => businessId !== neighbor.businessId)
    const faults = coverageFaults(before.named.map(({ where }) => where))

    const erased = await erasePerson(shop, urls.from)
    faults.push(...erased.faults)
    for (const { where } of named(await search(['erasures.person']))) faults.push(`named in ${where}`)
    faults.push(...(await pendingWebhookFaults(service, world)))
    world.now += 86_400_000
    await cleanUpJob.run(service.app)
    const after = await search()
    for (const { where } of named(after)) faults.push(`a day later named in ${where}`)
    if (after.named.length === 0) faults.push('the other business lost its data')

    const restored = path.join(dir, 'restored')
    await runCommand(urls.to, restored, ['restore', '--from', backup, '--erased', path.join(dataDir, 'erased.jsonl')])
    const there = await searchAll(urls.to, restored, ['erasures.person'])
    for (const { where } of named(there)) faults.push(`named in ${where} of the restored backup`)
    return {
      deliveries: erased.deliveries,
      namedBefore: named(before).length,
      tables: new Set(named(before).map(({ where }) => where.split('.')[0])).size,
      namedAfter: named(after).length,
      namedInBackup: named(there).length,
      values: after.values,
      files: before.files,
      faults,
    }
  } finally {
    await service.close()
    rmSync(dir, { recursive: true })
  }
}

/** The clock of the service, and its webhooks. */
export interface World {
  now: number
  /** True while the receiver at /down is down. */
  isDown: boolean
  /** Request bodies of the webhooks. */
  posted: string[]
}

export const portsOf = (world: World): Partial<App> => ({
  clock: () => new Date(world.now),
  // One receiver repeats the request body in its response, and one is down.
  webhookPost: {
    urlFault: () => Promise.resolve(null),
    post: ({ url, body }) => {
      const refused = world.isDown && url.endsWith('/down')
      world.posted.push(`${world.isDown} ${body.toString()}`)
      return Promise.resolve({
        statusCode: refused ? 503 : 200,
        error: null,
        excerpt: body.toString().slice(0, 2_000),
        durationMs: 1,
      })
    },
  },
  sms: {
    name: 'http',
    from: '+12025550100',
    send: ({ text }) => Promise.resolve({ kind: 'sent', providerId: `sms-${text.length}` }),
    verifies: () => true,
  },
})

/** Erases the customer. Figures of reports and data of others must not change. */
async function erasePerson(shop: Shop, url: string): Promise<{ deliveries: number; faults: string[] }> {
  const faults: string[] = []
  const figures = await shop.figures()
  const kept = await rowsOfOthers(url, shop.businessId)
  const found = await shop.post('/people/find', { phone: '202 555 0167' })
  const answer = await shop.post('/people/erase', { phone: '+1 202-555-0167' })
  if (answer.finished !== true) faults.push('the erasure was not finished')
  if (answer.orders_count !== found.orders_count)
    faults.push('the number of erased orders differs from the number found')
  await shop.app.callLog.flush()
  if ((await shop.figures()) !== figures) faults.push('figures of reports changed')
  const keptNow = await rowsOfOthers(url, shop.businessId)
  for (const [row, digest] of kept) if (keptNow.get(row) !== digest) faults.push(`${row} of another changed`)
  return { deliveries: Number(answer.orders_count), faults }
}

/** Sends the pending webhooks, which must not name the customer. */
async function pendingWebhookFaults({ app }: InProcess, world: World): Promise<string[]> {
  world.posted.length = 0
  world.now += 3_600_000
  world.isDown = false
  await sendWebhooksJob.run(app, undefined)
  if (world.posted.length === 0) return ['nothing that was owed was sent']
  return world.posted
    .filter((body) => PERSON_TRACES.test(body) && !body.includes('QX-90009'))
    .map((body) => `sent: ${body.slice(0, 200)}`)
}

/** Runs an operator's command. */
/** Runs a command of operators on the database. */
export async function runCommand(url: string, dataDir: string, args: string[]): Promise<void> {
  const env = { PATH: process.env.PATH, DATABASE_URL: url, APP_SECRET: PROOF_SECRET, DATA_DIR: dataDir }
  await promisify(execFile)(process.execPath, [MAIN, ...args, '--json'], { env })
}
