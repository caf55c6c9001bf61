// What tells a business's rows at two installations apart, in a form that is the same in both databases.
import pg from 'pg'
import type { TenantTable } from './tenant-tables.ts'

/** Text forms that are the same in both databases. */
const SAME_TEXT = [
  `set timezone = 'UTC'`,
  `set datestyle = 'ISO'`,
  `set intervalstyle = 'iso_8601'`,
  `set bytea_output = 'hex'`,
  'set extra_float_digits = 1',
].join(';')

/** Whatever is compared is read on such a connection. */
export const likeOthers = (client: pg.Client): Promise<unknown> => client.query(SAME_TEXT)

/** Rows by their keys, each a JSON array of the key's own text forms; the value tells any two contents apart. */
export type Hashes = Map<string, string>

/** All rows: how many, and a sum over their keys; and those that may have been written since a mark. */
export interface State {
  rows: number
  keys: string
  written: Hashes
}

/** So many parts a table's rows are divided into, by their keys. */
const PARTS = 4_096

const list = (columns: readonly string[]): string => columns.map(pg.escapeIdentifier).join(', ')
const hash = (columns: readonly string[]): string => `hashtextextended(row(${list(columns)})::text, 0)`
const part = ({ key }: TenantTable): string => `${hash(key)} & ${PARTS - 1}`
const keyText = ({ key }: TenantTable): string =>
  `to_json(array[${key.map((column) => `${pg.escapeIdentifier(column)}::text`).join(', ')}])::text`
const theirs = ({ name }: TenantTable): string =>
  `from ${pg.escapeIdentifier(name)} where business_uuid = any($1::uuid[])`

/** Every row written by a transaction that has not ended yet, or not begun, is of this one or of a later one. */
export async function markOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ mark: string }>('select pg_snapshot_xmin(pg_current_snapshot())::xid as mark')
  if (!rows[0]) throw new Error('a function gave no row')
  return rows[0].mark
}

/** How many rows there are, and what each part of them comes to. */
export async function partsOf(
  client: pg.Client,
  table: TenantTable,
  businessIds: readonly string[],
): Promise<{ rows: number; parts: Map<string, string> }> {
  const { rows } = await client.query<{ part: string; rows: string; sum: string }>(
    `select ${part(table)} as part, count(*) as rows, sum(${hash(table.columns)}::numeric)::text as sum
     ${theirs(table)} group by 1`,
    [businessIds],
  )
  return {
    rows: rows.reduce((sum, row) => sum + Number(row.rows), 0),
    parts: new Map(rows.map((row) => [row.part, `${row.rows} ${row.sum}`])),
  }
}

/** Each row of these parts. */
export async function rowsOfParts(
  client: pg.Client,
  table: TenantTable,
  businessIds: readonly string[],
  parts: readonly string[],
): Promise<Hashes> {
  return hashes(client, table, `${theirs(table)} and ${part(table)} = any($2::bigint[])`, [businessIds, parts])
}

/** The rows with these keys, as far as they are there. */
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
    `${theirs(table)} and (${list(table.key)}) in (
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

/** In one pass, which reads the contents of nothing but what was written since. */
export async function stateSince(
  client: pg.Client,
  table: TenantTable,
  businessIds: readonly string[],
  mark: string,
): Promise<State> {
  // The age of a transaction from before the counter began anew may seem small: then its rows are compared, too.
  const { rows } = await client.query<{ rows: string; keys: string; written: [string, string][] | null }>(
    `select count(*) as rows, coalesce(sum(${hash(table.key)}::numeric), 0)::text as keys,
       json_agg(json_build_array(${keyText(table)}, ${hash(table.columns)}::text))
         filter (where age(xmin) <= age($2::xid)) as written
     ${theirs(table)}`,
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
  const { rows } = await client.query<{ rows: string }>(`select count(*) as rows ${theirs(table)}`, [businessIds])
  return Number(rows[0]?.rows)
}
