// Businesses of the proof, with every kind of key, link and address that leads to them.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { operatorContext } from '../../../src/app/business/audited-change.ts'
import { putLogo } from '../../../src/app/business/settings/logo.ts'
import { openTestSide } from '../../../src/app/business/test-side.ts'
import { showDriverLink } from '../../../src/app/driving/show-driver-link.ts'
import { createDriver } from '../../../src/app/fleet/create-driver.ts'
import { createConnector } from '../../../src/app/integrations/connectors/manage-connectors.ts'
import { createKey } from '../../../src/app/integrations/keys/create-key.ts'
import { createUser } from '../../../src/app/people/users/create-user.ts'
import { driverPageToken } from '../../../test/helpers/links.ts'
import { PASSWORD, PASSWORD_HASH } from '../../../test/helpers/office.ts'
import { tomorrow } from '../mixed-load.ts'
import { newShop } from '../shops.ts'
import type { Answer, Call, Calls } from './calls.ts'
import type { Installation, Name } from './installations.ts'

export interface Shop {
  businessId: string
  name: string
  apiKey: string
  /** Installation that serves the business. */
  at: Name
  trackingPath: string
  /** Order that each check reads. */
  ref: string
}

/** A request with a key, link or address of a business, and the text that its response must contain. */
export interface Probe {
  kind: string
  shop: Shop
  call: Call
  status: number
  has: string
}

const PATIENCE_MS = 30_000

/** Creates businesses at the installations in turn, each with a key and an order. */
export async function newShops(
  installations: readonly Installation[],
  calls: Calls,
  url: string,
  count: number,
): Promise<Shop[]> {
  const shops: Shop[] = []
  const at = async (installation: Installation, i: number): Promise<void> => {
    if (i >= count) return
    const name = `Proof business ${String(i).padStart(4, '0')} of ${installation.name}`
    const { businessId, apiKey } = await newShop(installation.running.app, name)
    const ref = `first-${randomUUID()}`
    const made = await sendOrder(calls, url, apiKey, ref)
    const { data } = JSON.parse(made.text) as { data: { tracking_url: string } }
    const trackingPath = new URL(data.tracking_url).pathname
    shops.push({ businessId, name, apiKey, at: installation.name, trackingPath, ref })
    await at(installation, i + installations.length)
  }
  await Promise.all(installations.map(at))
  return shops
}

async function sendOrder(calls: Calls, url: string, apiKey: string, ref: string): Promise<Answer> {
  const answer = await calls.send({ url: `${url}/api/v1/orders`, ...written(apiKey, orderBody(ref)) })
  if (answer.status !== 201) throw new Error(`an order of a new business got ${answer.status}: ${answer.text}`)
  return answer
}

/** A write with an Idempotency-Key of its own. */
export const written = (apiKey: string, body: unknown): Omit<Call, 'url'> => ({
  method: 'POST',
  headers: {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  },
  body: JSON.stringify(body),
})

export const orderBody = (ref: string) => ({
  external_ref: ref,
  customer_name: 'Proof customer',
  address: { line1: '1 Proof Street', city: 'Washington', lat: 38.9, lng: -77.03 },
  delivery_date: tomorrow(Date.now() + 86_400_000),
})

const keyed = (apiKey: string): Record<string, string> => ({ authorization: `Bearer ${apiKey}` })

/** Returns the requests by the key and by the tracking link of the business. */
export const basicProbes = (url: string, shop: Shop): Probe[] => [
  { kind: 'key', shop, call: { url: `${url}/api/v1/key`, headers: keyed(shop.apiKey) }, status: 200, has: shop.name },
  {
    kind: 'order by key',
    shop,
    call: { url: `${url}/api/v1/orders/${shop.ref}`, headers: keyed(shop.apiKey) },
    status: 200,
    has: shop.ref,
  },
  { kind: 'tracking link', shop, call: { url: url + shop.trackingPath }, status: 200, has: shop.name },
]

/** A setup of the requests of one business. */
interface Setup {
  installation: Installation
  calls: Calls
  url: string
  shop: Shop
  add: (kind: string, call: Call, has: string, status?: number) => void
}

/**
 * Gives the business a driver on the road, a receipt, a photo, a logo, a connected shop, a user and a test side. Returns a
 * request for each.
 */
export async function everyProbe(installation: Installation, calls: Calls, url: string, shop: Shop): Promise<Probe[]> {
  const probes: Probe[] = []
  const setup: Setup = {
    installation,
    calls,
    url,
    shop,
    add: (kind, call, has, status = 200) => void probes.push({ kind, shop, call, status, has }),
  }
  const picture = await jpeg()
  await addRoad(setup, picture)
  await addLogo(setup, picture)
  await addConnector(setup)
  await addKeys(setup)
  await addSessions(setup)
  return probes
}

