// Tests rotation of the application's secret for a business with every kind of data that depends on the secret.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { checkSecret } from '../../../src/app/operations/check-secret.ts'
import { rotateSecret } from '../../../src/app/operations/rotate-secret.ts'
import { driverPageUrl } from '../../../src/app/driving/driver-page-link.ts'
import { showDriverLink } from '../../../src/app/driving/show-driver-link.ts'
import { publicReceiptKeys } from '../../../src/app/customers/receipts/receipt-key.ts'
import type { ReceiptLine, ReceiptOut } from '../../../src/contract/receipts.ts'
import { sealReceiptsJob } from '../../../src/jobs/seal-receipts.ts'
import { sendWebhooksJob } from '../../../src/jobs/send-webhooks.ts'
import { signedIn } from '../../helpers/office.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { pathOf } from '../../helpers/receipts.ts'
import { dispatchedRoute } from '../../helpers/routes.ts'
import { type Service, startService, TEST_SECRET } from '../../helpers/service.ts'
import { addEndpoint, emitEvents, stopFacts, SUBSCRIPTIONS } from '../../helpers/webhooks.ts'
import { createHmac } from 'node:crypto'

const NEW_SECRET = 'another secret for tests only, also long enough'
const env = { ALLOW_PRIVATE_WEBHOOKS: '1' }
const old = await startService({ env })

