// Tests reports and the audit log in a browser on the real server: contents, filters, exports, and the text if there
// are no data.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { changeSettings } from '../../src/app/business/settings/change-settings.ts'
import { settleOutcomesJob } from '../../src/jobs/settle-outcomes.ts'
import { startBrowser } from '../helpers/browser.ts'
import { testClock } from '../helpers/clock.ts'
import { addDriver } from '../helpers/fleet.ts'
import { officePages } from '../helpers/office-pages.ts'
import { orderBody } from '../helpers/orders.ts'
import { builtRoute, dateIn, dispatchedRoute } from '../helpers/routes.ts'
import { type Client, startService } from '../helpers/service.ts'

const browser = await startBrowser()
const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { passesAxe, signIn } = officePages(browser, service)

const downloaded = async (page: Page, click: () => Promise<void>): Promise<string> => {
  const download = page.waitForEvent('download')
  await click()
  return readFile(await (await download).path(), 'utf8')
}

const WINDOW = { window_start: '00:00', window_end: '23:59' }

/** Records the first stops of the route as delivered and the others as failed, on its day. */
async function record(shop: Client, route: RouteWithStops, delivered: number): Promise<void> {
  for (const [i, stop] of route.stops.entries())
    await shop.post(`/routes/${route.route_uuid}/stops/${stop.stop_uuid}/status`, {
      status: i < delivered ? 'DELIVERED' : 'FAILED',
      ...(i >= delivered && { reason: 'Nobody home' }),
    })
  clock.advance(300)
  await settleOutcomesJob.run(service.app)
}

test('outcomes are summed, compared with the period before, drawn, distinguishable without color, and exported', async () => {
  const { shop, route: earlier } = await dispatchedRoute(service, 4, WINDOW)
  clock.advance(86_400)
  await record(shop, earlier, 2)
  clock.advance(6 * 86_400)
  const date = dateIn(service, 1)
  for (let i = 0; i < 4; i++) await shop.post('/orders', orderBody({ delivery_date: date, ...WINDOW }))
  const route = await builtRoute(shop, date)
  await shop.post(`/routes/${route.route_uuid}/dispatch`)
  clock.advance(86_400)
  await record(shop, route, 3)
  const page = await signIn(shop.businessId, 'VIEWER')
  const iso = `${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`
  await page.getByRole('link', { name: 'Reports' }).click()
  await page.getByLabel('To').fill(iso)
  await page
    .getByRole('definition')
    .filter({ hasText: /^3\+50% · on 1 route$/ })
    .waitFor()
  await page.getByText('compared with the 7 days before').waitFor()
  await page.getByRole('heading', { name: '100% arrived in their window' }).waitFor()
  await page.getByText('3 of 3 with a window').waitFor()
  await page.getByRole('img', { name: '100% of deliveries with a window arrived in it.' }).waitFor()
  await page.getByRole('heading', { name: '1 of 1 failure: Nobody home' }).waitFor()
  await page.getByTitle('2 in the 7 days before').waitFor()
  await page.waitForFunction("document.querySelector('figure svg[role=img]').clientWidth > 440")
  const widths = await page
    .locator('figure:has(svg[role=img])')
    .evaluateAll((charts) =>
      charts.map((chart) => (chart.querySelector('svg[role=img]')?.clientWidth ?? 0) / chart.clientWidth),
    )
  assert.ok(widths.length > 0 && widths.every((share) => share > 0.85), `plots fill their cards: ${widths.join(', ')}`)
  await passesAxe(page, 'reports')
  await page.getByRole('button', { name: 'By driver' }).click()
  await page.getByRole('row', { name: /^Test driver 1 3 1 0 100%/ }).waitFor()
  await page.getByRole('button', { name: 'Why deliveries failed' }).click()
  await page.getByRole('row', { name: 'Nobody home 1 100%' }).waitFor()
  const csv = await downloaded(page, async () => {
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await page.getByRole('menuitem', { name: 'By driver' }).click()
  })
  assert.match(csv, /Test driver,1,3,1,0,3,3,100,/)
  await page.getByRole('heading', { name: 'Customers' }).waitFor()
  await page.getByRole('button', { name: 'All 1' }).click()
  await page
    .getByRole('region', { name: 'By customer' })
    .getByRole('row', { name: /^Test customer .* 3 1 0 100% –$/ })
    .waitFor()
  await passesAxe(page, 'reports by customer')
  const customers = await downloaded(page, async () => {
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await page.getByRole('menuitem', { name: 'By customer' }).click()
  })
  assert.match(customers, /\r\nTest customer,.*,3,1,0,3,3,100,0,\r\n/)

  await changeSettings(service.app, shop.businessId, { onTimeGoal: 95 })
  await page.reload()
  await page.getByText('3 of 3 with a window · the goal of 95% is met').waitFor()
  await passesAxe(page, 'reports with a goal')

  await page.getByLabel('From').fill('2020-01-01')
  await page.getByText(/The report can’t be shown: to must end a period of at most 92 days/i).waitFor()
  await page.getByRole('button', { name: '31 days' }).click()
  await page.getByText('No routes on these days have outcomes yet').waitFor()
})

