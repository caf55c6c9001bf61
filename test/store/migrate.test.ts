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

test('processes that start concurrently migrate once', async () => {
  const { url } = await opened(emptyDatabase)
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
  assert.deepEqual(applied.flat(), await migrationNames())
})

test('each number occurs once, without a gap', async () => {
  const names = (files: Record<string, string>) => migrationNames(migrationsWith(files))
  await assert.rejects(names({ '0001_other.sql': '' }), /0001_other\.sql must have the number 0002/)
  await assert.rejects(names({ '9999_later.sql': '' }), /9999_later\.sql must have the number/)
})

test('a migration changed after it was applied prevents the start, but other line ends do not', async () => {
  const { url } = await opened(testDatabase)
  const text = readFileSync(new URL(BASELINE, MIGRATIONS), 'utf8')
  assert.deepEqual(await migrate(url, { folder: migrationsWith({ [BASELINE]: text.replaceAll('\n', '\r\n') }) }), [])
  const changed = migrationsWith({ [BASELINE]: `${text}-- more\n` })
  await assert.rejects(
    migrate(url, { folder: changed }),
    /migrations\/0001_baseline\.sql was changed after it was applied/,
  )
})

test('a database with an unknown migration is newer', async () => {
  const { url, rows } = await opened(testDatabase)
  await rows(`insert into schema_migrations values ('9999_later.sql', now(), 'x')`)
  await assert.rejects(migrate(url), /newer than this version of Roundsman \(it has 9999_later\.sql\)/)
})

test('a database of a development version is refused with one sentence and stays unchanged', async () => {
  const refused = /^The database was made by a development version .*: use a new database\.$/
  const { url, rows, recorded } = await opened(testDatabase)
  // The development versions had their own baseline and other migrations after it. Their first versions had none.
  await rows(
    `update schema_migrations set checksum = 'x'; insert into schema_migrations values ('0002_former.sql', now(), 'x')`,
  )
  const before = await recorded()
  await assert.rejects(migrate(url), { message: refused })
  assert.deepEqual(await recorded(), before)
  await rows(`delete from schema_migrations where name = '${BASELINE}'`)
  await assert.rejects(migrate(url), { message: refused })
})

test('a database that lacks a migration before its last one is refused', async () => {
  const { url, rows } = await opened(testDatabase)
  const [skipped, last] = [`${LAST}_skipped.sql`, `${String(Number(LAST) + 1).padStart(4, '0')}_last.sql`]
  const folder = migrationsWith({ [skipped]: 'create table skipped ()', [last]: 'create table last ()' })
  await migrate(url, { folder })
  await rows(`drop table skipped; delete from schema_migrations where name = '${skipped}'`)
  await assert.rejects(migrate(url, { folder }), { message: new RegExp(`later migrations than ${skipped}`) })
  assert.deepEqual(await rows(`select from pg_class where relname = 'skipped'`), [])
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

test('an index that is built concurrently is built again if a crash left it unfinished', async () => {
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
