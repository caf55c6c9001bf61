// Tests one day in the office, from an imported file to a corrected outcome, in a browser on the real server.
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { settleOutcomesJob } from '../../src/jobs/settle-outcomes.ts'
import { startBrowser } from '../helpers/browser.ts'
import { testClock } from '../helpers/clock.ts'
import { addDepot, addDriver, addVehicle } from '../helpers/fleet.ts'
import { officePages, openScreen, sendAll } from '../helpers/office-pages.ts'
import { dateIn } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const clock = testClock()
const service = await startService({ jobs: true, replaced: { clock: clock.now } })
const { app } = service
const { signIn } = officePages(browser, service)
const said = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()

test('a file is imported, its day is built, sent and worked, and an outcome is corrected', async () => {
  const shop = await service.business()
  await addDepot(app, shop.businessId)
  const driverId = await addDriver(app, shop.businessId)
  await addVehicle(app, shop.businessId, { driverId })
  const date = dateIn(service, 1)
  const rows = Array.from(
    { length: 5 },
    (_, i) => `F-${i},Test customer ${i},${i} Test Street,Washington,${38.9 + i / 100},-77.03,${date}`,
  )
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await openScreen(page, 'Import')
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'day.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Order ID,Name,Address,City,Latitude,Longitude,Delivery date', ...rows].join('\n')),
  })
  await page.getByRole('button', { name: 'Check 5 rows' }).click()
  await page.getByRole('button', { name: 'Add 5 orders' }).click()
  await page.getByRole('heading', { name: '5 orders added' }).waitFor()

  await page.goto(`${service.url}/?date=${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`)
  await page.getByRole('heading', { name: 'Unassigned (5)' }).waitFor()
  await page.keyboard.press('b')
  await page.getByLabel('Time to search').selectOption('2')
  await page.getByRole('dialog').getByRole('button', { name: 'Build routes' }).click()
  await page.getByRole('heading', { name: /^All .* on \d+ routes?\.$/ }).waitFor()
  await page.getByRole('button', { name: 'View routes' }).click()
  await sendAll(page)
  await said(page, /1 route sent/)

  await page.getByRole('grid', { name: 'Stops of Test van' }).getByRole('row').first().click()
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: 'Record' }).click()
  await panel.getByText('Delivered, can still be undone').waitFor()
  clock.advance(121)
  await settleOutcomesJob.run(app)
  await panel.getByRole('heading', { name: 'Correct the outcome' }).waitFor()
  await panel.getByLabel('Outcome').selectOption('FAILED')
  await panel.getByLabel('Reason').fill('Left at the wrong door')
  await panel.getByRole('button', { name: 'Correct' }).click()
  await said(page, /Corrected at/)
  await panel.getByText('Failed: Left at the wrong door').waitFor()
  await panel.getByRole('link', { name: /^F-/ }).click()
  const history = page.getByRole('region', { name: /^Order / }).getByRole('region', { name: 'History' })
  await history.getByText('Test dispatcher added the delivery').waitFor()
  await history.getByText('Test dispatcher recorded the outcome: delivered, on Test van').waitFor()
  await history.getByText('Test dispatcher corrected the outcome: failed, on Test van').waitFor()
})
