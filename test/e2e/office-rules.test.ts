// What an order asks and what a vehicle has and may, in the office's forms.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FleetOut } from '../../src/contract/office/fleet.ts'
import type { OrderOut } from '../../src/contract/orders.ts'
import { startBrowser } from '../helpers/browser.ts'
import { signedIn } from '../helpers/office.ts'
import { officePages } from '../helpers/office-pages.ts'
import { orderBody } from '../helpers/orders.ts'
import { shopWithOrders } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const service = await startService()
const { signIn, passesAxe } = officePages(browser, service)

test('an order keeps its windows and what it asks through the form, and what can’t be read is named there', async () => {
  const { shop, date } = await shopWithOrders(service, 0)
  const rules = {
    more_windows: [{ window_start: '13:00', window_end: '14:30' }],
    load_pieces: 12,
    load_cubic_feet: 40.5,
    priority: 80,
    required_skills: ['lift gate', 'helper'],
    required_drivers: ['Ann Lee', 'Bo Park'],
    excluded_drivers: ['Cy Wong'],
    preferred_drivers: ['Ann Lee'],
  }
  const windows = { window_start: '09:00', window_end: '10:00' }
  const body = orderBody({ delivery_date: date, ...windows, ...rules })
  assert.equal((await shop.post('/orders', body)).status, 201)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('button', { name: body.external_ref }).click()
  await page.getByText('9:00 AM – 10:00 AM or 1:00 PM – 2:30 PM').first().waitFor()
  await page.getByText('priority 80, 12 pieces, 40.5 cubic feet, lift gate, helper').waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await passesAxe(page, 'edit what an order asks')
  const windowsField = page.getByLabel('More windows')
  assert.equal(await windowsField.inputValue(), '1:00 PM – 2:30 PM')
  await windowsField.fill('in the afternoon')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Must be a list of time windows').waitFor()
  await windowsField.fill('1 PM - 2:30 PM, 16:00 - 17:00')
  await page.getByLabel('Priority').fill('90')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The order is saved.').waitFor()
  const read = (await shop.get<OrderOut>(`/orders/${body.external_ref}`)).body.data
  assert.deepEqual(Object.fromEntries(Object.keys(rules).map((rule) => [rule, read[rule as keyof OrderOut]])), {
    ...rules,
    more_windows: [...rules.more_windows, { window_start: '16:00', window_end: '17:00' }],
    priority: 90,
  })
})

test('what a vehicle has and may is set in its form', async () => {
  const { shop } = await shopWithOrders(service, 0)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await page.getByRole('link', { name: 'Fleet' }).click()
  await page.getByRole('button', { name: 'Add a vehicle' }).click()
  await page.getByLabel('Name').fill('Box truck')
  await page.getByLabel('Capacity, pieces').fill('120')
  await page.getByLabel('Capacity, cubic feet').fill('600')
  await page.getByLabel('Skills').fill('Lift gate, helper')
  await page.getByLabel('Longest time out, minutes').fill('540')
  await page.getByLabel('Longest time driving, minutes').fill('300')
  await page.getByLabel('Overtime factor').fill('2')
  await page.getByLabel('Service time factor').fill('1.25')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Is missing: overtime counts from then on').waitFor()
  await passesAxe(page, 'vehicle')
  await page.getByLabel('Overtime after, minutes').fill('480')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('cell', { name: 'Box truck', exact: true }).waitFor()
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const made = (await office.get<FleetOut>('/fleet')).body.data.vehicles.find(({ name }) => name === 'Box truck')
  assert.ok(made)
  assert.deepEqual([made.skills, made.capacity_pieces, made.capacity_cubic_feet], [['lift gate', 'helper'], 120, 600])
  assert.deepEqual([made.max_working_minutes, made.max_driving_minutes], [540, 300])
  assert.deepEqual([made.overtime_after_minutes, made.overtime_factor, made.service_factor], [480, 2, 1.25])
})
