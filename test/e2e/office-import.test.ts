// Tests importing files in a browser on the real server.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import writeExcelFile from 'write-excel-file/node'
import type { Page } from 'playwright-core'
import type { GeocodeAnswer } from '../../src/app/ports/geocoder.ts'
import { startBrowser } from '../helpers/browser.ts'
import { EXPORTS } from '../helpers/data.ts'
import { addDepot, addVehicle } from '../helpers/fleet.ts'
import { officePages, openScreen } from '../helpers/office-pages.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
/** Knows every house, except on two streets: one exists twice, the other one not at all. */
const find = async (asked: unknown): Promise<GeocodeAnswer> => {
  const text = JSON.stringify(asked)
  const at = (lat: number, label: string) => ({ point: { lat, lng: -77.03 }, label })
  if (text.includes('Twin Ave'))
    return { found: false, candidates: [at(38.91, '5 N Twin Ave'), at(38.89, '5 S Twin Ave')] }
  if (text.includes('Nowhere')) return { found: false }
  return { found: true, precision: 'PLACED', ...at(38.9 + (text.length % 9) / 100, 'here') }
}
const service = await startService({
  jobs: true,
  replaced: { clock: () => new Date('2026-11-17T15:00:00Z'), geocoder: { name: 'test', find } },
})
const { signIn, passesAxe } = officePages(browser, service)

const choose = (page: Page, name: string, content: string | Buffer): Promise<void> =>
  page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

/** Drops a file on the page, as from a folder. */
const drop = (page: Page, name: string, content: string): Promise<void> =>
  page.evaluate(`{
    const data = new DataTransfer()
    data.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}))
    const title = [...document.querySelectorAll('strong')].find((one) => one.textContent === 'Drop your file here')
    title.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
  }`)

async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Check \d+ rows?$/ }).click()
  await page.getByText('Nothing is added yet.').waitFor()
}
const tally = (page: Page, text: string) => page.getByRole('list', { name: 'Result' }).getByText(text).waitFor()

test('a file goes from drop to plan: its columns, its faults, its addresses, and the next step', async () => {
  const shop = await service.business()
  await addDepot(service.app, shop.businessId)
  await addVehicle(service.app, shop.businessId)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await openScreen(page, 'Import')
  await page.getByText('No imports yet').waitFor()
  await passesAxe(page, 'import')
  const rows = [
    'Order #,Customer,Address,Deliver on,Lbs,Salesperson',
    'A1,Test one,"1 A St, Washington, DC 20001",11/20/2026,40 lbs,Ana',
    'A2,Test two,"2 A St, Washington, DC 20001",11/45/2026,8,Ana',
    'A3,Test three,"5 Twin Ave, Washington, DC 20001",11/20/2026,8,Ana',
    'A4,Test four,"9 Nowhere Rd, Washington, DC 20001",11/20/2026,8,Ana',
    'A5,Test five,"5 Nowhere Rd, Washington, DC 20001",11/20/2026,8,Ana',
  ]
  await drop(page, 'mine.csv', rows.join('\n'))
  await page.getByText('Your 6 columns. 5 matched, 1 not used.').waitFor()
  assert.equal(await page.getByLabel('What Address means').inputValue(), 'full_address')
  assert.equal(await page.getByLabel('What Lbs means').inputValue(), 'weight')
  await page.getByRole('row', { name: /^Deliver on .*1 cell not read/ }).waitFor()
  await passesAxe(page, 'import columns')
  await check(page)
  await tally(page, 'fit several places')
  await page.getByText('1 ready and 3 without a location will be added; 1 left out.').waitFor()
  await passesAxe(page, 'import check')

  const faulty = page.getByRole('region', { name: '1 row has a fault' })
  await faulty.getByText('"11/45/2026" is not a date').waitFor()
  await faulty.getByLabel('Deliver on in row 3').fill('11/20/2026')
  await page.keyboard.press('Enter')
  await faulty.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Choose the location of row 4' }).click()
  await page.getByRole('list', { name: 'Possible locations' }).getByText('5 S Twin Ave').waitFor()
  await passesAxe(page, 'import candidates')
  await page.getByRole('button', { name: 'Use this' }).last().click()
  const missing = page.getByRole('region', { name: '2 rows have no location' })
  await missing.getByLabel('Address in row 5').fill('9 A St, Washington, DC 20001')
  await page.keyboard.press('Enter')
  await page.getByText('4 ready and 1 without a location will be added; 0 left out.').waitFor()

  await page.getByRole('button', { name: 'Add 5 orders' }).click()
  await page.getByRole('heading', { name: '5 orders added' }).waitFor()
  const next = page.getByRole('navigation', { name: 'Next steps' })
  await next.getByRole('link', { name: /^Place 1 order Not on the map yet: 5 Nowhere Rd/ }).waitFor()
  await passesAxe(page, 'import done')
  await next.getByRole('link', { name: /^Build routes for 11\/20\/2026/ }).click()
  await page.getByRole('heading', { name: 'Unassigned (5)' }).waitFor()
  const placed = await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.selectFrom('orders').select(['externalRef', 'lat', 'placement']).orderBy('externalRef').execute(),
  )
  assert.deepEqual(
    placed.map(({ placement }) => placement),
    ['PLACED', 'PLACED', 'PLACED', 'PLACED', 'UNPLACED'],
  )
  assert.equal(placed[2]?.lat, 38.89)
})

