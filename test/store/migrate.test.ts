import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import pg from 'pg'
import { migrate, migrationNames } from '../../src/store/migrate.ts'
import { MIGRATIONS } from '../../src/store/migration-files.ts'
import { emptyDatabase, testDatabase } from '../helpers/database.ts'
import { migrationsWith } from '../helpers/migrations.ts'

const [BASELINE = ''] = await migrationNames()
const LAST = String((await migrationNames()).length + 1).padStart(4, '0')
const clients: pg.Client[] = []
const drops: (() => Promise<void>)[] = []
after(async () => {
  for (const client of clients) await client.end()
  for (const drop of drops) await drop()
})

async function opened(make: typeof testDatabase) {
  const { url, drop } = await make()
  drops.push(drop)
  const client = new pg.Client(url)
  clients.push(client)
  await client.connect()
  const rows = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows
  return { url, rows, recorded: () => rows('select name, checksum from schema_migrations order by name') }
}

test('processes that start at once migrate once', async () => {
  const { url } = await opened(emptyDatabase)
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
  assert.deepEqual(applied.flat(), await migrationNames())
})

test('each number occurs once, without a gap', async () => {
  const names = (files: Record<string, string>) => migrationNames(migrationsWith(files))
  await assert.rejects(names({ '0001_other.sql': '' }), /0001_other\.sql must have the number 0002/)
  await assert.rejects(names({ '9999_later.sql': '' }), /9999_later\.sql must have the number/)
})

test('a migration that was changed after it was applied stops the start; other line ends do not', async () => {
  const { url } = await opened(testDatabase)
  const text = readFileSync(new URL(BASELINE, MIGRATIONS), 'utf8')
  assert.deepEqual(await migrate(url, { folder: migrationsWith({ [BASELINE]: text.replaceAll('\n', '\r\n') }) }), [])
  const changed = migrationsWith({ [BASELINE]: `${text}-- more\n` })
  await assert.rejects(
    migrate(url, { folder: changed }),
    /migrations\/0001_baseline\.sql was changed after it was applied/,
  )
})

test('a database with a migration that is not known here is newer', async () => {
  const { url, rows } = await opened(testDatabase)
  await rows(`insert into schema_migrations values ('9999_later.sql', now(), 'x')`)
  await assert.rejects(migrate(url), /newer than this version of Roundsman \(it has 9999_later\.sql\)/)
})

test('a migration outside a transaction is one statement', async () => {
  const { url, rows, recorded } = await opened(testDatabase)
  const before = await recorded()
  const folder = migrationsWith({
    [`${LAST}_two.sql`]: '-- Outside a transaction.\ncreate table one (a int);\ncreate table two (a int);\n',
  })
  await assert.rejects(migrate(url, { folder }), /multiple commands/)
  assert.deepEqual(await rows(`select from pg_class where relname in ('one', 'two')`), [])
  assert.deepEqual(await recorded(), before)
})

test('an index that is built beside writers is built again after a crash left it unfinished', async () => {
  const { url, rows } = await opened(testDatabase)
  const twice = `insert into job_ticks values ('a', '2026-11-23'), ('b', '2026-11-23')`
  await rows(twice)
  const folder = migrationsWith({
    [`${LAST}_index.sql`]:
      '-- Outside a transaction.\ncreate unique index concurrently if not exists ticks on job_ticks (last_tick_at);\n',
  })
  await assert.rejects(migrate(url, { folder }), /could not create unique index/)
  const valid = () => rows(`select indisvalid from pg_index where indexrelid = to_regclass('ticks')`)
  assert.deepEqual(await valid(), [{ indisvalid: false }])
  await rows(`delete from job_ticks where job = 'b'`)
  assert.deepEqual(await migrate(url, { folder }), [`${LAST}_index.sql`])
  assert.deepEqual(await valid(), [{ indisvalid: true }])
})

const UNRELEASED = `
  0001_foundation 0002_admission 0003_webhooks 0004_due_placing_and_zone_load 0005_links 0006_office_sessions
  0007_proof 0008_messages 0009_driver_taps 0010_outside_answers 0011_road_bands 0012_share_proof 0013_orders_table
  0014_driver_settings 0015_secret_rotation 0016_known_doors 0017_imports 0018_branding_and_notices
  0019_removed_stops 0019_request_log 0020_webhook_log 0021_route_ways 0022_order_views 0023_traffic 0024_reports
  0024_roads_of_places 0024_zone_versions 0025_forgotten_passwords 0025_report_indexes 0026_audit_log_indexes
  0027_words_of_a_business 0028_place_visits 0029_confirmed_doors 0030_far_from_road 0031_words_unmeasured
  0032_failed_calls_index 0033_words_at_once 0034_lighter_admission 0035_order_lists_at_size 0036_import_counts
  0037_fleet_versions 0038_tap_words 0040_failing_import_rows 0041_calls_after_a_clock_set_back 0043_rate_buckets
  0045_zone_corners 0046_skipped_place 0047_failed_work_and_repeats 0048_secret_check 0049_unnamed_files`
  .trim()
  .split(/\s+/)
  .map((name) => `${name}.sql`)

async function unreleased(names: readonly string[]) {
  const database = await opened(emptyDatabase)
  await migrate(database.url, { upTo: BASELINE })
  await database.rows(`
    create function order_words() returns int return 1;
    create function own_words() returns int return 1;
    create table sign_in_failures ();
    drop table schema_migrations;
    create table schema_migrations (name text primary key, applied_at timestamptz not null default now());
    insert into schema_migrations (name) select unnest('{${names.join(',')}}'::text[])`)
  return database
}

test('a database of the last version before the first release is at the baseline', async () => {
  const { url, rows, recorded } = await unreleased(UNRELEASED)
  const fresh = await opened(testDatabase)
  assert.deepEqual(await migrate(url), (await migrationNames()).slice(1))
  assert.deepEqual(await recorded(), await fresh.recorded())
  assert.deepEqual(await rows(`select from pg_class where relname = 'sign_in_failures'`), [])
  assert.deepEqual(await migrate(url), [], 'once')
})

test('a database of an earlier one is refused and stays as it is', async () => {
  const { url, recorded } = await unreleased(UNRELEASED.slice(0, -1))
  await assert.rejects(
    migrate(url),
    /unreleased version.*0048_secret_check\.sql\.\nStart the last unreleased version, commit e52d2a91, once/s,
  )
  assert.equal((await recorded()).length, UNRELEASED.length - 1)
})
