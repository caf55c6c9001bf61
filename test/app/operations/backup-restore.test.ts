import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { backup } from '../../../src/app/operations/backup.ts'
import { restore } from '../../../src/app/operations/restore.ts'
import { migrate, migrationNames } from '../../../src/store/migrate.ts'
import { emptyDatabase, testDatabase } from '../../helpers/database.ts'

const BUSINESS = '01900000-0000-7000-8000-000000000001'
const ORDERS = 12_000
const names = ['app-secret', 'files']

describe('backup and restore', () => {
  let dir = ''
  let source = ''
  let file = ''
  const undo: (() => unknown)[] = []

  before(async () => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), 'rm-backup-'))
    undo.push(() => fs.rmSync(dir, { recursive: true }))
    source = await database(testDatabase)
    await run(source, someBusiness())
    const kept = { dir: path.join(dir, 'kept'), names }
    fs.mkdirSync(path.join(kept.dir, 'files', 'ab'), { recursive: true })
    fs.writeFileSync(path.join(kept.dir, 'app-secret'), 'a kept secret')
    fs.writeFileSync(path.join(kept.dir, 'files', 'ab', 'photo.jpg'), photo)
    file = path.join(dir, 'whole.backup')
    const made = await backup({ connection: source, kept, appVersion: '1.2.3', now: new Date() }, file)
    assert.equal(made.rows.orders, ORDERS)
    assert.equal(made.files, 2)
  })
  after(async () => {
    for (const step of undo.reverse()) await step()
  })

  async function database(make: typeof emptyDatabase): Promise<string> {
    const { url, drop } = await make()
    undo.push(drop)
    return url
  }

  const target = (connection: string, name = randomBytes(4).toString('hex')) => ({
    connection,
    kept: { dir: path.join(dir, name), names },
  })

  /** A copy of the backup with changed text. */
  function changed(change: (text: string) => string): string {
    const other = path.join(dir, `${randomBytes(4).toString('hex')}.backup`)
    fs.writeFileSync(other, gzipSync(change(gunzipSync(fs.readFileSync(file)).toString())))
    return other
  }

  it('restores every row, byte and file', async () => {
    const url = await database(emptyDatabase)
    const restored = await restore(target(url, 'back'), file)
    assert.equal(restored.rows.orders, ORDERS)
    assert.deepEqual(await contents(url), await contents(source))
    assert.equal(fs.readFileSync(path.join(dir, 'back', 'app-secret'), 'utf8'), 'a kept secret')
    assert.deepEqual(fs.readFileSync(path.join(dir, 'back', 'files', 'ab', 'photo.jpg')), photo)
    assert.deepEqual(fs.readdirSync(path.join(dir, 'back')).sort(), ['app-secret', 'files'])
    await assert.rejects(run(url, `update orders set route_uuid = '${BUSINESS}'`), /foreign key/)
  })

  it('is readable only by its owner and never replaces another file', async () => {
    assert.equal(fs.statSync(file).mode & 0o777, 0o600)
    const before = fs.statSync(file).mtimeMs
    await assert.rejects(backup({ ...target(source), appVersion: '1', now: new Date() }, file), /exists already/)
    assert.equal(fs.statSync(file).mtimeMs, before)
  })

  it('is a snapshot of one moment while others write', async () => {
    const writer = new pg.Client({ connectionString: source })
    await writer.connect()
    const until = new AbortController()
    let written = 0
    const writes = (async () => {
      // Each transaction writes to two tables. The backup reads one of them before the orders and the other after them.
      for (; !until.signal.aborted; written++)
        await writer.query(
          `with a as (insert into audit_log select business_uuid, gen_random_uuid(), now(), 'SYSTEM', null, null, 'x', 'x',
                      business_uuid from businesses limit 1 returning business_uuid)
           insert into vehicles (business_uuid, vehicle_uuid, name) select business_uuid, gen_random_uuid(), 'x' from a`,
        )
    })()
    const moving = path.join(dir, 'moving.backup')
    const { rows } = await backup({ ...target(source), appVersion: '1', now: new Date() }, moving)
    until.abort()
    await writes
    await writer.query(`delete from audit_log; delete from vehicles where name = 'x'`)
    await writer.end()
    assert.ok(written > (rows.audit_log ?? 0), 'rows were written during the backup')
    assert.equal(rows.vehicles, (rows.audit_log ?? 0) + 1)
  })

  it('rejects a truncated file and leaves the database empty', async () => {
    const url = await database(emptyDatabase)
    const whole = fs.readFileSync(file)
    const cut = path.join(dir, 'cut.backup')
    for (const bytes of [whole.length - 1, whole.length >> 1, 20, 0]) {
      fs.writeFileSync(cut, whole.subarray(0, bytes))
      await assert.rejects(restore(target(url), cut), /not a Roundsman backup/)
    }
    const withoutEnd = changed((text) => text.slice(0, text.lastIndexOf('{"mark":"end"')))
    await assert.rejects(restore(target(url), withoutEnd), /truncated/)
    assert.equal((await contents(url)).orders, undefined)
    await restore(target(url), file)
  })

  it('rejects a file with missing rows or bytes', async () => {
    const url = await database(emptyDatabase)
    const lostRow = changed((text) => text.replace(/\n[^\n]*"ref-77 [^\n]*/, ''))
    await assert.rejects(restore(target(url), lostRow), /does not contain the rows and files that its end counts/)
    const flipped = Buffer.from(fs.readFileSync(file))
    const middle = flipped.length >> 1
    flipped[middle] = (flipped[middle] ?? 0) ^ 1
    fs.writeFileSync(path.join(dir, 'flipped.backup'), flipped)
    await assert.rejects(restore(target(url), path.join(dir, 'flipped.backup')), /flipped.backup is damaged/)
    assert.deepEqual(await run(url, `select from pg_class where relname = 'orders'`), [], 'nothing was changed')
  })

  it('rejects a file with a mark that is too long', async () => {
    const url = await database(emptyDatabase)
    const long = changed((text) => text.replace('"base64":"', `"base64":"${'A'.repeat(2 ** 20)}`))
    await assert.rejects(restore(target(url), long), /is damaged/)
  })

  it('rejects a database that has a business', async () => {
    const before = await contents(source)
    await assert.rejects(restore(target(source), file), /already has a business/)
    assert.deepEqual(await contents(source), before)
  })

  it('restores into a database that was started but never used', async () => {
    const url = await database(testDatabase)
    await run(url, `insert into job_ticks values ('deliver', now())`)
    await restore(target(url), file)
    assert.deepEqual(await contents(url), await contents(source))
  })

  it('rejects a file from another version, and a file that is not a backup', async () => {
    const url = await database(emptyDatabase)
    const newest = (await migrationNames()).at(-1) ?? ''
    const newer = changed((text) => text.replace(newest, '9999_future.sql'))
    await assert.rejects(
      restore(target(url), newer),
      /made by another version of Roundsman \(1\.2\.3, at 9999_future\.sql\)/,
    )
    fs.writeFileSync(path.join(dir, 'some.gz'), gzipSync('{"some": "text"}\n'))
    await assert.rejects(restore(target(url), path.join(dir, 'some.gz')), /not a Roundsman backup/)
    await assert.rejects(restore(target(url), path.join(dir, 'absent')), /ENOENT/)
  })

  it('writes no file outside its directory', async () => {
    const url = await database(emptyDatabase)
    const to = target(url)
    const escaping = changed((text) => text.replace('files/ab/photo.jpg', '../../outside.jpg'))
    const { skipped_files } = await restore(to, escaping)
    assert.deepEqual(skipped_files, ['../../outside.jpg'])
    assert.deepEqual(fs.readdirSync(to.kept.dir), ['app-secret'])
  })

  it('works for a user without special rights that owns the tables', async () => {
    const owner = `owner_${randomBytes(4).toString('hex')}`
    const asOwner = async (): Promise<string> => {
      const url = await database(emptyDatabase)
      const name = new URL(url).pathname.slice(1)
      await run(url, `alter database ${name} owner to ${owner}`)
      return url.replace(/\/\/[^@]*@/, `//${owner}:x@`)
    }
    await run(source, `create role ${owner} login password 'x' createrole`)
    await run(
      source,
      `grant roundsman_app, roundsman_depots, roundsman_system, roundsman_entry to ${owner} with admin option`,
    )
    undo.push(() => run(source, `drop role ${owner}`))
    const from = await asOwner()
    await migrate(from)
    await run(from, someBusiness())
    const theirs = path.join(dir, 'theirs.backup')
    const { rows } = await backup({ ...target(from), appVersion: '1', now: new Date() }, theirs)
    assert.equal(rows.orders, ORDERS)
    const to = await asOwner()
    await restore(target(to), theirs)
    assert.deepEqual(await contents(to), await contents(from))

    const reader = from.replace(owner, `${owner}_reader`)
    await run(source, `create role ${owner}_reader login password 'x'`)
    undo.push(() => run(source, `drop role ${owner}_reader`))
    await run(from, `grant select on all tables in schema public to ${owner}_reader`)
    undo.push(() => run(from, `revoke all on all tables in schema public from ${owner}_reader`))
    await assert.rejects(
      backup({ ...target(reader), appVersion: '1', now: new Date() }, path.join(dir, 'blind.backup')),
      /may not see every row of .*orders/,
    )
  })
})

