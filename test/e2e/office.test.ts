// Tests the office in a browser on the real server: first run, a day from build to a corrected outcome, moves by mouse
// and keyboard, two dispatchers, a viewer. Every screen passes axe.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import type { OrderOut } from '../../src/contract/order.ts'
import { newSetUpLink } from '../../src/app/people/sign-in/set-up.ts'
import { settleOutcomesJob } from '../../src/jobs/settle-outcomes.ts'
import { insertReply } from '../../src/store/messages/replies.ts'
import { startBrowser } from '../helpers/browser.ts'
import { testClock } from '../helpers/clock.ts'
import { startBreakableProxy } from '../helpers/breakable-proxy.ts'
import { addVehicle } from '../helpers/fleet.ts'
import { getPage } from '../helpers/links.ts'
import { chooseOfDay, officePages, planByHand } from '../helpers/office-pages.ts'
import { PASSWORD } from '../helpers/office.ts'
import { orderBody } from '../helpers/orders.ts'
import { builtRoute, dateIn, dispatchedRoute, shopWithOrders } from '../helpers/routes.ts'
import { type JsonBody, startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const browser = await startBrowser()
const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

const { openPage, signIn, passesAxe } = officePages(browser, service)

const isoOf = (date: string) => `${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`
const showDay = (page: Page, date: string) => page.goto(`${service.url}/?date=${isoOf(date)}`)
const said = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()
const removeFromRoute = async (page: Page) => {
  await page.getByRole('complementary').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Remove from route' }).click()
}
const rowsOf = (page: Page, list: string) => page.getByRole('grid', { name: list }).getByRole('row')

test('the link of the first run creates a business and signs its owner in', async () => {
  const link = await newSetUpLink(app)
  const page = await openPage()
  await page.goto(service.url)
  await page.getByRole('heading', { name: 'Sign in to Roundsman' }).waitFor()
  await passesAxe(page, 'sign-in')
  await page.goto((link ?? '').replace('http://roundsman.test', service.url))
  await page.getByLabel('Business name').fill('Test bakery')
  await page.getByLabel('Your name').fill('Test owner')
  await page.getByLabel('Your email').fill('owner@office.test')
  await page.getByLabel('Password').fill('short')
  await passesAxe(page, 'set-up')
  await page.getByRole('button', { name: 'Create the business' }).click()
  await page.getByText('Must have at least 10 characters.').waitFor()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create the business' }).click()
  await page.getByRole('heading', { name: 'Your first routes, in about ten minutes' }).waitFor()
  await page.getByRole('button', { name: 'Account of Test owner' }).click()
  await page.getByRole('menu').getByText('Test bakery').waitFor()
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  await passesAxe(page, 'account')
})

test('a day is built and sent, a stop is delivered, undone and failed, and the outcome is corrected after it settled', async () => {
  const { shop, date } = await shopWithOrders(service, 6, { items: [{ name: 'Tea', quantity: 3 }] })
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await showDay(page, date)
  await page.getByRole('heading', { name: 'Unassigned (6)' }).waitFor()
  await passesAxe(page, 'day, nothing routed')
  await page.keyboard.press('b')
  await passesAxe(page, 'build')
  await page.getByLabel('Time to search').selectOption('2')
  await page.getByRole('dialog').getByRole('button', { name: 'Build routes' }).click()
  await page.getByRole('heading', { name: /^All .* on \d+ routes?\.$/ }).waitFor()
  await page.getByRole('button', { name: 'View routes' }).click()
  await page.getByRole('heading', { name: 'Unassigned (0)' }).waitFor()
  await page.getByRole('button', { name: 'Send to driver' }).click()
  await page.getByRole('dialog').getByText('6 deliveries on ').waitFor()
  await passesAxe(page, 'before a route is sent')
  await page.getByRole('button', { name: 'Send Test van' }).click()
  await said(page, /1 route sent: Test van to Test driver\./)
  await page.getByRole('button', { name: 'Driver’s link' }).click()
  const link = page.getByRole('dialog')
  await link.getByText('was not texted: no text message provider is set up').waitFor()
  await link.getByRole('img', { name: 'QR code' }).waitFor()
  await passesAxe(page, 'the driver’s link')
  const [path = ''] = /\/d\/[\w-]{43}/.exec(await link.innerText()) ?? []
  assert.equal((await getPage(service, path)).status, 200)
  await link.getByRole('button', { name: 'Done' }).click()

  await rowsOf(page, 'Stops of Test van').first().click()
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: 'Record' }).click()
  await panel.getByText('Delivered, can still be undone').waitFor()
  await passesAxe(page, 'day, under way, with a delivery open')
  await panel.getByRole('button', { name: /^Undo/ }).click()
  await panel.getByRole('heading', { name: 'Record an outcome' }).waitFor()
  await panel.getByLabel('Outcome').selectOption('FAILED')
  await panel.getByRole('button', { name: 'Record' }).click()
  await panel.getByText('Is required when a delivery failed.').waitFor()
  await panel.getByLabel('Reason').fill('Nobody there')
  await panel.getByRole('button', { name: 'Record' }).click()
  await panel.getByText('Failed, can still be undone: Nobody there').waitFor()
  clock.advance(121)
  await settleOutcomesJob.run(app)
  await panel.getByRole('heading', { name: 'Correct the outcome' }).waitFor()
  await panel.getByLabel('Outcome').selectOption('DELIVERED')
  await panel.getByRole('button', { name: 'Not all items as ordered…' }).click()
  await panel.getByRole('group', { name: '3 × Tea' }).getByLabel('Damaged').fill('4')
  await panel.getByRole('button', { name: 'Correct' }).click()
  await panel.getByText('damaged and returned together are more than the 3').waitFor()
  await panel.getByRole('group', { name: '3 × Tea' }).getByLabel('Damaged').fill('1')
  await passesAxe(page, 'a correction of items')
  await panel.getByRole('button', { name: 'Correct' }).click()
  await said(page, /Corrected at/)
  await panel.getByText('2 of 3 × Tea, 1 damaged').waitFor()
})

