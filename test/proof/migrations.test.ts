// A short run of the proof `npm run prove migrations` (docs/reliability.md), with the newest migration after the
// baseline, or with a sample if there is none. Also tests that the proof detects a bad migration.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createCaller } from '../../bench/proof/caller.ts'
import { tomorrow } from '../../bench/proof/mixed-load.ts'
import { lastMigrations, runMigrationProof } from '../../bench/proof/migrations-run.ts'
import { orderClient } from '../../bench/proof/mixed-load.ts'
import { hasHistory } from '../../bench/proof/old-code.ts'
import { applyUnderLoad } from '../../bench/proof/under-load.ts'
import { migrate, migrationNames } from '../../src/store/migrate.ts'
import { emptyDatabase } from '../helpers/database.ts'
import { migrationsWith } from '../helpers/migrations.ts'
import { startService } from '../helpers/service.ts'

const { length: migrations } = await migrationNames()

test('the previous version works on after the newest migration, and next to the version that brings it', {
  skip: hasHistory() ? false : 'the history of the repository is not here',
}, async () => {
  const { url, drop } = await emptyDatabase()
  after(drop)
  for (const newest of await lastMigrations(1)) {
    const { faults, acknowledged } = await runMigrationProof(newest, { databaseUrl: url, clients: 1, seconds: 0.5 })
    assert.deepEqual(faults, [])
    assert.ok(acknowledged > 5, `${acknowledged} writes`)
  }
})

test('only a migration that blocks writers or removes a column that they use is detected', async () => {
  // Failures in this test are deliberate.
  const service = await startService({ replaced: { log: { info() {}, warn() {}, error() {} } } })
  const { url, databaseUrl } = service
  const { businessId, apiKey } = await service.business()
  const worker = orderClient(createCaller([url], apiKey, businessId), tomorrow())
  const files: Record<string, string> = {}
  const withNext = (text: string): URL => {
    files[`${String(migrations + Object.keys(files).length + 1).padStart(4, '0')}_sample.sql`] = text
    return migrationsWith(files)
  }
  const faultsOf = (text: string) => {
    const folder = withNext(text)
    return applyUnderLoad(databaseUrl, [worker], () => migrate(databaseUrl, { folder }))
  }
  let over = false
  const working = worker.run(() => over)
  try {
    assert.deepEqual(await faultsOf('alter table orders add column sample text'), [])
    // Holds its lock until a writer has waited for 4 seconds.
    const [waited = '', ...others] = await faultsOf(`
      lock table orders;
      do $$ begin
        while not exists (
          select from pg_locks where not granted and relation = 'orders'::regclass
            and database = (select oid from pg_database where datname = current_database())
            and waitstart < clock_timestamp() - interval '4 s'
        ) loop
          perform pg_sleep(0.05);
        end loop;
      end $$`)
    assert.match(waited, /^a statement waited \d+\.\d s for the migration$/)
    assert.deepEqual(others, [])
    const taken = await faultsOf('alter table orders rename column instructions to hints')
    await migrate(databaseUrl, { folder: withNext('alter table orders rename column hints to instructions') })
    assert.match(taken.join('; '), /POST \/orders answered 500/)
  } finally {
    over = true
    await working
  }
})
