// Tests importing files in a browser on the real server.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { startBrowser } from '../helpers/browser.ts'
import { EXPORTS } from '../helpers/data.ts'
import { officePages, openScreen } from '../helpers/office-pages.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const service = await startService({ jobs: true, replaced: { clock: () => new Date('2026-11-17T15:00:00Z') } })
const { signIn, passesAxe } = officePages(browser, service)

test('faults of a file are reported by row and column, and the good rows are imported', async () => {
  const shop = await service.business()
  const page = await signIn(shop.businessId, 'OWNER')
  await openScreen(page, 'Import')
  await page.getByText('No imports yet').waitFor()
  await passesAxe(page, 'import')
  const rows = ['Order ID,Name,Address,Delivery date', 'A1,Test one,1 A St,11/20/2026', 'A2,Test two,2 A St,someday']
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'mine.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  })
  await page.getByText('1 order can be imported, 1 can’t').waitFor()
  await page.getByRole('row', { name: /^3 Delivery date "someday" is not a date/ }).waitFor()
  await passesAxe(page, 'import preview')
  await page.getByRole('button', { name: 'Import 1 order' }).click()
  await page.getByText('1 added, 0 updated, 0 unchanged, 0 left out, 1 not imported').waitFor()
  await passesAxe(page, 'import done')
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('PK\0\0') })
  await page.getByText('This is not a text file').waitFor()
})

test('an import is undone in one step, also after a reload, and its orders are removed', async () => {
  const shop = await service.business()
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await openScreen(page, 'Import')
  const rows = ['Order ID,Name,Address,Delivery date', 'B1,Test one,1 A St,11/20/2026', 'B2,Test two,2 A St,11/20/2026']
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'mine.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  })
  await page.getByRole('button', { name: 'Import 2 orders' }).click()
  await page.getByText('2 orders added from a file').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Undo: 2 orders added from a file' }).click()
  await page.getByText('The import is undone: 2 orders removed.').waitFor()
  await passesAxe(page, 'import undone')
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByText('Test one').waitFor({ state: 'detached' })
  assert.equal(await page.getByText('B2').count(), 0)
})

test('a file with ambiguous months and days asks for the format', async () => {
  const shop = await service.business()
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await openScreen(page, 'Import')
  const choose = (...days: string[]) =>
    page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'dates.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        ['Order ID,Name,Address,Delivery date', ...days.map((day, i) => `E${i},Test,${i} A St,${day}`)].join('\n'),
      ),
    })
  await choose('03/12/2026', '07/12/2026')
  await page.getByText('Nothing in this file tells the month from the day').waitFor()
  await page.getByText('0 orders can be imported, 2 can’t.', { exact: true }).waitFor()
  await page.getByRole('row', { name: '2 – The delivery date has passed.' }).waitFor()
  assert.ok(await page.getByLabel('Month first: 03/12/2026 is March 12, 2026').isChecked())
  await passesAxe(page, 'import date format')
  await page.getByLabel('Day first: 03/12/2026 is December 3, 2026').check()
  await page.getByText('You chose this format.').waitFor()
  await page.getByText('2 orders can be imported, 0 can’t.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Import 2 orders' }).click()
  await page.getByText('2 added, 0 updated').waitFor()

  await choose('04/12/2026')
  await page.getByText('This format was used for your last file with these columns.').waitFor()
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose('12/24/2026', '10/11/2026')
  await page.getByText('The dates in this file can be read only one way.').waitFor()
  await page.getByText('1 order can be imported, 1 can’t.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Import 1 order' }).click()
  await page.getByText('0 added, 1 updated, 0 unchanged, 0 left out, 1 not imported').waitFor()
  await page.getByRole('button', { name: 'Show the rows' }).click()
  await page.getByRole('row', { name: '3 The delivery date has passed.' }).waitFor()
  await passesAxe(page, 'rows not imported')
})

test('every real export is imported without changing a column', async () => {
  const shop = await service.business()
  const page = await signIn(shop.businessId, 'OWNER')
  await openScreen(page, 'Import')
  for (const name of readdirSync(EXPORTS).filter((file) => file.endsWith('.csv'))) {
    await page.getByLabel('File', { exact: true }).setInputFiles(path.join(EXPORTS, name))
    await page.getByLabel('Date for rows without one').fill('2026-11-20')
    await page.getByText(/orders can be imported, 0 can’t/).waitFor()
    await page.getByRole('button', { name: /^Import \d+ orders/ }).click()
    await page.getByText(new RegExp(`${name}: [1-9]\\d* added, .*, 0 not imported`)).waitFor()
  }
})
