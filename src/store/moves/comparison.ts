// Compares the rows of a business at two installations, in a form that is the same in both databases.
import pg from 'pg'
import type { TenantTable } from './tenant-tables.ts'

/** Settings that make text forms the same in both databases. */
const SAME_TEXT = [
  `set timezone = 'UTC'`,
  `set datestyle = 'ISO'`,
  `set intervalstyle = 'iso_8601'`,
  `set bytea_output = 'hex'`,
  'set extra_float_digits = 1',
].join(';')

/** Prepares a connection. All compared data must be read on such a connection. */
export const useComparableText = (client: pg.Client): Promise<unknown> => client.query(SAME_TEXT)

/**
 * Row hashes by key. A key is a JSON array of the text forms of the key columns. Different contents have different
 * hashes.
 */
export type Hashes = Map<string, string>

/** The number of all rows, a sum over their keys, and the rows that may have been written since an earlier moment. */
export interface State {
  rows: number
  keys: string
  written: Hashes
}

/** Number of parts that a table's rows are divided into, by their keys. */
const PARTS = 4_096

const list = (columns: readonly string[]): string => columns.map(pg.escapeIdentifier).join(', ')
const hash = (columns: readonly string[]): string => `hashtextextended(row(${list(columns)})::text, 0)`
const part = ({ key }: TenantTable): string => `${hash(key)} & ${PARTS - 1}`
const keyText = ({ key }: TenantTable): string =>
  `to_json(array[${key.map((column) => `${pg.escapeIdentifier(column)}::text`).join(', ')}])::text`
const fromBusinessRows = ({ name }: TenantTable): string =>
  `from ${pg.escapeIdentifier(name)} where business_uuid = any($1::uuid[])`

/**
 * Returns a mark, which is a transaction ID. Each row of a transaction that has not ended, or not begun, has this ID or
 * a later one.
 */
export async function markOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ mark: string }>('select pg_snapshot_xmin(pg_current_snapshot())::xid as mark')
  if (!rows[0]) throw new Error('a function gave no row')
  return rows[0].mark
}

/** Returns the number of rows, and a checksum per part. */
export async function partsOf(
  client: pg.Client,
  table: TenantTable,
  businessIds: readonly string[],
): Promise<{ rows: number; parts: Map<string, string> }> {
  const { rows } = await client.query<{ part: string; rows: string; sum: string }>(
    `select ${part(table)} as part, count(*) as rows, sum(${hash(table.columns)}::numeric)::text as sum
     ${fromBusinessRows(table)} group by 1`,
    [businessIds],
  )
  return {
    rows: rows.reduce((sum, row) => sum + Number(row.rows), 0),
    parts: new Map(rows.map((row) => [row.part, `${row.rows} ${row.sum}`])),
  }
}

/** Returns the hash of each row in these parts. */
export async function rowsOfParts(
  client: pg.Client,
  table: TenantTable,
  businessIds: readonly string[],
  parts: readonly string[],
): Promise<Hashes> {
  return hashes(client, table, `${fromBusinessRows(table)} and ${part(table)} = any($2::bigint[])`, [
    businessIds,
    parts,
  ])
}

/** Returns the hashes of the rows that exist with these keys. */
export async function rowsWithKeys(
  client: pg.Client,
  table: TenantTable,
  businessIds: readonly string[],
  keys: readonly string[],
): Promise<Hashes> {
  const values = table.key.map((column, i) => `(line->>${i})::${table.types[table.columns.indexOf(column)]}`)
  return hashes(
    client,
    table,
    `${fromBusinessRows(table)} and (${list(table.key)}) in (
       select ${values.join(', ')} from jsonb_array_elements($2::jsonb) line)`,
    [businessIds, `[${keys.join(',')}]`],
  )
}

async function hashes(client: pg.Client, table: TenantTable, from: string, values: unknown[]): Promise<Hashes> {
  const { rows } = await client.query<{ key: string; hash: string }>(
    `select ${keyText(table)} as key, ${hash(table.columns)}::text as hash ${from}`,
    values,
  )
  return new Map(rows.map((row) => [row.key, row.hash]))
}

/** Returns the state of the table in one pass. It reads the contents only of rows written since `mark`. */
export async function stateSince(
  client: pg.Client,
  table: TenantTable,
  businessIds: readonly string[],
  mark: string,
): Promise<State> {
  // If the transaction counter has wrapped around, the age of an old transaction may seem small. Then its rows are also
  // compared.
  const { rows } = await client.query<{ rows: string; keys: string; written: [string, string][] | null }>(
    `select count(*) as rows, coalesce(sum(${hash(table.key)}::numeric), 0)::text as keys,
       json_agg(json_build_array(${keyText(table)}, ${hash(table.columns)}::text))
         filter (where age(xmin) <= age($2::xid)) as written
     ${fromBusinessRows(table)}`,
    [businessIds, mark],
  )
  const [state] = rows
  if (!state) throw new Error('an aggregate gave no row')
  return { rows: Number(state.rows), keys: state.keys, written: new Map(state.written) }
}

export async function countRows(
  client: pg.Client,
  table: TenantTable,
  businessIds: readonly string[],
): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(`select count(*) as rows ${fromBusinessRows(table)}`, [
    businessIds,
  ])
  return Number(rows[0]?.rows)
}
