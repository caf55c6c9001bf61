// Tests the partitions by time: the job creates them in advance and drops them after their retention, and blocks no
// other transaction.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { v7 } from 'uuid'
import { turnPartitionsJob } from '../../src/jobs/turn-partitions.ts'
import { isLockTimeout } from '../../src/store/database.ts'
import { changeSettings } from '../../src/app/business/settings/change-settings.ts'
import { testClock } from '../helpers/clock.ts'
import { loginOf } from '../helpers/database.ts'
import { startService } from '../helpers/service.ts'
import { addEndpoint } from '../helpers/webhooks.ts'

const DAY_SECONDS = 86_400
const clock = testClock()
const logged: string[] = []
const service = await startService({
  env: { ALLOW_PRIVATE_WEBHOOKS: '1' },
  replaced: {
    clock: clock.now,
    log: { info: () => {}, warn: (_fields, message) => void logged.push(message), error: console.error },
  },
})
const admin = new pg.Client({ connectionString: service.databaseUrl })
await admin.connect()
service.besides.push(() => admin.end())

const turnOver = async () => {
  while (await turnPartitionsJob.run(service.app));
}
const partitions = async (table: string): Promise<string[]> =>
  (
    await admin.query<{ name: string }>('select partition::text as name from partitions_of($1) order by end_id', [
      table,
    ])
  ).rows.map(({ name }) => name.replace(/^partitions\.[a-z_]+?_(?=\d|first)/, ''))
const idAt = (at: Date) => v7({ msecs: at.getTime() })
const count = async (table: string, businessId: string): Promise<number> =>
  (await admin.query(`select from ${table} where business_uuid = $1`, [businessId])).rowCount ?? 0

const shop = await service.business()
const { endpoint_uuid: endpointId } = await addEndpoint(shop, 'http://127.0.0.1:9999/hook')
// The row of this call is written now. Otherwise, it might be written after the run of the job that should delete it.
await service.app.callLog.flush()

const addDelivery = (at: Date, owed: boolean, id = idAt(at)) =>
  admin.query(
    `with delivery as (
       insert into webhook_deliveries (business_uuid, delivery_id, endpoint_uuid, event, facts, status, next_attempt_at, settled_at, created_at)
       values ($1, $2, $3, 'stop.delivered', '{}', case when $5 then 'PENDING' else 'DELIVERED' end,
         case when $5 then $4::timestamptz end, case when not $5 then $4::timestamptz end, $4))
     insert into webhook_attempts (business_uuid, delivery_id, number, at, duration_ms) values ($1, $2, 1, $4, 1)`,
    [shop.businessId, id, endpointId, at, owed],
  )
const addCall = (at: Date, client = admin) =>
  client.query(`insert into api_requests values ($1, $2, $3, $4, 'GET', '/api/v1/orders', 200, 1, null)`, [
    shop.businessId,
    idAt(at),
    at,
    shop.keyId,
  ])

test('partitions are created two weeks ahead by any number of processes, and rows go to their partition', async () => {
  clock.advance(29 * DAY_SECONDS)
  await Promise.all([turnOver(), turnOver(), turnOver()])
  await turnOver()
  const names = await partitions('webhook_deliveries')
  assert.equal(names[0], 'first')
  assert.ok(names.length >= 3 && names.length <= 4, names.join())
  assert.equal(new Set(names).size, names.length)
  await addDelivery(clock.now(), false)
  const { rows } = await admin.query<{ place: string }>(
    `select tableoid::regclass::text as place from webhook_deliveries where business_uuid = $1`,
    [shop.businessId],
  )
  assert.match(String(rows[0]?.place), /^partitions\.webhook_deliveries_\d{4}_\d\d_\d\d$/)
})

test('a partition is dropped when all of it is too old, pending rows move on, and no recent row is lost', async () => {
  const old = clock.now()
  await addDelivery(old, true)
  await addCall(old)
  const deliveries = await count('webhook_deliveries', shop.businessId)
  clock.advance(7 * DAY_SECONDS)
  await turnOver()
  assert.equal(await count('api_requests', shop.businessId), 1)
  clock.advance(8 * DAY_SECONDS)
  await turnOver()
  assert.equal(await count('api_requests', shop.businessId), 0, 'the whole week is older than 7 days')
  await addDelivery(clock.now(), false)
  assert.equal(await count('webhook_deliveries', shop.businessId), deliveries + 1)
  clock.advance(29 * DAY_SECONDS)
  await turnOver()
  const { rows } = await admin.query<{ id: string; status: string; place: string }>(
    `select status, tableoid::regclass::text as place from webhook_deliveries where business_uuid = $1 order by delivery_id`,
    [shop.businessId],
  )
  assert.deepEqual(rows[0], { status: 'PENDING', place: 'partitions.webhook_deliveries_rest' })
  assert.equal(rows[1]?.status, 'DELIVERED', 'kept for 30 days')
  assert.equal(rows.length, 2)
  assert.ok((await partitions('webhook_deliveries')).length <= 9)
})

