// Reads reports from a standby while orders are written, and measures the effect on the writes.
import { randomUUID } from 'node:crypto'
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openSession } from '../../src/app/people/sign-in/session.ts'
import { createUser } from '../../src/app/people/users/create-user.ts'
import { type App, writeTo } from '../../src/app/context.ts'
import { loginOf } from '../../test/helpers/database.ts'
import { pinToFirstCore, pinToSecondCore } from './machines.ts'
import { quantile } from './quantile.ts'
import { tomorrow } from './mixed-load.ts'
import { startOwnDatabase } from './own-database.ts'
import type { Read, ReaderData } from './report-reader.ts'
import { prepareServerProcess } from './server-process.ts'
import { openAppBeside, newShop } from './shops.ts'
import { loadData } from './size-data.ts'
import { startStandby } from './standby.ts'

export interface ReplicaOptions {
  /** Each round has a period without reports and a period with reports. */
  rounds: number
  /** Seconds per period. */
  seconds: number
  /** Writes per second. */
  rate: number
  /** Number of existing orders of all businesses. */
  orders: number
}

export interface ReplicaFigures {
  writes: number
  reports: number
  /** 99 % of the writes took at most this time. */
  p99Ms: { alone: number; beside: number }
  /** Values of each period. A stall of the machine shows in only one of them. */
  eachMs: { alone: number[]; beside: number[] }
  faults: string[]
}

/** Concurrent readers. Each requests reports one after another. */
const READERS = 2

/** Waiting time before reading the transaction counts. PostgreSQL reports those of an idle connection within 10 s. */
const COUNTED_WITHIN_MS = 15_000

export async function runReplicaProof({ rounds, seconds, rate, orders }: ReplicaOptions): Promise<ReplicaFigures> {
  const faults: string[] = []
  const primary = await startOwnDatabase()
  const setUp = await openAppBeside(primary.url)
  const db = new pg.Client(primary.url)
  await db.connect()
  const { businessId, apiKey } = await newShop(setUp.app)
  const days = 60
  await loadData(db, businessId, { orders, webhooks: orders, days })
  // Writes the dirty pages of the load before writes are timed.
  await db.query('checkpoint')
  const standby = await startStandby(primary)
  const standbyDb = new pg.Client(standby.url)
  await standbyDb.connect()
  const replica = { DATABASE_READ_URL: loginOf(standby.url) }
  const [writing, reporting] = await Promise.all([
    prepareServerProcess(primary.url, { env: replica }),
    prepareServerProcess(primary.url, { env: replica }),
  ])
  try {
    for (const process of [writing, reporting]) await process.start()
    const cookie = await signInOwner(setUp.app, businessId)
    const office = `${reporting.url}/office/api`
    while (!(await isReplicaRead(reporting.url))) await sleep(500)
    await pinToFirstCore([process.pid, writing.pid() ?? 0, postmasterOf(primary.dir)])
    await pinToSecondCore([reporting.pid() ?? 0, postmasterOf(standby.dir)])

    const figures = { alone: [] as number[][], beside: [] as number[][] }
    let reports = 0
    const time = async (readers: number): Promise<number[]> => {
      const reading = readers > 0 ? await startReading({ office, cookie, days, readers }) : null
      const millis = await writeAtFixedRate(writing.url, apiKey, { rate, seconds }, faults)
      const read = await reading?.end()
      reports += read?.reports ?? 0
      faults.push(...(read?.faults ?? []))
      return millis
    }
    for (let round = 0; round < rounds; round++) {
      figures.alone.push(await time(0))
      const before = { read: await countTransactions(standbyDb), reports }
      figures.beside.push(await time(READERS))
      const asked = reports - before.reports
      const read = async () => (await countTransactions(standbyDb)) - before.read
      const until = performance.now() + COUNTED_WITHIN_MS
      while ((await read()) < asked && performance.now() < until) await sleep(200)
      if ((await read()) < asked) faults.push(`of ${asked} reports, the replica read ${await read()}`)
    }
    const p99 = (millis: number[]) => quantile(millis, 0.99)
    return {
      writes: figures.alone.flat().length + figures.beside.flat().length,
      reports,
      p99Ms: { alone: p99(figures.alone.flat()), beside: p99(figures.beside.flat()) },
      eachMs: { alone: figures.alone.map(p99), beside: figures.beside.map(p99) },
      faults,
    }
  } finally {
    for (const process of [writing, reporting]) await process.stop('SIGTERM')
    await standbyDb.end()
    await standby.end()
    await db.end()
    await setUp.close()
    await primary.end()
  }
}

const postmasterOf = (dir: string): number =>
  Number(readFileSync(path.join(dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

async function isReplicaRead(origin: string): Promise<boolean> {
  const { data } = (await (await fetch(`${origin}/api/v1/health`)).json()) as {
    data?: { checks: { replica?: { status: string } } }
  }
  return data?.checks.replica?.status === 'ok'
}

/** Returns the number of transactions on the standby so far. */
async function countTransactions(standby: pg.Client): Promise<number> {
  const { rows } = await standby.query<{ count: number }>(
    `select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()`,
  )
  return rows[0]?.count ?? 0
}

/** Returns the cookie of a user who may read all reports. */
async function signInOwner(app: App, businessId: string): Promise<string> {
  const email = `reports-${businessId}@office.test`
  const who = { email, name: 'Reads reports', role: 'OWNER', password: randomUUID() } as const
  const { userId } = await createUser(app, businessId, who)
  return `roundsman=${await writeTo(app, businessId, (tx) => openSession(app, tx, userId))}`
}

/** Starts reading reports. `end` stops and returns the results. */
async function startReading(data: ReaderData): Promise<{ end: () => Promise<Read> }> {
  const reader = fork(new URL('report-reader.ts', import.meta.url), [JSON.stringify(data)])
  const read = new Promise<Read>((resolve, reject) => {
    reader.once('message', (message) => resolve(message as Read))
    reader.once('error', reject)
    reader.once('exit', () => reject(new Error('the reader ended without a word')))
  })
  await pinToSecondCore([reader.pid ?? 0])
  return {
    end: () => {
      reader.send('over')
      return read
    },
  }
}

/**
 * Writes orders at a fixed rate, without waiting for earlier responses. Returns the milliseconds from the planned time of each
 * request to its response.
 */
async function writeAtFixedRate(
  origin: string,
  apiKey: string,
  { rate, seconds }: { rate: number; seconds: number },
  faults: string[],
): Promise<number[]> {
  const millis: number[] = []
  const began = performance.now()
  const date = tomorrow()
  const write = async (due: number): Promise<void> => {
    const ref = randomUUID()
    const response = await fetch(`${origin}/api/v1/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': ref,
      },
      body: JSON.stringify({
        external_ref: ref,
        customer_name: 'Proof customer',
        address: { line1: '1 Proof Street', city: 'Washington', lat: 38.9, lng: -77.03 },
        delivery_date: date,
      }),
    })
    await response.arrayBuffer()
    millis.push(performance.now() - due)
    if (response.status !== 201) faults.push(`a write answered ${response.status}`)
  }
  const sent: Promise<void>[] = []
  for (let n = 0; n < rate * seconds; n++) {
    const due = began + (n * 1000) / rate
    await sleep(Math.max(0, due - performance.now()))
    sent.push(write(due))
  }
  await Promise.all(sent)
  return millis
}
