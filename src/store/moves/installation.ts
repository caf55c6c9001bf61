// Checks that a business can move between two installations, and copies the rows of the installation that move along.
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { FILE_COLUMNS } from '../operations/named-files.ts'
import { ALL } from '../tables/all.ts'

/** Maximum difference between the clocks. Data written at the target must not seem older than earlier data. */
const APART_MS = 1_000

interface Side {
  migrations: string
  secret: string | null
  server: string
  database: string
  walLevel: string
  version: string
  isSuperuser: boolean
  replicates: boolean
  passesRowSecurity: boolean
  now: Date
}

const SIDE = `
  select (select string_agg(name || ' ' || checksum, ',' order by name) from schema_migrations) as migrations,
    (select signature from secret_check) as secret,
    (select system_identifier::text from pg_control_system()) as server, current_database() as database,
    current_setting('wal_level') as "walLevel", current_setting('server_version_num') as version,
    rolsuper as "isSuperuser", rolreplication as replicates, rolbypassrls as "passesRowSecurity", clock_timestamp() as now
  from pg_roles where rolname = current_user`

/** Returns why the business can't be moved from the source to the target. Null if it can. */
export async function findObstacle(source: pg.Client, target: pg.Client): Promise<string | null> {
  const read = async (client: pg.Client): Promise<Side> => {
    const { rows } = await client.query<Side>(SIDE)
    if (!rows[0]) throw new Error('the catalog has no role for the current user')
    return rows[0]
  }
  const began = Date.now()
  const from = await read(source)
  const to = await read(target)
  const took = Date.now() - began
  if (from.server === to.server && from.database === to.database) return 'Both addresses belong to the same database.'
  if (from.migrations !== to.migrations)
    return 'The installations have different versions. Update both to the same version first.'
  if (from.secret === null || from.secret !== to.secret)
    return 'The installations have different secrets, so keys, links and encrypted values would become invalid. Set the same APP_SECRET for both (rotate-secret).'
  if (from.walLevel !== 'logical')
    return `The source's PostgreSQL has wal_level = ${from.walLevel}: set it to logical and restart it.`
  if (Number(from.version) < 150_000 || Number(to.version) < 150_000) return 'Both PostgreSQL must be 15 or newer.'
  if (!from.isSuperuser && !(from.replicates && from.passesRowSecurity))
    return "The source's user must be a superuser, or have REPLICATION and BYPASSRLS."
  if (!to.isSuperuser && !to.passesRowSecurity)
    return "The target's user must be a superuser, or have BYPASSRLS, pg_create_subscription and session_replication_role."
  if (Math.abs(to.now.getTime() - from.now.getTime()) > APART_MS + took)
    return 'The clocks of the two databases differ by more than a second. Correct them first.'
  return null
}

/** Returns the files that rows of these businesses refer to. */
export async function filesOf(source: pg.Client, ids: readonly string[]): Promise<string[]> {
  const named = FILE_COLUMNS.map(
    ({ table, column }) =>
      `select ${column}::text as name from ${table} where business_uuid = any($1::uuid[]) and ${column} is not null`,
  )
  const { rows } = await source.query<{ name: string }>(named.join(' union '), [ids])
  return rows.map(({ name }) => name)
}

const RETIRED = `
  select kid, public_key, null as private_key, made_at, greatest(coalesce(retired_at, clock_timestamp()), made_at) as retired_at
  from receipt_keys`

/**
 * Copies the source's keys for verifying receipts, as retired keys, and the phone numbers that opted out of texts.
 * Copies the key for push notifications if the target has none. Safe to repeat.
 */
export async function copyKeysAndOptOuts(source: pg.Client, target: pg.Client): Promise<void> {
  for (const { name, declared } of ALL)
    if ('moves' in declared && declared.moves) {
      const { rows } = await source.query<{ all: unknown }>(
        `select coalesce(jsonb_agg(to_jsonb(r)), '[]') as all from (${name === 'receipt_keys' ? RETIRED : `select * from ${name}`}) r`,
      )
      await target.query(
        `insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1::jsonb) on conflict do nothing`,
        [JSON.stringify(rows[0]?.all)],
      )
    }
}

/**
 * Makes the target serve the businesses from this commit on, and records the move in its audit log. Deletes the
 * subscriptions of phones that use a different push key, so that their drivers can subscribe again.
 */
export async function serveAtTarget(source: pg.Client, target: pg.Client, ids: readonly string[]): Promise<void> {
  const { rows } = await source.query<{ key: string }>('select public_key as key from push_key')
  await target.query('begin')
  try {
    // A synchronous commit also writes everything that was replicated before it to the disk.
    await target.query('set local synchronous_commit = on')
    await target.query(
      `delete from push_subscriptions where business_uuid = any($1::uuid[])
         and exists (select from push_key where public_key is distinct from $2)`,
      [ids, rows[0]?.key ?? null],
    )
    await target.query(
      `with arrived as (delete from moves where business_uuid = any($1::uuid[]) returning business_uuid)
       insert into audit_log (business_uuid, audit_uuid, at, actor_kind, action, entity, entity_uuid)
       select business_uuid, audit_uuid, clock_timestamp(), 'OPERATOR', 'business.moved', 'business', business_uuid
       from arrived join unnest($1::uuid[], $2::uuid[]) as n (business_uuid, audit_uuid) using (business_uuid)`,
      [ids, ids.map(() => uuidv7())],
    )
    await target.query('commit')
  } catch (error) {
    await target.query('rollback').catch(() => {})
    throw error
  }
}
