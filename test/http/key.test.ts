// Tests the information that a key can read about itself: GET /key, and the calls that were made with it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { NO_LIMITS } from '../../src/domain/users/key.ts'
import { KEY_SCOPE_NAMES } from '../../src/domain/users/permissions.ts'
import { testClock } from '../helpers/clock.ts'
import { orderBody } from '../helpers/orders.ts'
import { type Client, clientOf, startService } from '../helpers/service.ts'
import { testSide } from '../helpers/test-side.ts'

const clock = testClock(new Date('2026-11-23T04:30:00.000Z'))
const service = await startService({ replaced: { clock: clock.now } })

interface Key {
  scopes: string[]
  expires_at: string | null
  test: boolean
  prefix: string
  business: { today: string }
}
interface Call {
  method: string
  path: string
  status: number
  error_code: string | null
}

async function keyOf({ businessId }: Client, limits: object): Promise<Client> {
  const made = await createKey(service.app, { businessId, name: 'narrow', limits: { ...NO_LIMITS, ...limits } })
  return clientOf(service.url, businessId, made.apiKey, made.keyId)
}

test('a key can read its scopes, its expiry and its business', async () => {
  const shop = await service.business({ timeZone: 'America/New_York' })
  const { body } = await shop.get<Key>('/key')
  assert.deepEqual(body.data.scopes, KEY_SCOPE_NAMES)
  assert.deepEqual([body.data.test, body.data.expires_at], [false, null])
  // In the business's time zone it is still the previous day.
  assert.equal(body.data.business.today, '11/22/2026')
  assert.ok(shop.apiKey.startsWith(body.data.prefix))
  const expiresAt = new Date('2026-12-01T00:00:00.000Z')
  const narrow = await keyOf(shop, { scopes: ['routes:plan'], expiresAt })
  const told = (await narrow.get<Key>('/key')).body.data
  assert.deepEqual([told.scopes, told.expires_at], [['routes:plan'], expiresAt.toISOString()])
  const side = await testSide(service, shop)
  assert.equal((await side.get<Key>('/key')).body.data.test, true)
})

test('a key reads its own calls, newest first, except those that read this list', async () => {
  const shop = await service.business()
  const narrow = await keyOf(shop, { scopes: ['orders:read'] })
  await shop.get('/orders')
  await narrow.get('/orders')
  assert.equal((await narrow.post('/orders', orderBody())).status, 403)
  await narrow.get('/key/calls')
  await service.app.callLog.flush()
  const calls = async (query = '') => (await narrow.get<Call[]>(`/key/calls${query}`)).body
  const seen = ({ data }: { data: Call[] }) =>
    data.map(({ method, status, error_code }) => [method, status, error_code])
  assert.deepEqual(seen(await calls()), [
    ['POST', 403, 'SCOPE_MISSING'],
    ['GET', 200, null],
  ])
  assert.deepEqual(seen(await calls('?result=REFUSED')), [['POST', 403, 'SCOPE_MISSING']])
  const page = await calls('?limit=1')
  assert.equal(page.data.length, 1)
  const next = await calls(`?limit=1&cursor=${encodeURIComponent(page.next_cursor ?? '')}`)
  assert.deepEqual(seen(next), [['GET', 200, null]])
  assert.equal((await narrow.get('/key/calls?result=BAD')).status, 400)
  assert.equal((await shop.get(`/key/calls?cursor=${encodeURIComponent(page.next_cursor ?? '')}x`)).status, 400)
})
