// Tests in a browser that a build shows two plans side by side. Nothing changes until one is chosen, and a stale plan
// is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderOut } from '../../src/contract/order.ts'
import { endlessSolver } from '../helpers/endless-solver.ts'
import { startBrowser } from '../helpers/browser.ts'
import { addDepot, addDriver, addVehicle } from '../helpers/fleet.ts'
import { chooseOfDay, chooseOfRoute, officePages } from '../helpers/office-pages.ts'
import { orderBody } from '../helpers/orders.ts'
import { dateIn } from '../helpers/routes.ts'
import { type Client, type Service, startService } from '../helpers/service.ts'

const browser = await startBrowser()
const service = await startService()
const { passesAxe } = officePages(browser, service)
const endless = endlessSolver()
const searching = await startService({ replaced: { solver: endless.solver } })
searching.besides.push(endless.close)
const date = dateIn(service, 1)
const day = `/?date=${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`

const orderAt = async (shop: Client, lat: number): Promise<void> => {
  const address = { line1: `${Math.round(lat * 10_000)} Test Street`, city: 'Washington', lat, lng: -77.03 }
  const { status, body } = await shop.post<OrderOut>('/orders', orderBody({ delivery_date: date, address }))
  assert.equal(status, 201, body.message)
}

/**
 * Creates six deliveries in a line to the north, for two vans. The distance is shortest if a single van delivers them
 * all.
 */
async function twoVans({ app, ...at }: Service = service) {
  const shop = await at.business()
  await addDepot(app, shop.businessId)
  for (const name of ['Van A', 'Van B'])
    await addVehicle(app, shop.businessId, {
      name,
      driverId: await addDriver(app, shop.businessId, null, `Driver of ${name}`),
    })
  for (let i = 0; i < 6; i++) await orderAt(shop, 38.93 + i / 100)
  const page = await officePages(browser, { app, ...at }).signIn(shop.businessId, 'DISPATCHER')
  await page.goto(`${at.url}${day}`)
  await page.getByRole('heading', { name: 'Unassigned (6)' }).waitFor()
  return { shop, page }
}

test('two plans are compared by their figures, and the chosen one becomes the routes', async () => {
  const { shop, page } = await twoVans()
  await page.getByRole('button', { name: 'Build routes' }).click()
  const ask = page.getByRole('dialog', { name: 'Build routes' })
  const slider = ask.getByRole('slider', { name: 'Driving or even days' })
  await slider.press('ArrowRight')
  await ask.getByText('Even days: the same hours, more distance').waitFor()
  await slider.press('ArrowRight')
  assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /^Even stops: /)
  await ask.getByLabel('Time to search').selectOption('2')
  await ask.getByLabel('Compare two plans, then choose').check()
  await passesAxe(page, 'build, with its slider')
  await ask.getByRole('button', { name: 'Build routes' }).click()
  const choose = page.getByRole('dialog', { name: 'Choose a plan' })
  await choose.getByText('Nothing has changed yet.').waitFor()
  await choose.getByRole('columnheader', { name: 'Least driving' }).waitFor()
  const cells = await choose
    .getByRole('row', { name: /^Stops per vehicle/ })
    .getByRole('cell')
    .allTextContents()
  assert.deepEqual(cells, ['1 to 5', '3'])
  await passesAxe(page, 'two plans of a build')
  const before = await shop.get<unknown[]>(`/routes?date=${encodeURIComponent(date)}`)
  assert.deepEqual(before.body.data, [])
  await choose.getByRole('button', { name: 'Use even stops' }).click()
  await page.getByRole('heading', { name: /^All .* on \d+ routes?\.$/ }).waitFor()
  await page.getByRole('button', { name: 'View routes' }).click()
  for (const van of ['Van A', 'Van B']) {
    const stops = page.getByRole('grid', { name: `Stops of ${van}` }).getByRole('row')
    await stops.nth(2).waitFor()
    assert.equal(await stops.count(), 3)
  }
  await page.getByRole('grid', { name: 'Stops of Van A' }).getByRole('row').nth(1).click()
  const panel = page.getByRole('complementary')
  await panel.getByRole('heading', { name: 'Why it is here' }).waitFor()
  await panel.getByText(/^On Van A, after \d+ Test Street: [+−]\d+\.\d mi/).waitFor()
  await panel.getByRole('heading', { name: 'Next best positions' }).waitFor()
  await passesAxe(page, 'why a stop is here')
})

