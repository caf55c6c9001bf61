// Every column that can hold text says what it has of customers: a new one can't be forgotten.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { COLUMNS } from '../../../src/store/privacy/columns.ts'
import { testDatabase } from '../../helpers/database.ts'

const { url, drop } = await testDatabase()
after(drop)

test('each text, JSON and bytes column of the database is classified, and none that is not there', async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY')
      and not (data_type = 'ARRAY' and udt_name in ('_int4', '_float8')) order by 1`)
  await client.end()
  const present = new Set(rows.map(({ name }) => name))
  const said = new Set(
    Object.entries(COLUMNS).flatMap(([table, columns]) => Object.keys(columns).map((column) => `${table}.${column}`)),
  )
  assert.deepEqual(
    [...present].filter((name) => !said.has(name)),
    [],
    'say in columns.ts whether it names a customer',
  )
  assert.deepEqual(
    [...said].filter((name) => !present.has(name)),
    [],
    'it is not in the database',
  )
})
