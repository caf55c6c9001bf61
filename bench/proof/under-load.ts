// Applies a migration while clients write, and measures how long statements waited for it and the errors of the
// clients.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Worker } from './mixed-load.ts'

/** Maximum wait of a statement for the migration. Lower than the 5 s after which the service gives up on a lock. */
const MAX_WAIT_SECONDS = 2
/** Additional acknowledged writes of each client after the migration. */
const WRITES_AFTER = 3

/** Applies the migration while the clients work. Returns the faults. */
export async function applyUnderLoad(
  databaseUrl: string,
  workers: readonly Worker[],
  apply: () => Promise<unknown>,
): Promise<string[]> {
  const waits = watchWaits(databaseUrl)
  await apply()
  const longest = await waits.end()
  const before = workers.map(({ caller }) => caller.acknowledged.length)
  const wroteAgain = () =>
    workers.every(({ caller }, i) => caller.acknowledged.length >= (before[i] ?? 0) + WRITES_AFTER)
  const faults = () => workers.flatMap(({ caller }) => caller.faults)
  while (!wroteAgain() && faults().length === 0) await sleep(50)
  const waited = longest > MAX_WAIT_SECONDS ? [`a statement waited ${longest.toFixed(1)} s for the migration`] : []
  return [...waited, ...faults()]
}

/** Measures the longest wait, in seconds, of a statement for a lock of the migrating process. */
function watchWaits(databaseUrl: string): { end(): Promise<number> } {
  let [over, longest] = [false, 0]
  const watching = (async () => {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    while (!over) {
      const { rows } = await client.query<{ seconds: number }>(`
        select coalesce(max(extract(epoch from clock_timestamp() - l.waitstart)), 0)::float8 as seconds
        from pg_locks l
        where not l.granted and l.locktype <> 'advisory' and exists (
          select from pg_locks m
          where m.locktype = 'advisory' and m.granted and m.pid = any(pg_blocking_pids(l.pid))
            and m.database = (select oid from pg_database where datname = current_database())
            and m.objid = (hashtext('roundsman:migrate')::bigint & 4294967295)::oid)`)
      longest = Math.max(longest, rows[0]?.seconds ?? 0)
      await sleep(50)
    }
    await client.end()
  })()
  return {
    end: async () => {
      over = true
      await watching
      return longest
    },
  }
}
