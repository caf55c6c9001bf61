// Tests a business with kilograms, kilometers and dates like 23/11/2026 14:30. Opens the pages of the office, drivers
// and customers: no text has a US format, and typed values stay unchanged.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { loadDemo } from '../../src/app/operations/demo/load-demo.ts'
import type { OrderOut } from '../../src/contract/order.ts'
import { startBrowser } from '../helpers/browser.ts'
import { testClock } from '../helpers/clock.ts'
import { driverToken } from '../helpers/links.ts'
import { officePages } from '../helpers/office-pages.ts'
import { openPhone, tap } from '../helpers/phone.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date())
const service = await startService({ replaced: { clock: testClock(new Date(`${today}T14:00:00Z`)).now } })
const metric = { units: 'METRIC', clock: 'H24', dateFormat: 'DAY_FIRST' } as const
const goMetric = (businessId: string) =>
  service.app.db.asBusiness(businessId, (tx) => tx.updateTable('businesses').set(metric).execute())

/**
 * Collects the visible and audible texts, including folded parts and values of fields, except the choice of units itself.
 */
const SAID = `(() => {
  for (const part of document.querySelectorAll('details')) part.open = true
  const said = [document.title]
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { parentElement, nodeValue } = texts.currentNode
    if (!parentElement.closest('script, style, select[name=units], select[name=clock], select[name=date_format]'))
      said.push(nodeValue)
  }
  for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-description'])
    for (const element of document.body.querySelectorAll('[' + name + ']')) said.push(element.getAttribute(name))
  for (const field of document.querySelectorAll('input:not([type=date]), textarea')) said.push(field.value)
  return said.filter((text) => text.trim() !== '')
})()`

/** The days around today, except those that are equal in both formats, such as 11/11. */
const monthFirst = Array.from({ length: 29 }, (_, i) => {
  const [year, month, day] = new Date(Date.parse(today) + (i - 14) * 86_400_000).toISOString().slice(0, 10).split('-')
  return month === day ? [] : [`${month}/${day}/${year}`]
}).flat()
const AMERICAN =
  /\d\s?[ap]\.?m\b|\b(lbs?|mi|ft|sq mi)\b|mi²|ft³|pound|mile\b|miles\b|cubic f|libra|milla|Pfund|Meile|\blivres?\b/iu

const american = (texts: readonly string[]): string[] =>
  texts.filter((text) => AMERICAN.test(text) || monthFirst.some((date) => text.includes(date)))

async function expectNone(page: Page, screen: string): Promise<void> {
  const loading = page.getByText(/^Loading .+ …$/)
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' })
  assert.deepEqual(american(await page.evaluate<string[]>(SAID)), [], screen)
}

