// The two walls between businesses: queries name their business, and the database shows no other
// (docs/spec/conventions.md#tenancy). These tests remove the first wall and rely on the second.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { prepareLogin } from '../../src/store/login.ts'
import { loginOf } from '../helpers/database.ts'
import { orderBody } from '../helpers/orders.ts'
import { startService } from '../helpers/service.ts'

const service = await startService()
const admin = new pg.Client({ connectionString: service.databaseUrl })
await admin.connect()
service.besides.push(() => admin.end())

const rows = async <T>(text: string): Promise<T[]> => (await admin.query(text)).rows as T[]

test('a reference of another business is a 404, as if it did not exist', async () => {
  const [shop, neighbor] = [await service.business(), await service.business()]
  const body = orderBody()
  await shop.post('/orders', body)
  assert.equal((await neighbor.get(`/orders/${body.external_ref}`)).status, 404)
  assert.equal((await neighbor.post(`/orders/${body.external_ref}/cancel`)).status, 404)
  assert.deepEqual((await neighbor.get('/orders')).body.data, [])
  assert.equal((await neighbor.post('/orders', body)).status, 201, 'the same reference is free for another business')
  assert.equal((await shop.get(`/orders/${body.external_ref}`)).body.data.status, 'OPEN')
})

test('a query without its business sees and changes only the rows of the transaction’s business', async () => {
  const [shop, neighbor] = [await service.business(), await service.business()]
  await shop.post('/orders', orderBody())
  await neighbor.post('/orders', orderBody())
  await service.app.db.asBusiness(shop.businessId, async (tx) => {
    const seen = await tx.selectFrom('orders').select('businessId').distinct().execute()
    assert.deepEqual(seen, [{ businessId: shop.businessId }])
    const { numUpdatedRows } = await tx.updateTable('orders').set({ instructions: 'x' }).executeTakeFirstOrThrow()
    assert.equal(numUpdatedRows, 1n)
    const { numDeletedRows } = await tx
      .deleteFrom('orders')
      .where('businessId', '=', neighbor.businessId)
      .executeTakeFirstOrThrow()
    assert.equal(numDeletedRows, 0n)
  })
  await assert.rejects(
    service.app.db.asBusiness(shop.businessId, (tx) =>
      tx.updateTable('orders').set({ businessId: neighbor.businessId }).execute(),
    ),
    /row-level security|foreign key/,
  )
})

test('the roles of the application own nothing, can’t bypass row security or log in', async () => {
  const roles = await rows<Record<string, unknown>>(`
    select rolname, rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb,
      (select count(*)::int from pg_class where relowner = r.oid) as owned
    from pg_roles r where rolname ~ '^roundsman_(app|depots|entry|system)$' order by 1`)
  const powerless = {
    rolsuper: false,
    rolbypassrls: false,
    rolcanlogin: false,
    rolcreaterole: false,
    rolcreatedb: false,
    owned: 0,
  }
  assert.deepEqual(roles, [
    { rolname: 'roundsman_app', ...powerless },
    { rolname: 'roundsman_depots', ...powerless },
    { rolname: 'roundsman_entry', ...powerless },
    { rolname: 'roundsman_system', ...powerless },
  ])
})

const OWNER = new pg.Client(service.databaseUrl).user ?? ''
/** Statements that an attacker with SQL injection would try. */
const TRIES = {
  'become the owner': `set role ${OWNER}`,
  'become the owner for this session': `set session authorization ${OWNER}`,
  'become a superuser': 'alter role current_user superuser',
  'pass row security by': 'alter role current_user bypassrls',
  'be given the owner': `grant ${OWNER} to current_user`,
  'give the roles away': 'grant roundsman_system to pg_monitor',
  'make a user': 'create role intruder login superuser',
  'switch row security off': 'alter table orders disable row level security',
  'let everybody through': 'create policy everybody on orders using (true)',
  'own a table': 'alter table orders owner to current_user',
  'make a table': 'create table mine (a int)',
  'make a function that the owner calls':
    'create or replace function current_business() returns uuid language sql as $$select null::uuid$$',
  'drop a table': 'drop table orders',
  'empty a table': 'truncate orders',
  'change the audit log': 'update audit_log set action = action',
  'replace the key of receipts': 'update receipt_keys set private_key = null',
  'mark another secret': `update secret_check set signature = 'x'`,
  'change the migrations': 'delete from schema_migrations',
  'read a file': `select pg_read_file('/etc/passwd')`,
  'run a program': `copy orders to program 'true'`,
  'end other connections':
    'select pg_terminate_backend(pid) from pg_stat_activity where usename <> current_user limit 1',
  'read the passwords of roles': 'select rolpassword from pg_authid',
  'make an extension': 'create extension dblink',
}

test('the server’s login and each application role can’t become the owner or act as the owner', async () => {
  const login = new pg.Client(loginOf(service.databaseUrl))
  await login.connect()
  const faults: string[] = []
  for (const role of ['none', 'roundsman_app', 'roundsman_depots', 'roundsman_system', 'roundsman_entry'])
    for (const [what, text] of Object.entries(TRIES)) {
      // An attacker can reset every setting of the role.
      for (const reset of ['', 'reset role;']) {
        await login.query('begin')
        await login.query(`set local role ${role}; ${reset} ${text}`).then(
          () => faults.push(`${role} may ${what}`),
          (error: { code: string; message: string }) => {
            // Expected codes of a refusal. Any different code would show a mistake in the attempt itself.
            if (!['42501', '0LP01', '42P16'].includes(error.code))
              faults.push(`${what}: ${error.code} ${error.message}`)
          },
        )
        await login.query('rollback')
      }
    }
  assert.deepEqual(faults, [])
  await login.end()
})

test('the start creates the login and refuses a user with more rights', async () => {
  const named = (user: string) => service.databaseUrl.replace(/^(\w+:\/\/)[^@/]+/, `$1${user}`)
  const user = `serving_${randomBytes(4).toString('hex')}`
  try {
    await Promise.all([1, 2, 3].map(() => prepareLogin(service.databaseUrl, named(user))))
    const able = `${user}_able`
    for (const [right, said] of [
      ['superuser', /is a superuser/],
      ['nosuperuser createrole', /may make roles/],
      ['nocreaterole bypassrls', /passes row security by/],
    ] as const) {
      await admin.query(`do $$ begin create role ${able} login; exception when duplicate_object then null; end $$`)
      await admin.query(`alter role ${able} ${right}`)
      await assert.rejects(prepareLogin(service.databaseUrl, named(able)), said)
    }
    await assert.rejects(prepareLogin(service.databaseUrl, service.databaseUrl), /is a superuser|owner of the tables/)
  } finally {
    await admin.query(`drop role if exists ${user}, ${user}_able`)
  }
})

test('rows can be added to the audit log, but not altered', async () => {
  const shop = await service.business()
  for (const change of ['update audit_log set action = action', 'delete from audit_log', 'truncate audit_log'])
    await assert.rejects(
      (async () => {
        await admin.query(
          `begin; set local role roundsman_app; select set_config('roundsman.business', '${shop.businessId}', true)`,
        )
        try {
          await admin.query(change)
        } finally {
          await admin.query('rollback')
        }
      })(),
      /permission denied/,
    )
})
