// Tests webhook endpoints over the API (docs/spec/webhooks.md#endpoints).
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { type Client, type Json, startService } from '../../../helpers/service.ts'

const PATH = '/webhooks/subscriptions'
const service = await startService()
const privateAllowed = await startService({ env: { ALLOW_PRIVATE_WEBHOOKS: '1' } })

interface Endpoint extends Json {
  endpoint_uuid: string
  secret: string
}

const add = (shop: Client, members: Json = {}) =>
  shop.post<Endpoint>(PATH, { url: 'https://8.8.8.8/hooks', ...members })

test('POST adds an endpoint with 201 and shows its secret; the list never shows it', async () => {
  const shop = await service.business()
  const added = await add(shop, { events: ['stop.delivered', 'stop.delivered', 'stop.failed'], description: 'Orders' })
  assert.equal(added.status, 201)
  const { secret, ...record } = added.body.data
  assert.match(secret, /^whsec_[A-Za-z0-9]{44}$/)
  assert.deepEqual(record, {
    endpoint_uuid: record.endpoint_uuid,
    url: 'https://8.8.8.8/hooks',
    events: ['stop.delivered', 'stop.failed'],
    description: 'Orders',
    eta_change_minutes: 10,
    active: true,
    created_at: record.created_at,
    updated_at: record.created_at,
    last_success_at: null,
    failing_since: null,
  })
  const listed = await shop.get<Endpoint[]>(PATH)
  assert.equal(listed.status, 200)
  assert.deepEqual(listed.body.data, [record])
})

test('no events, an empty list and null all mean every event', async () => {
  const shop = await service.business()
  for (const members of [{}, { events: [] }, { events: null }])
    assert.deepEqual((await add(shop, members)).body.data.events, [])
})

test('POST is 400 for a URL that is not public https, an unknown event or an unknown field, and names it', async () => {
  const shop = await service.business()
  const cases: [Json, string][] = [
    [{ url: 'http://8.8.8.8/' }, 'url'],
    [{ url: 'https://127.0.0.1/' }, 'url'],
    [{ url: 'https://0x7f.1/' }, 'url'],
    [{ url: 'https://[::ffff:10.0.0.1]/' }, 'url'],
    [{ url: 'https://localhost:8443/' }, 'url'],
    [{ url: 'https://8.8.8.8:22/' }, 'url'],
    [{ url: 'https://user:pass@8.8.8.8/' }, 'url'],
    [{ url: null }, 'url'],
    [{ events: ['stop.teleported'] }, 'events.0'],
    [{ events: ['endpoint.test'] }, 'events.0'],
    [{ events: 'stop.delivered' }, 'events'],
    [{ secret: 'mine' }, 'secret'],
    [{ active: false }, 'active'],
  ]
  for (const [members, field] of cases) {
    const answer = await add(shop, members)
    assert.equal(answer.status, 400, JSON.stringify(members))
    assert.deepEqual(answer.body.details.fields, [field], JSON.stringify(members))
  }
  assert.deepEqual((await shop.get(PATH)).body.data, [])
})

test('the error for a private URL explains how to receive webhooks on a private machine', async () => {
  const shop = await service.business()
  for (const url of ['http://8.8.8.8/', 'https://127.0.0.1:3000/hooks']) {
    const { body } = await add(shop, { url })
    assert.match(
      body.message,
      /^url must .+\. To receive on your own machine or network, see “On your own machine” in \/docs\/guides\/testing\.$/,
    )
  }
  assert.match(await (await fetch(`${service.url}/docs/guides/testing`)).text(), /<h2[^>]*>On your own machine/)
})

test('ALLOW_PRIVATE_WEBHOOKS=1 lets http and private addresses pass', async () => {
  const shop = await privateAllowed.business()
  assert.equal((await add(shop, { url: 'http://127.0.0.1:9000/' })).status, 201)
})

