// Tests the scopes, addresses and expiry of an API key (docs/spec/authentication.md#scopes).
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { scopeOf } from '../../src/contract/endpoint.ts'
import { type KeyLimits, NO_LIMITS } from '../../src/domain/users/key.ts'
import { KEY_SCOPE_NAMES } from '../../src/domain/users/permissions.ts'
import { apiBindings } from '../../src/http/operations/all.ts'
import { expectAuditRow } from '../helpers/audit.ts'
import { testClock } from '../helpers/clock.ts'
import { signedIn } from '../helpers/office.ts'
import { orderBody } from '../helpers/orders.ts'
import { type Client, startService } from '../helpers/service.ts'

const clock = testClock(new Date('2026-11-22T18:00:00.000Z'))
const service = await startService({ replaced: { clock: clock.now } })

interface Answer {
  status: number
  body: { message: string; details?: Record<string, unknown> }
}

/** A call with the key that seems to come from the address through a proxy. */
async function call(
  apiKey: string,
  method: string,
  path: string,
  { from, body }: { from?: string; body?: object } = {},
): Promise<Answer> {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${apiKey}`,
      'Idempotency-Key': randomUUID(),
      ...(from && { 'X-Forwarded-For': from }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

const keyWith = async ({ businessId }: Client, limits: Partial<KeyLimits>): Promise<string> =>
  (await createKey(service.app, { businessId, name: 'limited', limits: { ...NO_LIMITS, ...limits } })).apiKey

test('every operation refuses a key without its scope and names the scope, and accepts a key with only that scope', async () => {
  const shop = await service.business()
  for (const { endpoint } of apiBindings) {
    const { method, operation } = endpoint
    const scope = scopeOf(endpoint)
    if (scope === null) continue
    const path = endpoint.path.replaceAll(/\{\w+\}/g, randomUUID())
    const without = await keyWith(shop, { scopes: KEY_SCOPE_NAMES.filter((name) => name !== scope) })
    const refused = await call(without, method, path)
    assert.equal(refused.status, 403, operation)
    assert.deepEqual(refused.body.details, { code: 'SCOPE_MISSING', scope }, operation)
    assert.ok(refused.body.message.includes(scope), operation)
    const passed = await call(await keyWith(shop, { scopes: [scope] }), method, path)
    assert.ok(![401, 403].includes(passed.status), `${operation}: ${passed.status}`)
  }
})

test('a refused call has no effect, and a stored response is refused to a key without the scope', async () => {
  const shop = await service.business()
  const reads = await keyWith(shop, { scopes: ['orders:read'] })
  const order = orderBody({ external_ref: 'K-1' })
  assert.equal((await call(reads, 'POST', '/orders', { body: order })).status, 403)
  assert.equal((await shop.get('/orders/K-1')).status, 404)
  const headers = { 'Idempotency-Key': 'same', 'Content-Type': 'application/json' }
  const send = (key: string) =>
    fetch(`${service.url}/api/v1/orders`, {
      method: 'POST',
      headers: { ...headers, Authorization: `Bearer ${key}` },
      body: JSON.stringify(order),
    })
  assert.equal((await send(shop.apiKey)).status, 201)
  assert.equal((await send(reads)).status, 403)
})

test('an expired key is 401, and the response contains when it expired', async () => {
  const shop = await service.business()
  const expiresAt = new Date(clock.now().getTime() + 60_000)
  const key = await keyWith(shop, { expiresAt })
  assert.equal((await call(key, 'GET', '/orders')).status, 200)
  clock.advance(60)
  const refused = await call(key, 'GET', '/orders')
  assert.equal(refused.status, 401)
  assert.deepEqual(refused.body.details, { code: 'KEY_EXPIRED', expired_at: expiresAt.toISOString() })
  assert.match(refused.body.message, /^The API key expired at .+ ask the office for a new key\.$/)
})

test('a key limited to some addresses is 403 from others, and the response names the address', async () => {
  const shop = await service.business()
  const key = await keyWith(shop, { allowedAddresses: ['203.0.113.0/24', '198.51.100.7', '2001:db8:1::/48'] })
  for (const from of ['203.0.113.200', '198.51.100.7', '2001:db8:1:2::3', '::ffff:203.0.113.9'])
    assert.equal((await call(key, 'GET', '/orders', { from })).status, 200, from)
  for (const from of ['203.0.114.1', '198.51.100.8', '2001:db8:2::1']) {
    const refused = await call(key, 'GET', '/orders', { from })
    assert.equal(refused.status, 403, from)
    assert.deepEqual(refused.body.details, { code: 'ADDRESS_NOT_ALLOWED', address: from })
  }
  // A caller can't gain access by naming an address further along the chain than the proxy's own.
  assert.equal((await call(key, 'GET', '/orders', { from: '203.0.113.200, 192.0.2.1' })).status, 403)
  // An invalid address matches no allowed address, and is not an error of the service.
  for (const from of ['k12=1', '203.0.113.200, unknown', '203.0.113.200:443']) {
    assert.equal((await call(key, 'GET', '/orders', { from })).status, 403, from)
    assert.equal((await call(shop.apiKey, 'GET', '/orders', { from })).status, 200, from)
    assert.equal((await call(`rk_live_${'x'.repeat(43)}`, 'GET', '/orders', { from })).status, 401, from)
  }
})

interface KeyJson {
  key_uuid: string
  api_key: string
  name: string
  scopes: string[] | null
  allowed_addresses: string[] | null
  expires_at: string | null
  expired: boolean
  replaced_by: string | null
}

test('the office creates a key with limits, changes them, and rolls it over with an overlap', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'OWNER')
  const by = { kind: 'OFFICE', id: office.session?.user.user_uuid ?? '' } as const
  const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString()
  const ends = inDays(90)
  const made = await office.post<KeyJson>('/keys', {
    name: 'Shop',
    scopes: ['orders:read', 'orders:write', 'orders:read'],
    allowed_addresses: ['203.0.113.0/24'],
    expires_at: ends,
  })
  const { key_uuid: entityId, api_key: old } = made.body.data
  const read = async (id: string) => (await office.get<KeyJson[]>('/keys')).body.data.find((key) => key.key_uuid === id)
  const limits = { scopes: ['orders:read', 'orders:write'], allowed_addresses: ['203.0.113.0/24'], expires_at: ends }
  const of = (key: KeyJson | undefined) => ({
    scopes: key?.scopes,
    allowed_addresses: key?.allowed_addresses,
    expires_at: key?.expires_at,
  })
  assert.deepEqual(of(await read(entityId)), limits)

  await office.send('PATCH', `/keys/${entityId}`, { scopes: ['orders:read'], allowed_addresses: null })
  assert.deepEqual(of(await read(entityId)), { ...limits, scopes: ['orders:read'], allowed_addresses: null })
  await expectAuditRow(service, shop, 'key.changed', { entityId, by })
  assert.equal((await call(old, 'POST', '/orders', { body: orderBody() })).status, 403)

  const rolled = await office.post<KeyJson>(`/keys/${entityId}/roll-over`, { overlap_hours: 24 })
  const { key_uuid: newId, api_key: key } = rolled.body.data
  await expectAuditRow(service, shop, 'key.rolled_over', { entityId, by })
  assert.deepEqual(of(await read(newId)), { scopes: ['orders:read'], allowed_addresses: null, expires_at: ends })
  const before = await read(entityId)
  assert.equal(before?.expires_at, inDays(1))
  assert.equal(before?.replaced_by, newId)
  for (const each of [old, key]) assert.equal((await call(each, 'GET', '/orders')).status, 200)
  clock.advance(24 * 3600)
  assert.equal((await call(old, 'GET', '/orders')).body.details?.code, 'KEY_EXPIRED')
  assert.equal((await call(key, 'GET', '/orders')).status, 200)
  assert.equal((await read(entityId))?.expired, true)

  // A day later, the owner has to confirm their identity again.
  const later = await signedIn(service, shop.businessId, 'OWNER')
  const over = await later.post(`/keys/${entityId}/roll-over`, { overlap_hours: 24 })
  assert.equal(over.status, 409)
  assert.equal((await later.send('PATCH', `/keys/${entityId}`, { expires_at: inDays(9) })).status, 409)
})

test('a key that expires before the overlap ends keeps its expiry, and a key without expiry gets a successor that does not expire', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'OWNER')
  const soon = new Date(clock.now().getTime() + 3_600_000).toISOString()
  for (const [expires_at, oldEnds] of [
    [soon, soon],
    [null, new Date(clock.now().getTime() + 48 * 3_600_000).toISOString()],
  ]) {
    const { key_uuid } = (await office.post<KeyJson>('/keys', { name: 'Shop', expires_at })).body.data
    await office.post(`/keys/${key_uuid}/roll-over`, { overlap_hours: 48 })
    const keys = (await office.get<KeyJson[]>('/keys')).body.data
    const old = keys.find((key) => key.key_uuid === key_uuid)
    assert.equal(old?.expires_at, oldEnds)
    assert.equal(keys.find((key) => key.key_uuid === old?.replaced_by)?.expires_at, expires_at)
  }
})

test('invalid limits are refused, and the field is named', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'OWNER')
  for (const [body, field] of [
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['everything'] }, 'scopes.0'],
    [{ allowed_addresses: ['10.0.0.0/33'] }, 'allowed_addresses.0'],
    [{ allowed_addresses: ['localhost'] }, 'allowed_addresses.0'],
    [{ allowed_addresses: Array.from({ length: 51 }, () => '10.0.0.1') }, 'allowed_addresses'],
    [{ expires_at: clock.now().toISOString() }, 'expires_at'],
  ] as const) {
    const refused = await office.post('/keys', { name: 'Shop', ...body })
    assert.equal(refused.status, 400, field)
    assert.deepEqual((refused.body.details as { fields: string[] }).fields, [field])
  }
  const { key_uuid } = (await office.post<KeyJson>('/keys', { name: 'Shop', allowed_addresses: [] })).body.data
  for (const overlap_hours of [-1, 721, 1.5])
    assert.equal((await office.post(`/keys/${key_uuid}/roll-over`, { overlap_hours })).status, 400)
  assert.equal((await office.send('PATCH', `/keys/${randomUUID()}`, { scopes: null })).status, 404)
})
