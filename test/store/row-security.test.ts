// The two walls between businesses: queries name their business, and the database shows no other
// (docs/spec/conventions.md#tenancy). This file takes the first wall away and leans on the second.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { orderBody } from '../helpers/orders.ts'
import { startService } from '../helpers/service.ts'

const service = await startService()
const admin = new pg.Client({ connectionString: service.databaseUrl })
await admin.connect()
service.besides.push(() => admin.end())

const rows = async <T>(text: string): Promise<T[]> => (await admin.query(text)).rows as T[]

test('a reference of another business is a 404, as if it did not exist', async () => {
  const [shop, neighbour] = [await service.business(), await service.business()]
  const body = orderBody()
  await shop.post('/orders', body)
  assert.equal((await neighbour.get(`/orders/${body.external_ref}`)).status, 404)
  assert.equal((await neighbour.post(`/orders/${body.external_ref}/cancel`)).status, 404)
  assert.deepEqual((await neighbour.get('/orders')).body.data, [])
  assert.equal((await neighbour.post('/orders', body)).status, 201, 'the same reference is free for another business')
  assert.equal((await shop.get(`/orders/${body.external_ref}`)).body.data.status, 'OPEN')
})

test('a query that forgets its business sees and changes the rows of the running one only', async () => {
  const [shop, neighbour] = [await service.business(), await service.business()]
  await shop.post('/orders', orderBody())
  await neighbour.post('/orders', orderBody())
  await service.app.db.asBusiness(shop.businessId, async (tx) => {
    const seen = await tx.selectFrom('orders').select('businessId').distinct().execute()
    assert.deepEqual(seen, [{ businessId: shop.businessId }])
    const { numUpdatedRows } = await tx.updateTable('orders').set({ instructions: 'x' }).executeTakeFirstOrThrow()
    assert.equal(numUpdatedRows, 1n)
    const { numDeletedRows } = await tx
      .deleteFrom('orders')
      .where('businessId', '=', neighbour.businessId)
      .executeTakeFirstOrThrow()
    assert.equal(numDeletedRows, 0n)
  })
  await assert.rejects(
    service.app.db.asBusiness(shop.businessId, (tx) =>
      tx.updateTable('orders').set({ businessId: neighbour.businessId }).execute(),
    ),
    /row-level security|foreign key/,
  )
})

test('every table with a business has forced row level security and a policy for the application', async () => {
  const tables = await rows<{ name: string; forced: boolean; policies: number }>(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      (select count(*)::int from pg_policies p where p.tablename = c.relname and 'roundsman_app' = any(p.roles)) as policies
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_uuid'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`)
  assert.ok(tables.length >= 18)
  for (const { name, forced, policies } of tables) {
    assert.ok(forced, `${name} is open`)
    assert.ok(policies > 0, `${name} has no policy for the application`)
  }
})

test('every table of a business has it first in its primary key', async () => {
  const wrong = await rows(`
    select c.relname from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_uuid'
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and i.indkey[0] is distinct from a.attnum`)
  assert.deepEqual(wrong, [])
})

test('the roles of the application own nothing, bypass nothing and cannot log in', async () => {
  const roles = await rows<Record<string, unknown>>(`
    select rolname, rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb,
      (select count(*)::int from pg_class where relowner = r.oid) as owned
    from pg_roles r where rolname in ('roundsman_app', 'roundsman_system') order by 1`)
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
    { rolname: 'roundsman_system', ...powerless },
  ])
})

test('the audit log can be added to, not altered', async () => {
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