test('no page of the office uses US formats', async () => {
  const demo = await loadDemo(service.app)
  await goMetric(demo.businessId)
  const page = await officePages(browser, service).signIn(demo.businessId, 'OWNER')
  await expectNone(page, 'day')
  await page.keyboard.press('b')
  await expectNone(page, 'before a build')
  await page.getByRole('dialog').getByRole('button', { name: 'Build routes' }).click()
  await page.getByRole('button', { name: 'View routes' }).waitFor()
  await expectNone(page, 'build')
  await page.getByRole('button', { name: 'View routes' }).click()
  await page.getByRole('grid', { name: 'Stops of Truck 3' }).getByRole('row').nth(2).click()
  await page.getByRole('region', { name: 'Best positions' }).getByRole('listitem').first().waitFor()
  assert.match(await page.getByRole('complementary').innerText(), /\d kg/)
  await expectNone(page, 'stop')
  await page.getByRole('button', { name: 'Reassign' }).first().click()
  await expectNone(page, 'reassign')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('region', { name: 'Orders' }).getByRole('row').nth(5).waitFor()
  await page
    .getByText(/^\d{2}\/\d{2}\/\d{4}$/)
    .first()
    .waitFor()
  await expectNone(page, 'orders')
  await page.getByRole('region', { name: 'Orders' }).getByRole('row').nth(3).getByRole('button').click()
  await page
    .getByRole('region', { name: /^Order / })
    .getByRole('button', { name: 'Edit' })
    .click()
  await page.getByLabel('Weight (kg)').waitFor()
  await expectNone(page, 'order')
  for (const path of [
    '/builds',
    '/orders/recurring',
    '/import',
    '/fleet',
    '/zones',
    '/reports',
    '/settings/activity',
    '/integrations',
    '/integrations/requests',
    '/replies',
    '/team',
    '/account',
    '/settings',
    '/settings/drivers',
    '/settings/customers',
    '/settings/notices',
    '/settings/traffic',
  ]) {
    await page.goto(service.url + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expectNone(page, path)
  }
})

test('500 kg is shown as 500 kg again, and remains exactly that when another field is edited', async () => {
  const shop = await service.business()
  await goMetric(shop.businessId)
  const page = await officePages(browser, service).signIn(shop.businessId, 'OWNER')
  await page.getByRole('link', { name: 'Fleet' }).click()
  await page.getByRole('button', { name: 'Add a vehicle' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Lorry')
  await dialog.getByLabel('Capacity (kg)').fill('500')
  await dialog.getByLabel('Capacity (m³)').fill('12.5')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('500 kg').waitFor()
  const stored = async () =>
    service.app.db.asBusiness(shop.businessId, (tx) =>
      tx.selectFrom('vehicles').select(['capacityLbs', 'rules']).executeTakeFirstOrThrow(),
    )
  const first = await stored()
  assert.deepEqual([first.capacityLbs, first.rules?.capacityCubicFeet], [1102.311311, 441.433334])
  await page.getByRole('button', { name: 'Lorry', exact: true }).click()
  assert.equal(await dialog.getByLabel('Capacity (kg)').inputValue(), '500')
  assert.equal(await dialog.getByLabel('Capacity (m³)').inputValue(), '12.5')
  await dialog.getByLabel('Max stops').fill('30')
  await dialog.getByLabel('Max stops').blur()
  await page.getByText(/^Saved \d/).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual((await stored()).capacityLbs, first.capacityLbs)
  // Set by the API: 1,000 lb are 453.592 kg, and remain 1,000 lb.
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('vehicles').set({ capacityLbs: 1_000 }).execute(),
  )
  await page.reload()
  await page.getByRole('button', { name: 'Lorry', exact: true }).click()
  assert.equal(await dialog.getByLabel('Capacity (kg)').inputValue(), '453.592')
  await dialog.getByLabel('Max stops').fill('31')
  await dialog.getByLabel('Max stops').blur()
  await page.getByText(/^Saved \d/).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal((await stored()).capacityLbs, 1_000)
})

test('the pages of drivers and customers use the business’s formats, in every language', async () => {
  const { shop, route } = await dispatchedRoute(service, 3, {
    load_weight_lbs: 220,
    load_cubic_feet: 12,
    pickup_weight_lbs: 20,
    pickup_cubic_feet: 3,
    window_start: '13:00',
    window_end: '23:30',
  })
  await goMetric(shop.businessId)
  const path = `${service.url}/d/${await driverToken(service, shop.businessId, route.route_uuid)}`
  const { data: order } = (await shop.get<OrderOut>(`/orders/${route.stops[0]?.external_ref}`)).body
  for (const [locale, start, all] of [
    ['en-US', 'Start route', 'All stops'],
    ['es-US', null, null],
    ['fr-CA', null, null],
    ['de-DE', null, null],
  ] as const) {
    const phone = await openPhone(browser, { locale })
    const page = await phone.newPage()
    await page.goto(path)
    await page.locator('main[data-settling=false]').waitFor()
    await expectNone(page, `stop, ${locale}`)
    if (start) {
      await page.getByRole('button', { name: start }).waitFor()
      await tap(page, all)
      assert.match(await page.locator('main').innerText(), /\d km · 299 kg/)
      await expectNone(page, 'all stops')
    }
    await page.goto(service.url + new URL(order.stop?.tracking_url ?? '').pathname)
    await page.getByRole('heading').first().waitFor()
    await expectNone(page, `tracking, ${locale}`)
    await phone.close()
  }
})
