// Time partitions of tables whose rows are written once and deleted by age (docs/scaling.md#partitions-by-time). For
// the system role. Functions of the database owner make the changes. Each function does nothing while another process
// works on the table.
import { sql } from 'kysely'
import type { SystemTx } from '../database.ts'
import { ALL } from '../tables/all.ts'

/** Sorted by name. Attempts come before deliveries, because attempts in the first partition refer to deliveries. */
export const PARTITIONED = ALL.flatMap(({ name, declared: { partitions } }) =>
  partitions ? [{ table: name, kept: partitions.kept }] : [],
).toSorted((a, b) => (a.table < b.table ? -1 : 1))

/** Creates the first missing partition of the time range. Returns its name, or null if none is missing. */
export async function makePartition(
  tx: SystemTx,
  table: string,
  { from, until }: { from: Date; until: Date },
): Promise<string | null> {
  const { rows } = await sql<{ made: string | null }>`
    select make_partition(${table}, ${from}::timestamptz, ${until}::timestamptz) as made`.execute(tx)
  return rows[0]?.made ?? null
}

/** Drops the oldest partition that ended at least `keepDays` days ago. Returns its name, or null if there is none. */
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

/**
 * Deletes up to `most` old rows from the first partition and as many from the rest partition, which are never dropped as
 * a whole. Returns the number of deleted rows.
 */
export async function deleteByAge(tx: SystemTx, table: string, before: Date, most: number): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    select delete_by_age(${table}, ${before}::timestamptz, ${most}::integer) as gone`.execute(tx)
  return rows[0]?.gone ?? 0
}

/** Updates the planner's statistics on the whole table, because PostgreSQL analyzes only its partitions automatically. */
export async function analyzePartitions(tx: SystemTx, table: string): Promise<void> {
  await sql`select analyze_partitions(${table})`.execute(tx)
}
