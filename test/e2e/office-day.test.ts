// Tests changing the day in a browser on the real server: an urgent delivery at its best position, an unassigned
// delivery fixed by one button, a route on another vehicle. Also the filtered pool, the driver on the map, and one
// selection everywhere.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { takePosition } from '../../src/app/driving/take-position.ts'
import { storeRoadMeters } from '../../src/store/orders/orders.ts'
import { geocodePendingOrders } from '../../src/app/orders/geocode-pending.ts'
import { startRoute } from '../../src/app/routes/start-route.ts'
import { startBrowser } from '../helpers/browser.ts'
import { driverOf } from '../helpers/driver.ts'
import { addVehicle } from '../helpers/fleet.ts'
import { picture } from '../helpers/phone.ts'
import { driverToken } from '../helpers/links.ts'
import { chooseOfRoute, officePages } from '../helpers/office-pages.ts'
import { orderBody } from '../helpers/orders.ts'
import { builtRoute, dispatchedRoute, shopWithOrders, takeOff } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const service = await startService()
const { app } = service
const { signIn, passesAxe } = officePages(browser, service)

const showDay = (page: Page, date: string) =>
  page.goto(`${service.url}/?date=${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`)
const said = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()
const rowsOf = (page: Page, list: string) => page.getByRole('grid', { name: list }).getByRole('row')
const panelOf = (page: Page) => page.getByRole('complementary')

test('an urgent delivery is inserted at the best position of a running route, and the driver is on the map', async () => {
  const { shop, date, route } = await dispatchedRoute(service, 3)
  const driver = driverOf(app, shop)
  await startRoute(driver, route.route_uuid, app.clock())
  await takePosition(driver, route.route_uuid, { lat: 38.91, lng: -77.03 })
  await shop.post('/orders', orderBody({ delivery_date: date, customer_name: 'Urgent customer' }))
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await showDay(page, date)
  await page.getByText('seen just now').first().waitFor()
  await page.getByTitle('Test driver, seen just now').waitFor()
  await rowsOf(page, 'Unassigned').first().click()
  await panelOf(page)
    .getByText(/^[+−]\d+\.\d mi, [+−]\d+ min/)
    .waitFor()
  await passesAxe(page, 'day, best places')
  await panelOf(page).getByRole('button', { name: 'Add here: Test van' }).click()
  await said(page, /1 stop moved/)
  const stops = await rowsOf(page, 'Stops of Test van').allTextContents()
  assert.equal(stops.length, 4)
  assert.ok(stops.some((text) => text.includes('Urgent customer')))
  await page.keyboard.press('z')
  await page.getByRole('heading', { name: 'Unassigned (1)' }).waitFor()
})

test('an unassigned delivery has a reason, and one button makes it fit', async () => {
  const { shop, date } = await shopWithOrders(service, 2)
  await shop.post('/orders', orderBody({ delivery_date: date, temperature_class: 'FROZEN' }))
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await showDay(page, date)
  await page.getByRole('heading', { name: 'Unassigned (3)' }).waitFor()
  await page.keyboard.press('b')
  await page.getByLabel('Time to search').selectOption('2')
  await page.getByRole('dialog').getByRole('button', { name: 'Build routes' }).click()
  await page.getByRole('heading', { name: '1 unassigned delivery' }).waitFor()
  await passesAxe(page, 'build, with a delivery left off')
  await page.getByRole('button', { name: 'View routes' }).click()
  await page.reload()
  await rowsOf(page, 'Unassigned').filter({ hasText: 'frozen goods' }).click()
  await panelOf(page).getByRole('button', { name: 'Let Test van carry frozen goods, and add the delivery' }).click()
  await page.getByRole('heading', { name: 'Unassigned (0)' }).waitFor()
  assert.equal(await rowsOf(page, 'Stops of Test van').filter({ hasText: 'frozen' }).count(), 1)
})

