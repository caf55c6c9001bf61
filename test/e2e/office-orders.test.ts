// The office's orders in a browser on the real server.
import { test } from 'node:test'
import { startBrowser } from '../helpers/browser.ts'
import { officePages } from '../helpers/office-pages.ts'
import { shopWithOrders } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const service = await startService()
const { signIn, passesAxe } = officePages(browser, service)

test('orders are found, opened, edited, added and cancelled together', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 3)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByText('3 orders').waitFor()
  await passesAxe(page, 'orders')
  await page.getByLabel('Reference, name, address or phone').fill(refs[1] ?? '')
  await page.getByText('1 order', { exact: true }).waitFor()
  await page.getByRole('button', { name: refs[1] ?? '' }).click()
  await page.getByText('order created, by test').waitFor()
  await passesAxe(page, 'order')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Customer').fill('Another customer')
  await passesAxe(page, 'edit order')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The order is saved.').waitFor()
  await page.getByText('order updated, by Test dispatcher').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('cell', { name: 'Another customer' }).waitFor()

  await page.getByRole('button', { name: 'Add an order' }).click()
  await page.getByLabel('Reference', { exact: true }).fill('BY-HAND')
  await page.getByLabel('Delivery date').fill(`${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`)
  await page.getByLabel('Customer').fill('Test customer')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('address.line1', { exact: false }).waitFor()
  await page.getByLabel('Address', { exact: true }).fill('1 Test Street')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The order is added.').waitFor()

  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('4 orders').waitFor()
  await page.getByLabel('Choose all shown').check()
  await page.getByText('4 orders chosen').waitFor()
  await page.getByRole('button', { name: 'Cancel orders' }).click()
  await page.getByText('4 orders cancelled.').waitFor()
  await page.getByRole('cell', { name: 'cancelled' }).nth(3).waitFor()
})
