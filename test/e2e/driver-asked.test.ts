// Tests checks at the door on the driver's page: an age, an amount, the customer's code. Each stop has its own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { doorCode } from '../../src/app/orders/door-code.ts'
import { startBrowser } from '../helpers/browser.ts'
import { driverToken } from '../helpers/links.ts'
import { axeFaults } from '../helpers/axe.ts'
import { untilStored, openPhone, phoneTime, picture, tap, touch } from '../helpers/phone.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const browser = await startBrowser()
const service = await startService({ jobs: true, replaced: { clock: phoneTime } })

async function work(...each: Record<string, unknown>[]) {
  return workWith({}, ...each)
}

async function workWith(
  settings: { proofRequired?: 'PHOTO'; contactPhone?: string },
  ...each: Record<string, unknown>[]
) {
  const address = { line1: '1 Oak Street', city: 'Washington', lat: 38.91, lng: -77.03 }
  const { shop, route, refs } = await dispatchedRoute(service, each.length, { address }, each)
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .updateTable('businesses')
      .set({ undoWindowSeconds: 600, ...settings })
      .execute(),
  )
  const url = `${service.url}/d/${await driverToken(service, shop.businessId, route.route_uuid)}`
  const stops = async () => {
    const { data } = (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body
    return refs.map((ref) => data.stops.find(({ external_ref }) => external_ref === ref))
  }
  const codeOf = (index: number) => {
    const stop = route.stops.find(({ external_ref }) => external_ref === refs[index])
    return doorCode(service.app, stop?.order_uuid ?? '')
  }
  return { url, stops, codeOf }
}

const choose = (page: Page, text: string) => touch(page, page.getByText(text, { exact: true }))

test('an age, an amount and a code are required at one door, each for its delivery, without reception', async () => {
  const { url, stops, codeOf } = await work(
    { customer_name: 'Ann', id_check: 'AGE_21', collect_amount: '24.90' },
    { customer_name: 'Bob', door_code: true },
  )
  const phone = await openPhone(browser, { small: true, jumps: true })
  const page = await phone.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(url)
  await untilStored(page)
  await page.waitForTimeout(500)
  await phone.setOffline(true)
  await tap(page, 'Start route')
  await tap(page, 'Arrived')
  const isAnn = (await page.getByText('Ann', { exact: true }).count()) > 0
  await touch(page, page.getByLabel(isAnn ? /Bob/ : /Ann/))
  const asksFor = (what: string, who: string) => tap(page, `${what}: ${who}`)

  const age = async () => {
    await asksFor('Check age: 21 or over', 'Ann')
    await page.getByText('Only your answer is saved').waitFor()
    assert.deepEqual(await axeFaults(page), [])
    await picture(page, 'driver-age')
    await tap(page, 'Yes')
    await asksFor('Collect $24.90', 'Ann')
    assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled())
    await choose(page, 'Cash')
    await page.getByLabel('Amount').fill('20')
    assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled(), 'another amount needs a reason')
    await page.getByLabel('Why another amount?').fill('No change')
    assert.deepEqual(await axeFaults(page), [])
    await picture(page, 'driver-collect')
    await tap(page, 'Save')
  }
  const code = async () => {
    await asksFor('Ask for the code', 'Bob')
    await page.getByLabel('Code', { exact: true }).fill(codeOf(1) === '0000' ? '0001' : '0000')
    await tap(page, 'Check')
    await page.getByText('That isn’t the code.').waitFor()
    assert.deepEqual(await axeFaults(page), [])
    await picture(page, 'driver-code')
    await page.getByLabel('Code', { exact: true }).fill(codeOf(1))
    await tap(page, 'Check')
  }
  await (isAnn ? age() : code())
  await (isAnn ? code() : age())
  await page.getByRole('button', { name: 'Ask for the code: Bob ✓' }).waitFor()
  await picture(page, 'driver-asked')
  await tap(page, 'Delivered: all 2')
  await phone.setOffline(false)
  await until('both outcomes are sent', async () => (await stops()).every((stop) => stop?.status === 'DELIVERED'))
  const [ann, bob] = await stops()
  assert.deepEqual(ann?.checks, {
    collected: { amount: '20.00', currency: 'USD', method: 'CASH', reason: 'No change' },
    identified: true,
  })
  assert.deepEqual(bob?.checks, { code: { matched: true, reason: null } })
  assert.deepEqual(faults, [])
})

