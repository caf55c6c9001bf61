// Tests traces that a collector receives over real HTTP: the call, its statements, a solve, a webhook and its receiver.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTracing, statementName } from '../../../src/adapters/observability/tracing.ts'
import { startJobs } from '../../../src/jobs/runner.ts'
import { sendWebhooksJob } from '../../../src/jobs/send-webhooks.ts'
import { orderBody } from '../../helpers/orders.ts'
import { startService } from '../../helpers/service.ts'
import { stubServer } from '../../helpers/stub-server.ts'
import { addEndpoint, SUBSCRIPTIONS } from '../../helpers/webhooks.ts'

interface SpanJson {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

interface ExportJson {
  resourceSpans: { resource: { attributes: SpanJson['attributes'] }; scopeSpans: { spans: SpanJson[] }[] }[]
}

const exported: ExportJson[] = []
const collector = await stubServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    exported.push(JSON.parse(Buffer.concat(chunks).toString()) as ExportJson)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
const receiver = await stubServer((_request, response) => void response.writeHead(200).end())
const tracing = await openTracing(collector.url, { name: 'roundsman-test', version: '1' })
after(() => tracing.close())
const service = await startService({ replaced: { tracing }, env: { ALLOW_PRIVATE_WEBHOOKS: '1' } })

const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }

test('calls, statements, solves, jobs and webhooks are spans of their trace', async () => {
  const shop = await service.business()
  const endpoint = await addEndpoint(shop, receiver.url)
  const order = orderBody({ external_ref: 'tracing-ref', customer_name: 'Tracing customer' })
  await shop.post('/orders', order, { traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01` })
  const near = { lat: 38.9, lng: -77.03 }
  const stops = [{ id: 's', lat: 38.91, lng: -77.03 }]
  await shop.post('/optimize', { depot: near, vehicles: [{ id: 'v' }], stops, options: { iterations: 10 } })
  await shop.post(`${SUBSCRIPTIONS}/${endpoint.endpoint_uuid}/test`)
  const jobs = startJobs(service.app, [sendWebhooksJob])
  await jobs.stop()
  await tracing.close()

  const resources = exported.flatMap(({ resourceSpans }) => resourceSpans)
  const spans = resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  const named = (name: string): SpanJson => {
    const span = spans.find((each) => each.name === name)
    assert.ok(span, `${name} among ${[...new Set(spans.map((each) => each.name))].join(', ')}`)
    return span
  }
  const put = named('POST /api/v1/orders')
  assert.equal(put.traceId, CALLER.traceId)
  assert.equal(put.parentSpanId, CALLER.spanId)
  const statement = spans.find(({ name, parentSpanId }) => name === 'insert orders' && parentSpanId === put.spanId)
  assert.ok(statement, 'the statement is part of the call')
  assert.equal(named('solve').parentSpanId, named('POST /api/v1/optimize').spanId)

  const send = named('webhook send')
  assert.equal(send.parentSpanId, named('job webhooks').spanId)
  assert.equal(receiver.headers().traceparent, `00-${send.traceId}-${send.spanId}-01`)

  const text = JSON.stringify(exported)
  for (const told of [shop.apiKey, shop.businessId, endpoint.secret, 'tracing-ref', 'Tracing customer'])
    assert.ok(!text.includes(told), told)
  assert.match(text, /roundsman-test/)
})

test('a statement’s name has its first word and its table, but no values', () => {
  assert.equal(statementName(`select o.* from "orders" as "o" where "o"."customer_name" = 'Ada'`), 'select orders')
  assert.equal(statementName('insert into "audit_log" values ($1)'), 'insert audit_log')
  assert.equal(statementName('begin; set local role roundsman_app;'), 'begin')
  assert.equal(statementName('\n    with due as (select 1) update messages m set status = 1'), 'with messages')
})