test('stops move by keyboard and by mouse, the cost is shown before the drop, and undo moves them back', async () => {
  const { shop, date } = await shopWithOrders(service, 4)
  const route = await builtRoute(shop, date)
  await addVehicle(app, shop.businessId, { name: 'Second van' })
  const page = await signIn(shop.businessId, 'DISPATCHER')
  // Tall enough for both lists, so that nothing scrolls under the pointer.
  await page.setViewportSize({ width: 1280, height: 1080 })
  await showDay(page, date)
  await planByHand(page)
  await page.getByRole('grid', { name: 'Stops of Second van' }).waitFor()
  const names = async (list: string) =>
    (await rowsOf(page, list).allTextContents()).map((text) => /\d+ Test Street/.exec(text)?.[0])
  const before = await names('Stops of Test van')
  assert.deepEqual(
    before,
    route.stops.map((stop) => stop.address.line1),
  )

  // With Shift held, clicks extend the selection from its start and shrink it again.
  const chosen = async () =>
    rowsOf(page, 'Stops of Test van').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-selected')))
  await rowsOf(page, 'Stops of Test van').first().click()
  await rowsOf(page, 'Stops of Test van')
    .nth(2)
    .click({ modifiers: ['Shift'] })
  assert.deepEqual(await chosen(), ['true', 'true', 'true', 'false'])
  await page.keyboard.press('Shift+ArrowUp')
  assert.deepEqual(await chosen(), ['true', 'true', 'false', 'false'])
  await page.keyboard.press('Home')
  await page.keyboard.press('Escape')

  // The keyboard moves the first stop after the second.
  await rowsOf(page, 'Stops of Test van').first().getByRole('button', { name: /^Move/ }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await said(page, /^[+−]\d+\.\d mi, [+−]\d+ min/)
  await page.keyboard.press('Enter')
  await said(page, /1 stop moved/)
  const [one, two, ...rest] = before
  assert.deepEqual(await names('Stops of Test van'), [two, one, ...rest])

  // The mouse moves that stop into the pool.
  await rowsOf(page, 'Stops of Test van')
    .first()
    .dragTo(page.getByRole('grid', { name: 'Unassigned' }))
  await page.getByRole('heading', { name: 'Unassigned (1)' }).waitFor()
  assert.deepEqual(await names('Stops of Test van'), [one, ...rest])
  await page.keyboard.press('z')
  await page.getByRole('heading', { name: 'Unassigned (0)' }).waitFor()
  assert.deepEqual(await names('Stops of Test van'), [two, one, ...rest])

  // An undo during the request of its move waits for the move.
  const made: string[] = []
  const calls = /\/office\/api\/(moves|undo-steps\/.*\/undo)$/
  await page.route(calls, async (call) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await call.continue()
    made.push(call.request().url())
  })
  await rowsOf(page, 'Stops of Test van')
    .first()
    .dragTo(page.getByRole('grid', { name: 'Unassigned' }))
  await page.getByRole('button', { name: 'Undo', exact: true, disabled: false }).waitFor()
  await page.keyboard.press('z')
  await until('the move and the undo are made', async () => made.length === 2)
  await page.unroute(calls)
  await page.getByRole('heading', { name: 'Unassigned (0)' }).waitFor()
  await until('the stops are in their old order', async () =>
    isDeepStrictEqual(await names('Stops of Test van'), [two, one, ...rest]),
  )
  // A change from before a reload can be undone after the reload.
  await page.reload()
  await page.getByRole('button', { name: 'Undo', exact: true, disabled: false }).waitFor()
  await page.keyboard.press('z')
  await page.getByRole('button', { name: 'Undo', exact: true, disabled: true }).waitFor()
  await until('the order is restored', async () => isDeepStrictEqual(await names('Stops of Test van'), before))
})

