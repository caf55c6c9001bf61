// Importing files in a browser on the real server.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { startBrowser } from '../helpers/browser.ts'
import { EXPORTS } from '../helpers/data.ts'
import { officePages } from '../helpers/office-pages.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const service = await startService({ jobs: true, replaced: { clock: () => new Date('2026-11-17T15:00:00Z') } })
const { signIn, passesAxe } = officePages(browser, service)

test('a file with faults: named by row and column, the good rows imported', async () => {
  const shop = await service.business()
  const page = await signIn(shop.businessId, 'OWNER')
  await page.getByRole('link', { name: 'Import' }).click()
  await page.getByText('No imports yet').waitFor()
  await passesAxe(page, 'import')
  const rows = ['Order ID,Name,Address,Delivery date', 'A1,Test one,1 A St,11/20/2026', 'A2,Test two,2 A St,someday']
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'mine.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  })
  await page.getByText('1 order can be imported, 1 can not').waitFor()
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

test('every real export is imported without touching a column', async () => {
  const shop = await service.business()
  const page = await signIn(shop.businessId, 'OWNER')
  await page.getByRole('link', { name: 'Import' }).click()
  for (const name of readdirSync(EXPORTS).filter((file) => file.endsWith('.csv'))) {
    await page.getByLabel('File', { exact: true }).setInputFiles(path.join(EXPORTS, name))
    await page.getByLabel('Date for rows without one').fill('2026-11-20')
    await page.getByText(/orders can be imported, 0 can not/).waitFor()
    await page.getByRole('button', { name: /^Import \d+ orders/ }).click()
    await page.getByText(new RegExp(`${name}: [1-9]\\d* added, .*, 0 not imported`)).waitFor()
  }
})
