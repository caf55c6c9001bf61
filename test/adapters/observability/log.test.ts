// Searches every log line of a whole day for data that must never be logged.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openLog } from '../../../src/adapters/observability/log.ts'
import { showResetLink } from '../../../src/app/people/users/show-reset-link.ts'
import { totpCode } from '../../../src/app/people/sign-in/totp.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import { allJobs } from '../../../src/jobs/all.ts'
import { driverToken } from '../../helpers/links.ts'
import { PASSWORD, signedIn, visitor } from '../../helpers/office.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { dispatchedRoute } from '../../helpers/routes.ts'
import { startService, TEST_SECRET } from '../../helpers/service.ts'

const CUSTOMER = { customer_name: 'Wilhelmina Testcase', customer_phone: '+12025550143', customer_email: 'w@home.test' }

const lines: string[] = []
const log = openLog('debug', { write: (line) => void lines.push(line) })
const service = await startService({ replaced: { log }, env: { ALLOW_PRIVATE_WEBHOOKS: '1' } })

/** Secret values, keyed by name, that no line of the log may contain. */
const secrets = new Map<string, string>(Object.entries({ secret: TEST_SECRET, password: PASSWORD, ...CUSTOMER }))
const keep = (name: string, value: string | undefined): string => {
  assert.ok(value, name)
  secrets.set(name, value)
  return value
}

test('the log has no key, token, link, secret, password, name or address', async () => {
  const { shop, route } = await dispatchedRoute(service, 2, CUSTOMER)
  keep('API key', shop.apiKey)
  await aDayOnTheRoad(shop, route)
  await anAccount(shop.businessId)
  await whatFails(shop)
  for (const job of allJobs) await job.run(service.app)

  const text = lines.join('')
  for (const path of ['/t/:token', '/d/:token/taps', '/office/api/sign-in', '/api/v1/orders'])
    assert.ok(text.includes(`"path":"${path}"`), `${path} was called`)
  assert.ok(text.includes('duplicate key value'), 'an error of the database was logged')
  assert.deepEqual(
    [...secrets].filter(([, value]) => text.includes(value)).map(([name]) => name),
    [],
  )
})

type Shop = Awaited<ReturnType<typeof dispatchedRoute>>['shop']

async function aDayOnTheRoad(shop: Shop, route: RouteWithStops): Promise<void> {
  const receiver = await startReceiver()
  receiver.answer = 500
  const endpoint = await shop.post<{ secret: string }>('/webhooks/subscriptions', { url: receiver.url, events: [] })
  keep('webhook secret', endpoint.body.data.secret)
  const token = keep('driver link', await driverToken(service, shop.businessId, route.route_uuid))
  const tap = (kind: string) =>
    fetch(`${service.url}/d/${token}/taps`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ kind, at: new Date().toISOString(), lat: 38.912345, lng: -77.012345 }),
    })
  await fetch(`${service.url}/d/${token}`)
  assert.equal((await tap('START')).status, 200)
  const { body } = await shop.get<OrderOut>(`/orders/${route.stops[0]?.external_ref}`)
  const tracking = new URL(body.data.stop?.tracking_url ?? '').pathname
  keep('tracking link', tracking.split('/').at(-1))
  await fetch(service.url + tracking)
  const instructions = keep('instructions', 'The key is under the third pot')
  await fetch(service.url + tracking, { method: 'POST', body: new URLSearchParams({ instructions }) })
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  assert.equal((await tap('END')).status, 410)
  await fetch(`${service.url}/t/${keep('unknown link', 'B'.repeat(43))}`)
}

async function anAccount(businessId: string): Promise<void> {
  const office = await signedIn(service, businessId)
  const email = keep('email', office.session?.user.email)
  keep('CSRF token', office.session?.csrf_token)
  for (const cookie of office.cookie.split('; ')) keep(cookie.split('=')[0] ?? '', cookie.split('=')[1])
  const begun = await office.post<{ secret: string }>('/account/totp/begin')
  const secret = keep('second factor', begun.body.data.secret)
  const code = totpCode(secret, Math.floor(Date.now() / 30_000))
  const made = await office.post<{ recovery_codes: string[] }>('/account/totp', { code })
  made.body.data.recovery_codes.forEach((recovery, i) => keep(`recovery code ${i}`, recovery))
  const invited = await office.post<{ link: string }>('/users/invite', { email: `x${email}`, role: 'VIEWER' })
  const invitation = keep('invitation', invited.body.data.link.split('/').at(-1))
  await visitor(service).post('/welcome', { token: invitation, password: keep('new password', 'another password') })
  const stranger = visitor(service)
  await stranger.post('/sign-in', { email, password: keep('wrong password', 'a wrong guess of it') })
  assert.deepEqual((await stranger.post('/forgot-password', { email })).body.data, { mails: false })
  const { url } = await showResetLink(service.app, { email, removesTotp: false })
  await stranger.post('/welcome', { token: keep('reset link', url.split('/').at(-1)), password: 'x' })
  await stranger.post('/set-up', { token: keep('set-up link', 'C'.repeat(43)), password: 'x' })
}

/** Causes failures whose errors could reach the log. Errors of the database, for example, quote the rejected values. */
async function whatFails(shop: Shop): Promise<void> {
  const twice = `insert into users (business_uuid, user_uuid, email, name, role, password_hash)
    select business_uuid, gen_random_uuid(), email, name, role, password_hash from users where business_uuid = $1`
  const err: unknown = await service.app.db.query(twice, [shop.businessId]).catch((error: unknown) => error)
  service.app.log.error({ err }, 'a job failed')
  await shop.get('/orders/nothing-here', {
    authorization: `Bearer ${keep('unknown key', `rk_live_${'D'.repeat(43)}`)}`,
  })
}
