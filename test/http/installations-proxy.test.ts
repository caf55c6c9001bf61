// Tests the proxies with the files of `fleet proxy` in front of two installations: nginx, Caddy and HAProxy, if they are installed.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { caddyFile } from '../../src/cli/proxy/caddy.ts'
import { haproxyFile } from '../../src/cli/proxy/haproxy.ts'
import type { ProxiedInstallation, ProxySite } from '../../src/cli/proxy/site.ts'
import { setMoveStatus } from '../../src/store/moves/move-status.ts'
import { type Installation, moveRows, startInstallations } from '../helpers/installations.ts'
import { freePort } from '../../bench/free-port.ts'
import { startNginx } from '../../bench/proof/fleet/nginx.ts'
import { absent } from '../helpers/programs.ts'
import { orderBody } from '../helpers/orders.ts'
import { type Client, clientOf } from '../helpers/service.ts'
import { createUser } from '../../src/app/people/users/create-user.ts'
import { PASSWORD, PASSWORD_HASH, signedIn, visitor } from '../helpers/office.ts'
import { until } from '../helpers/until.ts'

const [a, b] = (await startInstallations(['a', 'b'])) as [Installation, Installation]
const [atA, atB] = [new pg.Client(a.databaseUrl), new pg.Client(b.databaseUrl)]
for (const [client, at] of [
  [atA, a],
  [atB, b],
] as const) {
  await client.connect()
  at.besides.unshift(() => client.end())
}
const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-proxy-'))
after(() => rmSync(dir, { recursive: true }))

const LUA_FILE = fileURLToPath(new URL('../../deploy/haproxy.installations.lua', import.meta.url))

interface Proxy {
  url: string
  stop(): Promise<void>
}

async function startProxy(command: string, args: string[], url: string): Promise<Proxy> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: dir } })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)))
  const stop = async () => {
    if (child.exitCode !== null) return
    child.kill()
    await once(child, 'exit')
  }
  await until(`${command} responds`, async () => {
    if (child.exitCode !== null) throw new Error(said)
    return fetch(url).then(
      (response) => response.body?.cancel().then(() => true) ?? true,
      () => false,
    )
  })
  return { url, stop }
}

/** `urlOfB`: address of the second installation, which may not run. */
const proxied = (urlOfB = b.url): ProxiedInstallation[] => [
  { name: 'a', web: [hostOf(a.url)], directory: [hostOf(a.directoryUrl)] },
  { name: 'b', web: [hostOf(urlOfB)], directory: [hostOf(b.directoryUrl)] },
]
const hostOf = (url: string): string => new URL(url).host
const siteFor = (installations: readonly ProxiedInstallation[]): ProxySite => ({
  host: 'localhost',
  installations,
  certificate: null,
  key: null,
})

async function startHaproxy(installations = proxied()): Promise<Proxy> {
  const port = await freePort()
  const file = path.join(dir, 'haproxy.cfg')
  const site = haproxyFile(siteFor(installations))
    .replace('/etc/haproxy/haproxy.installations.lua', LUA_FILE)
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
  writeFileSync(file, site)
  return startProxy('haproxy', ['-db', '-f', file], `http://127.0.0.1:${port}`)
}

