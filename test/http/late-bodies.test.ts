// Tests requests whose body arrives up to half a minute after the headers, which identify the caller. The caller may
// lose the permission in between.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { driverToken } from '../helpers/links.ts'
import { type Office, signedIn } from '../helpers/office.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const service = await startService()

/**
 * Sends the headers and the first byte of the body, and waits until the caller is admitted. The returned function sends the remaining
 * body one minute later.
 */
async function begun(t: TestContext, line: string, headers: Record<string, string>, body: object | string) {
  const { hostname, port } = new URL(service.url)
  const socket = net.connect(Number(port), hostname)
  const [sent, type] =
    typeof body === 'string' ? [body, 'application/octet-stream'] : [JSON.stringify(body), 'application/json']
  const head = { Host: 'roundsman.test', Connection: 'close', 'Content-Type': type, ...headers }
  const lines = Object.entries({ ...head, 'Content-Length': String(sent.length) }).map((pair) => pair.join(': '))
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString()))
  const { mock } = t.mock.method(service.running.app.db, 'query')
  socket.write(`${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${sent[0]}`)
  await until('admitted', () => mock.callCount() === ('cookie' in headers ? 2 : 1))
  await Promise.all(mock.calls.map(async ({ result }) => result))
  await setImmediate()
  mock.restore()
  return async (): Promise<{ status: number; code: string }> => {
    const now = performance.now.bind(performance)
    const later = t.mock.method(performance, 'now', () => now() + 60_000)
    socket.write(sent.slice(1))
    await once(socket, 'close')
    later.mock.restore()
    const { details } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as { details?: { code: string } }
    return { status: Number(answer.split(' ', 2)[1]), code: details?.code ?? '' }
  }
}

const of = ({ cookie, session }: Office) => ({ cookie, 'x-csrf-token': session?.csrf_token ?? '' })

test('a caller who loses the permission while the body arrives can’t create a key, a webhook endpoint or anything else', async (t) => {
  const shop = await service.business()
  const owner = await signedIn(service, shop.businessId)
  const other = await signedIn(service, shop.businessId)
  const keyByOwner = () => begun(t, 'POST /office/api/keys', of(other), { name: 'Late' })
  const endpointByKey = () =>
    begun(
      t,
      'POST /api/v1/webhooks/subscriptions',
      { authorization: `Bearer ${shop.apiKey}`, 'idempotency-key': 'late' },
      { url: 'https://late.test/', events: ['delivery.completed'] },
    )
  const person = `/users/${other.session?.user.user_uuid}`
  const keys = async () => (await owner.get<{ name: string }[]>('/keys')).body.data.map(({ name }) => name)

  const keeping = await keyByOwner()
  assert.deepEqual(await keeping(), { status: 200, code: '' }, 'a caller who keeps the permission succeeds')
  assert.deepEqual(await keys(), ['test', 'Late'])

  const demoted = await keyByOwner()
  assert.equal((await owner.send('PATCH', person, { role: 'DISPATCHER', made: 'REVOKE' })).status, 200)
  assert.deepEqual(await demoted(), { status: 403, code: 'ROLE' })
  assert.equal((await owner.send('PATCH', person, { role: 'OWNER' })).status, 200)

  const removed = await keyByOwner()
  assert.equal((await owner.send('DELETE', person)).status, 200)
  assert.deepEqual(await removed(), { status: 401, code: 'SIGNED_OUT' })
  assert.equal((await keys()).length, 2)

  const revoked = await endpointByKey()
  assert.equal((await owner.post(`/keys/${shop.keyId}/revoke`)).status, 200)
  assert.deepEqual(await revoked(), { status: 401, code: 'UNAUTHENTICATED' })
  assert.deepEqual((await owner.get('/webhooks/subscriptions')).body.data, [])
})

test('a caller who loses the permission while a file arrives can’t import it or set a logo', async (t) => {
  const shop = await service.business()
  const owner = await signedIn(service, shop.businessId)
  const other = await signedIn(service, shop.businessId)
  const uploads = [
    await begun(t, 'POST /office/api/imports?name=late.csv', of(other), 'Reference,Address\n1,5 Main St'),
    await begun(t, 'POST /office/api/settings/logo', of(other), 'a picture'),
  ]
  assert.equal((await owner.send('PATCH', `/users/${other.session?.user.user_uuid}`, { role: 'VIEWER' })).status, 200)
  for (const rest of uploads) assert.deepEqual(await rest(), { status: 403, code: 'ROLE' })
  assert.deepEqual((await owner.get('/imports')).body.data, [])
})

test('a link that is replaced while the body arrives has no effect', async (t) => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const office = await signedIn(service, shop.businessId)
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const send = () => begun(t, `POST /d/${token}/position`, {}, { lat: 38.9, lng: -77.03 })
  assert.deepEqual(await (await send())(), { status: 200, code: '' })
  const replaced = await send()
  assert.equal((await office.post(`/routes/${route.route_uuid}/resend-link`)).status, 200)
  assert.deepEqual(await replaced(), { status: 410, code: 'LINK_ENDED' })
})

test('nothing remains that an owner creates while being demoted or removed', async () => {
  const shop = await service.business()
  const owner = await signedIn(service, shop.businessId)
  const other = await signedIn(service, shop.businessId)
  const userId = other.session?.user.user_uuid
  const admin = new pg.Client({ connectionString: service.databaseUrl })
  await admin.connect()
  try {
    for (const change of [
      "update users set role = 'VIEWER' where user_uuid = $1",
      'delete from users where user_uuid = $1',
    ]) {
      await admin.query("update users set role = 'OWNER' where user_uuid = $1", [userId])
      await admin.query('begin')
      await admin.query(change, [userId])
      const making = [
        other.post('/keys', { name: 'Late' }),
        other.post('/webhooks/subscriptions', { url: 'https://late.test/', events: ['stop.delivered'] }),
      ]
      const first = await Promise.race([...making, bothWait().then(() => null)])
      assert.equal(first, null, 'nothing is created before the change is committed')
      await admin.query('commit')
      for (const { status, body } of await Promise.all(making))
        assert.deepEqual([status, body.details.code], [403, 'ROLE'])
    }
  } finally {
    await admin.end()
  }
  assert.equal((await owner.get<unknown[]>('/keys')).body.data.length, 1)
  assert.deepEqual((await owner.get('/webhooks/subscriptions')).body.data, [])
})

/** Waits until both requests wait for the uncommitted role change. */
const bothWait = (): Promise<void> =>
  until('both requests wait', async () => {
    const [row] = await service.app.db.query<{ waiting: number }>(
      "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      [],
    )
    return row?.waiting === 2
  })
