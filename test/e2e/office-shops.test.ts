// Tests connected shops in a browser on the real server: connecting, a failed order, its mapping, and another try.
import { test } from 'node:test'
import { startBrowser } from '../helpers/browser.ts'
import { officePages, openScreen } from '../helpers/office-pages.ts'
import { startService } from '../helpers/service.ts'
import { postToShop, shopOrder } from '../helpers/shops.ts'

const browser = await startBrowser()
const service = await startService({ env: { ALLOW_PRIVATE_WEBHOOKS: '1' } })
const { passesAxe, signIn } = officePages(browser, service)

test('a shop is connected, its failed order is shown with the reason, and taken with a corrected mapping', async () => {
  const shop = await service.business()
  const page = await signIn(shop.businessId, 'OWNER')
  await openScreen(page, 'Integrations')
  await page.getByRole('link', { name: 'Shops', exact: true }).click()
  await page.getByText('No shop is connected yet').waitFor()
  await passesAxe(page, 'shops, empty')
  await page.getByRole('button', { name: 'Connect a shop' }).click()
  await page.getByRole('menuitem', { name: 'WooCommerce' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Flowers online')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  const secret = (await dialog.getByText(/^[A-Za-z0-9]{44}$/).textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  const url = (await page.getByText(/\/connect\/woocommerce\//).textContent()) ?? ''
  await page.getByText('No order was received yet.').waitFor()

  const path = new URL(url).pathname
  await postToShop(service, { kind: 'WOOCOMMERCE', path, secret }, shopOrder('WOOCOMMERCE', { meta_data: [] }))
  await page.reload()
  await page.getByRole('cell', { name: /delivery_date is required/ }).waitFor()
  await page.getByText('1 order failed').waitFor()
  await passesAxe(page, 'a shop with a failed order')
  await page.getByRole('button', { name: 'Show 727' }).click()
  await dialog.getByText('"Sample"').first().waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByLabel('Days to the delivery of an order without a date').fill('1')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('"customer_name": "Sample Recipient"').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.getByText('Saved.').first().waitFor()
  await page.getByRole('button', { name: 'Try again: 727' }).click()
  await page.getByText('1 order taken.').waitFor()
  await page.getByRole('cell', { name: 'taken' }).waitFor()

  await page.getByLabel('Address of the shop').fill('http://127.0.0.1:9999')
  await page.getByLabel('Key of its API').fill('ck_invented:cs_invented')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await page.getByRole('link', { name: 'Outcomes sent to the shop' }).waitFor()
  await passesAxe(page, 'a shop that is written to')

  await page.getByRole('link', { name: 'All shops' }).click()
  await page.getByRole('button', { name: 'More: Flowers online' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Remove the connection' }).click()
  await page.getByText('The connection is removed.').waitFor()
})
