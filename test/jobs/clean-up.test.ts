import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { cleanUpJob } from '../../src/jobs/clean-up.ts'
import { turnPartitionsJob } from '../../src/jobs/turn-partitions.ts'
import { signedIn, visitor } from '../helpers/office.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { addEndpoint, emitEvents, readDeliveries, startWebhooks, SUBSCRIPTIONS } from '../helpers/webhooks.ts'

const service = await startWebhooks()

async function query<T extends object>(text: string, values: unknown[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: service.databaseUrl })
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

const cleanUp = async () => {
  while (await turnPartitionsJob.run(service.app));
  while (await cleanUpJob.run(service.app));
}

test('deliveries and their attempts are deleted 30 days after they settled, but pending ones stay', async () => {
  const shop = await service.business()
  const receiver = await startReceiver()
  const { endpoint_uuid } = await addEndpoint(shop, receiver.url)
  await emitEvents(service, shop, ...Array.from({ length: 1_200 }, () => ['stop.delivered'] as ['stop.delivered']))
  await service.send()
  receiver.answer = 500
  await emitEvents(service, shop, ['stop.failed'])
  await service.send()
  service.wait(30 * 86_400)
  await cleanUp()
  assert.equal((await readDeliveries(shop, endpoint_uuid)).length, 200, 'not earlier')
  service.wait(1)
  await cleanUp()
  assert.deepEqual(
    (await readDeliveries(shop, endpoint_uuid)).map(({ status }) => status),
    ['RETRYING'],
  )
  const attempts = await query('select from webhook_attempts where business_uuid = $1', [shop.businessId])
  assert.equal(attempts.length, 1)
})

test('a removed endpoint is deleted with the last of its deliveries', async () => {
  const shop = await service.business()
  const { endpoint_uuid } = await addEndpoint(shop, (await startReceiver()).url)
  const kept = await addEndpoint(shop, (await startReceiver()).url)
  await emitEvents(service, shop, ['stop.scheduled'])
  await shop.delete(`${SUBSCRIPTIONS}/${endpoint_uuid}`)
  const endpoints = async () =>
    (
      await query<{ endpoint_uuid: string }>(
        'select endpoint_uuid from webhook_endpoints where business_uuid = $1 order by created_at, endpoint_uuid',
        [shop.businessId],
      )
    ).map((row) => row.endpoint_uuid)
  await cleanUp()
  assert.equal((await endpoints()).length, 2)
  service.wait(30 * 86_400 + 1)
  await cleanUp()
  assert.deepEqual(await endpoints(), [kept.endpoint_uuid])
})

test('stored responses are deleted after 7 days, road legs after 30, and rate counts if there are no calls', async () => {
  const shop = await service.business()
  await shop.get(SUBSCRIPTIONS)
  const now = service.now().getTime()
  const daysAgo = (days: number) => new Date(now - days * 86_400_000 - (days === 7 || days === 30 ? 1 : 0))
  await query('delete from idempotency_keys where business_uuid = $1', [shop.businessId])
  for (const [key, days] of [
    ['old', 7],
    ['young', 6.9],
  ] as const)
    await query(
      `insert into idempotency_keys (business_uuid, scope, key, body_hash, status, reply, created_at)
       values ($1, 'POST /orders', $2, '', 200, '', $3)`,
      [shop.businessId, key, daysAgo(days)],
    )
  for (const [lat, days] of [
    [1, 30],
    [2, 29.9],
  ] as const)
    await query(`insert into distance_pairs values ($1, 'osrm', $2, 0, 0, 0, 1, 1, $3)`, [
      shop.businessId,
      lat,
      daysAgo(days),
    ])
  await cleanUp()
  const count = async (table: string) =>
    (await query(`select from ${table} where business_uuid = $1`, [shop.businessId])).length
  assert.equal(await count('rate_counts'), 1, 'the last minutes still count')
  assert.equal(await count('distance_pairs'), 1)
  assert.deepEqual(await query('select key from idempotency_keys where business_uuid = $1', [shop.businessId]), [
    { key: 'young' },
  ])
  service.wait(601)
  await cleanUp()
  assert.equal(await count('rate_counts'), 0)
})

test('users’ sessions and links are deleted after they expire, and rate limits when they limit nobody', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId)
  await office.post('/users/invite', { email: 'new@office.test', role: 'VIEWER' })
  for (let i = 0; i < 3; i++) await visitor(service).post('/sign-in', { email: 'nobody@office.test', password: 'x' })
  const left = async () => {
    const [row] = await query<Record<string, number>>(
      `select (select count(*)::int from sessions where business_uuid = $1) as sessions,
         (select count(*)::int from user_links where business_uuid = $1) as links,
         (select count(*)::int from rate_buckets) as buckets`,
      [businessId],
    )
    return row
  }
  await cleanUp()
  assert.deepEqual(await left(), { sessions: 1, links: 1, buckets: 4 }, 'not while they apply')
  service.wait(3_600)
  await cleanUp()
  assert.deepEqual(await left(), { sessions: 1, links: 1, buckets: 0 })
  service.wait(7 * 86_400)
  await cleanUp()
  assert.deepEqual(await left(), { sessions: 1, links: 0, buckets: 0 })
  service.wait(7 * 86_400)
  await cleanUp()
  assert.deepEqual(await left(), { sessions: 0, links: 0, buckets: 0 })
})
