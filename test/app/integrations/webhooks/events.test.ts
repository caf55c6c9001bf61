import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { emit } from '../../../../src/app/integrations/webhooks/emit.ts'
import { event, EVENTS_KEPT_DAYS } from '../../../../src/domain/webhooks/event.ts'
import { DEFAULT_EVENTS } from '../../../../src/domain/webhooks/event-names.ts'
import { cleanUpJob } from '../../../../src/jobs/clean-up.ts'
import { assertFits } from '../../../helpers/described.ts'
import { expectAuditRow } from '../../../helpers/audit.ts'
import { orderBody } from '../../../helpers/orders.ts'
import { startReceiver } from '../../../helpers/receiver.ts'
import { builtRoute, shopWithOrders } from '../../../helpers/routes.ts'
import type { Client, Json } from '../../../helpers/service.ts'
import { addEndpoint, contextOf, emitEvents, startWebhooks, SUBSCRIPTIONS } from '../../../helpers/webhooks.ts'

const service = await startWebhooks()

interface EventJson extends Json {
  event_uuid: string
  event: string
  data: Json & { external_ref: string | null }
}

/** Reads the log after an event, in pages of `limit`. */
async function readLog(shop: Client, after: string | null = null, limit = 3): Promise<EventJson[]> {
  const found: EventJson[] = []
  let from = after
  for (;;) {
    const { status, body } = await shop.get<EventJson[]>(`/events?limit=${limit}${from ? `&after=${from}` : ''}`)
    assert.equal(status, 200)
    found.push(...body.data)
    if (body.next_cursor === null) return found
    assert.equal(body.next_cursor, body.data.at(-1)?.event_uuid)
    from = body.next_cursor
  }
}
const names = (events: readonly EventJson[]) => events.map(({ event }) => event)

test('GET /events lists every event of a day in order, whatever endpoints exist', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 2)
  const route = await builtRoute(shop, date)
  const at = `/routes/${route.route_uuid}`
  await shop.post(`${at}/dispatch`)
  const stop = `${at}/stops/${route.stops[0]?.stop_uuid}`
  await shop.post(`${stop}/status`, { status: 'SKIPPED' })
  await shop.post(`${at}/cancel`)
  const log = await readLog(shop)
  for (const { event_uuid: _id, ...payload } of log)
    assertFits(['webhooks', payload.event, 'post', 'requestBody', 'content', 'application/json', 'schema'], payload)
  assert.deepEqual(names(log), [
    ...refs.map(() => 'order.created'),
    ...refs.map(() => 'stop.scheduled'),
    'route.dispatched',
    'route.started',
    // The outcome of the first stop started the route, a day before its plan.
    'stop.eta_changed',
    'stop.skipped',
    'stop.en_route',
    'order.unassigned',
    'route.cancelled',
  ])
  assert.equal(log[0]?.data.source, 'API')
  assert.deepEqual(names(await readLog(shop, log[5]?.event_uuid)), names(log).slice(6))
  assert.deepEqual([log[5]?.data.started_at, log[4]?.data.started_at], [log[5]?.data.occurred_at, null])
  assert.deepEqual(await readLog(await service.business()), [])
})

test('followers of the log miss no event during concurrent writes', async () => {
  const shop = await service.business()
  const WRITERS = 6
  let writing = WRITERS
  const write = async (writer: number) => {
    for (let i = 0; i < 15; i++) await shop.post('/orders', orderBody({ external_ref: `${writer}-${i}` }))
    writing--
  }
  const seen: EventJson[] = []
  const follow = async () => {
    for (let last = false; !last; ) {
      last = writing === 0
      seen.push(...(await readLog(shop, seen.at(-1)?.event_uuid ?? null, 7)))
    }
  }
  await Promise.all([follow(), ...Array.from({ length: WRITERS }, (_, writer) => write(writer))])
  assert.equal(seen.length, WRITERS * 15)
  assert.equal(new Set(seen.map(({ data }) => data.external_ref)).size, WRITERS * 15)
})

test('the log is not read past events that may still be committed', async () => {
  const shop = await service.business()
  const written = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const late = contextOf(service, shop).write(async (tx) => {
    emit(contextOf(service, shop), tx, [event('route.cancelled', {})])
    await tx.selectFrom('events').select('eventId').execute()
    written.resolve()
    await held.promise
  })
  await written.promise
  await emitEvents(service, shop, ['route.completed'])
  const reading = readLog(shop)
  setTimeout(held.resolve, 300)
  const seen = await reading
  await late
  const rest = await readLog(shop, seen.at(-1)?.event_uuid ?? null)
  assert.deepEqual(names([...seen, ...rest]), ['route.cancelled', 'route.completed'])
})