test('the second of two dispatchers sees who changed the route, and can still make the move', async () => {
  const { shop, date } = await shopWithOrders(service, 3)
  await builtRoute(shop, date)
  const first = await signIn(shop.businessId, 'DISPATCHER', 'First dispatcher')
  const second = await signIn(shop.businessId, 'DISPATCHER', 'Second dispatcher')
  await showDay(first, date)
  await showDay(second, date)
  await rowsOf(second, 'Stops of Test van').last().click()
  // The second dispatcher's screen gets no update until the move is sent.
  const day = /\/office\/api\/day/
  await second.route(day, (call) => call.abort())
  await second.route('**/office/api/moves', async (call) => {
    await second.unroute(day)
    await call.continue()
  })
  await rowsOf(first, 'Stops of Test van').first().click()
  await removeFromRoute(first)
  await first.getByRole('heading', { name: 'Unassigned (1)' }).waitFor()
  await removeFromRoute(second)
  await said(second, /First dispatcher has changed Test van since; your change was not made/)
  await second.getByRole('heading', { name: 'Unassigned (1)' }).waitFor()
  await second.getByRole('button', { name: 'Do it anyway' }).click()
  await second.getByRole('heading', { name: 'Unassigned (2)' }).waitFor()
})

test('a viewer sees the day and why the buttons are disabled', async () => {
  const { shop, date } = await shopWithOrders(service, 2)
  await builtRoute(shop, date)
  const page = await signIn(shop.businessId, 'VIEWER')
  await showDay(page, date)
  await page.getByRole('button', { name: 'Plan', exact: true }).click()
  const build = page.getByRole('menuitem', { name: 'Build routes' })
  assert.equal(await build.getAttribute('aria-disabled'), 'true')
  await build.getByText('Your role (viewer) doesn’t let you build and change routes.').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('b')
  assert.equal(await page.getByRole('dialog').count(), 0)
  assert.equal(await page.getByRole('button', { name: /^Move/ }).count(), 0)
  // An invalid day leads to today and is removed from the address.
  await page.goto(`${service.url}/?date=2026-13-45`)
  await said(page, /“2026-13-45” is not a date\. Today is shown\./)
  await page.waitForURL(`${service.url}/`)
})

test('a loader has only the loads page, checks a load by keyboard, and sees an explanation for a forbidden page', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const page = await signIn(shop.businessId, 'WAREHOUSE')
  await page.waitForURL(`${service.url}/loads`)
  const navigation = page.getByRole('navigation', { name: 'Screens' })
  assert.deepEqual(await navigation.getByRole('link').allTextContents(), ['Loads'])
  await page.keyboard.press('Control+k')
  await page.getByRole('option').first().waitFor()
  assert.deepEqual(await page.getByRole('option').allTextContents(), ['LoadsPage'])
  await page.keyboard.press('Escape')
  await page.getByLabel('Day', { exact: true }).fill(route.date.replace(/(..).(..).(....)/, '$3-$1-$2'))
  await page.getByText('leaves at').waitFor()
  const piece = page.getByRole('checkbox')
  const height = (await piece.boundingBox())?.height ?? 0
  assert.ok(height >= 56, `a piece is ${height} px high`)
  const done = page.getByRole('button', { name: 'Load is checked' })
  assert.equal(await done.getAttribute('aria-disabled'), 'true')
  // A missing piece asks for the reason, and a later tick finds it.
  await page.getByRole('button', { name: /^The open pieces of .* are missing$/ }).press('Enter')
  await page.getByRole('button', { name: 'Not found' }).press('Enter')
  await passesAxe(page, 'a load')
  await page.reload()
  await page.getByText('0 of 1 on the vehicle. 1 missing, 0 open.').waitFor()
  await done.press('Enter')
  await said(page, /The load of Test van is checked\./)
  await page.getByRole('navigation', { name: 'Loads' }).getByText('1 missing').waitFor()
  await piece.press('Space')
  await done.press('Enter')
  await page.getByText(/Checked at /).waitFor()
  await passesAxe(page, 'loads')
  await page.goto(`${service.url}/?date=2026-01-05`)
  await page.getByText('Your role (warehouse) doesn’t let you see days, routes and builds.').waitFor()
  await passesAxe(page, 'not theirs')
  await page.getByRole('link', { name: 'Go to Loads' }).click()
  await page.waitForURL(`${service.url}/loads`)
})

