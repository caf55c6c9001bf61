// Replicates the rows of some businesses with PostgreSQL's logical replication: a publication and a slot at the source,
// a subscription at the target.
import pg from 'pg'
import { beginSnapshot, insertRows, rowsOf } from '../operations/snapshot.ts'
import { type Connection, openClient, withClients } from '../servers.ts'
import type { TenantTable } from './tenant-tables.ts'

/** Returns the name of the publication, the slot and the subscription. */
export const replicationOf = (businessId: string): string => `roundsman_move_${businessId.replaceAll('-', '_')}`

const IN_USE = '55006'
const PATIENCE = 50

const ofBusinesses = (businessIds: readonly string[]): string =>
  businessIds.map((id) => `business_uuid = ${pg.escapeLiteral(id)}::uuid`).join(' or ')

/** Publishes the rows of only these businesses. */
export async function publish(
  source: pg.Client,
  name: string,
  tables: readonly TenantTable[],
  businessIds: readonly string[],
): Promise<void> {
  const list = tables
    .map((table) => `${pg.escapeIdentifier(table.name)} where (${ofBusinesses(businessIds)})`)
    .join(', ')
  await source.query(
    `create publication ${pg.escapeIdentifier(name)} for table ${list}
     with (publish = 'insert, update, delete', publish_via_partition_root = true)`,
  )
}

/** Rows are inserted when this number of rows or characters is reached. */
const [MOST_ROWS, MOST_LENGTH] = [500, 4_000_000]

/**
 * Copies the rows as of the moment at which the new slot begins to record changes. This process copies all tables in
 * one snapshot. PostgreSQL's own copy uses a worker and a slot per table, takes a second for each, and may leave some
 * behind.
 */
export async function copyRows(
  source: Connection,
  target: Connection,
  name: string,
  tables: readonly TenantTable[],
  businessIds: readonly string[],
): Promise<void> {
  const opening = [
    openClient(source, { replication: 'database' } as pg.ClientConfig),
    openClient(source),
    openClient(target),
  ] as const
  await withClients(opening, async ([slot, reader, writer]) => {
    const { rows } = await slot.query<{ snapshot_name: string }>(
      `CREATE_REPLICATION_SLOT ${pg.escapeIdentifier(name)} LOGICAL pgoutput (SNAPSHOT 'export')`,
    )
    await beginSnapshot(reader, rows[0]?.snapshot_name)
    await writer.query(`set session_replication_role = 'replica'`)
    for (const table of tables) {
      let [lines, length]: [string[], number] = [[], 0]
      for await (const line of rowsOf(reader, table, ofBusinesses(businessIds))) {
        lines.push(line)
        length += line.length
        if (lines.length < MOST_ROWS && length < MOST_LENGTH) continue
        await insertRows(writer, table, lines)
        ;[lines, length] = [[], 0]
      }
      if (lines.length > 0) await insertRows(writer, table, lines)
    }
  })
}

/** Makes the target apply all changes since the copy. `address` is the source's address as the target reaches it. */
export async function subscribe(target: pg.Client, name: string, address: string): Promise<void> {
  const quoted = pg.escapeIdentifier(name)
  await target.query(
    `create subscription ${quoted} connection ${pg.escapeLiteral(address)} publication ${quoted}
     with (create_slot = false, slot_name = ${pg.escapeLiteral(name)}, copy_data = false)`,
  )
}

const SLOT = 'from pg_replication_slots where slot_name = $1 and database = current_database()'

const isSubscribed = async (target: pg.Client, name: string): Promise<boolean> =>
  (
    await target.query(
      `select from pg_subscription
       where subname = $1 and subdbid = (select oid from pg_database where datname = current_database())`,
      [name],
    )
  ).rowCount === 1

/** Returns whether the target has a copy and applies changes. */
export async function isReplicating(source: pg.Client, target: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await source.query(`select ${SLOT}`, [name])
  return rowCount === 1 && (await isSubscribed(target, name))
}

/** Returns whether the source still has a slot or publication that could send changes to the target. */
export async function isPublished(source: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await source.query(
    `select from pg_replication_slots where slot_name = $1 union all select from pg_publication where pubname = $1`,
    [name],
  )
  return (rowCount ?? 0) > 0
}

/** Returns how often the target failed to apply a change. */
export async function faultsOf(target: pg.Client, name: string): Promise<number> {
  const { rows } = await target.query<{ count: string }>(
    'select coalesce(sum(apply_error_count), 0) as count from pg_stat_subscription_stats where subname = $1',
    [name],
  )
  return Number(rows[0]?.count ?? 0)
}

/** Returns the current end of the source's log. */
export async function logEnd(source: pg.Client): Promise<string> {
  const { rows } = await source.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn')
  return rows[0]?.lsn ?? '0/0'
}

/**
 * Returns the bytes of the source's log up to `lsn` that the target has not confirmed. Throws if the slot doesn't
 * exist.
 */
export async function replicationLagBytes(source: pg.Client, name: string, lsn: string): Promise<number> {
  const { rows } = await source.query<{ bytes: string }>(
    `select greatest(pg_wal_lsn_diff($2::pg_lsn, confirmed_flush_lsn), 0) as bytes from pg_replication_slots where slot_name = $1`,
    [name, lsn],
  )
  if (!rows[0]) throw new Error('The replication slot no longer exists. Cancel the move and start it again.')
  return Number(rows[0].bytes)
}

/**
 * Ends the replication on both sides, even if only parts of it exist. The target comes first, so that it doesn't
 * receive the source's deletions.
 */
export async function endReplication(source: pg.Client, target: pg.Client, name: string): Promise<void> {
  const quoted = pg.escapeIdentifier(name)
  if (await isSubscribed(target, name)) {
    // Without its slot, a subscription can be dropped without a connection to the source.
    await target.query(`alter subscription ${quoted} disable`)
    await target.query(`alter subscription ${quoted} set (slot_name = none)`)
    await target.query(`drop subscription ${quoted}`)
  }
  for (let tries = 0; ; tries++)
    try {
      await source.query(`select pg_terminate_backend(active_pid) ${SLOT} and active_pid is not null`, [name])
      await source.query(`select pg_drop_replication_slot(slot_name) ${SLOT}`, [name])
      break
    } catch (error) {
      // The slot is in use until its process has ended.
      if ((error as { code?: string }).code !== IN_USE || tries === PATIENCE) throw error
      await source.query('select pg_sleep(0.1)')
    }
  await source.query(`drop publication if exists ${quoted}`)
}
