// Clicks of the commonest jobs, which must not become more. docs/design.md has these figures beside those of the former
// screens.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { geocodePendingOrders } from '../../src/app/orders/geocode-pending.ts'
import { startBrowser } from '../helpers/browser.ts'
import { testClock } from '../helpers/clock.ts'
import { addDriver, addVehicle } from '../helpers/fleet.ts'
import { officePages } from '../helpers/office-pages.ts'
import { orderBody } from '../helpers/orders.ts'
import { dispatchedRoute, shopWithOrders } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const clock = testClock()
const service = await startService({ jobs: true, replaced: { clock: clock.now } })
const { signIn } = officePages(browser, service)

/** Clicks of each job, from the screen of the day. A choice from a list counts as two: it is opened and chosen from. */
const CLICKS = {
  'build and send a day': 4,
  'move a stop to another route': 2,
  'fit in an urgent order': 2,
  'find and correct an order': 5,
  'place an order without a location': 4,
  'record a failed delivery': 4,
  'add a vehicle': 3,
  'see who is late': 0,
  'print manifests': 1,
} as const

/** Shows the day of these orders to a dispatcher, and counts the clicks from then on. */
async function openDay(businessId: string, date: string): Promise<{ page: Page; clicks: () => Promise<number> }> {
  const page = await signIn(businessId, 'DISPATCHER')
  await page.goto(`${service.url}/?date=${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`)
  await page.getByRole('heading', { name: /^The day / }).waitFor()
  await page.evaluate(`{
    globalThis.clicks = 0
    addEventListener('pointerdown', ({ isTrusted }) => { if (isTrusted) globalThis.clicks += 1 }, true)
    addEventListener('change', ({ target }) => { if (target.localName === 'select') globalThis.clicks += 2 }, true)
  }`)
  return { page, clicks: () => page.evaluate('globalThis.clicks') }
}

async function counts(job: keyof typeof CLICKS, { clicks }: { clicks: () => Promise<number> }): Promise<void> {
  assert.equal(await clicks(), CLICKS[job], job)
}

test('a day is built and sent', async () => {
  const { shop, date } = await shopWithOrders(service, 3)
  const day = await openDay(shop.businessId, date)
  const { page } = day
  await page.getByRole('button', { name: 'Build routes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Build routes' }).click()
  await page.getByRole('heading', { name: /^All .* on \d+ routes?\.$/ }).waitFor()
  await page.getByRole('button', { name: 'Send 1 route' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send Test van' }).click()
  await page
    .getByText(/1 route sent/)
    .first()
    .waitFor()
  await counts('build and send a day', day)
})

test('a stop is moved to the next best route, and manifests are printed', async () => {
  const { shop, date } = await shopWithOrders(service, 6)
  const driverId = await addDriver(service.app, shop.businessId)
  await addVehicle(service.app, shop.businessId, { name: 'Second van', driverId })
  const { body } = await shop.post<{ routes: unknown[] }>('/routes/build', { date, options: { balance: 'STOPS' } })
  assert.equal(body.data.routes.length, 2)
  const day = await openDay(shop.businessId, date)
  const { page } = day
  await page.getByRole('grid', { name: 'Stops of Test van' }).getByRole('row').first().click()
  const positions = page.getByRole('complementary').getByRole('region', { name: 'Best positions' })
  await positions
    .getByRole('button', { name: /^Add here/ })
    .first()
    .click()
  await page.getByRole('status').filter({ hasText: /moved/ }).waitFor()
  await counts('move a stop to another route', day)

  const print = await openDay(shop.businessId, date)
  const manifests = print.page.getByRole('link', { name: 'Print all manifests' })
  assert.match((await manifests.getAttribute('href')) ?? '', /\/manifests\.pdf\?date=/)
  await Promise.all([print.page.waitForEvent('popup'), manifests.click()])
  await counts('print manifests', print)
})

test('an urgent order is fitted in, and a failed delivery is recorded', async () => {
  const { shop, date } = await dispatchedRoute(service, 3)
  const failing = await openDay(shop.businessId, date)
  const { page } = failing
  await page.getByRole('grid', { name: 'Stops of Test van' }).getByRole('row').first().click()
  const card = page.getByRole('complementary')
  await card.getByLabel('Outcome').selectOption('FAILED')
  await card.getByLabel('Reason').fill('Nobody there')
  await card.getByRole('button', { name: 'Record' }).click()
  await card.getByText('Failed, can still be undone: Nobody there').waitFor()
  await counts('record a failed delivery', failing)

  clock.advance(60)
  const address = { line1: '7 Urgent Street', city: 'Washington', lat: 38.93, lng: -77.02 }
  await shop.post('/orders', orderBody({ delivery_date: date, address }))
  const urgent = await openDay(shop.businessId, date)
  await urgent.page.getByRole('button', { name: 'Fit in 1 order' }).click()
  await urgent.page
    .getByRole('button', { name: /^Use this plan: / })
    .first()
    .click()
  await urgent.page
    .getByRole('status')
    .filter({ hasText: /^Fit in 7 Urgent Street/ })
    .waitFor()
  await counts('fit in an urgent order', urgent)
})

test('an order is found and corrected', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 3)
  const day = await openDay(shop.businessId, date)
  const { page } = day
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByLabel('Reference, name, address or phone').click()
  await page.keyboard.type(refs[1] ?? '')
  await page.getByText('1 order', { exact: true }).waitFor()
  await page.getByRole('button', { name: refs[1] ?? '' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Customer', exact: true }).fill('Another customer')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The order is saved.').waitFor()
  await counts('find and correct an order', day)
})

test('an order without a location is placed', async () => {
  const { shop, date } = await shopWithOrders(service, 1)
  await shop.post(
    '/orders',
    orderBody({ delivery_date: date, address: { line1: '1 Nowhere Lane', city: 'Washington' } }),
  )
  await geocodePendingOrders(service.app)
  const day = await openDay(shop.businessId, date)
  const { page } = day
  await page.getByRole('link', { name: 'Set locations' }).click()
  await page.getByRole('cell', { name: '1 Nowhere Lane' }).locator('xpath=../td[2]/button').click()
  await page.getByRole('button', { name: 'Place the pin' }).click()
  await page.getByRole('button', { name: /^Pin: arrow keys/ }).press('Shift+ArrowUp')
  await page.getByRole('button', { name: 'Save the pin' }).click()
  await page.getByText('The pin is saved').waitFor()
  await counts('place an order without a location', day)
})

test('a late route is seen without a click', async () => {
  const { shop, date } = await dispatchedRoute(service, 2, { window_start: '08:00', window_end: '12:00' })
  // Two days later the window is over, whatever the hour.
  clock.advance(2 * 86_400)
  const day = await openDay(shop.businessId, date)
  await day.page
    .getByText(/\blate\b/)
    .first()
    .waitFor()
  await counts('see who is late', day)
})
