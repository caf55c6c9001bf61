// Tests the requests to webhook receivers: each is signed and sent once (docs/spec/webhooks.md#payload, #events,
// #signatures).
import assert from 'node:assert/strict'
import { randomUUID, webcrypto } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { WebhookPayload } from '../../../../src/contract/events.ts'
import { DEFAULT_EVENTS, EVENT_NAMES, type EventName } from '../../../../src/domain/webhooks/event-names.ts'
import { type Received, startReceiver } from '../../../helpers/receiver.ts'
import {
  addEndpoint,
  emitEvents,
  readDeliveries,
  readEndpoint,
  startWebhooks,
  stopFacts,
  SUBSCRIPTIONS,
} from '../../../helpers/webhooks.ts'

const service = await startWebhooks()

/** Verifies like a receiver: over the raw bytes, with another implementation than the sender's. */
async function verifies(received: Received | undefined, header: string, secret: string): Promise<boolean> {
  const value = received?.headers[header]
  if (!received || typeof value !== 'string' || !/^sha256=[0-9a-f]{64}$/.test(value)) return false
  const key = new TextEncoder().encode(secret)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await webcrypto.subtle.importKey('raw', key, algorithm, false, ['verify'])
  return webcrypto.subtle.verify('HMAC', imported, Buffer.from(value.slice(7), 'hex'), received.body)
}

test('a webhook is signed JSON with the event, its time and its data', async () => {
  const shop = await service.business()
  const receiver = await startReceiver()
  const endpoint = await addEndpoint(shop, receiver.url)
  const facts = stopFacts({ external_ref: '000481-Ä', status: 'DELIVERED', reason: null, driver_notes: 'An der Tür' })
  await emitEvents(service, shop, ['stop.delivered', facts])
  await service.send()

  const [received] = receiver.received
  const [delivery] = await readDeliveries(shop, endpoint.endpoint_uuid)
  assert.equal(receiver.received.length, 1)
  assert.equal(received?.headers['content-type'], 'application/json')
  assert.equal(received?.headers['x-service-event'], 'stop.delivered')
  assert.equal(received?.headers['x-service-delivery'], delivery?.delivery_id)
  assert.equal('x-service-signature-previous' in (received?.headers ?? {}), false)
  assert.ok(await verifies(received, 'x-service-signature', endpoint.secret))
  assert.ok(!(await verifies(received, 'x-service-signature', endpoint.secret.replace('whsec_', ''))))

  assert.deepEqual(Object.keys(received?.json ?? {}), ['event', 'occurred_at', 'data'])
  assert.equal(received?.json.occurred_at, service.now().toISOString())
  const payload = WebhookPayload.parse(received?.json)
  assert.equal(payload.data.external_ref, '000481-Ä')
  assert.equal(payload.data.driver_notes, 'An der Tür')
  assert.match(payload.data.tracking_url ?? '', /^http:\/\/roundsman\.test\/t\/[\w-]{43}$/)
  assert.deepEqual(payload.data.proof, {
    photo_urls: [],
    signature_url: null,
    urls_expire_at: '2026-11-30T15:00:00.000Z',
  })
  assert.equal(delivery?.status, 'DELIVERED')
  assert.equal(delivery?.attempts[0]?.status_code, 200)
})

const isDefault = (name: EventName): boolean => (DEFAULT_EVENTS as readonly EventName[]).includes(name)

for (const name of EVENT_NAMES)
  test(`event ${name} is sent only to endpoints that selected it${isDefault(name) ? ' or selected none' : ''}`, async () => {
    const shop = await service.business()
    const [chosen, all, other] = [await startReceiver(), await startReceiver(), await startReceiver()]
    await addEndpoint(shop, chosen.url, { events: [name] })
    await addEndpoint(shop, all.url)
    await addEndpoint(shop, other.url, { events: EVENT_NAMES.filter((another) => another !== name) })
    const ofRoute = name.startsWith('route.')
    await emitEvents(service, shop, [name, ofRoute ? { route_uuid: randomUUID() } : stopFacts()])
    await service.send()
    assert.deepEqual([chosen.events(), all.events(), other.events()], [[name], isDefault(name) ? [name] : [], []])
    const { data } = WebhookPayload.parse(chosen.received[0]?.json)
    assert.equal(data.tracking_url === null, ofRoute)
    const tellsOutcome = ['stop.delivered', 'stop.failed', 'stop.skipped', 'stop.corrected'].includes(name)
    assert.equal(data.proof !== null, tellsOutcome)
  })

