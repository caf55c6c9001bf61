// Tests a database with a full disk or without memory. The response asks callers to retry, no change is half done, and
// health shows the reason.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { orderBody } from '../helpers/orders.ts'
import { type Client, type Service, startService } from '../helpers/service.ts'

const quiet = () => startService({ replaced: { log: { info: () => {}, warn: () => {}, error: () => {} } } })

/** Asserts that a request is refused with this code, and succeeds with the same key after `mend`. */
async function refusedThenTaken(shop: Client, code: string, mend: () => Promise<unknown>): Promise<void> {
  const body = orderBody()
  const headers = { 'idempotency-key': body.external_ref }
  const refused = await shop.post('/orders', body, headers)
  assert.deepEqual([refused.status, refused.body.details.code], [503, code])
  assert.ok(refused.headers.has('retry-after'))
  assert.equal((await shop.get(`/orders/${body.external_ref}`)).status, 404)
  await mend()
  assert.equal((await shop.post('/orders', body, headers)).status, 201)
}

interface Health {
  status: string
  checks: Record<'disk' | 'database', { status: string; detail?: string }>
}

const health = async ({ url }: Service): Promise<Health> =>
  ((await (await fetch(`${url}/api/v1/health`)).json()) as { data: Health }).data

const disk = async (service: Service) => {
  const { status, checks } = await health(service)
  return [status, checks.disk.status, checks.disk.detail]
}

for (const [fault, errcode, code] of [
  ['no room on its disk', '53100', 'DISK_FULL'],
  ['no memory', '53200', 'DATABASE_UNREACHABLE'],
  ['no time', '57014', 'TIMED_OUT'],
] as const)
  test(`a database with ${fault} for a statement is 503 ${code}`, async () => {
    const service = await quiet()
    const { db } = service.app
    const shop = await service.business()
    await db.query(
      `create function fails() returns trigger language plpgsql as
       $$ begin raise exception 'no room' using errcode = '${errcode}'; end $$`,
      [],
    )
    await db.query('create trigger fails before insert on orders for each row execute function fails()', [])
    await refusedThenTaken(shop, code, () => db.query('drop trigger fails on orders', []))
    const { status, checks } = await health(service)
    const said = [status, checks.database.status, checks.database.detail]
    if (errcode === '53200') assert.deepEqual(said, ['degraded', 'ok', 'PostgreSQL had no memory for a statement.'])
    else assert.equal(checks.database.detail, undefined)
  })

test('a full disk is 503 DISK_FULL, and health names it', async (t) => {
  const service = await quiet()
  const { db } = service.app
  const shop = await service.business()
  assert.equal((await disk(service))[1], 'ok')
  const small = await smallDisk(service)
  if (!small) return t.skip('only root can mount a small disk, on the machine of the database')
  await db.query(`create tablespace small location '${small}'`, [])
  try {
    await db.query('alter table orders set tablespace small', [])
    await db.query('create table ballast (bytes bytea) tablespace small', [])
    await db.query('alter table ballast alter column bytes set storage external', [])
    const fill = (times: number, bytes: number) =>
      db.query(`insert into ballast select repeat('x', ${bytes})::bytea from generate_series(1, ${times})`, [])
    await assert.rejects(fill(1_000, 100_000), { code: '53100' })
    await refusedThenTaken(shop, 'DISK_FULL', async () => {
      assert.deepEqual(await disk(service), ['degraded', 'down', 'PostgreSQL has no room on its disk.'])
      await db.query('drop table ballast', [])
    })
  } finally {
    await db.query('drop table if exists ballast', [])
    await db.query('alter table orders set tablespace pg_default', [])
    await db.query('drop tablespace small', [])
  }
})

/** A directory of the database's user on a disk of a few megabytes. Null if such a disk can't be mounted. */
async function smallDisk({ app }: Service): Promise<string | null> {
  const [row] = await app.db.query<{ data: string }>("select current_setting('data_directory') as data", [])
  if (!row || !existsSync(row.data)) return null
  const mount = mkdtempSync(path.join(tmpdir(), 'small-disk-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', mount]).status !== 0) return null
  after(() => execFileSync('umount', ['--lazy', mount]))
  const directory = path.join(mount, 'tables')
  mkdirSync(directory)
  const { uid, gid } = statSync(row.data)
  chownSync(directory, uid, gid)
  return directory
}