test('an unknown address shows an error page with links, and API clients get JSON', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  for (const [path, status] of [
    ['/ordres', 404],
    ['/integrations/nothing', 404],
    ['/settings/nothing', 200],
  ] as const) {
    assert.equal((await page.goto(service.url + path))?.status(), status)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByText(`There is no page at ${path}.`).waitFor()
  }
  await passesAxe(page, 'page not found')
  await page.getByRole('link', { name: 'Go to today' }).click()
  await page.getByRole('button', { name: 'Plan', exact: true }).waitFor()
  for (const [path, accept] of [
    ['/ordres', '*/*'],
    ['/api/v1/ordres', 'text/html'],
    ['/d/nothing/nothing', 'text/html'],
  ] as const) {
    const answer = await fetch(service.url + path, { headers: { accept } })
    assert.deepEqual(
      [answer.status, ((await answer.json()) as JsonBody<null>).details?.['code']],
      [404, 'NOT_FOUND'],
      path,
    )
  }
})

test('a day is played back by keyboard, with its state at a minute and the reason why a stop was late', async () => {
  const { shop, route, refs } = await dispatchedRoute(service, 1)
  const [stop] = route.stops
  clock.advance((Date.parse(stop?.planned_arrival ?? '') - clock.now().getTime()) / 1000 + 1_800)
  await shop.post(`/routes/${route.route_uuid}/stops/${stop?.stop_uuid}/status`, { status: 'DELIVERED' })
  const page = await signIn(shop.businessId, 'VIEWER')
  await showDay(page, route.date)
  await chooseOfDay(page, 'Plan', 'Play back this day')
  const row = page
    .getByRole('region', { name: 'Routes at this time' })
    .getByRole('listitem')
    .filter({ hasText: refs[0] })
  await row.getByText('Delivered').waitFor()
  await page.getByRole('button', { name: new RegExp(`^${refs[0]}.* stop 1 `) }).click()
  const why = page.getByRole('region', { name: new RegExp(`^Why ${refs[0]} was \\d+ min late$`) })
  await why
    .getByRole('listitem')
    .filter({ hasText: /left at another time than planned[+−]\d+ min/ })
    .waitFor()
  await page.getByRole('heading', { name: 'Events until then' }).waitFor()
  await passesAxe(page, 'a day played back')
  const slider = page.getByRole('slider', { name: 'Time' })
  await slider.press('ArrowLeft')
  await row.getByText(/^Planned · /).waitFor()
  await page.getByRole('button', { name: 'Play' }).press('Enter')
  await row.getByText('Delivered').waitFor()
  await page.getByText('1 of 1 delivered').waitFor()
  await slider.press('Home')
  await page.getByText('0 of 1 delivered').waitFor()
  const first = Number(await slider.inputValue())
  await page.getByRole('button', { name: 'Next event' }).click()
  assert.ok(Number(await slider.inputValue()) > first)
})

