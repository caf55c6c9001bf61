// A dispatcher takes stops off a route whose driver's phone is silent. The office asks for confirmation once, with the
// reason.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { startBrowser } from '../helpers/browser.ts'
import { officePages } from '../helpers/office-pages.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const browser = await startBrowser()
const service = await startService()
const { app } = service
const { signIn, passesAxe } = officePages(browser, service)

test('a stop of a silent phone comes off only after a confirmation with the reason, and canceling routes and orders warns, too', async () => {
  const { shop, route, date } = await dispatchedRoute(service, 2)
  const phoneAt = new Date(Date.now() - 40 * 60_000)
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('routes').set({ phoneAt, status: 'IN_PROGRESS', startedAt: phoneAt }).execute(),
  )
  const stops = async () => (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data.stops.length
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await page.goto(`${service.url}/?date=${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`)
  const row = page.getByRole('grid', { name: 'Stops of Test van' }).getByRole('row').last()
  const unassign = async () => {
    await row.click()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Remove from route' }).press('Enter')
  }
  const silent =
    /^The phone of the driver of Test van has been silent since .+\. These deliveries may already be done\. Call the driver first\.$/
  const orders = await page.context().newPage()
  await orders.goto(`${service.url}/orders`)
  await orders.getByRole('checkbox').nth(1).check()
  await orders.getByRole('button', { name: 'Cancel orders' }).click()
  const before = orders.getByRole('dialog', { name: 'Cancel 1 order?' })
  await before.getByText(/The phone of the driver of Test van has been silent since/).waitFor()
  await before.getByRole('button', { name: 'Not now' }).click()
  await orders.goto(`${service.url}/orders?order=${route.stops[0]?.order_uuid}`)
  await orders.getByRole('button', { name: 'More actions' }).click()
  await orders.getByRole('menuitem', { name: 'Cancel the order' }).click()
  await orders
    .getByText(/The phone of the driver of Test van has been silent since .+ Call the driver first\.$/)
    .waitFor()
  await orders.close()
  await unassign()
  const ask = page.getByRole('dialog', { name: 'Remove 1 delivery from the route?' })
  await ask.getByText(silent).waitFor()
  await passesAxe(page, 'question of a silent phone')
  await ask.getByRole('button', { name: 'Not now' }).click()
  await ask.waitFor({ state: 'detached' })
  assert.equal(await stops(), 2)
  await unassign()
  await ask.getByRole('button', { name: 'Remove 1 delivery' }).click()
  await until('the stop came off', async () => (await stops()) === 1)
  await page.getByRole('button', { name: /^Test van ·/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Cancel route' }).click()
  await page
    .getByRole('dialog', { name: 'Cancel Test van?' })
    .getByText(/can’t be undone\. The phone of the driver of Test van has been silent since/)
    .waitFor()
})
