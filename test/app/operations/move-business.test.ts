// Tests moving a business to another installation (docs/operating.md#moving-a-business): the moved data, refusals,
// cancellation and resuming. test/proof/move.test.ts kills processes while callers write.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { openTestSide } from '../../../src/app/business/test-side.ts'
import { createUser } from '../../../src/app/people/users/create-user.ts'
import { cancelMove, forgetMoved, type Move, moveBusiness } from '../../../src/app/operations/move-business.ts'
import { settleDue } from '../../../src/app/routes/settle-due.ts'
import { finishHeldMoves, setMoveStatus, serveHereAgain } from '../../../src/store/moves/move-status.ts'
import { tablesWithRows, tenantTables } from '../../../src/store/moves/tenant-tables.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { replicationLack } from '../../helpers/replication.ts'
import { orderBody } from '../../helpers/orders.ts'
import { type Client, startService } from '../../helpers/service.ts'

const USER = { name: 'Owner', role: 'OWNER' as const, password: 'correct horse battery' }

const skip = (await replicationLack()) ?? false
const [source, target] = [await startService(), await startService()]
const [from, to] = [new pg.Client(source.databaseUrl), new pg.Client(target.databaseUrl)]
await Promise.all([from.connect(), to.connect()])
source.besides.push(() => from.end())
target.besides.push(() => to.end())
// Records a signature of the secret, as the start of a process does. A move requires that both installations have the
// same secret.
for (const client of [from, to])
  await client.query(`insert into secret_check (signature) values ('the same') on conflict do nothing`)
const dir = await mkdtemp(path.join(tmpdir(), 'roundsman-moving-'))
after(() => rm(dir, { recursive: true, force: true }))

const moveOf = (businessId: string, more: Partial<Move> = {}): Move => ({
  businessId,
  source: source.databaseUrl,
  target: target.databaseUrl,
  reachedBy: source.databaseUrl,
  files: { from: source.app.files, to: target.app.files },
  within: (work) =>
    work(async (name, content) => {
      await writeFile(path.join(dir, name), content)
      return path.join(dir, name)
    }),
  progress: () => {},
  ...more,
})

/** The same caller at the other installation. */
const there = (shop: Client): Client => shop.by(target)

test('moves rows, keys, stored responses, files, links and the test side; cursors stay valid', { skip }, async () => {
  const [shop, neighbor] = [await source.business(), await source.business()]
  await openTestSide(source.app, shop.businessId)
  const key = randomUUID()
  const body = orderBody()
  const made = await shop.post('/orders', body, { 'idempotency-key': key })
  await shop.post('/orders', orderBody())
  await neighbor.post('/orders', orderBody())
  const first = await shop.get('/orders?limit=1')
  const [logo, photo] = [randomUUID(), path.join(dir, 'photo')]
  await writeFile(photo, 'a picture')
  await source.app.files.put(logo, photo, 'image/png')
  await from.query(`update businesses set logo_file = $1, logo_type = 'image/png' where business_uuid = $2`, [
    logo,
    shop.businessId,
  ])

  const moved = await moveBusiness(moveOf(shop.businessId))
  assert.equal(moved.tables.orders, 2)
  assert.equal(moved.tables.businesses, 2, 'with its test side')
  assert.ok(moved.held_ms < 5_000)

  await expectAuditRow(target, shop, 'business.moved', { entityId: shop.businessId, by: { kind: 'OPERATOR' } })

  const refused = await shop.get('/orders')
  assert.deepEqual([refused.status, refused.body.details.code], [503, 'BUSINESS_MOVED'])
  assert.ok(refused.headers.get('retry-after'))
  assert.equal((await neighbor.get('/orders')).status, 200, 'other businesses are served')
  const again = await there(shop).post('/orders', body, { 'idempotency-key': key })
  assert.deepEqual([again.status, again.body], [made.status, made.body])
  const next = await there(shop).get(`/orders?limit=1&cursor=${encodeURIComponent(first.body.next_cursor ?? '')}`)
  assert.equal(next.body.data.length, 1)
  assert.equal((await there(shop).post('/orders', orderBody())).status, 201)
  assert.equal(String(await target.app.files.get(logo)), 'a picture')
  const link = new URL((made.body.data as { tracking_url: string }).tracking_url).pathname
  assert.equal((await fetch(target.url + link)).status, 200)

  const most = async (client: pg.Client) =>
    Number((await client.query('select max(position) as most from history')).rows[0].most)
  await there(shop).post(`/orders/${body.external_ref}/cancel`)
  assert.ok((await most(to)) > (await most(from)), 'positions continue after those of the source')

  await forgetMoved(source.databaseUrl, shop.businessId, source.app.files)
  // The entry of this call is written only after its business is deleted, as if it had waited in memory.
  source.app.callLog.add({
    businessId: shop.businessId,
    requestId: source.app.newId(),
    keyId: randomUUID(),
    at: new Date(),
    method: 'GET',
    path: '/orders',
    status: 503,
    durationMs: 1,
    errorCode: 'BUSINESS_MOVED',
  })
  await source.app.callLog.flush()
  assert.deepEqual(await tablesWithRows(from, await tenantTables(from), [shop.businessId]), [])
  assert.equal(await source.app.files.get(logo), null)
  assert.equal((await neighbor.get('/orders')).body.data.length, 1)
  assert.equal((await there(shop).get('/orders')).status, 200)
})

