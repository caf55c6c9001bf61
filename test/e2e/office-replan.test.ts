// Tests in a browser that an urgent delivery is added to routes in progress: the office offers it, shows plans and
// accepts one. The driver's phone shows the delivery with and without reception, and one step undoes the change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startRoute } from '../../src/app/routes/start-route.ts'
import type { OrderOut } from '../../src/contract/order.ts'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { startBrowser } from '../helpers/browser.ts'
import { testClock } from '../helpers/clock.ts'
import { driverOf } from '../helpers/driver.ts'
import { addDepot, addDriver, addVehicle } from '../helpers/fleet.ts'
import { driverToken } from '../helpers/links.ts'
import { chooseOfRoute, officePages } from '../helpers/office-pages.ts'
import { orderBody } from '../helpers/orders.ts'
import { axeFaults } from '../helpers/axe.ts'
import { openPhone } from '../helpers/phone.ts'
import { dateIn } from '../helpers/routes.ts'
import { type Client, startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

/**
 * The clock shows the most recent morning in New York, so it is never ahead of the database's clock. The database
 * stamps orders with its own clock.
 */
const clock = testClock(new Date(new Date(Date.now() - 15 * 3_600_000).setUTCHours(15, 0, 0, 0)))
const browser = await startBrowser()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service
const { signIn, passesAxe } = officePages(browser, service)
const date = dateIn(service, 0)
const url = `${service.url}/?date=${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`

const orderAt = async (shop: Client, lat: number): Promise<OrderOut> => {
  const address = { line1: `${Math.round(lat * 1000)} Test Street`, city: 'Washington', lat, lng: -77.03 }
  const { status, body } = await shop.post<OrderOut>('/orders', orderBody({ delivery_date: date, address }))
  assert.equal(status, 201, body.message)
  return body.data
}

/** A van in progress to three stops in the north. */
async function underWay() {
  const shop = await service.business()
  await addDepot(app, shop.businessId)
  await addVehicle(app, shop.businessId, { name: 'Van A', driverId: await addDriver(app, shop.businessId) })
  for (const lat of [38.93, 38.95, 38.97]) await orderAt(shop, lat)
  const built = await shop.post<{ routes: RouteWithStops[] }>('/routes/build', { date, options: { seed: 1 } })
  const [route] = built.body.data.routes
  assert.ok(route)
  await shop.post(`/routes/${route.route_uuid}/dispatch`)
  const driver = driverOf(app, shop)
  await startRoute(driver, route.route_uuid, clock.now())
  return { shop, route }
}

test('an urgent delivery is offered, inserted, shown on the phone with and without reception, and undone', async () => {
  const { shop, route } = await underWay()
  const phone = await openPhone(browser)
  const driver = await phone.newPage()
  await driver.goto(`${service.url}/d/${await driverToken(service, shop.businessId, route.route_uuid)}`)
  await driver.getByText('0 of 3').waitFor()
  await driver.evaluate('navigator.serviceWorker.ready')
  const look = () => driver.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

  const office = await signIn(shop.businessId, 'DISPATCHER')
  await office.goto(url)
  await office.getByRole('button', { name: 'Van A', exact: false }).first().waitFor()
  const urgent = await orderAt(shop, 38.96)
  await office.getByText('1 delivery came in after routes were sent.').waitFor()
  await passesAxe(office, 'day, what has come up')
  await office.getByRole('button', { name: /^Fit in…: / }).press('Enter')
  const dialog = office.getByRole('dialog', { name: `Fit in ${urgent.address.line1}` })
  const use = dialog.getByRole('button', { name: 'Use this plan: Fewest changes, least driving, windows kept' })
  await use.waitFor()
  await dialog.getByText('1 stop goes to Van A.').waitFor()
  await dialog.getByRole('listitem').filter({ hasText: urgent.address.line1 }).getByText('added').waitFor()
  const map = dialog.getByRole('region', { name: /^Map of the plan: / })
  await map.getByRole('img', { name: /^Van A [1-4], .*, changed$/ }).waitFor()
  assert.equal(await map.getByRole('img', { name: /^Van A [1-4], / }).count(), 4)
  await passesAxe(office, 'plans')
  await use.press('Enter')
  await office
    .getByRole('status')
    .filter({ hasText: `Fit in ${urgent.address.line1}.` })
    .waitFor()
  await office.getByRole('heading', { name: 'Unassigned (0)' }).waitFor()
  await office.getByText('came in after routes were sent').waitFor({ state: 'detached' })

  const told = driver.getByText(`The office added ${urgent.address.line1} to your route.`)
  await look()
  await told.waitFor()
  await phone.setOffline(true)
  await driver.reload()
  await told.waitFor()
  await driver.getByRole('button', { name: 'All stops' }).click()
  await driver.getByRole('button', { name: `${urgent.address.line1} new` }).waitFor()
  assert.equal(await driver.getByRole('listitem').filter({ hasText: 'Test Street' }).count(), 4)
  assert.deepEqual(await axeFaults(driver), [])

  await office.keyboard.press('z')
  await office
    .getByRole('status')
    .filter({ hasText: `Undone: Fit in ${urgent.address.line1}.` })
    .waitFor()
  await office.getByRole('heading', { name: 'Unassigned (1)' }).waitFor()
  const back = (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data
  assert.deepEqual(
    back.stops.map(({ external_ref }) => external_ref),
    route.stops.map(({ external_ref }) => external_ref),
  )
  await office.keyboard.press('Shift+Z')
  await office.getByRole('heading', { name: 'Unassigned (0)' }).waitFor()
  await office.keyboard.press('z')
  await office.getByRole('heading', { name: 'Unassigned (1)' }).waitFor()
  await phone.setOffline(false)
  await look()
  await told.waitFor({ state: 'detached' })
  assert.equal(await driver.getByRole('listitem').filter({ hasText: 'Test Street' }).count(), 3)
})

test('a breakdown, a delay and a driver who stops early ask for the needed data, and show plans, their absence or refusals', async () => {
  const { shop, route } = await underWay()
  const office = await signIn(shop.businessId, 'DISPATCHER')
  await office.goto(url)
  await office.getByRole('button', { name: 'Running late' }).click()
  await office.getByLabel('Additional delay, minutes').press('Enter')
  await office.getByText('No better plan was found. The routes don’t change.').waitFor()
  await office.getByRole('button', { name: 'Close' }).click()
  await office.getByRole('button', { name: 'Running late' }).click()
  await office.getByLabel('Additional delay, minutes').fill('25')
  await office.getByRole('button', { name: 'Show plans' }).click()
  await office.getByText('No stop moves.').waitFor()
  await passesAxe(office, 'a plan that changes times alone')
  const eta = async () => {
    const { body } = await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)
    return Date.parse(body.data.stops.at(-1)?.eta ?? '')
  }
  const expected = await eta()
  await office.getByRole('button', { name: /^Use this plan/ }).click()
  const later = async () => (await eta()) - expected >= 24 * 60_000
  await until('the phone shows later times', later)
  await office.keyboard.press('z')
  await until('the phone shows the earlier times', async () => !(await later()))
  // The page offers Redo only when it has the response to Undo.
  await office
    .getByText(/^Undone: /)
    .first()
    .waitFor()
  await office.keyboard.press('Shift+Z')
  await until('the phone shows later times again', later)

  await office.getByRole('button', { name: 'Running late' }).click()
  await office.getByText('the route continues at').waitFor()
  await office.getByLabel('Replace the delay that was entered before').check()
  await office.getByText('0: remove that delay.').waitFor()
  await passesAxe(office, 'a delay in the place of another')
  await office.getByRole('button', { name: 'Show plans' }).click()
  await office.getByText('The new delay replaces the earlier one').waitFor()
  await office.getByRole('button', { name: /^Use this plan/ }).click()
  await until('the phone shows no delay', async () => !(await later()))

  await office.getByRole('button', { name: /^More for / }).press('Enter')
  await passesAxe(office, 'more of a route')
  await office.getByRole('menuitem', { name: 'Driver goes home' }).press('Enter')
  await passesAxe(office, 'driver goes home')
  await office.getByLabel('Back at the depot by').fill('10:05')
  await office.getByRole('button', { name: 'Show plans' }).click()
  await office
    .getByRole('heading', { name: /^\d deliver(y|ies) not in the plan$/ })
    .first()
    .waitFor()
  await passesAxe(office, 'plans with deliveries left off')
  await office.keyboard.press('Escape')

  await chooseOfRoute(office, 'Vehicle broke down')
  await office.getByText('its goods are in the vehicle').waitFor()
  await office.getByRole('button', { name: 'Show plans' }).click()
  const use = office.getByRole('button', { name: /^Use this plan/ }).first()
  await use.waitFor()
  await shop.post(`/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/status`, { status: 'DELIVERED' })
  await use.click()
  await office
    .getByRole('status')
    .filter({ hasText: /is delivered since this was proposed\. Nothing was changed/ })
    .waitFor()
})

test('the load of a vehicle that broke down is handed over: planned, shown on the other phone, and undone', async () => {
  const { shop, route } = await underWay()
  const driverId = await addDriver(app, shop.businessId)
  await addVehicle(app, shop.businessId, { name: 'Van B', driverId })
  const south = await orderAt(shop, 38.85)
  const office = await signIn(shop.businessId, 'DISPATCHER')
  const built = await shop.post<{ routes: RouteWithStops[] }>('/routes/build', { date })
  const [other] = built.body.data.routes
  assert.ok(other, built.body.message)
  await shop.post(`/routes/${other.route_uuid}/dispatch`)
  await startRoute(driverOf(app, shop), other.route_uuid, clock.now())
  const phone = await openPhone(browser)
  const driver = await phone.newPage()
  await driver.goto(`${service.url}/d/${await driverToken(service, shop.businessId, other.route_uuid)}`)
  await driver.getByText('0 of 1').waitFor()
  await driver.evaluate('navigator.serviceWorker.ready')

  await office.goto(url)
  await chooseOfRoute(office, 'Vehicle broke down', /^Van A ·/)
  const dialog = office.getByRole('dialog', { name: 'Van A: vehicle broke down' })
  await dialog.getByLabel('Other drivers may take over its goods').check()
  const show = dialog.getByRole('button', { name: 'Show plans' })
  await show.click()
  await dialog.getByRole('alert').filter({ hasText: 'The location of Van A is unknown' }).waitFor()
  await dialog.getByLabel('Where').selectOption({ label: 'At a point on the map' })
  await dialog.getByRole('region', { name: 'Map of the hand-over point' }).waitFor()
  await dialog.getByRole('button', { name: /^Pin: arrow keys/ }).press('ArrowUp')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByText('takes over 3 stops from Van A').first().waitFor()
  await office.keyboard.press('Escape')
  await chooseOfRoute(office, 'Vehicle broke down', /^Van A ·/)
  await dialog.getByLabel('Other drivers may take over its goods').check()
  await dialog.getByLabel('Where').selectOption({ label: 'Test depot' })
  await passesAxe(office, 'vehicle broke down, with a hand-over')
  await show.click()
  await dialog.getByText('takes over 3 stops from Van A (Test depot)').first().waitFor()
  await passesAxe(office, 'plans with a hand-over')
  await dialog
    .getByRole('button', { name: /^Use this plan/ })
    .first()
    .click()
  await office.getByRole('status').filter({ hasText: 'Van A: vehicle broke down.' }).waitFor()
  await office
    .getByText(/^Take over 3 stops from Van A \(Test depot\), /)
    .first()
    .waitFor()

  await driver.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await driver.getByText(/0 of 4/).waitFor()
  await phone.setOffline(true)
  await driver.reload()
  await driver.getByRole('button', { name: 'All stops' }).click()
  await driver.getByText(/^Take over the goods of 3 stops from Van A \(Test depot\), /).waitFor()
  assert.deepEqual(await axeFaults(driver), [])
  // The giving driver's phone shows the hand-over, too.
  const giver = await openPhone(browser)
  const giving = await giver.newPage()
  await giving.goto(`${service.url}/d/${await driverToken(service, shop.businessId, route.route_uuid)}`)
  await giving.getByText(/^Hand over the goods of 3 stops to Van B \(Test depot\), /).waitFor()
  assert.deepEqual(await axeFaults(giving), [])

  await office.keyboard.press('z')
  await office.getByRole('status').filter({ hasText: 'Undone: Van A: vehicle broke down.' }).waitFor()
  const read = async (id: string) => (await shop.get<RouteWithStops>(`/routes/${id}`)).body.data
  const back = await read(route.route_uuid)
  assert.deepEqual(
    [back.status, back.stops.map(({ external_ref }) => external_ref)],
    ['IN_PROGRESS', route.stops.map(({ external_ref }) => external_ref)],
  )
  const without = await read(other.route_uuid)
  assert.deepEqual(
    [without.stops.map(({ external_ref }) => external_ref), without.pauses],
    [[south.external_ref], undefined],
  )
})

test('a stop with a longer service time and more weight is re-planned with its new values', async () => {
  const { shop, route } = await underWay()
  const stop = route.stops[1]
  assert.ok(stop)
  const office = await signIn(shop.businessId, 'DISPATCHER')
  await office.goto(url)
  const line1 = stop.address.line1
  await office.getByRole('grid', { name: 'Stops of Van A' }).getByRole('row').filter({ hasText: line1 }).click()
  await office.getByRole('complementary').getByRole('button', { name: 'More actions' }).click()
  await office.getByRole('menuitem', { name: 'Takes longer or weighs more…' }).click()
  const dialog = office.getByRole('dialog', { name: `${line1}: takes longer or weighs more` })
  const show = dialog.getByRole('button', { name: 'Show plans' })
  assert.equal(await show.getAttribute('title'), 'Enter what has changed.')
  await dialog.getByLabel('Minutes at the stop').fill('45')
  await dialog.getByLabel('Weight (lb)').fill('80')
  await passesAxe(office, 'a stop that grew')
  await show.click()
  await dialog
    .getByRole('button', { name: /^Use this plan: / })
    .first()
    .click()
  await office
    .getByRole('status')
    .filter({ hasText: `${line1}: takes longer or weighs more.` })
    .waitFor()
  const minutesNow = async () => {
    const { stops } = (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data
    return stops.find(({ order_uuid }) => order_uuid === stop.order_uuid)?.service_minutes
  }
  assert.equal(await minutesNow(), 45)
  await office.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click()
  await until('the message undoes the plan', async () => (await minutesNow()) === stop.service_minutes)
})

test('the stops of an absent driver go to the other vans and return, or the route goes to another driver', async () => {
  const shop = await service.business()
  await addDepot(app, shop.businessId)
  for (const name of ['Van A', 'Van B'])
    await addVehicle(app, shop.businessId, { name, driverId: await addDriver(app, shop.businessId) })
  for (const lat of [38.93, 38.95, 38.87, 38.85]) await orderAt(shop, lat)
  const built = await shop.post<{ routes: RouteWithStops[] }>('/routes/build', {
    date,
    options: { seed: 1, balance: 'STOPS' },
  })
  assert.equal(built.body.data?.routes.length, 2, built.body.message)
  for (const { route_uuid } of built.body.data.routes) await shop.post(`/routes/${route_uuid}/dispatch`)
  const [vanA, vanB] = built.body.data.routes
  assert.ok(vanA && vanB)
  const driver = await (await openPhone(browser)).newPage()
  await driver.goto(`${service.url}/d/${await driverToken(service, shop.businessId, vanA.route_uuid)}`)
  await driver.getByText('0 of 2').waitFor()
  const office = await signIn(shop.businessId, 'DISPATCHER')
  const said = (hasText: string | RegExp) => office.getByRole('status').filter({ hasText }).waitFor()
  await office.goto(url)
  for (const width of [820, 1024, 1280]) {
    await office.setViewportSize({ width, height: 800 })
    const top = async (name: string | RegExp) => (await office.getByRole('button', { name }).first().boundingBox())?.y
    assert.equal(await top(/^More for /), await top('Driver’s link'), `on a line of its own at ${width} px`)
  }
  await office.getByRole('grid', { name: 'Stops of Van B' }).getByRole('row').first().click()
  await office.getByRole('button', { name: 'Lock', exact: true }).click()
  await said('1 stop locked.')
  await office.keyboard.press('Escape')
  await chooseOfRoute(office, 'Driver didn’t come')
  const dialog = office.getByRole('dialog', { name: 'Van A: driver didn’t come' })
  await passesAxe(office, 'driver did not come')
  await dialog.getByRole('button', { name: 'Choose another driver' }).click()
  await office.getByRole('dialog', { name: 'Who drives Van A?' }).waitFor()
  await office.keyboard.press('Escape')
  await chooseOfRoute(office, 'Driver didn’t come')
  await dialog.getByRole('button', { name: 'Show plans' }).click()
  await dialog
    .getByRole('button', { name: /^Use this plan: / })
    .first()
    .click()
  await said('Van A: driver didn’t come.')
  const stopsOf = (name: string) => office.getByRole('grid', { name: `Stops of ${name}` }).getByRole('row')
  await stopsOf('Van B').nth(3).waitFor()
  await office.getByText(/^No stops are left\. The route ends at \d+:00.[AP]M unless it gets stops again\.$/).waitFor()
  await passesAxe(office, 'a route that was emptied')
  const look = () => driver.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await look()
  await driver.getByText('0 of 0 done').waitFor()

  await office.keyboard.press('z')
  await said('Undone: Van A: driver didn’t come.')
  await stopsOf('Van A').nth(1).waitFor()
  assert.equal(await stopsOf('Van B').count(), 2)
  await look()
  await driver.getByText('0 of 2').waitFor()
  assert.equal((await shop.get<RouteWithStops>(`/routes/${vanA.route_uuid}`)).body.data.status, 'DISPATCHED')

  // A canceled route's change can't be undone, but the changes before it can.
  await office.keyboard.press('Shift+Z')
  await said('Redone: Van A: driver didn’t come.')
  await shop.post(`/routes/${vanA.route_uuid}/cancel`)
  await office.keyboard.press('z')
  await said(/Van A is canceled now\. .* The next undo is: 1 stop locked/)
  await office.keyboard.press('z')
  await said('Undone: 1 stop locked.')
  const { body } = await shop.get<RouteWithStops>(`/routes/${vanB.route_uuid}`)
  assert.deepEqual(
    body.data.stops.map(({ locked }) => locked),
    [false, false, false, false],
  )
})
