// Runs the service on an embedded database and measures the processor time of each operation in the service, in
// PostgreSQL and in the load generator.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { borrowEmbedded } from '../../src/adapters/embedded/embedded-postgres.ts'
import { runChild } from '../api/child.ts'
import { drainWebhooks } from '../api/drain.ts'
import type { LoadArguments, LoadResult } from '../api/load.ts'
import { type BenchedBusiness, startService } from '../api/service.ts'
import type { Cost, Costs } from './model.ts'

export interface Bench {
  /** Runs the load. `cpu` and `generator` are processor milliseconds per request. */
  load(kind: LoadArguments['kind'], refs?: string[]): Promise<{ result: LoadResult; cpu: Cost; generator: number }>
  webhooks(count: number): Promise<{ cpu: Cost; generator: number }>
  memory(): Promise<{ service: number; connection: number }>
}

const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Processor milliseconds used so far by a process and its threads. */
const processorMs = (pid: number): number => {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = rest.split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND) * 1000
}

export async function withBench<T>(
  { connections, seconds }: { connections: number; seconds: number },
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-capacity-'))
  const service = await startService({ DATABASE_URL: '', DATA_DIR: dataDir })
  const embedded = await borrowEmbedded(dataDir, { log: { info: () => {}, error: console.error } })
  const db = new pg.Client(embedded.connection)
  await db.connect()
  try {
    const shop: BenchedBusiness = await service.newBusiness()
    const postmaster = Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
    const backends = async (): Promise<number[]> => {
      const { rows } = await db.query<{ pid: number }>('select pid from pg_stat_activity')
      return [postmaster, ...rows.map(({ pid }) => pid)]
    }
    const used = async () => ({
      service: processorMs(service.pid),
      database: new Map((await backends()).map((pid) => [pid, processorMs(pid)])),
    })
    const spent = async (before: Awaited<ReturnType<typeof used>>, calls: number): Promise<Cost> => {
      const after = await used()
      const database = [...after.database].reduce((sum, [pid, ms]) => sum + ms - (before.database.get(pid) ?? 0), 0)
      return { service: (after.service - before.service) / calls, database: database / calls }
    }
    const load: Bench['load'] = async (kind, refs = []) => {
      const before = await used()
      const result = await runChild<LoadResult>('load.ts', {
        ...shop,
        connections,
        seconds,
        kind,
        refs,
      } satisfies LoadArguments)
      const calls = result.perSecond * seconds
      return { result, cpu: await spent(before, calls), generator: result.cpuMs / calls }
    }
    // Warm up: the first requests include compilation and planning of statements.
    await load('writes')
    return await work({
      load,
      webhooks: async (count) => {
        const before = await used()
        const { cpuMs } = await drainWebhooks(shop, db, count)
        return { cpu: await spent(before, count), generator: cpuMs / count }
      },
      memory: async () => {
        const status = (pid: number, name: string): number =>
          Number(
            new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0,
          ) / 1000
        const own = (await backends()).map((pid) => status(pid, 'RssAnon'))
        return { service: status(service.pid, 'VmRSS'), connection: own.reduce((a, b) => a + b, 0) / own.length }
      },
    })
  } finally {
    await db.end()
    await service.stop()
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const measureCosts = (options: { connections: number; seconds: number }): Promise<Costs> =>
  withBench(options, async (bench) => {
    const writes = await bench.load('writes')
    const reads = await bench.load('reads', writes.result.refs)
    const feed = await bench.load('feed')
    const webhooks = await bench.webhooks(5_000)
    const { service, connection } = await bench.memory()
    const filled = writes.result.perSecond * (writes.cpu.service + writes.cpu.database + writes.generator)
    const all = { writes, reads, feed, webhooks }
    const rounded = (
      of: (one: { cpu: Cost; generator: number }) => number,
      one: { cpu: Cost; generator: number },
    ): number => Math.round(of(one) * 1000) / 1000
    const each = <T>(of: (one: { cpu: Cost; generator: number }) => T) => ({
      writes: of(all.writes),
      reads: of(all.reads),
      feed: of(all.feed),
      webhooks: of(all.webhooks),
    })
    return {
      machine: `${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, Node ${process.version}`,
      measuredOn: new Date().toISOString().slice(0, 10),
      connections: options.connections,
      reached: Math.round(filled / os.availableParallelism()) / 1000,
      operations: each((one) => ({
        service: rounded(({ cpu }) => cpu.service, one),
        database: rounded(({ cpu }) => cpu.database, one),
      })),
      generator: each((one) => rounded(({ generator }) => generator, one)),
      serviceMemory: Math.round(service),
      connectionMemory: Math.round(connection * 10) / 10,
    }
  })