test('the tenth endpoint is the last and the next one is 409, also for twenty requests at once', async () => {
  const shop = await service.business()
  for (let i = 0; i < 9; i++) assert.equal((await add(shop)).status, 201)

  // The audit log is locked until several requests wait for it. They then run at the same time.
  const barrier = new pg.Client({ connectionString: service.databaseUrl })
  await barrier.connect()
  await barrier.query('begin')
  await barrier.query('lock table audit_log in exclusive mode')
  const racing = Promise.all(Array.from({ length: 20 }, () => add(shop)))
  for (let waiting = 0, tries = 0; waiting < 5; tries++) {
    assert.ok(tries < 1_000, 'the requests did not run at the same time')
    const { rows } = await barrier.query(
      'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
    )
    waiting = rows.length
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await barrier.query('commit')
  await barrier.end()

  const answers = await racing
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  assert.equal(answers.filter(({ status }) => status === 409).length, 19)
  const all = await shop.get<Endpoint[]>(PATH)
  assert.equal(all.body.data.length, 10)
  await shop.delete(`${PATH}/${all.body.data[0]?.endpoint_uuid ?? ''}`)
  assert.equal((await add(shop)).status, 201)
})

test('a duplicate request gets the same secret, which is stored only encrypted', async () => {
  const shop = await service.business()
  const key = { 'idempotency-key': randomUUID() }
  const body = { url: 'https://8.8.8.8/hooks' }
  const first = await shop.post<Endpoint>(PATH, body, key)
  const again = await shop.post(PATH, body, key)
  assert.equal(again.status, 201)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(again.body.data, first.body.data)
  assert.equal((await shop.get<Endpoint[]>(PATH)).body.data.length, 1)
  const database = new pg.Client({ connectionString: service.databaseUrl })
  await database.connect()
  const { rows } = await database.query(
    `select position($1::bytea in e.secret) as sealed, position($1::bytea in i.reply) as kept
     from webhook_endpoints e join idempotency_keys i using (business_uuid) where business_uuid = $2`,
    [Buffer.from(first.body.data.secret), shop.businessId],
  )
  await database.end()
  assert.deepEqual(rows, [{ sealed: 0, kept: 0 }])
})

test('PATCH changes only the sent fields, and validates them like POST', async () => {
  const shop = await service.business()
  const { endpoint_uuid } = (await add(shop, { description: 'Old', events: ['stop.failed'] })).body.data
  const path = `${PATH}/${endpoint_uuid}`
  const paused = await shop.patch(path, { active: false })
  assert.equal(paused.status, 200)
  assert.equal(paused.body.data.active, false)
  assert.equal(paused.body.data.description, 'Old')
  assert.equal('secret' in paused.body.data, false)
  const changed = await shop.patch(path, { url: 'https://1.1.1.1/', events: null, description: null })
  assert.deepEqual(
    [changed.body.data.url, changed.body.data.events, changed.body.data.description, changed.body.data.active],
    ['https://1.1.1.1/', [], null, false],
  )
  const unchanged = await shop.patch(path, {})
  assert.deepEqual([unchanged.status, unchanged.body.data], [200, changed.body.data])
  for (const [body, field] of [
    [{ url: 'https://10.0.0.1/' }, 'url'],
    [{ events: ['nothing'] }, 'events.0'],
    [{ active: 'yes' }, 'active'],
    [{ secret: 'whsec_mine' }, 'secret'],
  ] as const) {
    const refused = await shop.patch(path, body)
    assert.equal(refused.status, 400, JSON.stringify(body))
    assert.deepEqual(refused.body.details.fields, [field])
  }
  assert.deepEqual((await shop.get<Endpoint[]>(PATH)).body.data, [changed.body.data])
})

test('rotating returns a new secret, once', async () => {
  const shop = await service.business()
  const { endpoint_uuid, secret } = (await add(shop)).body.data
  const rotated = await shop.post<Endpoint>(`${PATH}/${endpoint_uuid}/rotate-secret`)
  assert.equal(rotated.status, 200)
  assert.match(rotated.body.data.secret, /^whsec_[A-Za-z0-9]{44}$/)
  assert.notEqual(rotated.body.data.secret, secret)
})

test('DELETE is 200, then 404; the endpoint is no longer listed', async () => {
  const shop = await service.business()
  const { endpoint_uuid } = (await add(shop)).body.data
  const path = `${PATH}/${endpoint_uuid}`
  await shop.post(`${path}/test`)
  assert.equal((await shop.delete(path)).status, 200)
  assert.equal((await shop.delete(path)).status, 404)
  assert.deepEqual((await shop.get(PATH)).body.data, [])
  assert.equal((await shop.get(`${path}/deliveries`)).status, 404)
  assert.equal((await shop.patch(path, { active: true })).status, 404)
})

test('an endpoint of another business, an unknown ID and a malformed ID are all 404', async () => {
  const [owner, other] = [await service.business(), await service.business()]
  const { endpoint_uuid } = (await add(owner)).body.data
  const delivery = (await owner.post<{ delivery_id: string }>(`${PATH}/${endpoint_uuid}/test`)).body.data
  for (const id of [endpoint_uuid, randomUUID(), 'not-a-uuid']) {
    const path = `${PATH}/${id}`
    const answers = [
      await other.patch(path, { active: false }),
      await other.patch(path, { url: 'https://10.0.0.1/' }),
      await other.delete(path),
      await other.post(`${path}/rotate-secret`),
      await other.post(`${path}/test`),
      await other.get(`${path}/deliveries`),
      await other.post(`${path}/deliveries/${delivery.delivery_id}/replay`),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 404),
      id,
    )
  }
  const path = `${PATH}/${endpoint_uuid}/deliveries`
  assert.equal((await owner.post(`${path}/${randomUUID()}/replay`)).status, 404)
  assert.equal((await owner.get<Json[]>(path)).body.data.length, 1)
})