test('a build without routable deliveries gives a reason for each, and the pool still shows the reasons afterwards', async () => {
  const { shop, date } = await shopWithOrders(service, 0)
  const frozen = orderBody({ delivery_date: date, temperature_class: 'FROZEN' })
  await shop.post('/orders', frozen)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await showDay(page, date)
  await page.getByRole('heading', { name: 'Unassigned (1)' }).waitFor()
  await page.keyboard.press('b')
  await page.getByLabel('Time to search').selectOption('2')
  await page.getByRole('dialog').getByRole('button', { name: 'Build routes' }).click()
  const dialog = page.getByRole('dialog', { name: 'No routes were built' })
  await dialog.getByText('needs a vehicle that carries frozen goods').waitFor()
  await dialog.getByRole('button', { name: frozen.external_ref }).waitFor()
  await passesAxe(page, 'build, with nothing routed')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await rowsOf(page, 'Unassigned').filter({ hasText: 'frozen goods' }).waitFor()
})

test('a route moves to another vehicle and back by undo, and a busy vehicle is refused with a reason', async () => {
  const { shop, date } = await shopWithOrders(service, 2)
  await builtRoute(shop, date)
  const small = await addVehicle(app, shop.businessId, { name: 'Small van', capacityLbs: 1 })
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await showDay(page, date)
  await page.getByRole('button', { name: 'Reassign' }).click()
  await passesAxe(page, 'reassign')
  const sheet = page.getByRole('dialog', { name: 'Who drives Test van?' })
  await sheet.getByLabel('Vehicle').selectOption('Small van')
  await sheet.getByText('The times are computed again.').waitFor()
  await sheet.getByRole('button', { name: 'Move to Small van' }).click()
  await said(page, /Test van moved to Small van/)
  await page.getByRole('grid', { name: 'Stops of Small van' }).waitFor()
  await page.keyboard.press('z')
  await page.getByRole('grid', { name: 'Stops of Test van' }).waitFor()
  await shop.post('/orders', orderBody({ delivery_date: date }))
  await shop.post('/routes/build', { date, vehicle_ids: [small] })
  await page.getByRole('grid', { name: 'Stops of Small van' }).waitFor()
  await page.getByRole('button', { name: 'Reassign' }).last().click()
  const busy = sheet.getByLabel('Vehicle').locator('option', { hasText: 'Small van · Has its own route that day' })
  assert.equal(await busy.getAttribute('disabled'), '')
})

test('the pool is filtered, selected together and dragged to a route; the map and the timeline select, too', async () => {
  const { shop, date } = await shopWithOrders(service, 2)
  await builtRoute(shop, date)
  for (const temperature_class of ['REFRIGERATED', 'DRY', 'DRY'])
    await shop.post('/orders', orderBody({ delivery_date: date, temperature_class }))
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await showDay(page, date)
  const pool = rowsOf(page, 'Unassigned')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByLabel('Class').selectOption('DRY')
  await page.getByText('2 shown').waitFor()
  await passesAxe(page, 'day, filtered')
  // The address contains the filter, so that a reload, a copied link and the neighboring days keep it.
  await page.reload()
  await page.getByText('2 shown').waitFor()
  assert.equal(await page.getByLabel('Class').inputValue(), 'DRY')
  await page.getByRole('button', { name: 'The day after' }).click()
  await page.getByText('0 shown').waitFor()
  await page.getByRole('button', { name: 'The day before' }).click()
  await page.getByText('2 shown').waitFor()
  await page.getByRole('button', { name: 'Actions for unassigned deliveries' }).click()
  await page.getByRole('menuitem', { name: 'Select all' }).click()
  assert.equal(await pool.and(page.locator('[aria-selected=true]')).count(), 2)
  await pool.first().dragTo(page.getByRole('grid', { name: 'Stops of Test van' }), { targetPosition: { x: 60, y: 4 } })
  await said(page, /2 stops moved/)
  assert.equal(await rowsOf(page, 'Stops of Test van').count(), 4)

  // Dropping on the header of a closed route uses the best position.
  await page.getByLabel('Class').selectOption('')
  await page.getByRole('button', { name: /^Test van ·/ }).click()
  await shop.post('/orders', orderBody({ delivery_date: date, customer_name: 'One more' }))
  await pool.filter({ hasText: 'One more' }).dragTo(page.getByRole('button', { name: /^Test van ·/ }))
  await said(page, /1 stop moved/)
  await page.getByRole('button', { name: /^Test van 1, / }).click()
  await rowsOf(page, 'Stops of Test van').first().and(page.locator('[aria-selected=true]')).waitFor()
  await page.getByRole('list', { name: 'Timeline of the routes' }).locator('[title^="2. "]').click()
  await rowsOf(page, 'Stops of Test van').nth(1).and(page.locator('[aria-selected=true]')).waitFor()
})

