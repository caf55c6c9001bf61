// Visits every screen once, with the demo business, from signing in to a delivery that its customer looks at.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { OrderOut } from '../../src/contract/order.ts'
import { chooseOfDay, openAccount, openScreen, sendAll } from '../../test/helpers/office-pages.ts'
import type { DemoPages } from './demo-pages.ts'

export type Visit = (page: Page, name: string) => Promise<void>

/** Screens that only have to be opened, each by a link on the previous screen. */
const HEADS = ['Import', 'Fleet', 'Zones', 'Reports', 'Integrations', 'Shops', 'API calls', 'Team', 'Settings']
const PARTS_OF_SETTINGS = [
  'Drivers and proof',
  'Customers',
  'Messages',
  'Privacy',
  'Single sign-on',
  'Traffic',
  'Map region',
  'Activity log',
]

export async function walkOffice(browser: Browser, server: DemoPages, visit: Visit): Promise<void> {
  const page = await (await officeContext(browser, 'light')).newPage()
  await signIn(page, server, visit)
  await walkDay(page, visit)
  await walkOrders(page, visit)
  for (const head of HEADS) await visitHead(page, head, visit)
  await walkSettings(page, server, visit)
  await walkDark(await (await officeContext(browser, 'dark')).newPage(), server, visit)
  await walkOnTablet(page, visit)
}

/** Builds, sends and shows the routes of an empty day. */
async function walkDay(page: Page, visit: Visit): Promise<void> {
  await chooseOfDay(page, 'Plan', 'Plan several days')
  await page.getByRole('dialog').getByText('Every unassigned delivery').waitFor()
  await visit(page, 'office-days')
  await page.keyboard.press('Escape')
  await page.keyboard.press('b')
  await visit(page, 'office-build')
  await page.getByRole('dialog').getByRole('button', { name: 'Build routes' }).click()
  await page.getByRole('button', { name: 'View routes' }).waitFor()
  await page.getByTitle(/^Undo: 4 routes built/).waitFor()
  // With a plan, the first steps are done and disappear. The page checks for that every few seconds.
  await page.getByRole('region', { name: 'Getting started' }).waitFor({ state: 'detached' })
  await visit(page, 'office-built')
  await page.getByRole('button', { name: 'View routes' }).click()
  await page.getByRole('grid', { name: 'Stops of Truck 3' }).getByRole('row').nth(2).click()
  // The click may scroll the list, so that its sticky head covers the route's head.
  await page.getByRole('heading', { name: '4 routes' }).hover()
  await page.mouse.wheel(0, -1_000)
  await page.getByRole('region', { name: 'Best positions' }).getByRole('listitem').first().waitFor()
  await mapped(page)
  await visit(page, 'office-day')
  await page.getByRole('button', { name: 'Reassign' }).first().click()
  await visit(page, 'office-reassign')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('Escape')
  await sendAll(page)
  await page
    .getByText(/^4 routes sent\b/)
    .first()
    .waitFor()
  await page.getByTitle(/^Undo: 4 routes/).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Driver’s link' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).waitFor()
  await page
    .getByRole('dialog')
    .getByRole('img', { name: /as a QR code$/ })
    .waitFor()
  await visit(page, 'office-link')
  await page.keyboard.press('Escape')
}

async function walkOrders(page: Page, visit: Visit): Promise<void> {
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('region', { name: 'Orders' }).getByRole('row').nth(5).waitFor()
  await visit(page, 'office-orders')
  await page.getByRole('region', { name: 'Orders' }).getByRole('row').nth(3).getByRole('button').click()
  await page.getByRole('region', { name: 'Map of the delivery' }).locator('canvas').waitFor()
  await loaded(page)
  await visit(page, 'office-order')
  await page.getByRole('button', { name: 'Orders', exact: true }).click()
  await page.getByRole('button', { name: 'Add an order' }).click()
  await visit(page, 'office-order-form')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('option').first().waitFor()
  await visit(page, 'office-palette')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More about orders' }).click()
  await page.getByRole('menuitem', { name: 'Recurring orders' }).click()
  await page.getByRole('button', { name: 'Add a recurring order' }).click()
  await visit(page, 'office-recurring-form')
  await recur(page)
  await visit(page, 'office-recurring')
  await page.keyboard.press('Escape')
}

