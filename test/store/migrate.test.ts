import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate, migrationNames } from '../../src/store/migrate.ts'
import { emptyDatabase } from '../helpers/database.ts'

test('processes that start at once migrate once, also where an index is built beside writers', async () => {
  const { url, drop } = await emptyDatabase()
  try {
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
    assert.deepEqual(applied.flat(), await migrationNames())
  } finally {
    await drop()
  }
})