test('since begins at the first event at or after its instant; after takes precedence', async () => {
  const shop = await service.business()
  const since = async (seconds: number, more = '') => {
    const at = new Date(service.now().getTime() + seconds * 1000).toISOString()
    const { status, body } = await shop.get<EventJson[]>(`/events?since=${at}${more}`)
    assert.equal(status, 200)
    return body.data.map(({ data }) => data.external_ref)
  }
  await emitEvents(service, shop, ['stop.delivered', { external_ref: 'A' }])
  service.wait(60)
  await emitEvents(service, shop, ['stop.delivered', { external_ref: 'B' }], ['stop.failed', { external_ref: 'C' }])
  assert.deepEqual(await since(-120), ['A', 'B', 'C'])
  assert.deepEqual(await since(-30), ['B', 'C'])
  assert.deepEqual(await since(0), ['B', 'C'])
  assert.deepEqual(await since(1), [])
  const [, second] = await readLog(shop)
  assert.deepEqual(await since(-120, `&after=${second?.event_uuid}`), ['C'])
  const refused = await shop.get('/events?since=yesterday')
  assert.deepEqual([refused.status, refused.body.details.fields], [400, ['since']])
})

test('after an expired event the response is 410 with the oldest event; the newest event of a business never expires', async () => {
  const shop = await service.business()
  const other = await service.business()
  await emitEvents(service, shop, ['route.cancelled'], ['route.completed'])
  await emitEvents(service, other, ['route.cancelled'])
  const [first] = await readLog(shop)
  const [quiet] = await readLog(other)
  service.wait(EVENTS_KEPT_DAYS * 86_400 + 60)
  await emitEvents(service, shop, ['stop.undone'])
  await cleanUpJob.run(service.app)
  const [oldest] = await readLog(shop)
  assert.equal(oldest?.event, 'stop.undone')
  const gone = await shop.get(`/events?after=${first?.event_uuid}`)
  assert.deepEqual([gone.status, gone.body.details.code, gone.body.details.fields], [410, 'EVENTS_GONE', ['after']])
  assert.equal((gone.body.details.oldest as Json).event_uuid, oldest?.event_uuid)
  // Nothing has happened in that business since, so its followers have missed nothing.
  assert.deepEqual(await readLog(other, quiet?.event_uuid), [])
})

test('an unknown event, an event of another business and a wrong limit are rejected by name', async () => {
  const [shop, other] = [await service.business(), await service.business()]
  await emitEvents(service, other, ['route.cancelled'])
  const [theirs] = await readLog(other)
  for (const [query, field] of [
    [`after=${randomUUID()}`, 'after'],
    ['after=7', 'after'],
    ['limit=0', 'limit'],
    ['cursor=7', 'cursor'],
  ])
    assert.deepEqual((await shop.get(`/events?${query}`)).body.details.fields, [field])
  assert.ok([400, 410].includes((await shop.get(`/events?after=${theirs?.event_uuid}`)).status))
})

test('only endpoints that selected order.created get each order, single or in a batch', async () => {
  const shop = await service.business()
  const [chose, others] = [await startReceiver(), await startReceiver()]
  await addEndpoint(shop, chose.url, { events: ['order.created'] })
  await addEndpoint(shop, others.url)
  await shop.post('/orders', orderBody({ external_ref: 'alone' }))
  await shop.post('/orders/batch', { orders: [orderBody({ external_ref: 'in-a-batch' })] })
  await shop.post('/orders', orderBody({ external_ref: 'alone', customer_name: 'Another name' }))
  await service.send()
  const heard = chose.received.map(({ body }) => (JSON.parse(body.toString()) as EventJson).data.external_ref)
  assert.deepEqual(heard.map(String).toSorted(), ['alone', 'in-a-batch'])
  assert.deepEqual(others.events(), [])
})

test('the events of a period are sent to an endpoint, each under one ID, however often', async () => {
  const shop = await service.business()
  const receiver = await startReceiver()
  await emitEvents(service, shop, ['route.cancelled'])
  service.wait(60)
  const from = service.now()
  await emitEvents(service, shop, ['stop.en_route'], ['order.created'], ['stop.failed'])
  const { endpoint_uuid } = await addEndpoint(shop, receiver.url)
  service.wait(60)
  const replay = `${SUBSCRIPTIONS}/${endpoint_uuid}/replay`
  const sent = await shop.post(replay, { from: from.toISOString() })
  assert.deepEqual([sent.status, sent.body.data], [200, { deliveries: 2 }])
  await service.send()
  assert.deepEqual(receiver.events().toSorted(), ['stop.en_route', 'stop.failed'])
  service.wait(60)
  await shop.post(replay, { from: from.toISOString(), until: service.now().toISOString() })
  await service.send()
  const ids = receiver.received.map(({ headers }) => headers['x-service-delivery'])
  assert.deepEqual([ids.length, new Set(ids).size], [4, 2])
  assert.deepEqual((await shop.post(replay, { from: service.now().toISOString() })).body.data, { deliveries: 0 })
  await expectAuditRow(service, shop, 'webhook_deliveries.replayed', { entityId: endpoint_uuid, times: 3 })
  const backwards = await shop.post(replay, { from: service.now().toISOString(), until: from.toISOString() })
  assert.deepEqual([backwards.status, backwards.body.details.fields], [400, ['until']])
  assert.equal((await shop.post(`${SUBSCRIPTIONS}/${randomUUID()}/replay`, { from: from.toISOString() })).status, 404)
})

test('an endpoint without a selection gets the twelve default events', () => {
  assert.equal(DEFAULT_EVENTS.length, 12)
})
