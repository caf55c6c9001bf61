// Computes a hash of all rows of a business, so that a test can detect changes.
import pg from 'pg'

/** Tables that only record the calls themselves and the last use of a key. */
const OF_CALLS = ['api_requests', 'rate_counts', 'api_keys']

/** A hash of the rows of each table, keyed by table. */
export async function everyRow(databaseUrl: string, businessId: string): Promise<Record<string, string | null>> {
  const database = new pg.Client(databaseUrl)
  await database.connect()
  try {
    const { rows: tables } = await database.query<{ name: string }>(
      `select c.table_name as name from information_schema.columns c join pg_tables t on t.tablename = c.table_name
       where t.schemaname = 'public' and c.table_schema = 'public' and c.column_name = 'business_uuid'
         and c.table_name <> all ($1)`,
      [OF_CALLS],
    )
    const hashes = tables.map(
      ({ name }) =>
        `(select md5(string_agg(t::text, ' ' order by t::text)) from "${name}" t where business_uuid = $1) as "${name}"`,
    )
    const { rows } = await database.query<Record<string, string | null>>(`select ${hashes.join(', ')}`, [businessId])
    return rows[0] ?? {}
  } finally {
    await database.end()
  }
}
