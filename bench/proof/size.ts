// Runs the proof with few and many rows, on a database that can be kept.
import pg from 'pg'
import { withDatabase } from './own-database.ts'
import type { ProofResult } from './proofs.ts'
import { runSizeProof } from './size-run.ts'

const FEW = 10_000
const FEW_DAYS = 8

interface Options {
  orders: number
  webhooks: number
  rounds: number
  /** Directory in which the database stays. Empty: it is removed at the end. */
  keep: string
}

export async function sizeProof(
  { orders, webhooks, rounds, keep }: Options,
  say: (line: string) => void,
): Promise<ProofResult> {
  // These settings speed up loading. The measured statements only read, or are rolled back.
  const settings = { max_wal_size: '16GB', checkpoint_timeout: '1h' }
  const began = performance.now()
  const elapsed = () => `${Math.round((performance.now() - began) / 1000)} s`
  return withDatabase({ hasty: true, settings, keptIn: keep || undefined }, async ({ url }) => {
    const server = new pg.Client(url)
    await server.connect()
    const { rowCount } = await server.query(`select from pg_database where datname = 'few'`)
    if (!rowCount) await server.query('create database few')
    await server.end()
    const { timings, ...found } = await runSizeProof({
      urls: { few: url.replace(/\/roundsman\?/, '/few?'), many: url },
      few: { orders: FEW, webhooks: Math.round((webhooks / orders) * FEW), days: FEW_DAYS },
      many: { orders, webhooks, days: Math.round((orders / FEW) * FEW_DAYS) },
      rounds,
      say: (progress) => say(`${progress} after ${elapsed()}`),
    })
    for (const { call, few, many } of timings.slice(0, 10)) say(`  ${few} ms, ${many} ms: ${call}`)
    return found
  })
}
