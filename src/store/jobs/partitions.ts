// Partitions by time of what is written once and deleted by age (docs/scaling.md#partitions-by-time); for the system role. What
// is done, functions of the owner do: each does nothing where another process is at the table.
import { sql } from 'kysely'
import type { SystemTx } from '../database.ts'
import { ALL } from '../tables/all.ts'

/** In the order of names. Attempts come before deliveries, because those of the first partition refer to deliveries. */
export const PARTITIONED = ALL.flatMap(({ name, declared: { partitions } }) =>
  partitions ? [{ table: name, kept: partitions.kept }] : [],
).toSorted((a, b) => (a.table < b.table ? -1 : 1))

/** Makes the first one that is missing of that time; its name, or null when none is. */
export async function makePartition(
  tx: SystemTx,
  table: string,
  { from, until }: { from: Date; until: Date },
): Promise<string | null> {
  const { rows } = await sql<{ made: string | null }>`
    select make_partition(${table}, ${from}::timestamptz, ${until}::timestamptz) as made`.execute(tx)
  return rows[0]?.made ?? null
}

/** Drops the oldest one whose time was over so many days ago; its name, or null when there is none. */
export async function dropPartition(
  tx: SystemTx,
  table: string,
  now: Date,
  keepDays: number | null,
): Promise<string | null> {
  const { rows } = await sql<{ dropped: string | null }>`
    select drop_partition(${table}, ${now}::timestamptz, ${keepDays}::integer) as dropped`.execute(tx)
  return rows[0]?.dropped ?? null
}

/** Deletes old rows that are in no partition which is dropped as a whole; how many. */
export async function deleteByAge(tx: SystemTx, table: string, before: Date, most: number): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    select delete_by_age(${table}, ${before}::timestamptz, ${most}::integer) as gone`.execute(tx)
  return rows[0]?.gone ?? 0
}

/** Has the planner know what is in all of them together. */
export async function analyzePartitions(tx: SystemTx, table: string): Promise<void> {
  await sql`select analyze_partitions(${table})`.execute(tx)
}
