// Tests dry runs: the result of a change without its effect (docs/spec/conventions.md#dry-runs).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canDryRun } from '../../src/contract/endpoint.ts'
import { settleOutcomesJob } from '../../src/jobs/settle-outcomes.ts'
import { apiBindings } from '../../src/http/operations/all.ts'
import { testClock } from '../helpers/clock.ts'
import { orderBody } from '../helpers/orders.ts'
import { endpointOf } from '../helpers/matching.ts'
import { everyRow } from '../helpers/rows.ts'
import { type Answer, type Client, startService } from '../helpers/service.ts'

const clock = testClock(new Date('2026-11-23T11:00:00.000Z'))
const service = await startService({ replaced: { clock: clock.now } })
const DAY = '11/23/2026'
const endpoints = apiBindings.map(({ endpoint }) => endpoint)

const everything = ({ businessId }: Client) => everyRow(service.databaseUrl, businessId)

const asked = new Set<string>()

/** Makes each change as a dry run first. Asserts that it changes no row and gets the same response as the change itself. */
function askingFirst(shop: Client): Pick<Client, 'post' | 'patch' | 'delete'> {
  const twice = async <T>(method: string, path: string, call: (path: string) => Promise<Answer<T>>) => {
    const before = await everything(shop)
    const dry = await call(`${path}${path.includes('?') ? '&' : '?'}dry_run=true`)
    assert.deepEqual(await everything(shop), before, `${method} ${path}`)
    const answer = await call(path)
    assert.equal(dry.status, answer.status, `${method} ${path}: ${dry.body.message}`)
    if (answer.status < 300) {
      assert.deepEqual([dry.headers.get('dry-run'), answer.headers.get('dry-run')], ['true', null])
      assert.deepEqual(Object.keys(dry.body.data ?? {}), Object.keys(answer.body.data ?? {}))
      asked.add(endpointOf(endpoints, method, path)?.operation ?? '')
    }
    return answer
  }
  return {
    post: (path, body) =>
      twice('POST', path, (at) => shop.post(at, body, at === path ? {} : { 'idempotency-key': '' })),
    patch: (path, body) =>
      twice('PATCH', path, (at) => shop.patch(at, body, at === path ? {} : { 'idempotency-key': '' })),
    delete: (path) => twice('DELETE', path, (at) => shop.delete(at)),
  }
}

type Stop = { stop_uuid: string; order_uuid: string; external_ref: string }
type Route = { route_uuid: string; version: string; stops: Stop[] }

test('a whole day with a dry run before each change changes no row in the dry runs', async () => {
  const shop = await service.business()
  const { post, patch, delete: remove } = askingFirst(shop)
  const made = async <T>(answer: Promise<Answer<T>>): Promise<T> => {
    const { status, body } = await answer
    assert.ok(status < 300, body.message)
    return body.data
  }
  await made(post('/depots', { name: 'Main', lat: 38.9, lng: -77 }))
  const { driver_uuid } = await made(post<Record<string, string>>('/drivers', { name: 'Ann', active: true }))
  const van = { temperature_classes: ['DRY'], shift_start: '08:00', shift_end: '18:00', active: true }
  for (const name of ['Van 1', 'Van 2']) await made(post('/vehicles', { ...van, name, driver_uuid }))
  const settings = await made(shop.get<{ version: number }>('/settings'))
  await made(patch('/settings', { version: settings.version, undo_window_seconds: 60 }))
  const hook = { url: 'https://hooks.example.com/roundsman' }
  const { endpoint_uuid } = await made(post<Record<string, string>>('/webhooks/subscriptions', hook))
  await made(patch(`/webhooks/subscriptions/${endpoint_uuid}`, { description: 'Orders' }))
  await made(post(`/webhooks/subscriptions/${endpoint_uuid}/rotate-secret`))
  await made(post(`/webhooks/subscriptions/${endpoint_uuid}/test`))

  const order = (external_ref: string) => orderBody({ external_ref, delivery_date: DAY })
  await made(post('/orders', order('A-1')))
  await made(post('/orders/batch', { orders: ['A-2', 'A-3', 'A-4'].map(order) }))
  await made(post('/orders/A-4/cancel'))
  const { plans } = await made(post<{ plans: { build_uuid: string }[] }>('/routes/build/propose', { date: DAY }))
  const built = await made(post<{ routes: Route[] }>(`/routes/build/${plans[0]?.build_uuid}/accept`))
  await made(post('/orders', orderBody({ external_ref: 'B-1', delivery_date: '11/24/2026' })))
  const next = await made(post<{ routes: Route[] }>('/routes/build', { date: '11/24/2026' }))
  const [route] = built.routes
  const [first] = route?.stops ?? []
  assert.ok(route && first)
  const at = `/routes/${route.route_uuid}`
  await made(post(`${at}/lock`, { stop_uuids: [first.stop_uuid], locked: true }))
  await made(post(`${at}/driver`, { driver_uuid }))
  await made(post(`${at}/dispatch`))
  await made(post(`${at}/stops/${first.stop_uuid}/status`, { status: 'FAILED', reason: 'Nobody home' }))
  await made(post(`${at}/stops/${first.stop_uuid}/undo`))
  await made(post(`${at}/stops/${first.stop_uuid}/status`, { status: 'FAILED', reason: 'Nobody home' }))
  clock.advance(15 * 60)
  await settleOutcomesJob.run(service.app)
  await made(post(`${at}/stops/${first.stop_uuid}/correct`, { status: 'FAILED', reason: 'Gate shut' }))
  await made(post(`/orders/${first.external_ref}/repeat`, { external_ref: 'A-9', delivery_date: '11/24/2026' }))
  const late = await made(post<Stop>('/orders', order('A-10')))
  const { replan_uuid } = await made(post('/routes/replan', { date: DAY, order_uuids: [late.order_uuid] }))
  assert.ok(replan_uuid)
  await made(post(`/routes/${next.routes[0]?.route_uuid}/cancel`))
  await made(remove(`/webhooks/subscriptions/${endpoint_uuid}`))
  assert.ok(asked.size >= 24, [...asked].join())
})

test('a dry run is refused like the change, and an invalid or unsupported dry run changes nothing', async () => {
  const shop = await service.business()
  const before = await everything(shop)
  const missing = await shop.post('/orders?dry_run=true', { external_ref: 'B-1' })
  assert.equal(missing.status, 400)
  for (const path of ['/orders?dry_run=yes', '/orders?dry_run=true&dry_run=true', '/orders?dry_run=']) {
    const { status, body } = await shop.post(path, orderBody({ external_ref: 'B-1' }))
    assert.deepEqual([status, body.details.fields], [400, ['dry_run']], path)
  }
  const { status, body } = await shop.get('/day?date=11/23/2026&dry_run=true')
  assert.deepEqual([status, body.details.fields], [400, ['dry_run']])
  assert.deepEqual(await everything(shop), before)
  const { operation } = endpoints.find(({ multipart }) => multipart) ?? {}
  assert.equal(operation, 'addProof')
  assert.ok(endpoints.every((each) => !canDryRun(each) || each.method !== 'GET'))
})

test('a dry run and a change under the same key do not replay each other', async () => {
  const shop = await service.business()
  const headers = { 'idempotency-key': 'same' }
  const order = orderBody({ external_ref: 'C-1' })
  const dry = await shop.post('/orders?dry_run=true', order, headers)
  const real = await shop.post('/orders', order, headers)
  assert.deepEqual([dry.status, real.status, real.headers.get('idempotent-replayed')], [201, 201, null])
  const again = await shop.post('/orders?dry_run=true', order, headers)
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, null])
})
