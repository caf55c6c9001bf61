// Checks whether the PostgreSQL of the test run supports logical replication.
import pg from 'pg'

/** Returns the reason why this PostgreSQL doesn't support logical replication. Null if it does. */
export async function replicationLack(): Promise<string | null> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  try {
    const { rows } = await client.query<{ level: string; may: boolean }>(
      `select current_setting('wal_level') as level, rolsuper as may from pg_roles where rolname = current_user`,
    )
    if (rows[0]?.level !== 'logical') return `the PostgreSQL of this run has wal_level = ${rows[0]?.level}, not logical`
    return rows[0].may ? null : 'the user of this run is no superuser'
  } finally {
    await client.end()
  }
}
