import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { migrate } from '../../src/store/migrate.ts'
import { testDatabase } from './database.ts'

describe('a test database', () => {
  it('is migrated and shares nothing with another', async () => {
    const [one, other] = await Promise.all([testDatabase(), testDatabase()])
    assert.deepEqual(await migrate(one.url), [], 'every migration has been applied')
    await run(one.url, 'create table mine ()')
    await assert.rejects(run(other.url, 'table mine'), /"mine" does not exist/)
    await Promise.all([one.drop(), other.drop()])
    await assert.rejects(run(one.url, 'select 1'), /does not exist/)
  })
})

async function run(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