async function visitHead(page: Page, head: string, visit: Visit): Promise<void> {
  await openScreen(page, head)
  // Pages load when they are opened. Until then, the previous page stays.
  const title = head === 'Fleet' || head === 'Team' ? { name: head } : {}
  await page
    .getByRole('heading', { level: 1, ...title })
    .first()
    .waitFor()
  await loaded(page)
  // The figures of reports appear after the day has ended, see walkReports.
  if (head !== 'Reports') await visit(page, `office-${head.toLowerCase().replaceAll(' ', '-')}`)
  if (head === 'Fleet') await handOnHome(page, visit)
}

async function walkSettings(page: Page, server: DemoPages, visit: Visit): Promise<void> {
  for (const part of PARTS_OF_SETTINGS) {
    await page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link', { name: part }).click()
    await page.getByRole('heading', { level: 1, name: part }).waitFor()
    await loaded(page)
    await visit(page, `office-settings-${part.toLowerCase().replaceAll(' ', '-')}`)
  }
  await openAccount(page)
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  await loaded(page)
  await page.getByText('(this session)').first().waitFor()
  await visit(page, 'office-account')
  await visitParts(page, server, visit, 'office-parts')
}

/** Visits the page of the office's parts. */
async function visitParts(page: Page, server: DemoPages, visit: Visit, name: string): Promise<void> {
  await page.goto(`${server.url}/_parts`)
  await page.getByRole('heading', { level: 1, name: 'Parts' }).waitFor()
  await visit(page, name)
}

async function walkDark(page: Page, server: DemoPages, visit: Visit): Promise<void> {
  await signIn(page, server, async () => {})
  await page.getByRole('grid', { name: 'Stops of Truck 3' }).waitFor()
  await mapped(page)
  await visit(page, 'office-day-dark')
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('region', { name: 'Orders' }).getByRole('row').nth(5).waitFor()
  await visit(page, 'office-orders-dark')
  await visitParts(page, server, visit, 'office-parts-dark')
}

async function walkOnTablet(page: Page, visit: Visit): Promise<void> {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.getByRole('link', { name: 'Day' }).click()
  await openDay(page)
  await page.getByRole('grid', { name: 'Stops of Truck 3' }).waitFor()
  await mapped(page)
  await visit(page, 'office-day-768')
  await page.setViewportSize({ width: 1024, height: 768 })
  await visit(page, 'office-day-1024')
}

/** Visits the reports on past days. Runs after the demo's own screens, because its routes have ended then. */
export async function walkReports(
  browser: Browser,
  server: DemoPages,
  visit: Visit,
  drive: () => Promise<void> = () => finishDay(server),
): Promise<void> {
  await drive()
  const page = await (await officeContext(browser, 'light')).newPage()
  await signIn(page, server, async () => {})
  await page.getByRole('link', { name: 'Reports' }).click()
  await page.getByRole('heading', { name: /failures: / }).waitFor()
  await visit(page, 'office-reports')
}

/** Records an outcome for each stop of the sent routes. The undo window is 0, so the outcomes are final. */
async function finishDay(server: DemoPages): Promise<void> {
  const { version } = await server.api<{ version: number }>('GET', '/settings')
  await server.api('PATCH', '/settings', { version, undo_window_seconds: 0 })
  const orders = await server.api<OrderOut[]>('GET', '/orders?status=SCHEDULED&limit=100')
  for (const [i, { route, stop }] of orders.entries())
    if (route && stop)
      await server.api(
        'POST',
        `/routes/${route.route_uuid}/stops/${stop.stop_uuid}/status`,
        i % 9 === 4 ? { status: 'FAILED', reason: 'Nobody home' } : { status: 'DELIVERED' },
      )
}