test('an uncertain location is marked in the pool, on its route and in the table of orders, and can be filtered there', async () => {
  const { shop, date } = await shopWithOrders(service, 2)
  const keepMeters = (meters: number) =>
    app.db.asBusiness(shop.businessId, async (tx) => {
      const { orderId } = await tx.selectFrom('orders').select('orderId').executeTakeFirstOrThrow()
      await storeRoadMeters(tx, [{ orderId, meters }])
    })
  await keepMeters(800)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await showDay(page, date)
  const pool = rowsOf(page, 'Unassigned')
  await pool.filter({ hasText: 'far from any road' }).waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Location' }).selectOption('In doubt')
  await page.getByText('1 shown').waitFor()
  await passesAxe(page, 'day, a place in doubt')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await builtRoute(shop, date)
  const stop = rowsOf(page, 'Stops of Test van').filter({ hasText: 'far from any road' })
  await stop.click()
  await panelOf(page).getByText('far from any road').waitFor()
  await panelOf(page).getByRole('link', { name: 'Check the pin' }).click()
  await page.getByText('The nearest road is 0.5 mi away').waitFor()
  await page.getByRole('button', { name: 'Orders', exact: true }).click()
  await page.getByText('2 orders', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Location' }).click()
  await page.getByRole('combobox', { name: 'Location' }).selectOption('far from any road')
  await page.getByText('1 order', { exact: true }).waitFor()
  await page.getByRole('cell', { name: 'far from any road' }).waitFor()
})

test('a route lists refused taps with time and reason, but not if all taps counted', async () => {
  const { shop, date, route } = await dispatchedRoute(service, 3, { items: [{ name: 'Rice, bag', quantity: 3 }] })
  const [gone, , last] = route.stops
  const send = async (token: string, path: string, body: FormData | Record<string, unknown>): Promise<number> => {
    const form = body instanceof FormData
    const { status } = await fetch(`${service.url}/d/${token}/${path}`, {
      method: 'POST',
      headers: { 'idempotency-key': app.newId(), ...(!form && { 'content-type': 'application/json' }) },
      body: form ? body : JSON.stringify(body),
    })
    return status
  }
  const old = await driverToken(service, shop.businessId, route.route_uuid)
  assert.equal(await send(old, 'taps', { kind: 'START', at: '2026-11-20T14:05:00Z' }), 200)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await showDay(page, date)
  await rowsOf(page, 'Stops of Test van').first().waitFor()
  const list = page.getByRole('region', { name: 'Driver actions that were not accepted' })
  assert.equal(await list.count(), 0)

  await chooseOfRoute(page, 'Text a new link')
  await page.getByRole('dialog').getByRole('button', { name: 'Text a new link' }).click()
  await said(page, /link/)
  const outcome = (stop: typeof last, status: string, at: string) => ({
    kind: 'OUTCOME',
    status,
    stop_uuid: stop?.stop_uuid,
    at,
    ...(status === 'FAILED' && { reason: 'Nobody there', driver_notes: 'Rang twice' }),
  })
  assert.equal(await send(old, 'taps', outcome(last, 'FAILED', '2026-11-20T15:10:00Z')), 410)
  const photo = new FormData()
  photo.append('photo', new Blob(['a picture']), 'photo.jpg')
  photo.append('taken_at', '2026-11-20T15:11:00Z')
  assert.equal(await send(old, `stops/${last?.stop_uuid}/proof`, photo), 410)
  await takeOff(service, shop, route, 0)
  const fresh = await driverToken(service, shop.businessId, route.route_uuid)
  const torn = new FormData()
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#865' } })
  torn.append('photo', new Blob([new Uint8Array(await picture.jpeg().toBuffer())]), 'photo.jpg')
  torn.append('item_name', 'Rice, bag')
  torn.append('taken_at', '2026-11-20T16:29:00Z')
  assert.equal(await send(fresh, `stops/${gone?.stop_uuid}/proof`, torn), 404)
  const inPart = { ...outcome(gone, 'DELIVERED', '2026-11-20T16:30:00Z'), items: [{ name: 'Rice, bag', damaged: 1 }] }
  assert.equal(await send(fresh, 'taps', inPart), 404)

  await page.reload()
  await list.waitFor()
  const lines = (await list.getByRole('listitem').allTextContents()).map((line) => line.replace(/\s+/g, ' ').trim())
  assert.deepEqual(lines, [
    `11:30 AM Delivered ${gone?.address.line1}: the stop was no longer on the route`,
    `11:29 AM A photo for ${gone?.address.line1}: the stop was no longer on the route`,
    `10:11 AM A photo for ${last?.address.line1}: the link no longer worked`,
    `10:10 AM Not delivered ${last?.address.line1}: the link no longer worked. The driver said: Nobody there; Rang twice`,
  ])
  await list.getByRole('img', { name: 'Photo of Rice, bag' }).waitFor()
  await passesAxe(page, 'day, taps that did not count')
  const { left, right } = await list.evaluate((taps) => {
    const own = taps.getBoundingClientRect()
    const around = taps.parentElement?.getBoundingClientRect() ?? own
    return { left: own.left - around.left, right: around.right - own.right }
  })
  assert.ok(
    left > 0 && left === right,
    `the list is inside its route: ${left} px from the left, ${right} px from the right`,
  )
  await page.getByRole('button', { name: /^Test van ·/ }).click()
  assert.equal(await list.isVisible(), true, 'the list is shown even if the route is closed')

  await page.route('**/refused-taps', (route) => route.abort())
  await page.reload()
  await page.getByText('couldn’t be loaded').waitFor()
  await page.unroute('**/refused-taps')
  await page.getByRole('button', { name: 'Try again' }).click()
  await list.waitFor()

  // The delivery is listed first on the day screen, with its photo. A single click records its outcome.
  const first = page.getByRole('region', { name: /^Needs attention/ })
  await first.getByRole('img', { name: 'Photo of Rice, bag' }).waitFor()
  await first.getByRole('button', { name: `Record as delivered: ${gone?.address.line1}` }).click()
  await list.getByText('the stop was no longer on the route').first().waitFor({ state: 'detached' })
  const order = await shop.get<{ status: string }>(`/orders/${gone?.external_ref}`)
  assert.equal(order.body.data.status, 'DELIVERED')
  await list.getByRole('button', { name: `Dismiss: ${last?.address.line1}` }).click()
  await list.waitFor({ state: 'detached' })
  await rowsOf(page, 'Stops of Test van').filter({ hasText: gone?.address.line1 }).click()
  await panelOf(page).getByText('2 of 3 × Rice, bag, 1 damaged').waitFor()
  await panelOf(page).getByRole('img', { name: 'Photo of Rice, bag' }).waitFor()
  await passesAxe(page, 'day, an item with its photo')
})

test('open problems come first on the day, link to their repair, and then disappear', async () => {
  const { shop, date, route } = await dispatchedRoute(service, 2)
  await shop.post(
    '/orders',
    orderBody({ delivery_date: date, address: { line1: '1 Nowhere Lane', city: 'Washington' } }),
  )
  await geocodePendingOrders(app)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await showDay(page, date)
  const list = page.getByRole('region', { name: 'Needs attention (1)' })
  await list.getByText('1 order has no location.').waitFor()
  const [stop] = route.stops
  await shop.post(`/routes/${route.route_uuid}/stops/${stop?.stop_uuid}/status`, {
    status: 'FAILED',
    reason: 'Nobody there',
  })
  const both = page.getByRole('region', { name: 'Needs attention (2)' })
  await both.getByText(`${stop?.external_ref} (Test customer, Test van) was not delivered: Nobody there`).waitFor()
  await passesAxe(page, 'day, what needs attention')
  await both.getByRole('link', { name: 'Open the order' }).click()
  await page.getByRole('heading', { name: `Order ${stop?.external_ref}` }).waitFor()
  await page.goBack()
  await both.getByRole('link', { name: 'Set locations' }).click()
  await page.getByRole('cell', { name: '1 Nowhere Lane' }).waitFor()
})

test('a driver’s report about a street is answered with the hours of the address, which the card of the stop shows', async () => {
  const { shop, date, route } = await dispatchedRoute(service, 1)
  const [stop] = route.stops
  assert.ok(stop)
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const report = { kind: 'STREET', stop_uuid: stop.stop_uuid, reason: 'The hours are wrong', driver_notes: 'Until 10' }
  const sent = await fetch(`${service.url}/d/${token}/taps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'street' },
    body: JSON.stringify({ ...report, at: app.clock().toISOString() }),
  })
  assert.equal(sent.status, 200)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await showDay(page, date)
  const { line1 } = stop.address
  const list = page.getByRole('region', { name: 'Needs attention (1)' })
  await list.getByText(`Street of ${line1} (Test van, `).waitFor()
  await list.getByText('the hours are wrong. The driver said: Until 10.').waitFor()
  assert.match((await list.getByRole('link', { name: 'on the map' }).getAttribute('href')) ?? '', /openstreetmap/)
  await passesAxe(page, 'day, a report about a street')
  await picture(page, 'office-street-report')
  await list.getByRole('button', { name: `Set hours: ${line1}` }).click()
  const form = page.getByRole('dialog', { name: `Hours of the street at ${line1}` })
  await form.getByRole('textbox', { name: 'Hours of the street' }).fill('06:00-10:00')
  await form.getByRole('button', { name: 'Save' }).click()
  await list.waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: line1 }).first().click()
  const card = page.getByRole('complementary')
  await card.getByText('Set by your business for this address.').waitFor()
  await passesAxe(page, 'card of a stop with hours of its street')
  await page.getByTitle(/^Test van 1, .*The street is open to deliveries 6:00 AM to 10:00 AM/).waitFor()
  await picture(page, 'office-street')
  await card.getByRole('button', { name: 'Change' }).click()
  await form.getByRole('textbox', { name: 'Hours of the street' }).fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await card.getByText('Set by your business for this address.').waitFor({ state: 'detached' })
})

test('the main button follows the stage of the day, opens its issues, and its arrow has the other steps', async () => {
  const { shop, date } = await shopWithOrders(service, 2)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await page.setViewportSize({ width: 1440, height: 900 })
  await showDay(page, date)
  const stage = page.getByRole('list', { name: 'Stages of the day' }).locator('[aria-current=step]')
  await stage.getByText('Build').waitFor()
  await page.getByRole('button', { name: 'Build routes' }).waitFor()
  await builtRoute(shop, date)
  await stage.getByText('Send').waitFor()
  await page.getByRole('button', { name: 'Send 1 route' }).waitFor()
  const first = await rowsOf(page, 'Stops of Test van').first().boundingBox()
  assert.ok(first && first.y + first.height < 300, 'the first stop is near the top')

  const address = { line1: '1 Nowhere Lane', city: 'Washington' }
  await shop.post('/orders', orderBody({ delivery_date: date, address }))
  await geocodePendingOrders(app)
  await stage.getByText('Review').waitFor()
  await page.getByRole('button', { name: 'Review 1 issue' }).click()
  await panelOf(page).getByRole('heading', { name: '1 Nowhere Lane' }).waitFor()
  await passesAxe(page, 'day, an issue')
  await page.getByRole('button', { name: 'Other next steps' }).click()
  await passesAxe(page, 'day, other next steps')
  await page.getByRole('menuitem', { name: 'Send all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send Test van' }).click()
  await stage.getByText('Live').waitFor()
})
