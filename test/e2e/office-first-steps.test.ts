// Tests the first minute in the office: a user gets from an empty business to the first plan in a few clicks, and looks
// around with sample data.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startBrowser } from '../helpers/browser.ts'
import { officePages } from '../helpers/office-pages.ts'
import { dateIn } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const geocoder = {
  name: 'test',
  find: async (address: unknown) => ({
    found: true as const,
    point: { lat: 38.9 + (JSON.stringify(address).length % 7) / 200, lng: -77.02 },
    precision: 'PLACED' as const,
    label: 'Found',
  }),
}
const service = await startService({ jobs: true, replaced: { geocoder } })
const { passesAxe, signIn } = officePages(browser, service)
const MAX_CLICKS = 9

const FLEET = 'Van\tCapacity\tDriver\tPhone\nVan 1\t900\tAna\t202-555-0143\nVan 2\t1,200\tBen\t202-555-0144\n'

/** Pastes like Ctrl+V in a spreadsheet's rows. */
const paste = async (page: Page, cell: string, text: string): Promise<void> => {
  await page.getByLabel(cell).focus()
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }`)
}

test('the first plan of an empty business takes at most 9 clicks', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  let clicks = 0
  const click = async (role: 'link' | 'button', name: string | RegExp): Promise<void> => {
    clicks++
    await page.getByRole(role, { name }).click()
  }
  const steps = page.getByRole('region', { name: 'Getting started' })
  await steps.getByText('1 of 6 steps done').waitFor()
  await passesAxe(page, 'first steps')

  await click('link', 'Add the depot')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Main depot')
  await dialog.getByLabel('Address').fill('100 First St NW, Washington DC')
  await click('button', 'Save')

  await page.getByRole('region', { name: 'Paste from a spreadsheet' }).waitFor()
  await paste(page, 'Row 1, Vehicle', FLEET)
  assert.equal(await page.getByLabel('Row 2, Capacity (lb)').inputValue(), '1,200')
  await passesAxe(page, 'fleet table')
  await click('button', /^Add \d+ rows/)
  await page.getByRole('button', { name: 'Van 2', exact: true }).waitFor()

  await click('link', 'Upload the first deliveries')
  const day = dateIn(service, 1)
  const rows = [1, 2, 3].map((n) => `F-${n},Customer ${n},${n} Second St NW,Washington,DC,${day}`)
  clicks++ // the file dialog
  await page.locator('input[type=file]').setInputFiles({
    name: 'orders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Reference,Customer,Address,City,State,Delivery date', ...rows].join('\n')),
  })
  await click('button', /^Check 3 rows/)
  await click('button', /^Add [1-9]\d* orders$/)
  await click('link', 'Plan the first routes')
  await page.getByRole('dialog').waitFor()
  clicks++
  await dialog.getByRole('button', { name: 'Build routes' }).click()
  await page.getByRole('dialog', { name: 'Routes built' }).waitFor()
  assert.ok(clicks <= MAX_CLICKS, `${clicks} clicks`)
})

test('an invalid cell is marked, and another driver can be entered at once', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'DISPATCHER')
  await page.getByRole('link', { name: 'Fleet' }).click()
  await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click()
  await paste(page, 'Row 1, Vehicle', 'Van 1\tmuch\nVan 2\t1.200')
  await page.getByText('Not a number: much').waitFor()
  await page.getByText('New: 1 vehicle, 0 drivers. 1 row needs a correction.').waitFor()
  await passesAxe(page, 'pasted rows')
  assert.equal(await page.getByLabel('Row 1, Capacity (lb)').getAttribute('aria-invalid'), 'true')
  await page.getByLabel('Row 1, Capacity (lb)').fill('800')
  await page.getByLabel('From a CSV file').setInputFiles({
    name: 'fleet.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Driver;Phone\nCy;202-555-0145'),
  })
  await page.getByText('New: 2 vehicles, 1 driver.').waitFor()
  await page.getByRole('button', { name: 'Add 3 rows' }).click()
  for (const name of ['Van 1', 'Van 2']) await page.getByRole('button', { name, exact: true }).waitFor()
  // The pasted capacity was read with its thousands separator.
  await page.getByText('1,200 lb').waitFor()

  await page.getByRole('link', { name: /^Drivers/ }).click()
  await page.getByRole('button', { name: 'Cy', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Add a driver' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Dee')
  await dialog.getByRole('button', { name: 'Save and add another' }).click()
  await dialog.getByText('Dee saved. Enter the next one.').waitFor()
  assert.equal(await dialog.getByLabel('Name').inputValue(), '')
  await page.keyboard.type('Eli')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  for (const name of ['Dee', 'Eli']) await page.getByRole('button', { name, exact: true }).waitFor()
  // No sample data is offered to a business with its own fleet.
  await page.getByRole('link', { name: 'Day', exact: true }).click()
  await page.getByRole('region', { name: 'Getting started' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Load sample data' }).count(), 0)
})

test('sample data is loaded from the day and removed on the Fleet page, and the steps can be hidden', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'DISPATCHER')
  await page.getByRole('button', { name: 'Load sample data' }).click()
  await page.getByText('5 of 6 steps done').waitFor()
  await page.getByText('Sample customer').first().waitFor()
  await page.getByRole('button', { name: 'Hide these steps' }).click()
  await page.getByText('5 of 6 steps done').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Fleet' }).click()
  await page.getByText('Sample data is loaded.').waitFor()
  await page.getByRole('button', { name: 'Remove sample data' }).click()
  await passesAxe(page, 'removing the sample')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove sample data' }).click()
  await page.getByText('The sample data is removed.').waitFor()
  await page.getByText('No vehicles yet').waitFor()
})
