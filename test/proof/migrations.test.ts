// The short form of prove:migrations: the newest migration.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrationRun } from '../../bench/proof/migrations-run.ts'
import { hasHistory } from '../../bench/proof/old-code.ts'
import { migrationNames } from '../../src/store/migrate.ts'
import { emptyDatabase } from '../helpers/database.ts'

const skip = hasHistory() ? false : 'the history of the repository is not here'

test('the version before works on over the newest migration, and beside the version that brings it', {
  skip,
}, async () => {
  const { url, drop } = await emptyDatabase()
  try {
    const newest = (await migrationNames()).at(-1) ?? ''
    const { faults, skipped, acknowledged } = await migrationRun(newest, { databaseUrl: url, clients: 1, seconds: 1 })
    assert.deepEqual(faults, [])
    assert.ok(skipped || acknowledged > 5, `${acknowledged} writes`)
  } finally {
    await drop()
  }
})
