// Tests each screen of the office with the demo business: no requests to other hosts, no console errors, a small first
// load, and the day without WebGL.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { loadDemo } from '../../src/app/operations/demo/load-demo.ts'
import { startBrowser } from '../helpers/browser.ts'
import { testClock } from '../helpers/clock.ts'
import { openScreen, sendAll } from '../helpers/office-pages.ts'
import { startService } from '../helpers/service.ts'

const MAX_SCRIPT_BYTES = 240 * 1024

const browser = await startBrowser()
// The clock shows the morning of today in New York, which is the browser's time zone. Later in the day, a route whose
// shift has ended couldn't be dispatched.
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date())
const morning = new Date(`${today}T14:00:00Z`)
const service = await startService({ replaced: { clock: testClock(morning).now } })
const demo = await loadDemo(service.app)

async function signedInPage(options: { colorScheme?: 'light' | 'dark'; width?: number } = {}) {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: 800 },
    colorScheme: options.colorScheme ?? 'light',
    timezoneId: 'America/New_York',
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== service.url && protocol.startsWith('http')) faults.push(request.url())
  })
  await page.goto(service.url)
  await page.getByLabel('Email').fill(demo.email)
  await page.getByLabel('Password').fill(demo.password)
  return { page, faults }
}

const enter = async (page: Page) => {
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Plan', exact: true }).waitFor()
  await page.getByRole('region', { name: 'Map of the day' }).locator('canvas').waitFor()
}

test('the demo day is built, viewed and sent, and every screen opens without an error', async () => {
  const { page, faults } = await signedInPage()
  await enter(page)
  await page.keyboard.press('b')
  await page.getByRole('dialog').getByRole('button', { name: 'Build routes' }).click()
  await page.getByRole('heading', { name: /^All .* on \d+ routes?\.$/ }).waitFor()
  await page.getByRole('button', { name: 'View routes' }).click()
  await page.getByRole('grid', { name: 'Stops of Truck 3' }).getByRole('row').nth(2).click()
  await page.getByRole('complementary').waitFor()
  await page.keyboard.press('Escape')
  await sendAll(page)
  const name = 'Demo driver \\w+'
  const none = 'no text message provider is set up'
  await page
    .getByText(
      new RegExp(`4 routes sent: .* to ${name}\\. No text to ${name}, ${name}, ${name}, and ${name}: ${none}.$`),
    )
    .waitFor()
  for (const screen of ['Fleet', 'Integrations', 'Team', 'Settings']) {
    await openScreen(page, screen)
    await page.getByRole('heading', { name: screen, exact: true }).waitFor()
    // A screen may load several lists at once.
    const loading = page.getByText('Loading')
    while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' })
  }
  assert.deepEqual(faults, [])
})

test('the day fits in dark mode and on a tablet', async () => {
  const { page, faults } = await signedInPage({ colorScheme: 'dark', width: 1024 })
  await enter(page)
  await page.getByRole('grid', { name: 'Stops of Truck 3' }).waitFor()
  const overflow = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  assert.equal(overflow, false)
  assert.deepEqual(faults, [])
})

test('the first load is small, and the map loads separately', async () => {
  const { page } = await signedInPage()
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url())
  })
  await page.reload()
  await page.getByLabel('Email').waitFor()
  const sizes = await Promise.all(
    scripts.map(async (url) => {
      const { headers } = await fetch(url, { headers: { 'accept-encoding': 'br' } })
      assert.equal(headers.get('content-encoding'), 'br')
      return Number(headers.get('content-length'))
    }),
  )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`first load: ${Math.round(bytes / 1024)} KB of compressed script`)
  assert.ok(bytes > 50_000 && bytes < MAX_SCRIPT_BYTES, `${bytes} bytes`)
  assert.ok(!scripts.some((url) => url.includes('/map-')))
})

test('without WebGL the lists and the timeline remain', async () => {
  const { page } = await signedInPage()
  await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
  await page.reload()
  await page.getByLabel('Email').fill(demo.email)
  await page.getByLabel('Password').fill(demo.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('This browser can’t draw the map').waitFor()
  await page.getByRole('grid', { name: 'Stops of Truck 3' }).waitFor()
  await page.getByRole('list', { name: 'Timeline of the routes' }).waitFor()
})