test('a delivery needs the required age, but can go without a code or money if there is a reason', async () => {
  const { url, stops } = await work({ id_check: 'AGE_18' }, { collect_amount: '5', door_code: true })
  const page = await (await openPhone(browser, { small: true, jumps: true })).newPage()
  await page.goto(url)
  await tap(page, 'Start route')
  await tap(page, 'Arrived')
  const unpaid = async () => {
    await tap(page, 'Collect $5.00')
    await choose(page, 'Not paid')
    await choose(page, 'Paid already')
    await tap(page, 'Save')
    await tap(page, 'Ask for the code')
    await tap(page, 'Customer has no code')
    await tap(page, 'Delivered')
  }
  const noAge = async () => {
    await tap(page, 'Check age: 18 or over')
    await tap(page, 'No')
    await page.getByRole('radio', { name: 'Age or ID not shown', checked: true }).waitFor()
    await picture(page, 'driver-no-age')
    await tap(page, 'Not delivered')
  }
  if ((await page.getByRole('button', { name: 'Check age: 18 or over' }).count()) > 0) {
    await noAge()
    await tap(page, 'Arrived')
    await unpaid()
  } else {
    await unpaid()
    await tap(page, 'Arrived')
    await noAge()
  }
  await until('both outcomes are sent', async () => (await stops()).every((stop) => stop?.finished_at))
  const [age, money] = await stops()
  assert.deepEqual([age?.status, age?.reason, age?.checks], ['FAILED', 'Age or ID not shown', { identified: false }])
  assert.deepEqual(money?.checks, {
    collected: { amount: '0.00', currency: 'USD', method: 'NONE', reason: 'Paid already' },
    code: { matched: false, reason: 'Customer has no code' },
  })
})

test('the phone accepts no code after five wrong ones, with a double tap counted once, and asks to call the office', async () => {
  const { url, stops, codeOf } = await workWith({ contactPhone: '+1 202 555 0100' }, { door_code: true })
  const page = await (await openPhone(browser, { small: true, jumps: true })).newPage()
  await page.goto(url)
  await tap(page, 'Start route')
  await tap(page, 'Arrived')
  await tap(page, 'Ask for the code')
  const wrong = ['0000', '0001', '0002', '0003', '0004', '0005'].filter((code) => code !== codeOf(0))
  for (let i = 0; i < 5; i++) {
    await page.getByLabel('Code', { exact: true }).fill(wrong[i] ?? '')
    await page.locator('main[data-settling=false]').waitFor()
    await page.getByRole('button', { name: 'Check' }).evaluate((element: { click(): void }) => {
      element.click()
      element.click()
    })
    await page.getByText(i < 4 ? 'That isn’t the code.' : 'No more codes can be tried here.').waitFor()
  }
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'driver-code-locked')
  await page.reload()
  await tap(page, 'Ask for the code')
  await page.getByText('No more codes can be tried here.').waitFor()
  assert.equal(await page.getByLabel('Code', { exact: true }).count(), 0)
  await page.getByRole('link', { name: 'Call the office' }).waitFor()
  await tap(page, 'Customer has no code')
  await tap(page, 'Delivered')
  await until('the outcome is sent', async () => (await stops())[0]?.status === 'DELIVERED')
})

test('a double tap selects a delivery at the same door once', async () => {
  const { url } = await work({ customer_name: 'Ann' }, { customer_name: 'Bob' })
  const page = await (await openPhone(browser, { small: true, jumps: true })).newPage()
  await page.goto(url)
  await tap(page, 'Start route')
  await tap(page, 'Arrived')
  const box = page.getByRole('checkbox')
  await box.waitFor()
  await page.locator('main[data-settling=false]').waitFor()
  await box.evaluate((element: { click(): void }) => {
    element.click()
    element.click()
  })
  await page.getByRole('button', { name: 'Delivered: all 2' }).waitFor()
  assert.ok(await box.isChecked())
  await page.waitForTimeout(800)
  await touch(page, box)
  assert.ok(!(await box.isChecked()))
})

test('the required photo can be taken before the checks are answered', async () => {
  const { url } = await workWith({ proofRequired: 'PHOTO' }, { id_check: 'AGE_21' })
  const page = await (await openPhone(browser, { small: true, jumps: true })).newPage()
  await page.goto(url)
  await tap(page, 'Start route')
  await tap(page, 'Arrived')
  await page.getByRole('button', { name: 'Check age: 21 or over' }).waitFor()
  await page.getByText('Take photo').waitFor()
})