test('a build without a free vehicle plans the routes again, and its message disappears automatically', async () => {
  const { shop, page } = await twoVans()
  const build = async (name: string) => {
    await page.keyboard.press('b')
    const ask = page.getByRole('dialog', { name })
    await ask.getByLabel('Time to search').selectOption('2')
    return ask
  }
  const first = await build('Build routes')
  await first.getByRole('button', { name: 'Build routes' }).click()
  await page.getByRole('button', { name: 'View routes' }).click()
  await orderAt(shop, 38.995)
  await page.getByRole('heading', { name: 'Unassigned (1)' }).waitFor()
  const second = await build('Re-optimize routes')
  await second.getByText('Every vehicle has a route already, so these routes are planned again.').waitFor()
  await second.getByRole('button', { name: 'Re-optimize' }).click()
  await page.getByRole('button', { name: 'View routes' }).click()
  await page.getByRole('heading', { name: 'Unassigned (0)' }).waitFor()

  await page.clock.install()
  await chooseOfRoute(page, 'Reverse')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  const close = page.getByRole('button', { name: 'Close the message' })
  await close.waitFor()
  await page.clock.fastForward(15_000)
  await close.waitFor({ state: 'detached' })
})

test('a build that is stopped early uses its best plan so far', async () => {
  const { page } = await twoVans(searching)
  await page.getByRole('button', { name: 'Build routes' }).click()
  const ask = page.getByRole('dialog', { name: 'Build routes' })
  await ask.getByLabel('Time to search').selectOption('60')
  await ask.getByRole('button', { name: 'Build routes' }).click()
  const stop = page.getByRole('button', { name: 'Stop and use this plan' })
  await stop.waitFor()
  assert.equal(await stop.getAttribute('title'), 'There is no plan yet.')
  await stop.click({ force: true })
  endless.find()
  await page.getByText('1.0 mi').waitFor()
  assert.equal(await stop.getAttribute('title'), null)
  await passesAxe(page, 'build in progress')
  await stop.click()
  await page.getByRole('heading', { name: /^All 6 deliveries are on \d routes?\.$/ }).waitFor()
})

test('a plan is refused after its data has changed', async () => {
  const { shop, page } = await twoVans()
  await page.getByRole('button', { name: 'Build routes' }).click()
  const ask = page.getByRole('dialog', { name: 'Build routes' })
  await ask.getByLabel('Time to search').selectOption('2')
  await ask.getByLabel('Use only as many vehicles as are needed').check()
  await ask.getByLabel('Compare two plans, then choose').check()
  await ask.getByRole('button', { name: 'Build routes' }).click()
  const choose = page.getByRole('dialog', { name: 'Choose a plan' })
  await choose.getByRole('button', { name: 'Use fair days' }).waitFor()
  const used = await choose
    .getByRole('row', { name: /^Vehicles used/ })
    .getByRole('cell')
    .allTextContents()
  assert.deepEqual(used, ['1', '1'])
  await orderAt(shop, 38.99)
  await choose.getByRole('button', { name: 'Use fair days' }).click()
  await choose.getByRole('alert').filter({ hasText: 'have changed since this was planned' }).waitFor()
  await choose.getByRole('button', { name: 'Change nothing' }).click()
  await page.getByRole('heading', { name: 'Unassigned (7)' }).waitFor()
})

test('two builds are compared side by side with the changed stops, and one runs again to the same plan', async () => {
  const { shop, page } = await twoVans()
  const build = async (balance: string): Promise<void> => {
    const body = { date, options: { balance, time_limit_seconds: 1 } }
    const built = await shop.post<{ routes: { route_uuid: string }[] }>('/routes/build', body)
    assert.equal(built.status, 201, built.body.message)
    for (const { route_uuid } of built.body.data.routes) await shop.post(`/routes/${route_uuid}/cancel`)
  }
  await build('NONE')
  await build('STOPS')
  await chooseOfDay(page, 'Plan', 'Builds of this day')
  const list = page.getByRole('region', { name: 'Builds of the day' })
  await list.getByRole('checkbox', { name: /^Compare Least driving/ }).check()
  await list.getByRole('checkbox', { name: /^Compare Even stops/ }).check()
  const beside = page.getByRole('region', { name: 'Two builds side by side' })
  const changed = beside.getByRole('table', { name: 'Stops that changed' })
  const first = changed.getByRole('row', { name: /to another vehicle/ }).first()
  await first.waitFor()
  assert.match((await first.textContent()) ?? '', /Van [AB] \d, .*Van [AB] \d, /)
  for (const which of ['first', 'second']) {
    const map = beside.getByRole('region', { name: `Map of the ${which} build` })
    await map
      .getByRole('img', { name: /^Van [AB] \d, .*, changed$/ })
      .first()
      .waitFor()
  }
  await first.getByRole('button').click()
  await passesAxe(page, 'two builds side by side')
  await list.getByRole('button', { name: /^Run again: Even stops/ }).click()
  await list.getByText('The same plan, every route and time.').waitFor()
  // The table scrolls, and the page stays as wide as its window.
  await page.setViewportSize({ width: 768, height: 1024 })
  assert.equal(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'), false)
})