/** A route with a delivered stop, its photo and its receipt, and the links of the driver. */
async function addRoad(
  { installation, calls, url, shop, add }: Setup,
  picture: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const { running } = installation
  const { businessId, apiKey, name } = shop
  const read = async (at: string): Promise<unknown> =>
    dataOf(await calls.send({ url: url + at, headers: keyed(apiKey) }))
  const write = async (at: string, body: unknown): Promise<unknown> =>
    dataOf(await calls.send({ url: url + at, ...written(apiKey, body) }))
  const date = tomorrow()
  const refs = [`door-${randomUUID()}`, `door-${randomUUID()}`]
  for (const ref of refs) await write('/api/v1/orders', { ...orderBody(ref), delivery_date: date })
  const { routes } = (await write('/api/v1/routes/build', { date, external_refs: refs })) as Built
  const [route] = routes
  const stop = route?.stops[0]
  if (!route || !stop) throw new Error('no route was built')
  await write(`/api/v1/routes/${route.route_uuid}/dispatch`, {})
  const form = new FormData()
  form.append('photo', new Blob([picture]), 'photo.jpg')
  const stopPath = `/api/v1/routes/${route.route_uuid}/stops/${stop.stop_uuid}`
  const headers = { ...keyed(apiKey), 'idempotency-key': randomUUID() }
  const proof = await fetch(`${url}${stopPath}/proof`, { method: 'POST', headers, body: form })
  if (proof.status !== 201) throw new Error(`a photo got ${proof.status}: ${await proof.text()}`)
  await write(`${stopPath}/status`, { status: 'DELIVERED' })

  const runPath = new URL((await showDriverLink(running.app, route.route_uuid)).url).pathname
  add('driver link', { url: `${url}${runPath}/run` }, route.route_uuid)
  const driver = { name: 'Proof driver', phone: null, email: null, language: null }
  const { driverId } = await createDriver(running.app, businessId, driver)
  add('driver page', { url: `${url}/d/home/${await driverPageToken(running, businessId, driverId)}` }, name)
  const receipt = await readUntil(async () => ((await read('/api/v1/receipts')) as { url: string }[])[0])
  add('receipt link', { url: url + new URL(receipt.url).pathname }, name)
  const photo = await readUntil(async () => fileUrlIn(await read(`/api/v1/routes/${route.route_uuid}`)))
  const { pathname, search } = new URL(photo)
  add('photo', { url: url + pathname + search }, '')
}

async function addLogo({ installation, url, shop, add }: Setup, picture: Uint8Array<ArrayBuffer>): Promise<void> {
  const { running, dataDir } = installation
  const file = path.join(dataDir, `${shop.businessId}.jpg`)
  await writeFile(file, picture)
  const { logo_path: logo } = await putLogo(await operatorContext(running.app, shop.businessId), file)
  add('logo', { url: `${url}${logo}` }, '')
}

async function addConnector({ installation, url, shop, add }: Setup): Promise<void> {
  const ctx = await operatorContext(installation.running.app, shop.businessId)
  const connector = await createConnector(ctx, { kind: 'WEBHOOK', name: 'Proof shop', secret: null, shop: null })
  const sent: Call = {
    url: url + new URL(connector.url).pathname,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-webhook-secret': connector.secret },
    body: readFileSync(new URL('../../../test/data/shops/woocommerce-order.json', import.meta.url), 'utf8'),
  }
  add('connector', sent, '"status"')
}

async function addKeys({ installation, url, shop, add }: Setup): Promise<void> {
  const { app } = installation.running
  const testKey = await createKey(app, { businessId: await openTestSide(app, shop.businessId), name: 'test' })
  add('test key', { url: `${url}/api/v1/key`, headers: keyed(testKey.apiKey) }, '"test":true')
  add('webhook management', { url: `${url}/api/v1/webhooks/subscriptions`, headers: keyed(shop.apiKey) }, '"data":[')
}

async function addSessions({ installation, calls, url, shop, add }: Setup): Promise<void> {
  const { app } = installation.running
  const { businessId } = shop
  const email = `owner-${businessId.slice(-12)}@proof.test`
  await createUser(app, businessId, { email, name: 'Proof owner', role: 'OWNER', password: PASSWORD_HASH })
  const cookie = await signIn(calls, url, email)
  add('session', { url: `${url}/office/api/session`, headers: { cookie } }, shop.name)
  const state = app.secrets.businessToken(businessId)
  add('single sign-on', { url: `${url}/sign-in/company/${businessId}` }, '', 302)
  add('single sign-on callback', { url: `${url}/sign-in/company/callback?code=x&state=${state}` }, '', 302)
}

interface Built {
  routes: { route_uuid: string; stops: { stop_uuid: string }[] }[]
}

/** Signs in at the host name for all installations. Returns the cookie. */
async function signIn(calls: Calls, url: string, email: string): Promise<string> {
  const answer = await calls.send({
    url: `${url}/office/api/sign-in`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  if (answer.status !== 200) throw new Error(`a sign-in got ${answer.status}: ${answer.text}`)
  return answer.cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ')
}

function dataOf({ status, text }: Answer): unknown {
  if (status < 200 || status > 299) throw new Error(`a request of the setup got ${status}: ${text}`)
  return (JSON.parse(text) as { data: unknown }).data
}

async function readUntil<T>(read: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const found = await read()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error('something that the setup needs is not made in time')
    await sleep(100)
  }
}

/** The first signed URL of a photo in the response. */
const fileUrlIn = (data: unknown): string | undefined => /http[^"]*\/files\/[^"]*/.exec(JSON.stringify(data))?.[0]

const jpeg = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer(),
  )
