// Tests the directory of several installations: where requests belong, and how installations ask each other
// (docs/decisions/048-installations-ask-each-other.md).
import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import { before, test } from 'node:test'
import pg from 'pg'
import { openPeers } from '../../src/adapters/peers.ts'
import { openSecrets } from '../../src/adapters/secrets.ts'
import { CODE_CHARACTERS } from '../../src/domain/business-code.ts'
import { PEER_SIGNATURE, signedPeerText } from '../../src/domain/peer-signature.ts'
import { setMoveStatus } from '../../src/store/moves/move-status.ts'
import { testClock } from '../helpers/clock.ts'
import { driverPageToken } from '../helpers/links.ts'
import { type Installation, moveRows, type Place, startInstallations } from '../helpers/installations.ts'
import { type Office, signedIn } from '../helpers/office.ts'
import { onTheRoad, receiptsOf } from '../helpers/receipts.ts'
import { type Client, TEST_SECRET } from '../helpers/service.ts'
import { connectShop } from '../helpers/shops.ts'
import { until } from '../helpers/until.ts'

const clock = testClock()
const installations = await startInstallations(['a', 'b', 'c'], { clock: clock.now })
const [a, b, c] = installations as [Installation, Installation, Installation]
const secrets = openSecrets(TEST_SECRET)
const owner = async (at: Installation): Promise<pg.Client> => {
  const client = new pg.Client(at.databaseUrl)
  await client.connect()
  at.besides.unshift(() => client.end())
  return client
}
const atB = await owner(b)

interface Asked {
  path: string
  headers?: Record<string, string>
}
const keyOf = (key: string): Asked => ({ path: '/api/v1/orders', headers: { authorization: `Bearer ${key}` } })
const sessionOf = (cookie: string): Asked => ({ path: '/office/api/day?date=x', headers: { cookie } })
const at = (name: string): Place => ({ status: 204, installation: name, retryAfter: null })
const assertAt = async (name: string, { path, headers }: Asked, by: readonly Installation[] = installations) => {
  for (const one of by) assert.deepEqual(await one.where(path, headers), at(name), `${path} asked at ${one.name}`)
}
/** Waits until the directory of `by` has read that the business is at `name`. */
const listed = (by: Installation, name: string, { businessId }: Client) =>
  until('the lists have been read again', async () => {
    await by.directory.locateMoved({ foundBy: null, hint: null })
    return (await by.where(`/sign-in/company/${businessId}`)).installation === name
  })
const randomKey = (): string => `rk_live_${randomBytes(32).toString('base64url')}`
const setKey = (client: pg.Client, shop: Client, key: string) =>
  client.query('update api_keys set hash = $1 where key_uuid = $2', [
    createHash('sha256').update(key).digest(),
    shop.keyId,
  ])

let shop: Client
let office: Office
let token: string
const asked: Record<string, Asked> = {}