export async function walkRoad(browser: Browser, server: DemoPages, visit: Visit): Promise<void> {
  const path = await server.driverPage()
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  const driver = await phone.newPage()
  driver.setDefaultTimeout(60_000)
  await driver.goto(await server.driverHome())
  await driver.getByRole('heading').first().waitFor()
  await visit(driver, 'driver-home')
  await driver.goto(path)
  const start = driver.getByRole('button', { name: 'Start route' })
  await start.waitFor()
  await settled(driver)
  await visit(driver, 'driver-start')
  await start.tap()
  const later = driver.getByRole('button', { name: 'Don’t share' })
  await later.waitFor()
  await sent(driver)
  await settled(driver)
  await visit(driver, 'driver-share')
  await later.tap()
  await driver.getByRole('button', { name: 'Arrived' }).waitFor()
  await sent(driver)
  await settled(driver)
  await visit(driver, 'driver-stop')
  const orders = await server.api<OrderOut[]>('GET', '/orders?status=SCHEDULED&limit=100')
  const next = orders.filter(({ stop }) => stop?.status === 'EN_ROUTE')[0] ?? orders.find(({ stop }) => stop)
  const waiting = orders.find(({ stop }) => stop?.status === 'PENDING')
  const customer = await phone.newPage()
  customer.setDefaultTimeout(60_000)
  for (const [name, order] of [
    ['tracking-next', next],
    ['tracking-before', waiting],
  ] as const) {
    if (!order?.stop) continue
    await customer.goto(order.stop.tracking_url)
    await customer.getByRole('heading').first().waitFor()
    await visit(customer, name)
  }
  await settled(driver)
  await driver.getByRole('button', { name: 'Arrived' }).tap()
  const failed = driver.getByRole('button', { name: 'Could not deliver' })
  await driver.getByRole('button', { name: 'Delivered', exact: true }).waitFor()
  await settled(driver)
  await failed.tap()
  await driver.getByRole('heading', { name: 'Why not delivered?' }).waitFor()
  await sent(driver)
  await settled(driver)
  await visit(driver, 'driver-failure')
}

/** Waits until all taps are on the server. Until then, the page shows a message. */
const sent = (page: Page): Promise<void> =>
  page
    .getByText(/ to send\b/)
    .first()
    .waitFor({ state: 'detached' })

/** A new screen ignores taps for a moment, because they may be meant for the previous screen, and shows this. */
const settled = (driver: Page): Promise<void> => driver.locator('main[data-settling=false]').waitFor()

/** Returns the link of a driver page, which is created when it is first shown. */
async function handOnHome(page: Page, visit: Visit): Promise<void> {
  await page.getByRole('link', { name: /^Drivers/ }).click()
  await page
    .getByRole('button', { name: /^Driver’s page/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).waitFor()
  await visit(page, 'office-driver-page')
  await page.keyboard.press('Escape')
}

/** Creates a delivery that recurs every second day from the day after tomorrow, and opens it. */
async function recur(page: Page): Promise<void> {
  const now = await page.evaluate<number>('Date.now()')
  const start = new Date(now + 48 * 3_600_000).toISOString().slice(0, 10)
  for (const [label, value] of [
    ['Reference', 'DEMO-MILK'],
    ['First day', start],
    ['Every', '2'],
    ['Customer', 'Demo cafe'],
    ['Address', '2036 East Pratt Street'],
    ['City', 'Baltimore'],
    ['State', 'MD'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByLabel('Unit').selectOption('DAY')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'DEMO-MILK' }).click()
  await page.getByRole('link', { name: `DEMO-MILK-${start}` }).waitFor()
}

const officeContext = (browser: Browser, colorScheme: 'light' | 'dark'): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme, timezoneId: 'America/New_York' })

async function signIn(page: Page, { url, demo }: DemoPages, visit: Visit): Promise<void> {
  page.setDefaultTimeout(60_000)
  await page.goto(url)
  await page.getByLabel('Email').fill(demo.email)
  await page.getByLabel('Password').fill(demo.password)
  await visit(page, 'office-sign-in')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await openDay(page)
  await page.getByRole('region', { name: 'Map of the day' }).locator('canvas').waitFor()
}

/** Opens the day or, in the evening, the next day, because the day's shifts are over and its routes can't be sent. */
async function openDay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Plan', exact: true }).waitFor()
  const hour = await page.evaluate<number>('new Date().getHours()')
  if (hour >= 17) await page.getByRole('button', { name: 'The day after' }).click()
}

/** Waits for the map, which appears after the lists, and for its stops. */
async function mapped(page: Page): Promise<void> {
  await loaded(page)
  await page.getByRole('button', { name: 'Lasso' }).waitFor()
  await page.locator('.maplibregl-marker').first().waitFor()
}

/** Waits for all lists, because a screen may load several at the same time. */
async function loaded(page: Page): Promise<void> {
  const loading = page.getByText(/^(Loading|Opening)/)
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' })
}
