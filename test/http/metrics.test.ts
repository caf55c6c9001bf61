// Tests metrics for an operator's Prometheus, over real HTTP.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sendWebhooksJob } from '../../src/jobs/send-webhooks.ts'
import { startInstallations } from '../helpers/installations.ts'
import { orderBody } from '../helpers/orders.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { addEndpoint, emitEvents, stopFacts } from '../helpers/webhooks.ts'

const TOKEN = 'a token for tests only'
const env = { ALLOW_PRIVATE_WEBHOOKS: '1' }
const service = await startService({ env: { ...env, METRICS_TOKEN: TOKEN } })

const scrape = async ({ url } = service): Promise<string> => {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  assert.equal(response.status, 200)
  return response.text()
}
const value = (metrics: string, name: string): number | undefined => {
  const line = metrics.split('\n').find((each) => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

test('metrics need their token, and are 404 if they are not configured', async () => {
  assert.equal((await fetch(`${service.url}/metrics`)).status, 401)
  const wrong = { authorization: `Bearer ${TOKEN.replace('a', 'b')}` }
  assert.equal((await fetch(`${service.url}/metrics`, { headers: wrong })).status, 401)
  const without = await startService({ beside: service })
  assert.equal((await fetch(`${without.url}/metrics`)).status, 404)
})

test('requests are counted by pattern, and solves, webhooks and due work by name, without naming a tenant', async () => {
  const shop = await service.business()
  const receiver = await startReceiver()
  const endpoint = await addEndpoint(shop, receiver.url)
  await shop.post('/orders', orderBody({ external_ref: 'metrics-ref' }))
  await shop.get('/orders/metrics-ref')
  const near = { lat: 38.9, lng: -77.03 }
  const stops = [{ id: 's', lat: 38.91, lng: -77.03 }]
  await shop.post('/optimize', { depot: near, vehicles: [{ id: 'v' }], stops, options: { iterations: 10 } })
  await emitEvents(service, shop, ['stop.scheduled', stopFacts()])

  const before = await scrape()
  const get = 'roundsman_http_request_seconds_count{method="GET",route="/api/v1/orders/:external_ref",status="200"}'
  assert.equal(value(before, get), 1)
  assert.equal(value(before, 'roundsman_solve_seconds_count{outcome="solved"}'), 1)
  assert.equal(value(before, 'roundsman_queue_depth{queue="webhooks"}'), 1)
  assert.equal(value(before, 'roundsman_queue_depth{queue="holds"}'), 0)
  assert.ok(value(before, 'roundsman_database_connections{state="idle"}'))
  assert.ok(value(before, 'nodejs_eventloop_lag_p99_seconds'))

  await sendWebhooksJob.run(service.app)
  const after = await scrape()
  assert.equal(value(after, 'roundsman_webhook_post_seconds_count{result="2xx"}'), 1)
  assert.equal(value(after, 'roundsman_queue_depth{queue="webhooks"}'), 0)
  for (const secret of [shop.businessId, shop.apiKey, 'metrics-ref', endpoint.endpoint_uuid, receiver.url])
    assert.ok(!after.includes(secret), secret)
})

test('a directory counts its answers by result, and shows the age of each list', async () => {
  const [x, y] = await startInstallations(['x', 'y'], {}, { METRICS_TOKEN: TOKEN })
  assert.ok(x && y)
  const keyed = (token: string) => ({ authorization: `Bearer rk_live_${token}` })
  const { apiKey } = await y.business()
  assert.equal((await x.where('/api/v1/orders', { authorization: `Bearer ${apiKey}` })).installation, 'y')
  await x.where('/docs')
  await x.where('/api/v1/orders', keyed(randomBytes(32).toString('base64url')))
  await y.stopDirectory()
  const { status } = await x.where('/api/v1/orders', keyed(randomBytes(32).toString('base64url')))
  assert.equal(status, 503)
  const metrics = await scrape(x)
  for (const result of ['found', 'any', 'unknown', 'unavailable'])
    assert.equal(value(metrics, `roundsman_directory_answers_total{result="${result}"}`), 1, result)
  const age = (name: string) => value(metrics, `roundsman_directory_list_age_seconds{installation="${name}"}`)
  for (const name of ['x', 'y']) assert.ok(Number(age(name)) < 60, name)
  await until('the list of an installation that is down gets older', async () => {
    const later = await scrape(x)
    const ages = ['x', 'y'].map((name) => value(later, `roundsman_directory_list_age_seconds{installation="${name}"}`))
    return Number(ages[1]) > 5.5 && Number(ages[0]) < Number(ages[1])
  })
  await x.stopDirectory()
  assert.doesNotMatch(
    await scrape(x),
    /^roundsman_directory_list_age_seconds\{/m,
    'a directory that is stopped has no lists',
  )
})