before(async () => {
  const road = await onTheRoad(b, clock, 1)
  ;({ shop, token } = road)
  office = await signedIn(b, shop.businessId)
  const form = new FormData()
  form.append('photo', new Blob([await picture()]), 'photo.jpg')
  const proof = await fetch(
    `${b.url}/api/v1/routes/${road.route.route_uuid}/stops/${road.route.stops[0]?.stop_uuid}/proof`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.apiKey}`, 'idempotency-key': randomUUID() },
      body: form,
    },
  )
  assert.equal(proof.status, 201, await proof.text())
  await road.outcome(0)
  await road.settle()
  const { body } = await shop.get<{ tracking_url: string }>(`/orders/${road.route.stops[0]?.external_ref}`)
  const [receipt] = await receiptsOf(shop)
  const connected = await connectShop(b, shop, 'WOOCOMMERCE')
  const logo = randomUUID()
  await atB.query(`update businesses set logo_file = $1, logo_type = 'image/png' where business_uuid = $2`, [
    logo,
    shop.businessId,
  ])
  const {
    rows: [row],
  } = await atB.query<{ proof_uuid: string }>('select proof_uuid from proofs')
  const {
    rows: [driver],
  } = await atB.query<{ driver_uuid: string }>('select driver_uuid from drivers where business_uuid = $1', [
    shop.businessId,
  ])
  const home = await driverPageToken(b, shop.businessId, driver?.driver_uuid ?? '')
  Object.assign(asked, {
    key: keyOf(shop.apiKey),
    session: sessionOf(`theme=dark; ${office.cookie}`),
    route: { path: `/d/${token}/run` },
    'driver page': { path: `/d/home/${home}` },
    tracking: { path: new URL(body.data.tracking_url).pathname },
    receipt: { path: `${new URL(receipt?.url ?? '').pathname}?lang=es` },
    connector: { path: `/connect/woocommerce/${connected.connectorId}` },
    file: { path: `/files/${row?.proof_uuid}?expires=1&signature=x` },
    logo: { path: `/brand/${logo}` },
  } satisfies Record<string, Asked>)
})

const picture = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const { default: sharp } = await import('sharp')
  return new Uint8Array(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer(),
  )
}

test('every kind of token and address is located at each installation', async () => {
  assert.equal(Object.keys(asked).length, 9)
  for (const one of Object.values(asked)) await assertAt('b', one)
})

test('the beginning of a single sign-on is located by its business, its end by its state', async () => {
  for (const one of [a, b]) await listed(one, 'b', shop)
  await assertAt('b', { path: `/sign-in/company/${shop.businessId}?to=/` }, [a, b])
  const state = b.running.app.secrets.businessToken(shop.businessId)
  await assertAt('b', { path: `/sign-in/company/callback?code=x&state=${state}` }, [a, b])
})

test('a request without a token belongs to any installation', async () => {
  for (const path of ['/docs', '/sign-in', '/', '/d/sw.js', '/t/too-short', '/assets/x.js', '/api/v1/health'])
    for (const one of installations) assert.deepEqual(await one.where(path), at(one.name), path)
})

test('a request without a valid token belongs to the installation after which its host is named', async () => {
  const of = (host: string, headers = {}) => ({
    path: '/office/api/sign-in',
    headers: { 'x-forwarded-host': host, ...headers },
  })
  await assertAt('b', of('b.roundsman.test'))
  await assertAt('c', of('C.roundsman.test', { cookie: `roundsman=${randomBytes(32).toString('base64url')}` }))
  await assertAt('a', of('roundsman.test'), [a])
  await assertAt('a', of('d.roundsman.test'), [a])
  await assertAt('b', { ...keyOf(shop.apiKey), headers: { ...keyOf(shop.apiKey).headers, 'x-forwarded-host': 'c.x' } })
})

test('a token that nobody knows belongs to any installation, which refuses it', async () => {
  await assertAt('a', keyOf(randomKey()), [a])
  await assertAt('c', { path: `/t/${randomBytes(32).toString('base64url')}` }, [c])
})

test('keys, links and sessions made before the codes are located by their hash', async () => {
  const old = await b.business()
  const key = randomKey()
  await setKey(atB, old, key)
  await assertAt('b', keyOf(key))
  const session = randomBytes(32).toString('base64url')
  await atB.query(
    'update sessions set token_hash = $1 where session_uuid = (select max(session_uuid::text)::uuid from sessions)',
    [createHash('sha256').update(session).digest()],
  )
  await assertAt('b', sessionOf(`roundsman=${session}`))
})

test('a token with the code of another business is located by its hash', async () => {
  const [here, there] = [await a.business(), await b.business()]
  await listed(a, 'a', here)
  const wrong = `rk_live_${b.running.app.secrets.businessToken(here.businessId)}`
  await setKey(atB, there, wrong)
  await assertAt('b', keyOf(wrong))
})

test('a key of a new business is located at once', async () => {
  for (let i = 0; i < 3; i++) await assertAt('c', keyOf((await c.business()).apiKey))
})

test('requests of a business that moves follow it', async () => {
  const moving = await c.business()
  await assertAt('c', keyOf(moving.apiKey))
  const atC = await owner(c)
  await moveRows(atC, atB, moving.businessId)
  assert.equal(
    await b.directory.ownerHere({ kind: 'KEY', value: secrets.hash(moving.apiKey).toString('base64url') }),
    null,
  )
  await setMoveStatus(atC, [moving.businessId], 'HELD', 60_000)
  await assertAt('c', keyOf(moving.apiKey))
  const held = await moving.get('/orders')
  assert.deepEqual([held.status, held.headers.get('x-installation')], [503, null])
  await setMoveStatus(atC, [moving.businessId], 'GONE')
  await atB.query('delete from moves where business_uuid = $1', [moving.businessId])
  await until(
    'the lists have been read again',
    async () => (await a.where('/', keyOf(moving.apiKey).headers)).installation === 'b',
  )
  await assertAt('b', keyOf(moving.apiKey), [a])

  await until('the source knows the target', async () => {
    const { headers } = await moving.get('/orders')
    return headers.get('x-installation') === 'b'
  })
  const refused = await moving.get('/orders')
  assert.deepEqual([refused.status, refused.body.details.code], [503, 'BUSINESS_MOVED'])
  assert.ok(refused.headers.get('retry-after'))
  const byProxy = await fetch(`${c.url}/api/v1/orders`, {
    headers: { authorization: `Bearer ${moving.apiKey}`, 'x-installation': 'c' },
  })
  const { details } = (await byProxy.json()) as { details: { code: string } }
  assert.deepEqual([byProxy.status, details.code, byProxy.headers.get('x-installation')], [421, 'BUSINESS_MOVED', 'b'])
  assert.equal((await moving.by(b).get('/orders')).status, 200)
  const other = await fetch(`${c.url}/api/v1/orders`, {
    headers: { authorization: `Bearer ${(await c.business()).apiKey}`, 'x-installation': 'c' },
  })
  assert.equal(other.status, 200)
})

test('a directory that is down stops only requests that it may know', async (t) => {
  const known = keyOf((await c.business()).apiKey)
  const old = randomKey()
  await setKey(await owner(c), await c.business(), old)
  await assertAt('c', known, [a])
  await c.stopDirectory()
  t.after(() => c.startDirectory())
  await assertAt('c', known, [a])
  await assertAt('b', asked.tracking as Asked, [a])
  const unknown = keyOf(randomKey())
  for (const one of [keyOf(old), unknown]) {
    const place = await a.where(one.path, one.headers)
    assert.deepEqual([place.status, place.installation], [503, null])
    assert.ok(Number(place.retryAfter) > 0)
  }
  const coded = `rk_live_${b.running.app.secrets.businessToken(shop.businessId)}`
  await assertAt('b', keyOf(coded), [a])
  await c.startDirectory()
  await assertAt('c', keyOf(old), [a])
  await assertAt('a', unknown, [a])
})

test('a new token of a known business is located by its code while its directory is down', async (t) => {
  const known = await c.business()
  await listed(a, 'c', known)
  await c.stopDirectory()
  t.after(() => c.startDirectory())
  const fresh = `rk_live_${c.running.app.secrets.businessToken(known.businessId)}`
  await assertAt('c', keyOf(fresh), [a])
})

interface Sent {
  method?: string
  path?: string
  body?: string
  to?: string
  at?: number
  secret?: string
  header?: string
}

/** Sends a request of another installation. */
async function askPeer(sent: Sent = {}): Promise<{ status: number; body: string; etag: string | null }> {
  const { method = 'GET', path = '/businesses', body = '', to = 'b', at: time = Date.now(), secret } = sent
  const bodyHash = createHash('sha256').update(body).digest('base64url')
  const text = signedPeerText({ to, at: String(time), method, path, bodyHash })
  const signature = openSecrets(secret ?? TEST_SECRET).sign('peer', text)
  const response = await fetch(b.directoryUrl + path, {
    method,
    headers: { [PEER_SIGNATURE]: sent.header ?? `${time}.${signature}` },
    ...(method === 'POST' && { body }),
  })
  return { status: response.status, body: await response.text(), etag: response.headers.get('etag') }
}

test('installations answer only signed, recent requests that were meant for them', async () => {
  assert.equal((await askPeer()).status, 200)
  for (const refused of [
    { header: '' },
    { header: 'x' },
    { header: `${Date.now()}.${'A'.repeat(43)}` },
    { secret: 'another secret with at least 32 characters' },
    { at: Date.now() - 31_000 },
    { at: Date.now() + 31_000 },
    { to: 'a' },
  ])
    assert.equal((await askPeer(refused)).status, 401, JSON.stringify(refused))
  const question = JSON.stringify({ kind: 'KEY', value: secrets.hash(shop.apiKey).toString('base64url') })
  assert.equal((await askPeer({ method: 'POST', path: '/find', body: question })).status, 200)
  assert.equal((await askPeer({ method: 'POST', path: '/find', body: 'x'.repeat(257) })).status, 413)
  assert.equal((await askPeer({ method: 'POST', path: '/find', body: '{"kind":"KEY","value":"x"}' })).status, 400)
  assert.equal((await askPeer({ method: 'POST', path: '/find', body: '[' })).status, 400)
  assert.equal((await askPeer({ path: '/other' })).status, 404)
})

test('answers to other installations contain digests only', async () => {
  const { body, etag } = await askPeer()
  assert.match(body, /^([\w-]{22}\n)*[\w-]{22}$/)
  assert.ok(body.split('\n').includes(secrets.businessDigest(shop.businessId)))
  assert.ok(!body.includes(shop.businessId))
  const peers = openPeers(new Map([['b', b.directoryUrl]]), secrets)
  assert.equal(
    await peers.listBusinesses('b', etag?.replaceAll('"', '') ?? ''),
    null,
    'an unchanged list is not sent again',
  )
  const question = JSON.stringify({ kind: 'KEY', value: secrets.hash(shop.apiKey).toString('base64url') })
  const found = await askPeer({ method: 'POST', path: '/find', body: question })
  assert.equal(found.body, secrets.businessDigest(shop.businessId))
  assert.equal(found.body.length > CODE_CHARACTERS, true)
})

test('a proxy’s question is answered even if its headers are large, and never fails on strange ones', async () => {
  const large = { ...keyOf(shop.apiKey).headers, 'x-large': 'x'.repeat(30_000) }
  assert.deepEqual(await a.where('/api/v1/orders', large), at('b'))
  for (const path of [
    '',
    '%',
    '/sign-in/company/callback?state=%',
    `/t/${'x'.repeat(20_000)}`,
    '/connect/woocommerce/x',
  ])
    assert.equal((await a.where(path, { cookie: '=;;roundsman', authorization: 'Bearer' })).status, 204, path)
})

test('the server of the directory closes although a proxy keeps its connection', async (t) => {
  const agent = new http.Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  await new Promise<void>((resolve, reject) => {
    http
      .get(`${c.directoryUrl}/where`, { agent }, (response) => response.resume().once('end', resolve))
      .once('error', reject)
  })
  await c.stopDirectory()
  await c.startDirectory()
})
