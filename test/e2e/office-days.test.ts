// Tests orders with a range of days, and several days planned at once, in a browser on the real server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderOut } from '../../src/contract/order.ts'
import { startBrowser } from '../helpers/browser.ts'
import { chooseOfDay, officePages } from '../helpers/office-pages.ts'
import { orderBody } from '../helpers/orders.ts'
import { dateIn, shopWithOrders } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const service = await startService()
const { signIn, passesAxe } = officePages(browser, service)
const iso = (date: string): string => `${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`

test('an order with a range of days is added, shown on its day, and planned with several days', async () => {
  const { shop, date } = await shopWithOrders(service, 0)
  const [second, fourth] = [dateIn(service, 2), dateIn(service, 4)]
  const address = { line1: '1 Test Street', lat: 38.95, lng: -77.03 }
  await shop.post('/orders', orderBody({ delivery_date: second, address }))
  await shop.post('/orders', orderBody({ delivery_date: fourth }))
  await shop.post('/orders', orderBody({ external_ref: 'FREE', delivery_date: date, address }))
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('button', { name: 'FREE' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Or any day until').fill(iso(fourth))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(`any from ${date} to ${fourth}`).first().waitFor()

  await page.goto(`${service.url}/?date=${iso(date)}`)
  await page.getByText('any day until').waitFor()
  await chooseOfDay(page, 'Plan', 'Plan several days')
  await page.getByLabel(/^Days, from/).fill('4')
  await passesAxe(page, 'plan several days')
  await page.getByRole('button', { name: 'Plan these days' }).click()
  await page.getByText('1 delivery moved to another allowed day').waitFor()
  await page.getByText('All deliveries of these days are on routes.').waitFor()
  await page.getByRole('heading', { name: '3 of 3 deliveries have a day and a vehicle.' }).waitFor()
  const cell = page.getByRole('row', { name: /^Test van/ }).getByRole('button', { name: /^2 stops ?\+1/ })
  await cell.click()
  const panel = page.getByRole('complementary', { name: / · Test van$/ })
  await panel.getByRole('img', { name: /^from .* to / }).waitFor()
  await passesAxe(page, 'days planned')
  await page.getByRole('button', { name: 'Undo, plan again' }).click()
  await page.getByLabel(/^Days, from/).waitFor()
  assert.equal((await shop.get<OrderOut>('/orders/FREE')).body.data.delivery_date, date, 'the day from before')
  await page.getByLabel(/^Days, from/).fill('4')
  await page.getByRole('button', { name: 'Plan these days' }).click()
  await page.getByText('1 delivery moved to another allowed day').waitFor()
  const { data } = (await shop.get<OrderOut>('/orders/FREE')).body
  assert.deepEqual([data.delivery_date, data.delivery_by], [second, fourth])
  await page.getByRole('button', { name: /^Keep 1 Test Street on / }).click()
  await page.getByRole('button', { name: /^1 Test Street is kept on /, pressed: true }).waitFor()
  const kept = (await shop.get<OrderOut>('/orders/FREE')).body.data
  assert.deepEqual([kept.delivery_date, kept.delivery_by, kept.route?.status], [second, undefined, 'PLANNED'])

  await shop.post('/orders', orderBody({ delivery_date: dateIn(service, 3) }))
  await page.goto(`${service.url}/?date=${iso(second)}`)
  await chooseOfDay(page, 'Plan', 'Plan several days')
  await page.getByLabel(/^Days, from/).fill('2')
  await page.getByRole('button', { name: 'Plan these days' }).click()
  const undoThese = page.getByRole('button', { name: 'Undo, plan again' })
  await undoThese.waitFor()
  await page
    .getByRole('button', { name: /^Undo: .*built/ })
    .first()
    .click()
  // The previous plan can still be undone, but only elsewhere.
  await undoThese.waitFor({ state: 'detached' })
  assert.equal((await shop.get<OrderOut>('/orders/FREE')).body.data.route?.status, 'PLANNED')
  await page.getByRole('link', { name: new RegExp(second) }).click()
  await page
    .getByText(/^2 stops · /)
    .first()
    .waitFor()
})