async function startCaddy(installations = proxied(), tries = '500ms'): Promise<Proxy> {
  const port = await freePort()
  const file = path.join(dir, 'Caddyfile')
  const site = caddyFile(siteFor(installations))
    .replace(/^localhost, .* (?=\{$)/m, `http://127.0.0.1:${port} `)
    .replace('lb_try_duration 10s', `lb_try_duration ${tries}`)
  writeFileSync(file, `{\nadmin off\n}\n${site}`)
  return startProxy('caddy', ['run', '--adapter', 'caddyfile', '--config', file], `http://127.0.0.1:${port}`)
}

const by = ({ url }: Proxy, { businessId, apiKey, keyId }: Client): Client => clientOf(url, businessId, apiKey, keyId)

interface Refusal {
  status: number
  code: string | undefined
  retryAfter: string | null
}

const UNREACHABLE: Refusal = { status: 503, code: 'INSTALLATION_UNREACHABLE', retryAfter: '2' }

const getWithUnknownKey = async (proxy: Proxy): Promise<Refusal> =>
  refusalOf(
    await fetch(`${proxy.url}/api/v1/orders`, { headers: { authorization: `Bearer rk_live_${unknownToken()}` } }),
  )

const unknownToken = (): string => randomBytes(32).toString('base64url')

async function refusalOf(response: Response): Promise<Refusal> {
  const { details } = (await response.json()) as { details?: { code: string } }
  return { status: response.status, code: details?.code, retryAfter: response.headers.get('retry-after') }
}

/** Requests of an installation that does not run are refused with 503, all others succeed. */
async function refusesOfDown(proxy: Proxy): Promise<void> {
  const [at, down] = [await a.business(), await b.business()]
  for (const method of ['GET', 'POST']) {
    const headers = { authorization: `Bearer ${down.apiKey}` }
    assert.deepEqual(await refusalOf(await fetch(`${proxy.url}/api/v1/orders`, { method, headers })), UNREACHABLE)
  }
  assert.equal((await by(proxy, at).get('/orders')).status, 200)
}

async function leadsToBoth(proxy: Proxy): Promise<void> {
  for (const at of [a, b]) {
    const shop = await at.business()
    const made = await by(proxy, shop).post<{ tracking_url: string }>('/orders', orderBody())
    assert.equal(made.status, 201, made.body.message)
    assert.equal((await shop.get('/orders')).body.data.length, 1, at.name)
    const page = await fetch(proxy.url + new URL(made.body.data.tracking_url).pathname)
    assert.equal(page.status, 200, await page.text())
    const { cookie } = await signedIn(at, shop.businessId)
    const session = await fetch(`${proxy.url}/office/api/session`, { headers: { cookie } })
    const { data } = (await session.json()) as { data: { business: { name: string } } | null }
    assert.equal(data?.business.name, 'Test business')
  }
  const health = await fetch(`${proxy.url}/api/v1/health`)
  assert.equal(health.status, 200, await health.text())
  const unknown = await fetch(`${proxy.url}/api/v1/orders`, {
    headers: { authorization: `Bearer rk_live_${'x'.repeat(43)}`, 'x-installation': 'forged' },
  })
  assert.equal(unknown.status, 401, await unknown.text())
}

/** Moves a business whose requests the proxy has just led to the source. Returns the client behind the proxy. */
async function movedShop(proxy: Proxy): Promise<Client> {
  const shop = await a.business()
  const client = by(proxy, shop)
  await moveRows(atA, atB, shop.businessId)
  await until('a has read that it serves the business', async () => {
    await a.directory.locateMoved({ foundBy: null, hint: null })
    return (await a.where(`/sign-in/company/${shop.businessId}`)).installation === 'a'
  })
  assert.equal((await client.get('/orders')).status, 200)
  await setMoveStatus(atA, [shop.businessId], 'GONE')
  await atB.query('delete from moves where business_uuid = $1', [shop.businessId])
  return client
}

async function keepsKnownTraffic(proxy: Proxy): Promise<void> {
  const shop = by(proxy, await b.business())
  assert.equal((await shop.get('/orders')).status, 200)
  await a.stopDirectory()
  assert.equal((await shop.get('/orders')).status, 200, 'the other directory responds')
  assert.deepEqual(await getWithUnknownKey(proxy), UNREACHABLE)
  const fresh = by(proxy, await b.business())
  assert.equal((await fresh.get('/orders')).status, 200)
  await a.startDirectory()
}

let people = 0

/** Users of both installations sign in at the one host name, and switch between their businesses. */
async function signsIn(proxy: Proxy): Promise<void> {
  const accounts = await Promise.all(
    [a, b].map(async (at) => {
      const { businessId } = await at.business()
      const email = `person-${++people}@proxy.test`
      await createUser(at.app, businessId, { email, name: 'Test person', role: 'OWNER', password: PASSWORD_HASH })
      return { at, email }
    }),
  )
  const office = visitor(proxy)
  for (const { at, email } of accounts) {
    const alone = visitor(proxy)
    assert.equal((await alone.post('/sign-in', { email, password: 'a wrong password' })).status, 401)
    for (const browser of [alone, office]) {
      const { status, body } = await browser.post('/sign-in', { email, password: PASSWORD })
      assert.equal(status, 200, `${at.name}: ${body.message}`)
      await browser.open()
      assert.equal(browser.session?.user.email, email)
    }
    assert.equal(alone.session?.other_businesses, 0)
  }
  assert.equal(office.session?.other_businesses, 1)
  for (const { email } of accounts) {
    const { body } = await office.get<{ businesses: { key: string; email: string }[] }>('/account/businesses')
    const there = body.data.businesses.find((one) => one.email === email)
    assert.equal((await office.post('/account/businesses/switch', { key: there?.key })).status, 200)
    await office.open()
    assert.equal(office.session?.user.email, email)
  }
}

/** Tests what both proxies do. Returns a business that has moved from a to b, after the source knows the target. */
async function leadsRequests(proxy: Proxy): Promise<Client> {
  await leadsToBoth(proxy)
  await signsIn(proxy)
  await keepsKnownTraffic(proxy)

  const moved = await movedShop(proxy)
  await until('the source knows the target', async () =>
    (await moved.by(a).get('/orders')).headers.has('x-installation'),
  )
  return moved
}

test('nginx leads requests to the installation of their business', { skip: absent('nginx') }, async (t) => {
  const proxy = await startNginx(proxied())
  t.after(() => proxy.stop())
  const moved = await leadsRequests(proxy)
  const made = await moved.post('/orders', orderBody())
  assert.equal(made.status, 201, made.body.message)
  assert.equal((await moved.by(b).get('/orders')).body.data.length, 1)

  await Promise.all([a.stopDirectory(), b.stopDirectory()])
  t.after(() => Promise.all([a.startDirectory(), b.startDirectory()]))
  assert.equal((await moved.get('/orders')).status, 200, 'known traffic continues')
  assert.deepEqual(await getWithUnknownKey(proxy), UNREACHABLE)
})

test('Caddy leads requests to the installation of their business', { skip: absent('caddy') }, async (t) => {
  const proxy = await startCaddy()
  t.after(() => proxy.stop())
  const moved = await leadsRequests(proxy)
  assert.equal((await moved.get('/orders')).status, 200)
  await until('the directory knows the target', async () => (await moved.post('/orders', orderBody())).status === 201)
})

const NGINX = { skip: absent('nginx') }
test('nginx refuses requests of an installation that is down with 503', NGINX, async (t) => {
  const proxy = await startNginx(proxied(`http://127.0.0.1:${await freePort()}`))
  t.after(() => proxy.stop())
  await refusesOfDown(proxy)
})

test('nginx asks further directories if several do not respond', NGINX, async (t) => {
  const closed = await Promise.all(Array.from({ length: 6 }, async () => `127.0.0.1:${await freePort()}`))
  const [first, ...more] = proxied()
  const proxy = await startNginx([{ ...first!, directory: closed }, ...more])
  t.after(() => proxy.stop())
  assert.equal((await by(proxy, await a.business()).get('/orders')).status, 200)
})

const CADDY = { skip: absent('caddy') }
test('Caddy refuses requests of an installation that is down with 503', CADDY, async (t) => {
  const proxy = await startCaddy(proxied(`http://127.0.0.1:${await freePort()}`))
  t.after(() => proxy.stop())
  await refusesOfDown(proxy)
})

test('Caddy leads requests to another process of the installation if one does not respond', CADDY, async (t) => {
  const [first, ...more] = proxied()
  const closed = `127.0.0.1:${await freePort()}`
  const proxy = await startCaddy([{ ...first!, web: [closed, ...first!.web] }, ...more], '10s')
  t.after(() => proxy.stop())
  for (const at of [a, b]) {
    const shop = by(proxy, await at.business())
    for (let i = 0; i < 8; i++) assert.equal((await shop.get('/orders')).status, 200, at.name)
  }
})

const HAPROXY = { skip: absent('haproxy') }
test('HAProxy leads requests to the installation of their business', HAPROXY, async (t) => {
  const proxy = await startHaproxy()
  t.after(() => proxy.stop())
  const moved = await leadsRequests(proxy)
  await until('the directory knows the target', async () => (await moved.post('/orders', orderBody())).status === 201)
})

test('HAProxy refuses requests of an installation that is down with 503', HAPROXY, async (t) => {
  const proxy = await startHaproxy(proxied(`http://127.0.0.1:${await freePort()}`))
  t.after(() => proxy.stop())
  await refusesOfDown(proxy)
})