test('deliveries are paged newest first, by a signed cursor of their own list', async () => {
  const shop = await service.business()
  const { endpoint_uuid } = (await add(shop, { events: ['stop.delivered'] })).body.data
  const path = `${PATH}/${endpoint_uuid}`
  const sent: unknown[] = []
  for (let i = 0; i < 5; i++) sent.unshift((await shop.post(`${path}/test`)).body.data.delivery_id)
  const seen: unknown[] = []
  let cursor: string | null = ''
  for (let pages = 0; cursor !== null; pages++) {
    assert.ok(pages < 3)
    const page: Awaited<ReturnType<typeof shop.get<Json[]>>> = await shop.get<Json[]>(
      `${path}/deliveries?limit=2${cursor && `&cursor=${cursor}`}`,
    )
    seen.push(...page.body.data.map(({ delivery_id }) => delivery_id))
    cursor = page.body.next_cursor
  }
  assert.deepEqual(seen, sent)

  const first = await shop.get<Json[]>(`${path}/deliveries?limit=2`)
  assert.deepEqual(first.body.data[0], {
    delivery_id: sent[0],
    event: 'endpoint.test',
    external_ref: null,
    status: 'PENDING',
    attempts: [],
    next_attempt_at: first.body.data[0]?.created_at,
    created_at: first.body.data[0]?.created_at,
  })
  const foreign = (await add(shop)).body.data.endpoint_uuid
  for (const query of [
    'limit=0',
    'limit=201',
    'limit=two',
    'cursor=forged',
    `cursor=${String(first.body.next_cursor)}x`,
  ])
    assert.equal((await shop.get(`${path}/deliveries?${query}`)).status, 400, query)
  const elsewhere = await shop.get(`${PATH}/${foreign}/deliveries?cursor=${String(first.body.next_cursor)}`)
  assert.equal(elsewhere.status, 400)
})