test('IDs of another time or without a time are accepted, and deleted by age', async () => {
  const before = await count('webhook_deliveries', shop.businessId)
  const old = new Date(clock.now().getTime() - 45 * DAY_SECONDS * 1000)
  await addDelivery(old, false)
  await addDelivery(old, false, randomUUID())
  await addDelivery(clock.now(), false, 'ffffffff-ffff-4fff-bfff-ffffffffffff')
  assert.equal(await count('webhook_deliveries', shop.businessId), before + 3)
  await turnOver()
  assert.equal(await count('webhook_deliveries', shop.businessId), before + 1)
  const { rows } = await admin.query('select from partitions.webhook_attempts_rest where at <= $1', [old])
  assert.equal(rows.length, 0)
})

test('a partition of the audit log is dropped after every business’s retention period', async () => {
  const other = await service.business()
  const rows = await count('audit_log', shop.businessId)
  assert.ok(rows > 0)
  await changeSettings(service.app, shop.businessId, { keepLogsDays: 30 })
  clock.advance(200 * DAY_SECONDS)
  await turnOver()
  assert.ok((await partitions('audit_log')).includes('first'), 'another business keeps its log indefinitely')
  await admin.query('update businesses set keep_logs_days = 400 where keep_logs_days is null')
  await turnOver()
  assert.ok((await partitions('audit_log')).includes('first'), 'kept as long as the longest retention period')
  await admin.query('update businesses set keep_logs_days = 40 where business_uuid = $1', [other.businessId])
  await admin.query('update businesses set keep_logs_days = 40 where keep_logs_days = 400')
  await turnOver()
  assert.ok(!(await partitions('audit_log')).includes('first'))
  assert.equal(await count('audit_log', shop.businessId), 0)
})

test('a reader postpones the job, and nobody waits behind the job for long', async () => {
  const reader = new pg.Client({ connectionString: service.databaseUrl })
  await reader.connect()
  await reader.query('begin; select from webhook_deliveries limit 1')
  const before = await partitions('webhook_deliveries')
  clock.advance(60 * DAY_SECONDS)
  let longest = 0
  let over = false
  const writing = (async () => {
    while (!over) {
      const began = performance.now()
      await addDelivery(clock.now(), false)
      longest = Math.max(longest, performance.now() - began)
    }
  })()
  logged.length = 0
  await turnPartitionsJob.run(service.app)
  over = true
  await writing
  assert.deepEqual(logged, ['a partition could not be made or dropped: something reads the table for long'])
  assert.ok(longest < 2_000, `${longest} ms`)
  assert.deepEqual(await partitions('webhook_deliveries'), before)
  await reader.query('rollback')
  await reader.end()
  await turnOver()
  assert.notDeepEqual(await partitions('webhook_deliveries'), before)
})

test('rows written while the current partition is created go to a partition', async () => {
  clock.advance(60 * DAY_SECONDS)
  const connect = async () => {
    const client = new pg.Client({ connectionString: service.databaseUrl })
    await client.connect()
    service.besides.push(() => client.end())
    return client
  }
  const [first, second, making] = await Promise.all([connect(), connect(), connect()])
  const make = async (): Promise<string | null> => {
    try {
      const { rows } = await making.query('select make_partition($1, $2, $2) as made', ['api_requests', clock.now()])
      return rows[0].made
    } catch (error) {
      if (isLockTimeout(error)) return null
      throw error
    }
  }
  for (let made: string | null = null; made === null; ) {
    await first.query('begin')
    await addCall(clock.now(), first)
    const beingMade = make()
    await sleep(50)
    const written = addCall(clock.now(), second)
    await sleep(50)
    await first.query('rollback')
    made = (await Promise.all([beingMade, written]))[0]
    await admin.query('delete from api_requests where business_uuid = $1', [shop.businessId])
  }
})

test('the server’s roles can’t access partitions directly, and only jobs create and drop them', async () => {
  const login = new pg.Client(loginOf(service.databaseUrl))
  await login.connect()
  const refused = async (role: string, text: string) => {
    await login.query(`begin; set local role ${role}`)
    await assert.rejects(login.query(text), /permission denied/, `${role}: ${text}`)
    await login.query('rollback')
  }
  for (const role of ['roundsman_app', 'roundsman_system', 'roundsman_entry'])
    for (const text of ['select from partitions.webhook_deliveries_rest', 'drop table partitions.audit_log_rest'])
      await refused(role, text)
  for (const text of [
    `select make_partition('audit_log', now(), now())`,
    `select drop_partition('audit_log', now(), 1)`,
    `select delete_by_age('webhook_deliveries', now(), 1)`,
  ])
    for (const role of ['roundsman_app', 'roundsman_entry']) await refused(role, text)
  for (const role of ['roundsman_app', 'roundsman_system']) await refused(role, 'delete from api_requests')
  await assert.rejects(
    service.app.db.asSystem((tx) => tx.selectFrom('users' as never).execute()),
    /permission denied/,
  )
  await login.query('set role roundsman_system')
  await assert.rejects(login.query(`select drop_partition('orders', now(), 1)`), /orders is not kept in partitions/)
  await login.end()
})