test('days without outcomes show what to do', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'VIEWER')
  await page.getByRole('link', { name: 'Reports' }).click()
  await page.getByText('No routes on these days have outcomes yet').waitFor()
  await passesAxe(page, 'reports, empty')
})

test('the audit log shows the user and both values of each change, is filtered and exported, and is only for owners', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const body = orderBody({ external_ref: 'T-AUDIT' })
  await shop.post('/orders', body)
  await shop.post('/orders', { ...body, customer_name: 'Another customer' })
  await changeSettings(service.app, shop.businessId, { undoWindowSeconds: 45 })
  const driver_uuid = await addDriver(service.app, shop.businessId, null, 'Second driver')
  const sent = `/routes/${route.route_uuid}`
  assert.equal((await shop.post(`${sent}/driver`, { driver_uuid })).status, 200)
  await shop.post(`${sent}/stops/${route.stops[0]?.stop_uuid}/status`, { status: 'DELIVERED' })
  const page = await signIn(shop.businessId, 'OWNER')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Activity log' }).click()
  const details = page.getByRole('button', { name: 'Details' })
  await details.first().waitFor()
  for (let i = 0, count = await details.count(); i < count; i++) await details.nth(i).click()
  await page.getByText('undo window seconds120 45').waitFor()
  await page.getByText('customer nameTest customer Another customer').waitFor()
  await page.getByText('was and isTest driver Second driver').waitFor()
  await page.getByText(/^occurred at: \d\d\/\d\d\/\d{4} \d+:\d\d [AP]M$/).waitFor()
  await passesAxe(page, 'audit log')
  await page.getByLabel('Kind of record').selectOption('order')
  await page.getByText('undo window seconds').first().waitFor({ state: 'detached' })
  await page.getByLabel('What').selectOption('added the delivery')
  await page.getByText('customer nameTest customer').waitFor({ state: 'detached' })
  const csv = await downloaded(page, () => page.getByRole('link', { name: 'Export CSV' }).click())
  assert.match(csv, /,test,API,added the delivery,T-AUDIT,/)
  assert.doesNotMatch(csv, /changed the settings/)
  await page.getByLabel('Order reference or record id').fill('T-OTHER')
  await page.getByText('No change matches').waitFor()
  const viewer = await signIn(shop.businessId, 'VIEWER')
  await viewer.getByRole('link', { name: 'Reports' }).click()
  await viewer.goto(`${service.url}/settings/activity`)
  await viewer.getByText(/^Your role \(viewer\) doesn’t let you /).waitFor()
  await passesAxe(viewer, 'audit log, viewer')
})
