// Tests the office's feedback about its own work, in a browser: progress, results, the cost of a drop, the whole day on
// the map, and reasons for unassigned deliveries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startBrowser } from '../helpers/browser.ts'
import { addDepot, addDriver, addVehicle } from '../helpers/fleet.ts'
import { officePages, sendAll } from '../helpers/office-pages.ts'
import { orderBody } from '../helpers/orders.ts'
import { dateIn } from '../helpers/routes.ts'
import { type Client, startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const browser = await startBrowser()
const service = await startService()
const { app } = service
const { signIn, passesAxe } = officePages(browser, service)
const date = dateIn(service, 1)
const iso = `${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`

const rowsOf = (page: Page, route: string) => page.getByRole('grid', { name: `Stops of ${route}` }).getByRole('row')
const said = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()

async function addOrder(shop: Client, n: number, members: Record<string, unknown> = {}): Promise<string> {
  const address = { line1: `${n} Test Street`, city: 'Washington', lat: 38.9 + n / 100, lng: -77.03 }
  const body = orderBody({ delivery_date: date, address, ...members })
  const { status, body: reply } = await shop.post('/orders', body)
  assert.equal(status, 201, reply.message)
  return body.external_ref
}

const SHIFT: [string, string] = ['08:00', '17:00']

/** Two vans. Only Van A has a driver. */
async function twoVans() {
  const shop = await service.business()
  await addDepot(app, shop.businessId)
  const driverId = await addDriver(app, shop.businessId)
  const vanA = await addVehicle(app, shop.businessId, { name: 'Van A', driverId, capacityLbs: 2_000, shift: SHIFT })
  const vanB = await addVehicle(app, shop.businessId, { name: 'Van B', capacityLbs: 2_000, shift: SHIFT })
  return { shop, vanA, vanB }
}

/** Two stops on Van A, one on Van B. */
async function twoRoutes(): Promise<Page> {
  const { shop, vanA, vanB } = await twoVans()
  for (const [vehicle, stops] of [
    [vanA, [1, 2]],
    [vanB, [3]],
  ] as const) {
    const refs = await Promise.all(stops.map((n) => addOrder(shop, n)))
    const built = await shop.post('/routes/build', { date, vehicle_ids: [vehicle], external_refs: refs })
    assert.ok(built.status < 300, built.body.message)
  }
  return openDay(shop)
}

async function openDay(shop: Client): Promise<Page> {
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await page.setViewportSize({ width: 1280, height: 1080 })
  await page.goto(`${service.url}/?date=${iso}`)
  await page.getByRole('heading', { name: /^Unassigned/ }).waitFor()
  return page
}

/** Holds requests to that path until the test releases them, one at a time. `answer` replaces the response. */
async function holdCalls(page: Page, path: RegExp) {
  const held: ((answer?: { status: number; message: string }) => Promise<void>)[] = []
  await page.route(path, (call) => {
    held.push(async (answer) => {
      if (!answer) return call.continue()
      const { status, message } = answer
      await call.fulfill({ status, json: { success: false, message, details: { code: 'TEST' } } })
    })
  })
  return async (answer?: { status: number; message: string }): Promise<void> => {
    await until('the request is made', async () => held.length > 0)
    await held.shift()?.(answer)
  }
}

test('sending shows its progress, each route as sent at once, and then the messages that were sent and those that were not', async () => {
  const page = await twoRoutes()
  const letGo = await holdCalls(page, /\/routes\/[^/]+\/dispatch$/)
  await sendAll(page)
  await said(page, /Sending routes: 0 of 2 sent …/)
  await passesAxe(page, 'routes being sent')
  await letGo()
  await said(page, /Sending routes: 1 of 2 sent …/)
  await page.getByRole('button', { name: /^Van A · Test driver sent/ }).waitFor()
  await page.getByRole('button', { name: /^Van B · no driver planned/i }).waitFor()
  await letGo({ status: 409, message: 'A test refuses it.' })
  await said(
    page,
    /^1 route sent: Van A to Test driver\. Not sent: Van B\. A test refuses it\. No text to Test driver: no text message provider is set up\./,
  )
})

test('a build can’t be undone after its routes are sent', async () => {
  const { shop } = await twoVans()
  await addOrder(shop, 1)
  const page = await openDay(shop)
  await page.keyboard.press('b')
  await page.getByLabel('Time to search').selectOption('2')
  await page.getByRole('dialog').getByRole('button', { name: 'Build routes' }).click()
  await page.getByRole('button', { name: 'View routes' }).click()
  const undo = page.getByTitle(/^Undo: 1 route built/)
  await undo.waitFor()
  await page.getByRole('button', { name: 'Send to driver' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send Van/ })
    .click()
  await said(page, /1 route sent/)
  assert.equal(await undo.count(), 0)
})

test('a change shows its progress until its result is known', async () => {
  const page = await twoRoutes()
  const letGo = await holdCalls(page, /\/office\/api\/locks$/)
  await rowsOf(page, 'Van A').first().click()
  await page.keyboard.press('l')
  await said(page, /Saving the change …/)
  await letGo()
  await said(page, /1 stop locked/)
})

test('a row dropped on another van’s timeline moves there, and its cost disappears afterwards', async () => {
  const page = await twoRoutes()
  await page.locator('[data-lane]').last().waitFor()
  await rowsOf(page, 'Van A').first().dragTo(page.locator('[data-lane]').last())
  await until('Van B has the stop', async () => (await rowsOf(page, 'Van B').count()) === 2)
  assert.equal(await rowsOf(page, 'Van A').count(), 1)
  const cost = page.getByRole('status', { name: 'Cost of the drop' })
  assert.equal(await cost.textContent(), '')

  await page.getByRole('button', { name: /^Van B ·/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Split …' }).click()
  await page.getByRole('dialog').getByRole('status').filter({ hasText: /mi/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a far delivery leaves the others distinguishable on the map, and one click shows it, too', async () => {
  const { shop } = await twoVans()
  for (const n of [1, 2, 3, 4, 5]) await addOrder(shop, n)
  const far = { line1: '9 Far Street', city: 'Los Angeles', lat: 34.05, lng: -118.24 }
  await addOrder(shop, 9, { address: far })
  const page = await openDay(shop)
  const map = page.getByRole('region', { name: 'Map of the day' })
  const mark = (line1: string) => map.getByRole('button', { name: new RegExp(`${line1}$`) })
  const places = await Promise.all(['1 Test Street', '5 Test Street'].map((line1) => mark(line1).boundingBox()))
  const [one, five] = places
  assert.ok(one && five)
  assert.ok(Math.abs(one.y - five.y) > 200, `they are ${Math.abs(one.y - five.y)} px apart`)
  await page.getByText('1 location is far from all others.').waitFor()
  await passesAxe(page, 'a far place')
  await page.getByRole('button', { name: 'Show all', exact: true }).click()
  const frame = await map.boundingBox()
  assert.ok(frame)
  await until('the delivery is on the map', async () => {
    const box = await mark('9 Far Street').boundingBox()
    return box !== null && box.x > frame.x && box.y > frame.y && box.y < frame.y + frame.height
  })
  await page.getByText('1 location is far from all others.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Show all routes' }).click()
  await until('the others are distinguishable again', async () => {
    const again = await Promise.all(['1 Test Street', '5 Test Street'].map((line1) => mark(line1).boundingBox()))
    return again[0] && again[1] ? Math.abs(again[0].y - again[1].y) > 200 : false
  })
})

test('deliveries unassigned for one reason are one entry, with figures in the business’s format', async () => {
  const { shop } = await twoVans()
  for (const n of [1, 2, 3]) await addOrder(shop, n, { load_weight_lbs: 9_999 })
  await addOrder(shop, 4, { window_start: '04:00', window_end: '05:00' })
  await addOrder(shop, 5)
  const page = await openDay(shop)
  await page.keyboard.press('b')
  await page.getByLabel('Time to search').selectOption('2')
  await page.getByRole('dialog').getByRole('button', { name: 'Build routes' }).click()
  const result = page.getByRole('dialog', { name: /built/i })
  await result.getByRole('heading', { name: '1 of 5 deliveries is on 1 route. 4 are unassigned.' }).waitFor()
  await result.getByRole('heading', { name: '3 too large for a vehicle' }).waitFor()
  await result
    .getByText(/its window 4:00 AM to 5:00 AM is outside the shift of vehicle Van [AB], 8:00 AM to 5:00 PM/)
    .waitFor()
  assert.equal((await result.innerText()).match(/weighs/g)?.length, 1)
  await result.getByRole('button', { name: 'Select them' }).click()
  await page.getByText('3 deliveries selected').waitFor()
  await passesAxe(page, 'a build that left deliveries off')
})