test('an import is undone in one step, also after a reload, and its orders are removed', async () => {
  const shop = await service.business()
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await openScreen(page, 'Import')
  const rows = ['Order ID,Name,Address,Delivery date', 'B1,Test one,1 A St,11/20/2026', 'B2,Test two,2 A St,11/20/2026']
  await page.getByLabel('Or paste rows with their headers').fill(rows.join('\n').replaceAll(',', '\t'))
  await page.getByRole('button', { name: 'Read the rows' }).click()
  await check(page)
  await page.getByRole('button', { name: 'Add 2 orders' }).click()
  await page.getByText('2 orders added from a file').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Undo: 2 orders added from a file' }).click()
  await page.getByText('The import is undone: 2 orders removed.').waitFor()
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByText('Test one').waitFor({ state: 'detached' })
  assert.equal(await page.getByText('B2').count(), 0)
})

test('a file with ambiguous months and days asks for the format, and a workbook for its sheet', async () => {
  const shop = await service.business()
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await openScreen(page, 'Import')
  const dates = (...days: string[]) =>
    choose(
      page,
      'dates.csv',
      ['Order ID,Name,Address,Delivery date', ...days.map((day, i) => `E${i},Test,${i} A St,${day}`)].join('\n'),
    )
  await dates('03/12/2026', '07/12/2026')
  await page.getByText('Nothing in this file tells the month from the day').waitFor()
  assert.ok(await page.getByLabel('Month first: 03/12/2026 is March 12, 2026').isChecked())
  await passesAxe(page, 'import date format')
  await check(page)
  await page.getByText('0 ready and 0 without a location will be added; 2 left out.').waitFor()
  await page
    .getByRole('region', { name: '2 rows have a fault' })
    .getByText('The delivery date has passed.')
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByLabel('Day first: 03/12/2026 is December 3, 2026').check()
  await page.getByText('You chose this format.').waitFor()
  await check(page)
  await page.getByRole('button', { name: 'Add 2 orders' }).click()
  await page.getByRole('heading', { name: '2 orders added' }).waitFor()
  await page.getByRole('button', { name: 'Import another file' }).click()
  await dates('04/12/2026')
  await page.getByText('This format was used for your last file with these columns.').waitFor()
  await page.getByRole('button', { name: 'Choose another file' }).click()
  const data = (...rows: string[][]) => rows.map((cells) => cells.map((value) => ({ value, type: String })))
  const book = await writeExcelFile([
    { sheet: 'Cover', data: data(['Orders', 'of us']) },
    { sheet: 'Orders', data: data(['Name', 'Address'], ['Ann', '1 A St']) },
  ]).toBuffer()
  await choose(page, 'book.xlsx', book)
  await page.getByRole('group', { name: 'Which sheet has the orders?' }).getByRole('button', { name: 'Orders' }).click()
  await page.getByText('book.xlsx · 1 row · sheet Orders').waitFor()
  await page.getByText('Choose the column with the delivery date, or enter a date for all rows.').waitFor()
})

test('every real export is imported without changing a column', async () => {
  const shop = await service.business()
  const page = await signIn(shop.businessId, 'OWNER')
  await openScreen(page, 'Import')
  for (const name of readdirSync(EXPORTS).filter((file) => file.endsWith('.csv'))) {
    await choose(page, name, readFileSync(path.join(EXPORTS, name)))
    await page.getByLabel('Date for rows without one').fill('2026-11-20')
    await check(page)
    await page.getByRole('button', { name: /^Add [1-9]\d* orders?$/ }).click()
    await page.getByRole('heading', { name: /^[1-9]\d* orders? added$/ }).waitFor()
    assert.equal(await page.getByText(/not imported/).count(), 0, name)
    await page.getByRole('button', { name: 'Import another file' }).click()
  }
})