test('a failed delivery is repeated from its order, and both orders link to each other', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const chooseWindows = JSON.stringify([{ start: '09:00', end: '13:00' }])
  await app.db.asBusiness(shop.businessId, (tx) => tx.updateTable('businesses').set({ chooseWindows }).execute())
  const day = dateIn(service, 3)
  const [stop] = route.stops
  const ref = stop?.external_ref
  await shop.post(`/routes/${route.route_uuid}/stops/${stop?.stop_uuid}/status`, { status: 'FAILED', reason: 'Closed' })
  clock.advance(121)
  await settleOutcomesJob.run(app)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await page.getByRole('button', { name: ref ?? '' }).click()
  await page.getByRole('button', { name: 'Deliver again' }).click()
  await page.getByLabel('Delivery date').waitFor()
  await page.getByText('Based on current plans').waitFor()
  await passesAxe(page, 'deliver again')
  if (process.env.SCREENS) await page.screenshot({ path: `${process.env.SCREENS}/deliver-again.png` })
  await page.getByLabel('Day that fits').selectOption({ label: `${day}, 9:00 AM – 1:00 PM` })
  await page.getByLabel('Delivery date').waitFor({ state: 'detached' })
  await page.getByRole('dialog').getByRole('button', { name: 'Deliver again' }).click()
  await page.getByText(`The order is delivered again as ${ref}-2.`).waitFor()
  const { delivery_date, window_start, window_end } = (await shop.get<OrderOut>(`/orders/${ref}-2`)).body.data
  assert.deepEqual([delivery_date, window_start, window_end], [day, '09:00', '13:00'])
  const screen = page.getByRole('region', { name: /^Order / })
  await screen.getByRole('link', { name: `${ref}-2` }).click()
  await page.getByRole('heading', { name: `Order ${ref}-2` }).waitFor()
  if (process.env.SCREENS) await page.screenshot({ path: `${process.env.SCREENS}/delivered-again.png` })
  await screen.getByRole('link', { name: ref ?? '', exact: true }).click()
  await page.getByRole('heading', { name: `Order ${ref}`, exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Deliver again' }).getAttribute('aria-disabled'), 'true')
})

test('customers’ answers are announced on every screen until they are read', async () => {
  const { shop, route } = await dispatchedRoute(service, 1, { customer_phone: '+12025550143' })
  const orderId = route.stops[0]?.order_uuid ?? ''
  const reply = { replyId: app.newId(), orderId, body: 'Please ring\nthe <side> door', providerId: 'one' }
  await app.db.asBusiness(shop.businessId, (tx) => insertReply(tx, reply, clock.now(), 5))
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await page.getByRole('link', { name: '1 reply from customers' }).click()
  await page.getByText('the <side> door').waitFor()
  await passesAxe(page, 'replies from customers')
  const top = (await page.getByRole('heading', { name: 'Replies from customers' }).boundingBox())?.y ?? Infinity
  assert.ok(top < 200, `the screen begins below the alert, not at ${top}`)
  if (process.env.SCREENS) await page.screenshot({ path: `${process.env.SCREENS}/office-answers.png` })
  await page
    .getByRole('button', { name: /as read$/ })
    .first()
    .click()
  await page.getByText('No unread replies.').waitFor()
  await page.getByRole('link', { name: '1 reply from customers' }).waitFor({ state: 'detached' })
})

test('failing work of the business is announced on every screen', async () => {
  const { shop, date, route } = await dispatchedRoute(service, 1)
  const now = service.app.clock().getTime()
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .insertInto('failedWork')
      .values({
        businessId: shop.businessId,
        job: 'settle-outcomes',
        itemId: route.route_uuid,
        failures: 9,
        firstFailedAt: new Date(now - 600_000),
        lastFailedAt: new Date(now),
        retryAt: new Date(now + 300_000),
      })
      .execute(),
  )
  const page = await signIn(shop.businessId, 'VIEWER')
  const notice = page.getByText(`Outcomes of Test van (${date}) haven’t been sent since`)
  await notice.waitFor()
  await passesAxe(page, 'failing work')
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  assert.ok(await notice.isVisible())
  if (process.env.SCREENS) await page.screenshot({ path: `${process.env.SCREENS}/failing-work.png` })
})

test('a screen gets changes, shows that the server is unavailable, and reloads its data afterwards', async () => {
  const { shop, date } = await shopWithOrders(service, 3)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  const line = await startBreakableProxy(service.url)
  after(line.close)
  const add = (ref: string) => shop.post('/orders', orderBody({ external_ref: ref, delivery_date: date }))
  await page.goto(`${line.url}/orders`)
  await page.getByText('3 orders').waitFor()
  await add('LIVE-1')
  await page.getByText('4 orders').waitFor()

  const tabs: { tab: Page; shows: (number: number) => string }[] = [{ tab: page, shows: (n) => `${5 + n} orders` }]
  for (const [path, shows] of [
    [`/?date=${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`, (n: number) => `Unassigned (${5 + n})`],
    ['/fleet', (n: number) => `Van ${n} bought meanwhile`],
    ['/settings', () => 'Business name'],
  ] as const) {
    const tab = await page.context().newPage()
    await tab.goto(line.url + path)
    await tab.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    tabs.push({ tab, shows })
  }
  const awayOn = (tab: Page) => tab.getByRole('status').filter({ hasText: 'The server can’t be reached.' })
  for (const [number, fail] of [line.cut, line.hang].entries()) {
    fail()
    for (const { tab } of tabs) await awayOn(tab).waitFor()
    if (number === 0) await passesAxe(page, 'orders, the server away')
    await add(`AWAY-${number}`)
    await addVehicle(service.app, shop.businessId, { name: `Van ${number} bought meanwhile` })
    line.mend()
    for (const { tab, shows } of tabs) {
      await tab
        .getByText(shows(number))
        .or(tab.getByRole('heading', { name: shows(number) }))
        .first()
        .waitFor()
      await awayOn(tab).waitFor({ state: 'hidden' })
    }
  }
})