test('stored responses, webhook signatures and issued links still work, without the old secret', async () => {
  const receiver = await startReceiver()
  const { shop, route, refs } = await dispatchedRoute(old, 2)
  const [ref = ''] = refs
  const headers = { 'idempotency-key': randomUUID() }
  const endpoint = await addEndpoint(shop, receiver.url)
  const added = await shop.post(SUBSCRIPTIONS, { url: `${receiver.url}/2` }, headers)
  const { next_cursor } = (await shop.get('/orders?limit=1')).body
  const office = await signedIn(old, shop.businessId)
  assert.equal((await office.post(`/drivers/${route.driver?.driver_uuid}/page`)).status, 200)
  const { homeId } = await old.app.db.asBusiness(shop.businessId, (tx) =>
    tx.selectFrom('driverHomes').select('homeId').executeTakeFirstOrThrow(),
  )
  const links = {
    tracking: await trackingOf(old),
    driver: (await showDriverLink(old.app, route.route_uuid)).url,
    home: driverPageUrl(old.app, homeId),
  }

  const during = await startService({
    beside: old,
    env: { ...env, APP_SECRET: NEW_SECRET, APP_SECRET_PREVIOUS: TEST_SECRET },
  })
  assert.equal((await shop.by(during).get(`/orders?cursor=${next_cursor}`)).status, 200)
  const rotated = await rotateSecret(during.app)
  assert.ok(rotated.resealed >= 5 && rotated.links >= 4, JSON.stringify(rotated))
  assert.deepEqual(await rotateSecret(during.app), { resealed: 0, links: 0, ended_links: 0, unreadable: 0 })

  const after = await startService({ beside: old, env: { ...env, APP_SECRET: NEW_SECRET } })
  const replayed = await shop.by(after).post(SUBSCRIPTIONS, { url: `${receiver.url}/2` }, headers)
  assert.equal(replayed.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(replayed.body, added.body)

  await emitEvents(after, shop, ['stop.scheduled', stopFacts()])
  await sendWebhooksJob.run(after.app)
  const sent = receiver.received.at(-1)
  const signatures = [endpoint.secret, String(added.body.data.secret)].map(
    (secret) =>
      `sha256=${createHmac('sha256', secret)
        .update(sent?.body ?? '')
        .digest('hex')}`,
  )
  assert.ok(signatures.includes(String(sent?.headers['x-service-signature'])))

  const now = {
    tracking: await trackingOf(after),
    driver: (await showDriverLink(after.app, route.route_uuid)).url,
    home: driverPageUrl(after.app, homeId),
  }
  assert.notEqual(now.tracking, links.tracking)
  assert.notEqual(now.home, links.home)
  for (const link of [...Object.values(links), ...Object.values(now)])
    assert.equal((await fetch(after.url + new URL(link).pathname)).status, 200, link)

  await shop.by(after).post(`/routes/${route.route_uuid}/cancel`)
  for (const link of [links.driver, now.driver])
    assert.equal((await fetch(after.url + new URL(link).pathname)).status, 410, 'an ended link stays ended, old or new')

  async function trackingOf(service: Service): Promise<string> {
    const { body } = await shop.by(service).get<{ stop: { tracking_url: string } }>(`/orders/${ref}`)
    return body.data.stop.tracking_url
  }
})

test('after a leak, no link made with the old secret works, not even one made later', async () => {
  const leaked = await startService({ env })
  const { shop, route, refs } = await dispatchedRoute(leaked, 1)
  const trackingOf = async (service: Service) =>
    (await shop.by(service).get<{ stop: { tracking_url: string } }>(`/orders/${refs[0]}`)).body.data.stop.tracking_url
  const driverOf = async ({ app }: Service) => (await showDriverLink(app, route.route_uuid)).url
  const opens = async (service: Service, link: string) => (await fetch(service.url + new URL(link).pathname)).status
  const before = { tracking: await trackingOf(leaked), driver: await driverOf(leaked) }

  const rotating = { APP_SECRET: NEW_SECRET, APP_SECRET_PREVIOUS: TEST_SECRET }
  const during = await startService({ beside: leaked, env: { ...env, ...rotating } })
  assert.equal((await rotateSecret(during.app, { endLinks: true })).ended_links, 2)
  const after = await startService({ beside: leaked, env: { ...env, APP_SECRET: NEW_SECRET } })
  assert.equal(await opens(after, before.tracking), 404)
  assert.equal(await opens(after, before.driver), 410, 'the driver is informed that the link has ended')
  for (const link of [await trackingOf(after), await driverOf(after)]) assert.equal(await opens(after, link), 200)
})

test('receipts keep their key and links; an unreadable key is replaced', async () => {
  const before = await startService({ env })
  const { shop, route } = await dispatchedRoute(before, 3)
  await before.app.db.query('update businesses set undo_window_seconds = 0', [])
  /** Delivers the next stop through this process. Returns the receipt of the delivery. */
  const delivered = async (service: Service): Promise<ReceiptOut & { kid: string }> => {
    const had = (await shop.by(service).get<ReceiptOut[]>('/receipts')).body.data.length
    assert.equal((await shop.by(service).post(`${pathOf(route, had)}/status`, { status: 'DELIVERED' })).status, 200)
    await sealReceiptsJob.run(service.app)
    const receipt = (await shop.by(service).get<ReceiptOut[]>('/receipts')).body.data[had]
    assert.ok(receipt)
    return { ...receipt, kid: (JSON.parse(receipt.file) as ReceiptLine).signed.kid }
  }
  const opens = async (service: Service, { url }: ReceiptOut) =>
    (await fetch(service.url + new URL(url).pathname)).status
  const first = await delivered(before)
  const rotating = { APP_SECRET: NEW_SECRET, APP_SECRET_PREVIOUS: TEST_SECRET }
  await rotateSecret((await startService({ beside: before, env: { ...env, ...rotating } })).app)
  const after = await startService({ beside: before, env: { ...env, APP_SECRET: NEW_SECRET } })
  const second = await delivered(after)
  assert.deepEqual([second.kid, await opens(after, first), await opens(after, second)], [first.kid, 200, 200])

  const lost = { APP_SECRET: 'a secret that nothing was ever made with' }
  const { app, ...rest } = await startService({ beside: before, env: { ...env, ...lost } })
  await rotateSecret(app, { oldSecretLost: true })
  const third = await delivered({ app, ...rest })
  const { keys } = await publicReceiptKeys(app)
  assert.deepEqual(
    keys.map(({ kid, retired_at }) => [kid, retired_at === null]),
    [
      [third.kid, true],
      [first.kid, false],
    ],
  )
  assert.deepEqual([await opens({ app, ...rest }, second), await opens({ app, ...rest }, third)], [404, 200])
})

test('a secret that doesn’t belong to the database is rejected before, during and after a rotation', async () => {
  const plain = await startService({ env })
  const withSecret = async (secret: string, previous = '') =>
    (await startService({ beside: plain, env: { ...env, APP_SECRET: secret, APP_SECRET_PREVIOUS: previous } })).app
  const [first, wrong] = [await withSecret(TEST_SECRET), await withSecret('a secret that nothing was ever made with')]
  const rotating = await withSecret(NEW_SECRET, TEST_SECRET)
  const settled = await withSecret(NEW_SECRET)
  const refused = /not the one this database is used with/
  await checkSecret(rotating, { rotating: true })
  await checkSecret(first, { rotating: false })
  await checkSecret(first, { rotating: false })
  await checkSecret(rotating, { rotating: true })
  for (const app of [wrong, settled]) await assert.rejects(checkSecret(app, { rotating: false }), refused)
  await rotateSecret(rotating)
  await checkSecret(settled, { rotating: false })
  await checkSecret(rotating, { rotating: true })
  for (const app of [wrong, first]) await assert.rejects(checkSecret(app, { rotating: false }), refused)
  // If the old secret is lost, the data that is not encrypted can be used with a new secret.
  assert.ok((await rotateSecret(wrong, { oldSecretLost: true })).unreadable >= 0)
  await checkSecret(wrong, { rotating: false })
})