test('a held business is refused and ignored by jobs, and served again after the maximum hold', {
  skip,
}, async () => {
  const shop = await source.business()
  await setMoveStatus(from, [shop.businessId], 'HELD', 60_000)
  for (const answer of [await shop.get('/orders'), await shop.post('/orders', orderBody())]) {
    assert.deepEqual([answer.status, answer.body.details.code], [503, 'BUSINESS_MOVING'])
    assert.ok(answer.headers.get('retry-after'))
  }
  const changed = await source.app.db.asSystem((tx) =>
    tx.updateTable('businesses').set({ retainedAt: new Date() }).where('businessId', '=', shop.businessId).execute(),
  )
  assert.equal(changed[0]?.numUpdatedRows, 0n)
  assert.equal(await settleDue(source.app), false)
  await setMoveStatus(from, [shop.businessId], 'HELD', 0)
  assert.equal((await shop.post('/orders', orderBody())).status, 201)
  assert.equal(await finishHeldMoves(from, [shop.businessId]), false, 'the business may have written in the meantime')
  await serveHereAgain(from, [shop.businessId])
})

test('resumes after a crash between the source’s release and the target’s start', { skip }, async () => {
  const shop = await source.business()
  const body = orderBody()
  await shop.post('/orders', body)
  await from.query(`insert into unnamed_files values ($1, gen_random_uuid(), now())`, [shop.businessId])
  await assert.rejects(moveBusiness(moveOf(shop.businessId, { files: broken })), /the store of files is away/)
  assert.equal((await shop.get('/orders')).status, 200, 'served by the source')
  assert.equal((await there(shop).get('/orders')).status, 503, 'not served by the target')
  await setMoveStatus(from, [shop.businessId], 'HELD', 60_000)
  assert.ok(await finishHeldMoves(from, [shop.businessId]))
  assert.equal((await shop.get('/orders')).status, 503)
  await assert.rejects(cancelMove(moveOf(shop.businessId)), /has moved already/)
  const moved = await moveBusiness(moveOf(shop.businessId))
  assert.equal(moved.tables.orders, 1)
  assert.equal((await there(shop).get(`/orders/${body.external_ref}`)).status, 200)
  await moveBusiness(moveOf(shop.businessId))
  await forgetMoved(source.databaseUrl, shop.businessId, null)
})

test('is canceled completely', { skip }, async () => {
  const shop = await source.business()
  await shop.post('/orders', orderBody())
  await from.query(`insert into unnamed_files values ($1, gen_random_uuid(), now())`, [shop.businessId])
  await assert.rejects(moveBusiness(moveOf(shop.businessId, { files: broken })))
  await cancelMove(moveOf(shop.businessId))
  assert.equal((await shop.post('/orders', orderBody())).status, 201)
  assert.deepEqual(await tablesWithRows(to, await tenantTables(to), [shop.businessId]), [])
  for (const [client, table] of [
    [from, 'pg_replication_slots'],
    [from, 'pg_publication'],
    [to, 'pg_subscription'],
    [to, 'moves'],
  ] as const)
    assert.equal((await client.query(`select from ${table}`)).rowCount, 0, table)
})

test('is refused with the reason if the target can’t accept the business', { skip }, async () => {
  const [shop, other] = [await source.business(), await target.business()]
  const email = `${randomUUID()}@example.com`
  await createUser(source.app, shop.businessId, { email, ...USER })
  await createUser(target.app, other.businessId, { email, ...USER })
  await assert.rejects(moveBusiness(moveOf(shop.businessId)), new RegExp(`${email}.*users_email`))
  await assert.rejects(moveBusiness(moveOf(shop.businessId, { target: source.databaseUrl })), /the same database/)
  await to.query(`update secret_check set signature = 'another'`)
  await assert.rejects(moveBusiness(moveOf(shop.businessId)), /different secrets/)
  await to.query(`update secret_check set signature = 'the same'`)
  await to.query(`update schema_migrations set checksum = 'x' where name like '0001%'`)
  await assert.rejects(moveBusiness(moveOf(shop.businessId)), /different versions/)
  assert.equal((await shop.post('/orders', orderBody())).status, 201)
})

test('the system role writes no row of a held business in any table', { skip }, async () => {
  const { rows } = await from.query<{ table: string; command: string }>(
    `select c.relname as table, k.command from pg_class c
       cross join (values ('insert'), ('update'), ('delete')) as k (command)
       where c.relname = any($1::text[]) and case k.command
         when 'update' then has_any_column_privilege('roundsman_system', c.oid, 'update')
         else has_table_privilege('roundsman_system', c.oid, k.command) end
       and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'held_' || k.command and not p.polpermissive)`,
    [(await tenantTables(from)).map(({ name }) => name)],
  )
  assert.deepEqual(rows, [], 'create the policy like the last section of migrations/0001_baseline.sql')
})

const away = () => Promise.reject(new Error('the store of files is away'))
const lost = { get: away, put: away, remove: away, read: away, names: away as never }

/** A move with these stores fails at the files, after all rows were copied. */
const broken: Move['files'] = { from: lost, to: lost }
