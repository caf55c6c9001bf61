// A connection that is lost while a lock is held on it counts as a database that is away, not as a bug.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnreachable, openDatabase } from '../../src/store/database.ts'
import { testDatabase } from '../helpers/database.ts'

test('a holder whose connection was lost meanwhile fails as unreachable', async () => {
  const { url, drop } = await testDatabase()
  let lost = () => {}
  const noticed = new Promise<void>((resolve) => (lost = resolve))
  const db = openDatabase(url, 2, () => lost())
  try {
    const held = db.holding(async (locks) => {
      assert.ok(await locks.tryTake('one'))
      await db.query(
        `select pg_terminate_backend(pid) from pg_locks
         where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
        [],
      )
      await noticed
      return locks.tryTake('another')
    })
    await assert.rejects(held, (error) => isUnreachable(error))
  } finally {
    await db.close()
    await drop()
  }
})