test('the test event is sent whatever events are selected, and contains no data', async () => {
  const shop = await service.business()
  const receiver = await startReceiver()
  const { endpoint_uuid } = await addEndpoint(shop, receiver.url, { events: ['route.cancelled'] })
  const { body } = await shop.post(`${SUBSCRIPTIONS}/${endpoint_uuid}/test`)
  await service.send()
  assert.deepEqual(receiver.events(), ['endpoint.test'])
  assert.equal(receiver.received[0]?.headers['x-service-delivery'], body.data.delivery_id)
  assert.ok(Object.values(WebhookPayload.parse(receiver.received[0]?.json).data).every((value) => value === null))
})

test('webhooks go only to endpoints of their own business', async () => {
  const [shop, other] = [await service.business(), await service.business()]
  const [mine, theirs] = [await startReceiver(), await startReceiver()]
  await addEndpoint(shop, mine.url)
  await addEndpoint(other, theirs.url)
  await emitEvents(service, shop, ['stop.scheduled'])
  await service.send()
  assert.deepEqual([mine.events(), theirs.events()], [['stop.scheduled'], []])
})

test('after a rotation both secrets sign for 24 hours, then the new one alone', async () => {
  const shop = await service.business()
  const receiver = await startReceiver()
  const old = await addEndpoint(shop, receiver.url)
  const rotated = await shop.post<{ secret: string }>(`${SUBSCRIPTIONS}/${old.endpoint_uuid}/rotate-secret`)
  const { secret } = rotated.body.data
  await emitEvents(service, shop, ['stop.scheduled'])
  await service.send()
  service.wait(24 * 3600 - 1)
  await emitEvents(service, shop, ['stop.scheduled'])
  await service.send()
  for (const received of receiver.received) {
    assert.ok(await verifies(received, 'x-service-signature', secret))
    assert.ok(await verifies(received, 'x-service-signature-previous', old.secret))
  }
  service.wait(1)
  await emitEvents(service, shop, ['stop.scheduled'])
  await service.send()
  const last = receiver.received[2]
  assert.ok(await verifies(last, 'x-service-signature', secret))
  assert.equal('x-service-signature-previous' in (last?.headers ?? {}), false)
})

test('last_success_at and failing_since follow the receiver’s responses', async () => {
  const shop = await service.business()
  const receiver = await startReceiver()
  const { endpoint_uuid } = await addEndpoint(shop, receiver.url)
  const state = async () => {
    const { last_success_at, failing_since } = await readEndpoint(shop, endpoint_uuid)
    return { last_success_at, failing_since }
  }
  receiver.answer = 500
  const began = service.now().toISOString()
  await emitEvents(service, shop, ['stop.scheduled'])
  await service.send()
  assert.deepEqual(await state(), { last_success_at: null, failing_since: began })
  service.wait(30)
  await emitEvents(service, shop, ['stop.en_route'])
  await service.send()
  assert.deepEqual(await state(), { last_success_at: null, failing_since: began }, 'since the first failure')
  receiver.answer = 204
  service.wait(66)
  await service.send()
  assert.deepEqual(await state(), { last_success_at: service.now().toISOString(), failing_since: null })
})

