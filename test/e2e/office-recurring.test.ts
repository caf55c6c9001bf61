// Tests recurring orders in a browser on the real server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser } from '../helpers/browser.ts'
import { officePages } from '../helpers/office-pages.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const service = await startService()
const { signIn, passesAxe } = officePages(browser, service)

test('a recurring order is added, one date is skipped and moved, its rule is changed, and it is ended', async () => {
  const shop = await service.business()
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('button', { name: 'More about orders' }).click()
  await page.getByRole('menuitem', { name: 'Recurring orders' }).click()
  await page.getByText('No recurring orders yet.').waitFor()
  await passesAxe(page, 'no recurring orders')
  const start = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await page.getByRole('button', { name: 'Add a recurring order' }).click()
  await page.getByLabel('Reference').fill('MILK')
  await page.getByLabel('First day').fill(start)
  await page.getByLabel('Customer', { exact: true }).fill('Dairy bar')
  await page.getByLabel('Address', { exact: true }).fill('1 Test Street')
  await passesAxe(page, 'add a recurring order')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Must name at least one weekday.').waitFor()
  await page.getByLabel('Unit').selectOption('DAY')
  await page.getByLabel('Every').fill('3')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The recurring order is added.').waitFor()
  await page.getByRole('cell', { name: 'every 3 days' }).waitFor()

  await page.getByRole('button', { name: 'MILK' }).click()
  const first = `${start.slice(5, 7)}/${start.slice(8)}/${start.slice(0, 4)}`
  await page.getByRole('link', { name: `MILK-${start}` }).waitFor()
  await passesAxe(page, 'recurring order')
  await page.getByRole('button', { name: `Skip ${first}` }).click()
  await page.getByText(`${first} is skipped.`).waitFor()
  const calendar = page.getByRole('table').filter({ has: page.getByRole('button', { name: /: Skipped$/ }) })
  await calendar.getByRole('button', { name: /: Skipped$/ }).waitFor()
  await passesAxe(page, 'a skipped date')
  await page.getByRole('button', { name: `Restore ${first}` }).click()
  await page.getByText(`${first} follows the rule again.`).waitFor()
  await page.getByRole('button', { name: `Move ${first}` }).click()
  const moved = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Delivered on').fill(moved)
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByText(`${first} is moved.`).waitFor()
  await page.getByRole('button', { name: /: Moved here$/ }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: `moved to ${moved.slice(5, 7)}/${moved.slice(8)}` })
    .waitFor()

  await page.getByRole('button', { name: 'Edit rule' }).click()
  assert.equal(await page.getByLabel('Customer', { exact: true }).inputValue(), 'Dairy bar')
  await page.getByLabel('Every').fill('2')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('every 2 days, from').waitFor()

  // An order names the rule that created it.
  await page.getByRole('link', { name: `MILK-${start}-2` }).click()
  await page.getByText(`for ${first}`).waitFor()
  await page.getByRole('link', { name: 'MILK', exact: true }).click()
  await page.getByRole('button', { name: 'More for MILK' }).click()
  await page.getByRole('menuitem', { name: 'End …' }).click()
  await page.getByText('unassigned orders that are already created are canceled').waitFor()
  await page.getByRole('button', { name: 'End it' }).click()
  await page.getByText('The recurring order has ended.').waitFor()
  const { data } = (await shop.get<{ status: string }[]>('/orders?limit=200')).body
  assert.deepEqual([...new Set(data.map(({ status }) => status))], ['CANCELLED'])
})
