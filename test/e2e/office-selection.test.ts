// Tests selections in a browser: made in lists and on the map, and the actions on them, by mouse and keyboard.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import type { OrderOut } from '../../src/contract/order.ts'
import { startBrowser } from '../helpers/browser.ts'
import { addDepot, addDriver, addVehicle } from '../helpers/fleet.ts'
import { chooseOfRoute, officePages } from '../helpers/office-pages.ts'
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

const orderAt = async (shop: Client, n: number): Promise<OrderOut> => {
  const address = { line1: `${n} Test Street`, city: 'Washington', lat: 38.9 + n / 100, lng: -77.03 }
  const { status, body } = await shop.post<OrderOut>('/orders', orderBody({ delivery_date: date, address }))
  assert.equal(status, 201, body.message)
  return body.data
}

/** Van A with four stops, Van B without a route. */
async function fourOnVanA(): Promise<{ shop: Client; page: Page }> {
  const shop = await service.business()
  await addDepot(app, shop.businessId)
  const van = await addVehicle(app, shop.businessId, {
    name: 'Van A',
    driverId: await addDriver(app, shop.businessId),
  })
  await addVehicle(app, shop.businessId, { name: 'Van B' })
  for (const n of [1, 2, 3, 4]) await orderAt(shop, n)
  const built = await shop.post('/routes/build', { date, vehicle_ids: [van], options: { seed: 1 } })
  assert.ok(built.status < 300, built.body.message)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await page.goto(`${service.url}/?date=${iso}`)
  await rowsOf(page, 'Van A').first().waitFor()
  return { shop, page }
}

const rowsOf = (page: Page, route: string) => page.getByRole('grid', { name: `Stops of ${route}` }).getByRole('row')
const counts = async (page: Page, routes: Record<string, number>): Promise<void> => {
  for (const [route, count] of Object.entries(routes))
    await until(`${route} has ${count}`, async () => (await rowsOf(page, route).count()) === count)
}
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })

test('a route is split by keyboard, the halves are swapped and merged again, and each step can be undone', async () => {
  const { page } = await fourOnVanA()
  await rowsOf(page, 'Van A').nth(2).click()
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu', { name: 'Selection' })
  await menu.waitFor()
  await passesAxe(page, 'menu of a stop')
  // A disabled item shows its reason, for screen readers too.
  const fitIn = menu.getByRole('menuitem', { name: 'Fit in… Only unassigned deliveries are fitted in' })
  assert.equal(await fitIn.getAttribute('aria-disabled'), 'true')
  await menu.getByRole('menuitem', { name: 'Select this and later stops (2)' }).press('Enter')
  await bar(page).getByText('2 deliveries selected').waitFor()
  await passesAxe(page, 'bar of a selection')
  await bar(page).getByLabel('Move to …').selectOption('New route: Van B')
  await counts(page, { 'Van A': 2, 'Van B': 2 })

  await chooseOfRoute(page, 'Select stops')
  await page.getByText('2 deliveries selected').waitFor()
  await rowsOf(page, 'Van B')
    .first()
    .click({ modifiers: ['Control'] })
  await bar(page).getByRole('button', { name: 'Swap between Van A and Van B' }).click()
  await counts(page, { 'Van A': 1, 'Van B': 3 })
  await page.keyboard.press('z')
  await counts(page, { 'Van A': 2, 'Van B': 2 })

  await chooseOfRoute(page, 'Select stops', /^Van B ·/)
  await bar(page).getByLabel('Move to …').selectOption('Van A')
  await counts(page, { 'Van A': 4 })
})