test('a paused endpoint keeps its pending deliveries and gets them when it is resumed', async () => {
  const shop = await service.business()
  const receiver = await startReceiver()
  const { endpoint_uuid } = await addEndpoint(shop, receiver.url)
  await shop.patch(`${SUBSCRIPTIONS}/${endpoint_uuid}`, { active: false })
  await emitEvents(service, shop, ['stop.scheduled'], ['stop.delivered'])
  await service.send()
  service.wait(7 * 86_400)
  await service.send()
  assert.deepEqual(receiver.events(), [])
  assert.deepEqual(
    (await readDeliveries(shop, endpoint_uuid)).map(({ status }) => status),
    ['PENDING', 'PENDING'],
  )
  await shop.patch(`${SUBSCRIPTIONS}/${endpoint_uuid}`, { active: true })
  await service.send()
  assert.deepEqual(receiver.events().sort(), ['stop.delivered', 'stop.scheduled'], 'posted at once, in any order')
})

test('pending deliveries of a removed endpoint are abandoned', async () => {
  const shop = await service.business()
  const receiver = await startReceiver()
  const { endpoint_uuid } = await addEndpoint(shop, receiver.url)
  receiver.answer = 500
  await emitEvents(service, shop, ['stop.scheduled'])
  await service.send()
  await emitEvents(service, shop, ['stop.delivered'])
  await shop.delete(`${SUBSCRIPTIONS}/${endpoint_uuid}`)
  await emitEvents(service, shop, ['stop.failed'])
  service.wait(7 * 86_400)
  await service.send()
  assert.deepEqual(receiver.events(), ['stop.scheduled'])
  const left = await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.selectFrom('webhookDeliveries').select(['event', 'status']).orderBy('position').execute(),
  )
  assert.deepEqual(left, [
    { event: 'stop.scheduled', status: 'ABANDONED' },
    { event: 'stop.delivered', status: 'ABANDONED' },
  ])
})

test('with the jobs running, an event is sent right after its commit, before the next poll', async () => {
  const woken: string[] = []
  const { app } = service
  const shop = await service.business()
  await addEndpoint(shop, (await startReceiver()).url)
  let pending: unknown[] = []
  const looking: Promise<unknown>[] = []
  const wake = (job: string) => {
    woken.push(job)
    looking.push(
      app.db
        .asBusiness(shop.businessId, (tx) => tx.selectFrom('webhookDeliveries').select('event').execute())
        .then((rows) => (pending = rows)),
    )
  }
  await emitEvents({ app: { ...app, wake } }, shop, ['stop.scheduled'])
  await Promise.all(looking)
  assert.deepEqual(woken, ['webhooks'])
  assert.deepEqual(pending, [{ event: 'stop.scheduled' }], 'the woken job sees the committed row')
})

test('proof is linked for seven days, with photos in order and the newest signature', async () => {
  const shop = await service.business()
  const receiver = await startReceiver()
  await addEndpoint(shop, receiver.url)
  const facts = stopFacts()
  const kinds = ['SIGNATURE', 'PHOTO', 'PHOTO', 'SIGNATURE'] as const
  const proofs = kinds.map((kind) => ({ kind, id: service.app.newId() }))
  const database = new pg.Client({ connectionString: service.databaseUrl })
  await database.connect()
  // Disables foreign keys, because the stop of these proofs doesn't exist. Only the proofs matter here.
  await database.query('set session_replication_role = replica')
  for (const { kind, id } of proofs)
    await database.query(
      `insert into proofs (business_uuid, proof_uuid, stop_uuid, kind, file_name, content_type, sha256, taken_at)
       values ($1, $2, $3, $4, 'file', 'image/jpeg', '', now())`,
      [shop.businessId, id, facts.stop_uuid, kind],
    )
  await database.end()
  await emitEvents(service, shop, ['stop.delivered', facts])
  await service.send()

  const { proof } = WebhookPayload.parse(receiver.received[0]?.json).data
  const expires = Date.parse(proof?.urls_expire_at ?? '') / 1000
  assert.equal(expires, Math.floor(service.now().getTime() / 1000) + 7 * 86_400)
  const link = (id: string | undefined) =>
    `http://roundsman.test/files/${id}?expires=${expires}&signature=${service.app.secrets.sign('file', `${id}:${expires}`)}`
  assert.deepEqual(proof?.photo_urls, [link(proofs[1]?.id), link(proofs[2]?.id)])
  assert.equal(proof?.signature_url, link(proofs[3]?.id))
})
