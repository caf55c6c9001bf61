// Reports read from a standby while orders are written: what of it the writes feel.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openSession } from '../../src/app/sign-in/session.ts'
import { createUser } from '../../src/app/users/create-user.ts'
import { type App, writeTo } from '../../src/app/context.ts'
import { loginOf } from '../../test/helpers/database.ts'
import { quantile } from './quantile.ts'
import { tomorrow } from './mixed-load.ts'
import { ownDatabase } from './own-database.ts'
import { serverProcess } from './server-process.ts'
import { beside, newShop } from './shops.ts'
import { loadData } from './size-data.ts'
import { standbyOf } from './standby.ts'

export interface ReplicaOptions {
  /** Each of a time without reports, one with, and one with reports read from the database itself. */
  rounds: number
  /** Each of those times. */
  seconds: number
  /** Writes a second. */
  rate: number
  /** Orders that there are, of all businesses. */
  orders: number
}

export interface ReplicaFigures {
  writes: number
  reports: number
  /** 99 of 100 writes took at most so long. */
  p99Ms: { alone: number; besideReplica: number; besideDatabase: number }
  faults: string[]
}

/** Those who wait for reports, each for the next as soon as it has one. */
const READERS = 2

export async function replicaRun({ rounds, seconds, rate, orders }: ReplicaOptions): Promise<ReplicaFigures> {
  const faults: string[] = []
  const primary = await ownDatabase()
  const setUp = await beside(primary.url)
  const db = new pg.Client(primary.url)
  await db.connect()
  const { businessId, apiKey } = await newShop(setUp.app)
  const days = 60
  await loadData(db, businessId, { orders, webhooks: orders, days })
  const standby = await standbyOf(primary)
  const standbyDb = new pg.Client(standby.url)
  await standbyDb.connect()
  const replica = { DATABASE_READ_URL: loginOf(standby.url) }
  const [writing, onReplica, onDatabase] = await Promise.all([
    serverProcess(primary.url, { env: replica }),
    serverProcess(primary.url, { env: replica }),
    serverProcess(primary.url),
  ])
  try {
    for (const process of [writing, onReplica, onDatabase]) await process.start()
    // As if on machines of their own: they give way to what writes.
    for (const pid of [onReplica.pid(), onDatabase.pid(), postmasterOf(standby.dir)]) if (pid) os.setPriority(pid, 19)
    const cookie = await ownerOf(setUp.app, businessId)
    const ask = reportsOf(cookie, days)
    while (!(await isReplicaRead(onReplica.url))) await sleep(100)

    const figures = { alone: [] as number[], besideReplica: [] as number[], besideDatabase: [] as number[] }
    let reports = 0
    const time = async (millis: number[], reportsFrom: string | null): Promise<void> => {
      let over = false
      const readers = Array.from({ length: reportsFrom ? READERS : 0 }, async () => {
        for (let n = 0; !over; n++) {
          const status = await ask(`${reportsFrom}/office/api`, n)
          if (status !== 200) faults.push(`a report answered ${status}`)
          else if (reportsFrom === onReplica.url) reports++
        }
      })
      millis.push(...(await steadyWrites(writing.url, apiKey, { rate, seconds }, faults)))
      over = true
      await Promise.all(readers)
    }
    for (let round = 0; round < rounds; round++) {
      await time(figures.alone, null)
      const before = [await readBy(standbyDb), reports] as const
      await time(figures.besideReplica, onReplica.url)
      // Its counts are told a second or so later.
      await sleep(1_500)
      const [transactions, asked] = [(await readBy(standbyDb)) - before[0], reports - before[1]]
      if (transactions < asked) faults.push(`of ${asked} reports the replica read ${transactions}`)
      await time(figures.besideDatabase, onDatabase.url)
    }
    const p99 = (millis: number[]) => quantile(millis, 0.99)
    return {
      writes: Object.values(figures).flat().length,
      reports,
      p99Ms: {
        alone: p99(figures.alone),
        besideReplica: p99(figures.besideReplica),
        besideDatabase: p99(figures.besideDatabase),
      },
      faults,
    }
  } finally {
    for (const process of [writing, onReplica, onDatabase]) await process.stop('SIGTERM')
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
    data: { checks: { replica?: { status: string } } }
  }
  return data.checks.replica?.status === 'ok'
}

/** So many transactions its readers have had. */
async function readBy(standby: pg.Client): Promise<number> {
  const { rows } = await standby.query<{ count: number }>(
    `select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()`,
  )
  return rows[0]?.count ?? 0
}

/** The cookie of someone who may read all reports. */
async function ownerOf(app: App, businessId: string): Promise<string> {
  const email = `reports-${businessId}@office.test`
  const who = { email, name: 'Reads reports', role: 'OWNER', password: randomUUID() } as const
  const { userId } = await createUser(app, businessId, who)
  return `roundsman=${await writeTo(app, businessId, (tx) => openSession(app, tx, userId))}`
}

/** Asks for one report after the other, read to its end; its status. */
function reportsOf(cookie: string, days: number): (office: string, n: number) => Promise<number> {
  const day = (before: number) => tomorrow(Date.now() - (before + 1) * 86_400_000)
  const range = `from=${encodeURIComponent(day(days))}&to=${encodeURIComponent(day(0))}`
  const paths = [`/report?${range}`, `/report.csv?${range}&part=days`, `/orders.csv`, `/audit.csv?${range}`]
  return async (office, n) => {
    const response = await fetch(`${office}${paths[n % paths.length]}`, { headers: { cookie } })
    await response.arrayBuffer()
    return response.status
  }
}

/** Orders at a steady rate, whatever becomes of those before; how long after its time each was answered. */
async function steadyWrites(
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
