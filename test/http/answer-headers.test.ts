// Tests security headers of each kind of response (docs/security.md). They allow only our own scripts, and prevent
// framing, content type guessing and referrer leaks. Behind TLS, browsers stay with TLS.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedIn, visitor } from '../helpers/office.ts'
import { startService } from '../helpers/service.ts'

const service = await startService({ env: { PUBLIC_URL: 'https://roundsman.test' } })

const PATHS = [
  '/',
  '/sign-in',
  '/orders',
  '/docs',
  '/d/no-such-link',
  '/t/no-such-link',
  '/files/no-such-file',
  '/assets/no-such-asset.js',
  '/nothing-here',
  '/office/api/session',
  '/office/api/day',
  '/api/v1/health',
  '/api/v1/orders',
  '/api/v1/openapi.json',
]

for (const path of PATHS)
  test(`GET ${path}`, async () => {
    const { headers } = await fetch(`${service.url}${path}`, { redirect: 'manual' })
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.match(headers.get('strict-transport-security') ?? '', /^max-age=31536000/)
    assert.match(headers.get('referrer-policy') ?? '', /^(no-referrer|same-origin)$/)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'|default-src 'self'/)
    assert.match(policy, /frame-ancestors 'none'/)
    const scripts = policy.split(';').find((each) => each.trim().startsWith('script-src')) ?? ''
    assert.doesNotMatch(scripts, /unsafe|\*|https?:/)
    assert.equal(headers.get('server'), null)
    assert.equal(headers.get('x-powered-by'), null)
  })

test('pages list the device features that they may use', async () => {
  const { headers } = await fetch(`${service.url}/`)
  assert.match(headers.get('permissions-policy') ?? '', /microphone=\(\)/)
  assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
})

test('the session cookie is only for this host, requires TLS and is hidden from scripts', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId)
  const whileIn = office.cookie
  assert.match(whileIn, /^__Host-roundsman=[\w-]{43}; __Host-roundsman-browser=[\w.-]+$/)
  const out = await office.post('/sign-out')
  const [cookie] = out.headers.getSetCookie()
  assert.match(cookie ?? '', /^__Host-roundsman=; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=0$/)
  const stranger = visitor(service)
  stranger.cookie = whileIn
  assert.equal((await stranger.get('/day')).status, 401, 'the cookie of an ended session is refused')
})

test('without TLS, responses have no Strict-Transport-Security', async () => {
  const plain = await startService({ beside: service })
  const { headers } = await fetch(`${plain.url}/api/v1/health`)
  assert.equal(headers.get('strict-transport-security'), null)
})