const photo = randomBytes(700_000)

const someBusiness = () => `
  insert into businesses (business_uuid, name, time_zone) values ('${BUSINESS}', 'Übung & Söhne 🚚', 'America/New_York');
  insert into vehicles (business_uuid, vehicle_uuid, name) values ('${BUSINESS}', '${BUSINESS}', 'Van');
  insert into orders (business_uuid, order_uuid, external_ref, status, customer_name, line1, lat, lng, placement,
    delivery_date, window_start, temperature_class, load_weight_lbs, items, metadata, tracking_hash, created_at, changed_at)
  select '${BUSINESS}', gen_random_uuid(), 'ref-' || n || E' "\\\\ \\t\\u2028', 'OPEN', 'Кофе ☕ ' || n, 'Line' || chr(10) || n,
    38.9 + n / 7e5, -77 - random(), 'PLACED', '2026-11-01', case when n % 3 = 0 then time '00:00' end, 'DRY',
    nullif(n % 10, 0) / 3.0, '[{"quantity": 0.1}]', '{"z": 1, "a": [1.10, null]}', sha256(n::text::bytea),
    now() - n * interval '1.000001 s', now() from generate_series(1, ${ORDERS}) n`

/** A digest of each table that has rows. */
async function contents(url: string): Promise<Record<string, string>> {
  const tables = await run(
    url,
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )
  const digests = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await run(url, `select md5(string_agg(t::text, '|' order by t::text)) as digest from ${name} t`)
      return [String(name), String(row?.digest)] as const
    }),
  )
  return Object.fromEntries(digests.filter(([name, digest]) => digest !== 'null' && name !== 'schema_migrations'))
}

async function run(connectionString: string, statement: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const result = await client.query(statement)
    return result.rows
  } finally {
    await client.end()
  }
}