test('a box on the map selects its stops, the bar locks, takes off and cancels, and a route can be hidden on the map', async () => {
  const { page } = await fourOnVanA()
  const map = page.getByRole('region', { name: /^Map of/ })
  const marks = page.getByRole('button', { name: /^Van A \d, / })
  await marks.first().waitFor()
  const drag = async (tool: string): Promise<void> => {
    await page.getByRole('button', { name: tool, exact: true }).click()
    const box = await map.boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x + 2, box.y + 2)
    await page.mouse.down()
    for (const [x, y] of [
      [box.width - 4, 2],
      [box.width - 4, box.height - 4],
      ...(tool === 'Lasso' ? [[2, box.height - 4]] : []),
    ] as [number, number][])
      await page.mouse.move(box.x + x, box.y + y, { steps: 4 })
    await page.mouse.up()
    await bar(page).getByText('4 deliveries selected').waitFor()
  }
  await drag('Box')
  await bar(page).getByRole('button', { name: 'Clear' }).click()
  await drag('Lasso')
  // The address contains the selection, so that a reload and a copied link show it.
  await page.reload()
  await bar(page).getByText('4 deliveries selected').waitFor()
  await bar(page).getByRole('button', { name: 'Lock', exact: true }).click()
  await bar(page).getByRole('button', { name: 'Unlock', exact: true }).click()
  await bar(page).getByRole('button', { name: 'Lock', exact: true }).waitFor()
  await bar(page).getByRole('button', { name: 'Remove from route' }).click()
  await page.getByRole('heading', { name: 'Unassigned (4)' }).waitFor()
  await page.keyboard.press('z')
  await counts(page, { 'Van A': 4 })
  await chooseOfRoute(page, 'Hide on map')
  await marks.first().waitFor({ state: 'detached' })
  await chooseOfRoute(page, 'Show on map')
  await marks.first().waitFor()
  await chooseOfRoute(page, 'Focus on map')
  await chooseOfRoute(page, 'End the focus on the map')
  await bar(page).getByRole('button', { name: 'Cancel orders' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel 4 orders' }).click()
  await page.getByRole('heading', { name: 'Unassigned (0)' }).waitFor()
})

test('deliveries move to another day in one step, and are inserted into its routes with the cost shown', async () => {
  const { shop, page } = await fourOnVanA()
  const next = dateIn(service, 2)
  const address = { line1: '9 Next Street', city: 'Washington', lat: 38.95, lng: -77.03 }
  await shop.post('/orders', orderBody({ delivery_date: next, address }))
  await shop.post('/routes/build', { date: next, options: { seed: 1 } })
  await rowsOf(page, 'Van A').first().click()
  await page.getByRole('complementary').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Another day …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 1 delivery to another day' })
  await passesAxe(page, 'another day')
  await dialog.getByRole('button', { name: 'Move and fit in …' }).click()
  const plans = page.getByRole('dialog', { name: /^Fit in / })
  await plans
    .getByRole('button', { name: /^Use this plan/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Unassigned (0)' }).waitFor()
  await page.goto(`${service.url}/?date=${iso}`)
  await counts(page, { 'Van A': 3 })
})

test('Ctrl-K goes to pages, routes, vehicles and orders', async () => {
  const { shop, page } = await fourOnVanA()
  const order = await orderAt(shop, 7)
  const open = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to or do …' }).fill(text)
  }
  await open('Flee')
  await page.getByRole('option', { name: /^Fleet/ }).waitFor()
  await passesAxe(page, 'palette')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Fleet' }).waitFor()
  await open('Van B')
  await page.getByRole('option', { name: 'Van B Vehicle' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Van B' }).waitFor()
  await page.keyboard.press('Escape')
  // Text without a letter or digit searches no orders.
  const searches: string[] = []
  page.on('request', (request) => searches.push(new URL(request.url()).searchParams.get('search') ?? ''))
  await open('-- %')
  await page.getByText('Nothing found.').waitFor()
  await page.keyboard.press('Escape')
  await open(order.external_ref)
  await page.getByRole('option', { name: new RegExp(`^${order.external_ref}`) }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/orders?order=${order.order_uuid}`)
  assert.deepEqual([searches.includes('-- %'), searches.includes(order.external_ref)], [false, true])
})

test('Ctrl-K accepts every letter from the first one, before its results load', async () => {
  const { page } = await fourOnVanA()
  await chooseOfRoute(page, 'Select stops')
  await bar(page).getByRole('button', { name: 'Remove from route' }).click()
  await page.getByRole('heading', { name: 'Unassigned (4)' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Unassigned (4)' }).waitFor()
  const { promise: told, resolve: come } = Promise.withResolvers<void>()
  await page.route('**/assets/choices-*.js', async (route) => {
    await told
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('zones')
  assert.equal(await page.getByRole('combobox', { name: 'Go to or do …' }).inputValue(), 'zones')
  await page.getByRole('dialog').getByText('Loading …').waitFor()
  await passesAxe(page, 'palette before what it finds')
  come()
  await page.getByRole('option', { name: /^Zones/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Zones', exact: true }).waitFor()
  await page.goBack()
  // The z of "zones" was typed into the palette. It must not have triggered the shortcut for Undo on the page.
  await page.getByRole('heading', { name: 'Unassigned (4)' }).waitFor()
})

test('stops are carried over the timeline and the map with the cost shown, and routes are split, swapped and merged by their menu and Ctrl-K', async () => {
  const { page } = await fourOnVanA()
  const act = async (text: string, choice: RegExp): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to or do …' }).fill(text)
    await page.getByRole('option', { name: choice }).waitFor()
    await page.keyboard.press('Enter')
  }
  const dialog = page.getByRole('dialog')
  await act('split van', /^Split …: Van A/)
  const toVanB = dialog.getByRole('radiogroup', { name: 'Move the later stops to' }).getByLabel(/^New route: Van B/)
  assert.ok(await toVanB.isChecked(), 'a vehicle without a route is the first choice')
  const line = dialog.getByRole('slider', { name: 'Split here' })
  await line.press('Home')
  assert.match((await line.getAttribute('aria-valuetext')) ?? '', /^After stop 1, /)
  await dialog.getByText('3 stops move.').waitFor()
  const held = await line.boundingBox()
  assert.ok(held)
  await page.mouse.move(held.x + 40, held.y + 12)
  await page.mouse.down()
  await page.mouse.move(held.x + 40, held.y + 12 + 32, { steps: 4 })
  await page.mouse.up()
  await dialog.getByRole('heading', { name: 'Split Van A after stop 2' }).waitFor()
  await dialog.getByText('2 stops move.').waitFor()
  await dialog.getByRole('row', { name: /^Van B 0 → 2 – → \d+:\d\d [AP]M/ }).waitFor()
  await dialog
    .getByRole('button', { name: /^After [123], [+−]\d/ })
    .first()
    .waitFor()
  await passesAxe(page, 'split a route')
  await dialog.getByRole('button', { name: 'Split route' }).click()
  await counts(page, { 'Van A': 2, 'Van B': 2 })

  const names = async (route: string) =>
    (await rowsOf(page, route).allTextContents()).map((text) => /\d+ Test Street/.exec(text)?.[0])
  const [ofA, ofB] = [await names('Van A'), await names('Van B')]
  await page.getByRole('button', { name: /^Van A ·/ }).click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Actions for Van A' })
  await passesAxe(page, 'menu of a route')
  await menu.getByRole('menuitem', { name: 'Swap stops with …' }).click()
  await dialog
    .getByRole('status')
    .filter({ hasText: /[+−]\d+\.\d mi/ })
    .waitFor()
  await passesAxe(page, 'swap the stops of two routes')
  await dialog.getByRole('button', { name: 'Swap stops' }).click()
  await until('both vans have the other’s stops', async () =>
    isDeepStrictEqual([await names('Van A'), await names('Van B')], [ofB, ofA]),
  )

  const lanes = page.getByRole('list', { name: 'Timeline of the routes' }).getByRole('listitem')
  await lanes.filter({ hasText: /Van A · Test driver/ }).waitFor()
  const cost = page.getByRole('status', { name: 'Cost of the drop' }).filter({ hasText: /[+−]\d+\.\d mi/ })
  const carry = async (from: Locator, to: Locator, drop = true): Promise<void> => {
    await from.hover()
    await page.mouse.down()
    const box = await to.boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x + box.width - 6, box.y + box.height / 2, { steps: 4 })
    await cost.waitFor()
    if (!drop) await page.keyboard.press('Escape')
    await page.mouse.up()
  }
  const tracks = page.locator('[data-lane]')
  await carry(tracks.first().locator('[data-order]').first(), tracks.last(), false)
  await page.getByText('Not here').waitFor({ state: 'detached' })
  await counts(page, { 'Van A': 2, 'Van B': 2 })
  await carry(tracks.first().locator('[data-order]').first(), tracks.last())
  await counts(page, { 'Van A': 1, 'Van B': 3 })
  await carry(page.getByRole('button', { name: /^Van A 1, / }), tracks.last())
  await counts(page, { 'Van B': 4 })
  await act('undo', /^Undo Action/)
  await counts(page, { 'Van A': 1, 'Van B': 3 })

  // Keys carry the stop from the timeline to the lane above. Escape cancels, Enter drops it.
  const timeline = page.getByRole('group', { name: /^Timeline/ })
  const selected = '[data-order][class*=tickSelected]'
  await page.keyboard.press('Escape')
  await timeline.focus()
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
  await tracks.last().locator(selected).waitFor()
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowUp')
  await page.getByText('Van A, stop ').waitFor()
  await cost.waitFor()
  await passesAxe(page, 'carried by keys')
  await page.keyboard.press('Escape')
  await page.getByText('Van A, stop ').waitFor({ state: 'detached' })
  await tracks.last().locator(selected).waitFor()
  for (const key of ['m', 'ArrowUp', 'ArrowLeft', 'Enter']) await page.keyboard.press(key)
  await counts(page, { 'Van A': 2, 'Van B': 2 })
  await act('undo', /^Undo Action/)
  await counts(page, { 'Van A': 1, 'Van B': 3 })

  // All stops of a route are selected, so no other stop marks a position. The cost is still shown at the route's lane
  // and inside the screen.
  await rowsOf(page, 'Van A').first().click()
  await timeline.focus()
  await page.keyboard.press('m')
  const whole = await page.getByText('1 delivery', { exact: true }).locator('..').boundingBox()
  const lane = await tracks.first().boundingBox()
  assert.ok(whole && lane && whole.x + whole.width >= lane.x && whole.x <= lane.x + lane.width)
  assert.ok(whole.y + whole.height <= lane.y + lane.height)
  await page.keyboard.press('Escape')

  // A finger that is held briefly drags the stop. A finger that moves at once drags nothing.
  const touch = await page.context().newCDPSession(page)
  const slide = async (isHeld: boolean): Promise<void> => {
    const from = await tracks.first().locator('[data-order]').first().boundingBox()
    const to = await tracks.last().boundingBox()
    assert.ok(from && to)
    const at = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints })
    await at('touchStart', { x: from.x + 5, y: from.y + 5 })
    if (isHeld) await page.getByText('1 delivery', { exact: true }).waitFor()
    for (const x of [40, 20]) await at('touchMove', { x: to.x + to.width - x, y: to.y + 12 })
    if (isHeld) await cost.waitFor()
    await at('touchEnd')
  }
  await slide(false)
  await counts(page, { 'Van A': 1, 'Van B': 3 })
  await slide(true)
  await counts(page, { 'Van B': 4 })
  await act('undo', /^Undo Action/)
  await counts(page, { 'Van A': 1, 'Van B': 3 })

  await page.getByRole('button', { name: /^Van A ·/ }).focus()
  await page.keyboard.press('Shift+F10')
  await menu.getByRole('menuitem', { name: 'Merge into …' }).press('Enter')
  await dialog.getByRole('button', { name: 'Merge routes' }).press('Enter')
  await counts(page, { 'Van B': 4 })

  // The address contains the open item, so that a reload and Back show it again.
  await rowsOf(page, 'Van B').nth(1).click()
  const panel = page.getByRole('complementary')
  const title = await panel.getByRole('heading').first().textContent()
  await page.getByLabel('Search deliveries').fill('Test Street')
  await page.reload()
  await panel.getByRole('heading', { name: title ?? '' }).waitFor()
  assert.equal(await page.getByLabel('Search deliveries').inputValue(), 'Test Street')
  await panel.getByRole('link').first().click()
  await page.getByRole('heading', { name: /^Order / }).waitFor()
  await page.goBack()
  await panel.getByRole('heading', { name: title ?? '' }).waitFor()
})
