// Tables with the rows of businesses that move.
import pg from 'pg'
import { copiedTables, type TableShape } from '../operations/snapshot.ts'
import { ALL } from '../tables/all.ts'

export interface TenantTable extends TableShape {
  /** Columns of the primary key. */
  key: readonly string[]
}

/** Returns the tables whose rows move with their business, sorted by name. */
export async function tenantTables(client: pg.Client): Promise<TenantTable[]> {
  const moving = ALL.filter(({ isOfBusiness, declared }) => isOfBusiness && !declared.lost && !('stays' in declared))
  const keys = new Map(moving.map(({ name, key }) => [name, key]))
  return (await copiedTables(client)).flatMap((table) => {
    const key = keys.get(table.name)
    return key ? [{ ...table, key }] : []
  })
}

/** Returns the names of the tables that contain a row of these businesses. */
export async function tablesWithRows(
  client: pg.Client,
  tables: readonly TenantTable[],
  businessIds: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await client.query(
      `select from ${pg.escapeIdentifier(name)} where business_uuid = any($1::uuid[]) limit 1`,
      [businessIds],
    )
    if (rowCount) found.push(name)
  }
  return found
}

const DELETED_AT_ONCE = 5_000

/**
 * Deletes all rows of the businesses, in batches. Triggers and foreign keys don't act, so that no history is written
 * and no other rows change.
 */
export async function deleteRows(
  client: pg.Client,
  tables: readonly TenantTable[],
  businessIds: readonly string[],
): Promise<void> {
  await client.query(`set session_replication_role = 'replica'`)
  try {
    for (const { name } of tables)
      for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; ) {
        const table = pg.escapeIdentifier(name)
        const { rowCount } = await client.query(
          `delete from ${table} where business_uuid = any($1::uuid[]) and (tableoid, ctid) in (
             select tableoid, ctid from ${table} where business_uuid = any($1::uuid[]) limit ${DELETED_AT_ONCE})`,
          [businessIds],
        )
        deleted = rowCount ?? 0
      }
  } finally {
    await client.query('reset session_replication_role')
  }
}

export interface Collision {
  table: string
  index: string
  /** First colliding values. */
  values: string[]
}

interface UniqueIndex {
  table: string
  index: string
  keys: string[]
  where: string | null
}

const COMPARED_AT_ONCE = 2_000
const MAX_NAMED = 5

/** Returns values that must be unique across businesses and that another business at the target already has. */
export async function collisions(
  source: pg.Client,
  target: pg.Client,
  tables: readonly TenantTable[],
  businessIds: readonly string[],
): Promise<Collision[]> {
  const { rows: indexes } = await source.query<UniqueIndex>(
    `select t.relname as table, i.relname as index, pg_get_expr(x.indpred, x.indrelid) as where,
       array(select pg_get_indexdef(x.indexrelid, n::int, true) from generate_series(1, x.indnkeyatts) n) as keys
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     join pg_attribute b on b.attrelid = t.oid and b.attname = 'business_uuid'
     where x.indisunique and t.relname = any($1::text[]) and t.relnamespace = 'public'::regnamespace
       and not t.relispartition and not b.attnum = any(x.indkey)`,
    [tables.map(({ name }) => name)],
  )
  const found: Collision[] = []
  for (const { table, index, keys, where } of indexes) {
    const key = `row(${keys.join(', ')})::text`
    const whole = `from ${pg.escapeIdentifier(table)} where ${where ?? 'true'}`
    const values: string[] = []
    for (let after = ''; ; ) {
      const { rows } = await source.query<{ key: string }>(
        `select ${key} as key ${whole} and business_uuid = any($1::uuid[]) and ${key} collate "C" > $2
         order by ${key} collate "C" limit ${COMPARED_AT_ONCE}`,
        [businessIds, after],
      )
      const { rows: taken } = await target.query<{ key: string }>(
        `select ${key} as key ${whole} and business_uuid <> all($1::uuid[]) and ${key} = any($2::text[]) limit ${MAX_NAMED}`,
        [businessIds, rows.map((row) => row.key)],
      )
      values.push(...taken.map((row) => row.key))
      const last = rows.at(-1)
      if (!last || rows.length < COMPARED_AT_ONCE || values.length >= MAX_NAMED) break
      after = last.key
    }
    if (values.length > 0) found.push({ table, index, values })
  }
  return found
}

interface IdentityColumn {
  table: string
  column: string
  sequence: string
}

/** More numbers than other businesses at the target take from a sequence while it is advanced. */
const LEAP = 1_000

/** Advances the target's sequences beyond all numbers that the businesses have from the source. */
export async function advanceSequences(
  source: pg.Client,
  target: pg.Client,
  tables: readonly TenantTable[],
  businessIds: readonly string[],
): Promise<void> {
  const { rows } = await source.query<IdentityColumn>(
    `select c.relname as table, a.attname as column, pg_get_serial_sequence(format('public.%I', c.relname), a.attname) as sequence
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attidentity <> '' and c.relname = any($1::text[]) and c.relnamespace = 'public'::regnamespace
       and not c.relispartition`,
    [tables.map(({ name }) => name)],
  )
  for (const { table, column, sequence } of rows) {
    const { rows: most } = await source.query<{ most: string | null }>(
      `select max(${pg.escapeIdentifier(column)}) as most from ${pg.escapeIdentifier(table)} where business_uuid = any($1::uuid[])`,
      [businessIds],
    )
    await target.query(
      `select setval($1::regclass, $2::bigint + ${LEAP})
       from (select nextval($1::regclass) as next) n where next <= $2::bigint`,
      [sequence, most[0]?.most ?? '0'],
    )
  }
}
