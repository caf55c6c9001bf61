// Copies the whole database: reads the tables of the catalog in one snapshot, and writes them back.
import pg from 'pg'

/** Columns in the order of the table. Generated columns are omitted, because they follow from the others. */
export interface TableShape {
  name: string
  columns: string[]
  types: string[]
}

export interface SequenceValue {
  name: string
  value: string
}

const FETCHED_ROWS = 200

// Text forms that can be read back exactly, independent of the settings of the server and the session.
const EXACT_TEXT = [
  `set timezone = 'UTC'`,
  `set datestyle = 'ISO'`,
  `set intervalstyle = 'iso_8601'`,
  `set bytea_output = 'hex'`,
  'set extra_float_digits = 1',
  'set statement_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
].join(';')

/**
 * Opens a transaction that sees the database at one moment: now, or the moment of an exported snapshot. No migration
 * runs before the connection ends.
 */
export async function beginSnapshot(client: pg.Client, exported: string | null = null): Promise<void> {
  await client.query(EXACT_TEXT)
  await client.query(`select pg_advisory_lock_shared(hashtext('roundsman:migrate'))`)
  await client.query('begin isolation level repeatable read read only')
  if (exported) await client.query(`set transaction snapshot ${pg.escapeLiteral(exported)}`)
}

/** Opens a transaction that may fill the database. References are checked at its end, so rows may come in any order. */
export async function beginFilling(client: pg.Client): Promise<void> {
  await client.query(EXACT_TEXT)
  await client.query('begin')
  // No other process may create a first business at the same time.
  await client.query('lock table businesses in exclusive mode')
  await alterReferences(client, 'deferrable initially deferred')
  await setTriggers(client, 'disable')
}

export async function commitFilling(client: pg.Client): Promise<void> {
  await client.query('set constraints all immediate')
  await alterReferences(client, 'not deferrable')
  await setTriggers(client, 'enable')
  await client.query('commit')
}

/**
 * Returns all tables of the service. A partitioned table counts as one table. Excludes the record of migrations and
 * unlogged tables, whose rows a crash may lose.
 */
export async function copiedTables(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
           array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relpersistence = 'p' and c.relname <> 'schema_migrations'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`)
  return rows
}

/** Returns the tables in which row-level security would silently hide rows from the user of this connection. */
export async function hiddenTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relrowsecurity
      and not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user)
      and not (not c.relforcerowsecurity and pg_has_role(c.relowner, 'usage'))
      and not exists (
        select from pg_policy p
        where p.polrelid = c.oid and p.polpermissive and p.polcmd = '*' and pg_get_expr(p.polqual, c.oid) = 'true'
          and exists (select from unnest(p.polroles) r where r = 0 or pg_has_role(r, 'usage')))
    order by 1`)
  return rows.map((row) => row.name)
}

/** Returns the name of the newest applied migration. Null if the database has none. */
export async function schemaVersion(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ present: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as present`,
  )
  if (!rows[0]?.present) return null
  const newest = await client.query<{ name: string }>('select max(name) as name from schema_migrations')
  return newest.rows[0]?.name ?? null
}

export async function hasBusiness(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ present: boolean }>('select exists (select from businesses) as present')
  return rows[0]?.present ?? false
}

/**
 * Yields a table's rows, or those matching the SQL condition `which`. Each row is a JSON array of the text forms of its
 * columns, because only these keep every value exact.
 */
export async function* rowsOf(
  client: pg.Client,
  { name, columns }: TableShape,
  which = 'true',
): AsyncGenerator<string> {
  const texts = columns.map((column) => `${pg.escapeIdentifier(column)}::text`).join(', ')
  await client.query(
    `declare rows no scroll cursor for select to_json(array[${texts}])::text as line from ${pg.escapeIdentifier(name)} where ${which}`,
  )
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${FETCHED_ROWS} from rows`)
    for (const { line } of rows) yield line
    if (rows.length < FETCHED_ROWS) break
  }
  await client.query('close rows')
}

/** Deletes the rows that migrations and jobs have added to the table. */
export async function clear(client: pg.Client, { name }: TableShape): Promise<void> {
  await client.query(`delete from ${pg.escapeIdentifier(name)}`)
}

/** Inserts rows in the format of `rowsOf`. */
export async function insertRows(client: pg.Client, table: TableShape, lines: string[]): Promise<void> {
  const values = table.types.map((type, i) => `(line->>${i})::${type}`).join(', ')
  await client.query(
    `insert into ${pg.escapeIdentifier(table.name)} (${table.columns.map(pg.escapeIdentifier).join(', ')})
     overriding system value select ${values} from jsonb_array_elements($1::jsonb) line`,
    [`[${lines.join(',')}]`],
  )
}

export async function sequenceValues(client: pg.Client): Promise<SequenceValue[]> {
  const { rows } = await client.query<SequenceValue>(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`)
  return rows
}

export async function setSequence(client: pg.Client, { name, value }: SequenceValue): Promise<void> {
  await client.query(`select setval(format('public.%I', $1::text)::regclass, $2::bigint)`, [name, value])
}

/** The backup already contains the rows that triggers would write. Restored rows are not changes. */
async function setTriggers(client: pg.Client, to: 'disable' | 'enable'): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select distinct format('alter table %s ${to} trigger user', tgrelid::regclass) as statement
     from pg_trigger join pg_class c on c.oid = tgrelid
     where not tgisinternal and c.relnamespace = 'public'::regnamespace`,
  )
  for (const { statement } of rows) await client.query(statement)
}

async function alterReferences(client: pg.Client, deferral: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %s alter constraint %I ${deferral}', conrelid::regclass, conname) as statement
     from pg_constraint where contype = 'f' and connamespace::regnamespace::text in ('public', 'partitions') and conparentid = 0`,
  )
  for (const { statement } of rows) await client.query(statement)
}
