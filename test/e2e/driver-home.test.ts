// Tests the driver page on a phone: its routes as they change, without reception, in dark mode, with large and small
// text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RouteOut } from '../../src/contract/routes.ts'
import { startBrowser } from '../helpers/browser.ts'
import { driverPageToken } from '../helpers/links.ts'
import { officePages } from '../helpers/office-pages.ts'
import { axeFaults } from '../helpers/axe.ts'
import { untilStored, openPhone, picture, tap, touch } from '../helpers/phone.ts'
import { builtRoute, dispatchedRoute, shopWithOrders } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const service = await startService({ jobs: true, env: { ALLOW_PRIVATE_WEBHOOKS: '1' } })
const { app } = service

const homeOf = async ({ businessId }: { businessId: string }, { driver }: Pick<RouteOut, 'driver'>) =>
  `${service.url}/d/home/${await driverPageToken(service, businessId, driver?.driver_uuid ?? '')}`

test('the page shows the office’s changes, opens routes and is reached again from them, and keeps the last state offline', async () => {
  const { shop, date } = await shopWithOrders(service, 3)
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ contactPhone: '+1 202 555 0111' }).execute(),
  )
  const route = await builtRoute(shop, date)
  const phone = await openPhone(browser, { small: true })
  const page = await phone.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(await homeOf(shop, route))
  await page.getByRole('heading', { name: 'Test driver' }).waitFor()
  await page.getByText('No route for today yet.').waitFor()
  await page.getByText('Not sent yet, may still change').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Call the office' }).getAttribute('href'), 'tel:+12025550111')
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'driver-home-planned')

  await shop.post(`/routes/${route.route_uuid}/dispatch`)
  const again = () => page.evaluate("window.dispatchEvent(new Event('online'))")
  await again()
  const open = page.getByRole('link', { name: `Open route: ${route.name}` })
  await open.waitFor()
  await picture(page, 'driver-home')
  assert.equal(await sideways(page), 0)

  await untilStored(page)
  await phone.setOffline(true)
  await page.reload()
  await page.getByText(/^No connection\. This is how it was at \d+:\d\d [AP]M\.$/).waitFor()
  await open.waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'driver-home-offline')
  await phone.setOffline(false)
  await again()
  await page.getByText('No connection').waitFor({ state: 'detached' })

  // Requests get neither a response nor an error.
  await page.clock.install()
  await page.route('**/d/home/*', () => {})
  await again()
  await page.clock.runFor(11_000)
  await page.getByText('No connection').waitFor()
  await page.unroute('**/d/home/*')
  await again()
  await page.getByText('No connection').waitFor({ state: 'detached' })

  await page.getByLabel('Language').selectOption('Deutsch')
  await page.getByText('Bereit zum Start').waitFor()
  await page.getByRole('link', { name: `Route öffnen: ${route.name}` }).click()
  await tap(page, 'Alle Stopps')
  await touch(page, page.getByRole('link', { name: 'Meine Routen' }))
  await page.getByText('Noch keine Route für heute.').waitFor()
  assert.deepEqual(faults, [])
})

/** CSS pixels by which the page can scroll sideways. */
const sideways = (page: { evaluate<T>(script: string): Promise<T> }) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

test('nothing is lost in dark mode and at twice the size, and the page is complete without scripts', async () => {
  const { shop, route } = await dispatchedRoute(service, 2)
  const url = await homeOf(shop, route)
  const dark = await (await openPhone(browser, { dark: true, size: [360, 640] })).newPage()
  await dark.goto(url)
  await dark.getByRole('link', { name: /^Open route/ }).waitFor()
  await dark.addStyleTag({ content: 'body { font-size: 34px; line-height: 48px }' })
  assert.equal(await sideways(dark), 0)
  assert.deepEqual(await axeFaults(dark), [])
  await picture(dark, 'driver-home-dark-large')

  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } })
  const page = await plain.newPage()
  await page.goto(url)
  await page.getByLabel('Language').selectOption('Français')
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByText('Prête à partir').waitFor()
  await page.getByRole('link', { name: /^Ouvrir la tournée/ }).click()
  await page.getByText('2 arrêts').waitFor()
})

test('the office shows the link of a driver page as a QR code, and makes a new one after a confirmation', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const { signIn, passesAxe } = officePages(browser, service)
  const office = await signIn(shop.businessId, 'DISPATCHER')
  await office.getByRole('link', { name: 'Fleet' }).click()
  await office.getByRole('link', { name: /^Drivers/ }).click()
  await office.getByRole('button', { name: 'Driver’s page of Test driver' }).click()
  const dialog = office.getByRole('dialog', { name: 'Test driver’s page' })
  await dialog.getByRole('img', { name: 'QR code' }).waitFor()
  await dialog.getByText('It can’t be texted: no text message provider is set up.').waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Text it' }).getAttribute('aria-disabled'), 'true')
  await passesAxe(office, 'the driver’s page')
  await picture(office, 'office-driver-page')
  const before = await homeOf(shop, route)
  await dialog.getByRole('button', { name: 'New link' }).click()
  await office.getByRole('button', { name: 'Make a new link' }).click()
  await dialog.getByText('This link is new.').waitFor()
  assert.equal((await fetch(before)).status, 410)
  const [path = ''] = /\/d\/home\/[\w-]{43}/.exec(await dialog.innerText()) ?? []
  assert.equal((await fetch(service.url + path)).status, 200)
})
