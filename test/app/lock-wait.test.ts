// A write that waits too long for a lock changes nothing and gets 409, so that the caller retries.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { importDue } from '../../src/app/orders/imports/import-due.ts'
import type { ImportOut, UploadOut } from '../../src/contract/office/imports.ts'
import type { OrderOut } from '../../src/contract/order.ts'
import { addEndpoint } from '../helpers/events.ts'
import { driverToken } from '../helpers/links.ts'
import { signedIn } from '../helpers/office.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { type JsonBody, startService } from '../helpers/service.ts'

const service = await startService()
const holder = new pg.Client({ connectionString: service.databaseUrl })

// Ignores errors, because the database may stop before this connection is closed.
holder.on('error', () => {})

before(() => holder.connect())
after(() => holder.end())

/** Runs `work` while another transaction locks these rows. */
async function whileHeld(tables: readonly string[], businessId: string, work: () => Promise<void>): Promise<void> {
  await holder.query('begin')
  for (const table of tables)
    await holder.query(`select 1 from ${table} where business_uuid = $1 for update`, [businessId])
  try {
    await work()
  } finally {
    await holder.query('rollback')
  }
}

test('the office, drivers, customers and the API get a 409 with Retry-After, and the retry succeeds', async () => {
  const { shop, route, refs } = await dispatchedRoute(service, 1)
  const office = await signedIn(service, shop.businessId)
  await addEndpoint(service.app, shop.businessId)
  const [endpoint] = (await shop.get<{ endpoint_uuid: string }[]>('/webhooks/subscriptions')).body.data
  const driver = await driverToken(service, shop.businessId, route.route_uuid)
  const tracking = (await shop.get<OrderOut>(`/orders/${refs[0]}`)).body.data.stop?.tracking_url ?? ''
  const wish = () =>
    fetch(service.url + new URL(tracking).pathname, {
      method: 'POST',
      body: new URLSearchParams({ instructions: 'Ring' }),
      redirect: 'manual',
    })
  const reassign = () => office.post(`/routes/${route.route_uuid}/reassign`, { driver_uuid: null })
  const settings = async () => {
    const { body } = await office.get<{ version: number }>('/settings')
    return office.send('PATCH', '/settings', { version: body.data.version, service_minutes: 7 })
  }
  const remove = () => shop.delete(`/webhooks/subscriptions/${endpoint?.endpoint_uuid}`)
  const tap = () =>
    fetch(`${service.url}/d/${driver}/taps`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ kind: 'START', at: new Date().toISOString() }),
    })
  await whileHeld(['businesses', 'routes', 'orders', 'webhook_endpoints'], shop.businessId, async () => {
    const [wished, tapped, ...others] = await Promise.all([wish(), tap(), reassign(), settings(), remove()])
    for (const answer of others) {
      assert.deepEqual([answer.status, answer.body.details.code], [409, 'RECORDS_BUSY'])
      assert.match(answer.body.message, /try again in a moment\.$/)
      assert.ok(answer.headers.get('retry-after'))
    }
    assert.deepEqual([wished.status, wished.headers.has('retry-after')], [409, true])
    assert.match(await wished.text(), /try again in a moment/)
    const { details } = (await tapped.json()) as JsonBody<unknown>
    assert.deepEqual([tapped.status, details.code], [409, 'IDEMPOTENCY_KEY_IN_USE'])
    assert.ok(tapped.headers.has('retry-after'), 'otherwise the phone would treat the tap as refused')
  })
  assert.equal((await wish()).status, 303)
  for (const again of [tap, reassign, settings, remove]) assert.equal((await again()).status, 200, again.name)
})

test('a row of an import is not rejected because it has to wait', async () => {
  const { shop, refs, date } = await dispatchedRoute(service, 1)
  const office = await signedIn(service, shop.businessId)
  const file = `Reference,Name,Address,Delivery date\n${refs[0]},Someone else,1 A St,${date}\n`
  const upload = await fetch(`${service.url}/office/api/imports?name=a.csv`, {
    method: 'POST',
    headers: {
      cookie: office.cookie,
      'x-csrf-token': office.session?.csrf_token ?? '',
      'content-type': 'application/octet-stream',
    },
    body: file,
  })
  const { file: read } = ((await upload.json()) as JsonBody<UploadOut>).data
  const { import_uuid, mapping } = read ?? assert.fail()
  assert.equal((await office.post(`/imports/${import_uuid}/start`, { mapping, override: true })).status, 200)
  const counts = async () => (await office.get<ImportOut>(`/imports/${import_uuid}`)).body.data.counts
  await whileHeld(['routes', 'orders'], shop.businessId, async () => {
    await importDue(service.app)
    const { waiting, failing } = await counts()
    assert.deepEqual([waiting, failing], [1, 1])
  })
  await service.app.db.query('update import_rows set due_at = now() where import_uuid = $1', [import_uuid])
  await importDue(service.app)
  const { waiting, refused } = await counts()
  assert.deepEqual([waiting, refused], [0, 1], 'the row is then rejected with its reason')
})
