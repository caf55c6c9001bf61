// Tests notifications on a driver's phone: turned on by a button, shown by the page's service worker, turned off again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { startBrowser } from '../helpers/browser.ts'
import { driverToken, driverPageToken } from '../helpers/links.ts'
import { axeFaults } from '../helpers/axe.ts'
import { untilStored, openPhone, picture } from '../helpers/phone.ts'
import { startPushService } from '../helpers/push-service.ts'
import { builtRoute, shopWithOrders } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const browser = await startBrowser([], { whole: true })
const service = await startService({ jobs: true, env: { ALLOW_PRIVATE_WEBHOOKS: '1' } })
const phones = await startPushService()

/** Subscribes at the test's push service, because the browser has none. */
async function withPushService(phone: BrowserContext): Promise<void> {
  const subscribed = phones.subscribe()
  await phone.addInitScript(`
    const given = ${JSON.stringify(subscribed)}
    let current = JSON.parse(localStorage.getItem('test-subscription') ?? 'null')
    const made = (key) => ({
      ...given, options: { applicationServerKey: Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)) },
      toJSON: () => given,
      unsubscribe: async () => { localStorage.removeItem('test-subscription'); current = null; return true },
    })
    PushManager.prototype.getSubscription = async () => current && made(current)
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      current = applicationServerKey
      localStorage.setItem('test-subscription', JSON.stringify(current))
      return made(current)
    }`)
}

const shownOn = (page: Page) =>
  page.evaluate<{ title: string; body: string; path: string }[]>(`
    navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) =>
      all.map(({ title, body, data }) => ({ title, body, path: data.path })))`)

test('a driver turns on notifications, sees the office’s changes, and turns notifications off', async () => {
  const { shop, date } = await shopWithOrders(service, 2)
  const route = await builtRoute(shop, date)
  const home = `${service.url}/d/home/${await driverPageToken(service, shop.businessId, route.driver?.driver_uuid ?? '')}`
  const phone = await openPhone(browser, { small: true })
  await phone.grantPermissions(['notifications'], { origin: service.url })
  await withPushService(phone)
  const page = await phone.newPage()
  await page.goto(home)
  const on = page.getByRole('button', { name: 'Notify me of changes' })
  await on.waitFor()
  await untilStored(page)
  await picture(page, 'driver-home-notify')
  await on.tap()
  await page.getByText('This phone is notified when the office sends you a route').waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'driver-home-notified')
  await page.reload()
  await page.getByRole('button', { name: 'Stop notifications' }).waitFor()

  await shop.post(`/routes/${route.route_uuid}/dispatch`)
  await until('the push service got a notification', () => phones.pushed.length === 1)
  const devtools = await phone.newCDPSession(page)
  const registrations: string[] = []
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: all }) =>
    registrations.push(...all.map(({ registrationId }) => registrationId)),
  )
  await devtools.send('ServiceWorker.enable')
  await until('the service worker is registered', () => registrations.length > 0)
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: service.url,
    registrationId: registrations[0] ?? '',
    data: JSON.stringify(phones.pushed[0]?.text),
  })
  await until('the notification is shown', async () => (await shownOn(page)).length > 0)
  const [shown] = await shownOn(page)
  assert.equal(shown?.title, 'New route')
  assert.match(shown.body, /2 stops/)
  assert.equal(shown.path, `/d/${await driverToken(service, shop.businessId, route.route_uuid)}`)
  await page.getByRole('link', { name: `Open route: ${route.name}` }).waitFor()

  await page.getByRole('button', { name: 'Stop notifications' }).tap()
  await on.waitFor()
  await until('the server has deleted the phone', async () => {
    const kept = await service.app.db.asBusiness(shop.businessId, (tx) =>
      tx.selectFrom('pushSubscriptions').selectAll().execute(),
    )
    return kept.length === 0
  })
})

test('the page explains that a browser blocks notifications or has none', async () => {
  const { shop, date } = await shopWithOrders(service, 1)
  const route = await builtRoute(shop, date)
  const home = `${service.url}/d/home/${await driverPageToken(service, shop.businessId, route.driver?.driver_uuid ?? '')}`
  const blocked = await openPhone(browser)
  await blocked.addInitScript(`Notification.requestPermission = async () => 'denied'`)
  const page = await blocked.newPage()
  await page.goto(home)
  await page.getByRole('button', { name: 'Notify me of changes' }).tap()
  await page.getByText('This browser blocks notifications.').waitFor()
  await page.getByRole('button', { name: 'Notify me of changes' }).waitFor()

  const without = await openPhone(browser)
  await without.addInitScript('delete window.PushManager')
  const old = await without.newPage()
  await old.goto(home)
  await old.getByText('This browser can’t show notifications.').waitFor()
  assert.equal(await old.getByRole('button', { name: 'Notify me of changes' }).count(), 0)

  const iPhone = await openPhone(browser)
  await iPhone.addInitScript(`delete window.PushManager; navigator.standalone = false`)
  const inBrowser = await iPhone.newPage()
  await inBrowser.goto(home)
  await inBrowser.getByText('add this page to the home screen first').waitFor()
})
