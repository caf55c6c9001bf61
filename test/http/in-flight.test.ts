// Tests limits on concurrent requests per network and per process. Sessions have their own limits, and so do event
// streams.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { acceptBodies, bodyOptions } from '../../src/http/bodies.ts'
import { errorAnswer } from '../../src/http/errors.ts'
import { limitInFlight } from '../../src/http/in-flight.ts'
import { SESSION_LIMITS, WORK_LIMITS } from '../../src/contract/limits.ts'
import { testClock } from '../helpers/clock.ts'
import { signedIn, visitor } from '../helpers/office.ts'
import { startService } from '../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now }, env: { RATE_LIMIT_SCALE: '0.1' } })

/** A server whose requests wait until the test releases them. */
async function waiting(limits: Parameters<typeof limitInFlight>[1]) {
  const server: FastifyInstance = Fastify({ trustProxy: true })
  const held: (() => void)[] = []
  await acceptBodies(server)
  limitInFlight(server, limits)
  server.setErrorHandler((error, _request, reply) => {
    const answer = errorAnswer(error)
    void reply.header('Retry-After', answer?.retryAfterSeconds ?? 0).code(answer?.body.statusCode ?? 500)
    return reply.send(answer?.body)
  })
  server.post('/', bodyOptions('json', 1_000), () => new Promise<object>((resolve) => held.push(() => resolve({}))))
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const send = (network: string, body = '{}') =>
    fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
    })
  const come = async (count: number): Promise<void> => {
    while (held.length < count) await new Promise((again) => setTimeout(again, 5))
  }
  return { server, url, send, held, come }
}

const many = { process: 100, network: 100 }
const said = async (answer: Promise<Response>) => {
  const { status, headers } = await answer
  return [status, headers.get('retry-after')]
}

test('concurrent requests are limited per network, with a 64-bit prefix as one network, and in total', async () => {
  const { server, send, held, come } = await waiting({ requests: { process: 3, network: 2 }, body_bytes: many })
  const first = [send('2001:db8::1'), send('2001:db8::2')]
  await come(2)
  assert.deepEqual(await said(send('2001:db8::3')), [429, '1'])
  const other = send('192.0.2.1')
  await come(3)
  assert.deepEqual(await said(send('192.0.2.2')), [503, '1'])
  held.splice(0).forEach((go) => go())
  await Promise.all([...first, other])
  const again = send('2001:db8::3')
  await come(1)
  held[0]?.()
  assert.equal((await again).status, 200)
  await server.close()
})

test('bodies in memory are limited by their announced size, and a client that disconnects frees its share', async () => {
  const { server, url, send, held, come } = await waiting({ requests: many, body_bytes: { process: 50, network: 30 } })
  const { port, hostname } = new URL(url)
  const slow = net.connect(Number(port), hostname)
  const ended = once(slow, 'close')
  slow.write(
    'POST / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\nContent-Type: application/json\r\nContent-Length: 25\r\n\r\n{',
  )
  let refused: unknown[] = []
  while (refused[0] !== 429) {
    const asked = send('192.0.2.1', '{"a":1}')
    refused = await Promise.race([said(asked), come(held.length + 1).then(() => [])])
    if (refused[0] !== 429) {
      held.splice(0).forEach((go) => go())
      await asked
    }
  }
  assert.deepEqual(refused, [429, '1'])
  const other = send('192.0.2.2', `{"a":"${'x'.repeat(10)}"}`)
  await come(1)
  assert.deepEqual(await said(send('192.0.2.3', `{"a":"${'x'.repeat(10)}"}`)), [503, '1'])
  slow.destroy()
  await ended
  let now: Promise<Response>
  for (;;) {
    now = send('192.0.2.1', '{"a":1}')
    if (await Promise.race([now.then(() => false), come(2).then(() => true)])) break
  }
  held.splice(0).forEach((go) => go())
  assert.deepEqual([(await now).status, (await other).status], [200, 200])
  await server.close()
})

test('each session, and each network without a session, has its own limit', async () => {
  const shop = await service.business()
  const [office, other] = [await signedIn(service, shop.businessId), await signedIn(service, shop.businessId)]
  const most = SESSION_LIMITS.office_changes.calls / 10
  const read = (path: string) => office.send('PATCH', path, {})
  const answers = await Promise.all(Array.from({ length: most + 5 }, () => read('/settings')))
  const refused = answers.filter(({ status }) => status === 429)
  assert.ok(refused.length >= 4 && refused.length <= 5, `${refused.length} refused`)
  assert.equal((await office.get('/settings')).status, 200, 'reads have their own limit')
  assert.notEqual((await other.send('PATCH', '/settings', {})).status, 429)
  const guests = await Promise.all(Array.from({ length: 70 }, () => visitor(service).get('/session')))
  assert.ok(guests.some(({ status }) => status === 429))
})

test('a session has a maximum of open event streams, and a new one closes an old one', async () => {
  clock.advance(60)
  service.app.rateLimitScale = 10
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId)
  const most = WORK_LIMITS.streams.sender
  const open = async () => {
    const going = new AbortController()
    const headers = { cookie: office.cookie }
    const { status } = await fetch(`${service.url}/office/api/changes`, { headers, signal: going.signal })
    return { status, going }
  }
  const streams = []
  for (let i = 0; i < most; i++) streams.push(await open())
  assert.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]))
  assert.equal((await open()).status, 503)
  streams[0]?.going.abort()
  while ((await open()).status !== 200) await new Promise((again) => setTimeout(again, 10))
  for (const { going } of streams) going.abort()
})
