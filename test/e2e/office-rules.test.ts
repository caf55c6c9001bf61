// Tests the requirements of an order and the properties of a vehicle in the office's forms.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FleetOut } from '../../src/contract/office/fleet.ts'
import type { OrderOut } from '../../src/contract/order.ts'
import { startBrowser } from '../helpers/browser.ts'
import { signedIn } from '../helpers/office.ts'
import { driverToken } from '../helpers/links.ts'
import { officePages } from '../helpers/office-pages.ts'
import { orderBody } from '../helpers/orders.ts'
import { axeFaults } from '../helpers/axe.ts'
import { openPhone, picture } from '../helpers/phone.ts'
import { builtRoute, shopWithOrders } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const service = await startService()
const { signIn, passesAxe } = officePages(browser, service)

test('an order keeps its windows and requirements through the form, and unreadable values are marked there', async () => {
  const { shop, date } = await shopWithOrders(service, 0)
  const rules = {
    more_windows: [{ window_start: '13:00', window_end: '14:30' }],
    ready_at: '07:30',
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
  await page.getByTitle('priority 80, ready at 7:30 AM, 12 pieces, 40.5 ft³, lift gate, helper').waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await passesAxe(page, 'edit what an order asks')
  const windowsField = page.getByLabel('More windows')
  assert.equal(await windowsField.inputValue(), '1:00 PM – 2:30 PM')
  await windowsField.fill('in the afternoon')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Must be a list of time windows').waitFor()
  await windowsField.fill('1 PM - 2:30 PM, 16:00 - 17:00')
  await page.getByLabel('Priority').fill('90')
  await page.getByLabel('Ready to load at').fill('08:15')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The order is saved.').waitFor()
  const read = (await shop.get<OrderOut>(`/orders/${body.external_ref}`)).body.data
  assert.deepEqual(Object.fromEntries(Object.keys(rules).map((rule) => [rule, read[rule as keyof OrderOut]])), {
    ...rules,
    more_windows: [...rules.more_windows, { window_start: '16:00', window_end: '17:00' }],
    priority: 90,
    ready_at: '08:15',
  })
})

test('the properties and limits of a vehicle are set in its form', async () => {
  const { shop } = await shopWithOrders(service, 0)
  const owner = await signedIn(service, shop.businessId, 'OWNER')
  const corners = [[-77, 38.9] as const, [-76.9, 38.9] as const, [-76.9, 39] as const, [-77, 38.9] as const]
  const zone = {
    name: 'Harbor',
    geometry: { type: 'Polygon', coordinates: [corners] },
    hours: Array.from({ length: 7 }, () => ({ start: '09:00', end: '17:00' })),
  }
  const rest = { capacity: null, cutoff_days: null, cutoff_time: null, active: true, closures: [] }
  assert.equal((await owner.post('/zones', { ...zone, ...rest })).status, 200)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await page.getByRole('link', { name: 'Fleet' }).click()
  await page.getByRole('button', { name: 'Add a vehicle' }).click()
  await page.getByLabel('Name').fill('Box truck')
  await page.getByLabel('Height (ft)').fill('21')
  assert.equal(await page.getByLabel('Height (ft)').getAttribute('placeholder'), 'Usual: 6.56 ft')
  await page.getByLabel('Type', { exact: true }).selectOption('TRUCK')
  assert.equal(await page.getByLabel('Height (ft)').getAttribute('placeholder'), 'Usual: 13.12 ft')
  assert.equal(await page.getByLabel('Axle load (lb)').getAttribute('placeholder'), 'Usual: 17,637 lb')
  await page.getByLabel('Gross weight (lb)').fill('7700')
  assert.equal(await page.getByLabel('Axle load (lb)').getAttribute('placeholder'), 'Usual: 7,700 lb')
  await page.getByLabel('Gross weight (lb)').fill('19500')
  await page.getByLabel('Pieces').fill('120')
  await page.getByLabel('Capacity (ft³)').fill('600')
  await page.getByLabel('Skills').fill('Lift gate, helper')
  await page.getByLabel('Longest time out, min').fill('540')
  await page.getByLabel('Longest driving, min').fill('300')
  await page.getByLabel('Overtime, ×').fill('2')
  await page.getByLabel('Service time, ×').fill('1.25')
  await page.getByLabel('Reloads a shift').fill('2')
  await page.getByLabel('Breaks').fill('at noon')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Must be a list of breaks').waitFor()
  await page.getByText('Must be at most 16.4 ft (5 m)').waitFor()
  await page.getByLabel('Height (ft)').fill('11.5')
  await page.getByLabel('Starts', { exact: true }).selectOption('PLACE')
  await page.getByLabel('Ends', { exact: true }).selectOption('OPEN')
  const start = page.getByRole('group', { name: 'Starts here' })
  await start.getByLabel('Latitude').fill('91')
  await start.getByLabel('Longitude').fill('-77.03')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await start.getByText('Must be').waitFor()
  await start.getByLabel('Address').fill('1 Home Lane')
  await start.getByLabel('Latitude').fill('39.1')
  await page.getByLabel('Breaks').fill('11:30 AM - 1 PM 30 min, 15:00 - 16:00 15 unpaid')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Is required to count overtime').waitFor()
  await page.getByText('Is required for reloads').waitFor()
  await passesAxe(page, 'vehicle')
  await page.getByLabel('Breaks').scrollIntoViewIfNeeded()
  await picture(page, 'reload-form')
  const harbor = page.getByRole('group', { name: 'Harbor' })
  await harbor.getByLabel('Tue').check()
  await harbor.getByLabel('Fri').check()
  await harbor.scrollIntoViewIfNeeded()
  await picture(page, 'areas-form')
  await passesAxe(page, 'vehicle with areas')
  await page.getByLabel('Overtime after, min').fill('480')
  await page.getByLabel('Reload, min').fill('25')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Box truck', exact: true }).waitFor()
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const made = (await office.get<FleetOut>('/fleet')).body.data.vehicles.find(({ name }) => name === 'Box truck')
  assert.ok(made)
  assert.deepEqual([made.skills, made.capacity_pieces, made.capacity_cubic_feet], [['lift gate', 'helper'], 120, 600])
  assert.deepEqual([made.costing, made.height_feet, made.width_feet], ['TRUCK', 11.5, null])
  assert.equal(made.gross_weight_lbs, 19_500)
  assert.deepEqual([made.max_working_minutes, made.max_driving_minutes], [540, 300])
  assert.deepEqual([made.overtime_after_minutes, made.overtime_factor, made.service_factor], [480, 2, 1.25])
  assert.deepEqual([made.reload_minutes, made.max_reloads], [25, 2])
  assert.deepEqual(
    made.areas.map(({ weekdays }) => weekdays),
    [['TUE', 'FRI']],
  )
  assert.deepEqual(made.breaks, [
    { window_start: '11:30', window_end: '13:00', minutes: 30, paid: true },
    { window_start: '15:00', window_end: '16:00', minutes: 15, paid: false },
  ])
  assert.deepEqual(
    [made.start, made.end, made.open_end],
    [{ address: '1 Home Lane', lat: 39.1, lng: -77.03 }, null, true],
  )
  await page.getByRole('button', { name: 'Box truck', exact: true }).click()
  assert.equal(await page.getByLabel('Starts', { exact: true }).inputValue(), 'PLACE')
  assert.equal(await page.getByLabel('Ends', { exact: true }).inputValue(), 'OPEN')
  assert.equal(await page.getByLabel('Reload, min').inputValue(), '25')
  assert.equal(
    await page.getByLabel('Breaks', { exact: true }).inputValue(),
    '11:30 AM - 1:00 PM 30 min, 3:00 PM - 4:00 PM 15 min unpaid',
  )
})

test('a break and a reload are shown between the stops on the day, the timeline and the driver’s phone, also offline', async () => {
  const { shop, date } = await shopWithOrders(service, 0)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const [vehicle] = (await office.get<FleetOut>('/fleet')).body.data.vehicles
  assert.ok(vehicle)
  const { vehicle_uuid: id, ...same } = vehicle
  const breaks = [{ window_start: '12:00', window_end: '12:30', minutes: 30, paid: true }]
  const reloads = { capacity_lbs: 50, reload_minutes: 20 }
  const changed = await office.send('PATCH', `/vehicles/${id}`, { ...same, breaks, ...reloads })
  assert.equal(changed.status, 200)
  for (const [from, to] of [
    ['11:00', '11:30'],
    ['13:00', '13:30'],
  ])
    await shop.post(
      '/orders',
      orderBody({ delivery_date: date, window_start: from, window_end: to, load_weight_lbs: 40 }),
    )
  const route = await builtRoute(shop, date)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await page.goto(`${service.url}/?date=${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`)
  const head = page.getByRole('button', { name: new RegExp(`^${route.name}`) }).first()
  await head.waitFor()
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
  const reload = /^Back to the depot: load 1 stop, 11:\d\d AM – 1[12]:\d\d [AP]M, Break 12:00 PM – 12:30 PM, 2/
  await page.getByRole('row', { name: reload }).waitFor()
  await page.getByText('40 lb + 40 lb of 50 lb').waitFor()
  await passesAxe(page, 'a route with a break and a reload')
  await picture(page, 'reload-day')
  // If the stop is taken off and put back, it is in a separate load again.
  const pool = page.getByRole('grid', { name: 'Unassigned' })
  await page.getByRole('row', { name: reload }).dragTo(pool)
  await page.getByTitle('40 lb of 50 lb', { exact: true }).first().waitFor()
  await page.keyboard.press('z')
  await page.getByRole('row', { name: reload }).waitFor()
  await page.getByText('40 lb + 40 lb of 50 lb').waitFor()
  // The loads are merged by hand and separated again.
  await page.getByRole('row', { name: reload }).click()
  await page.getByRole('complementary').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Remove the reload before this stop' }).click()
  await page.getByTitle('80 lb of 50 lb', { exact: true }).first().waitFor()
  await passesAxe(page, 'one load more than the vehicle carries')
  await page.getByRole('complementary').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Add a reload before this stop', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('z')
  await page.getByRole('row', { name: reload }).waitFor()
  await page.getByText('40 lb + 40 lb of 50 lb').waitFor()
  await page.getByRole('button', { name: 'Close details' }).click()
  assert.equal((await shop.post(`/routes/${route.route_uuid}/dispatch`)).status, 200)
  const phone = await (await openPhone(browser)).newPage()
  await phone.goto(`${service.url}/d/${await driverToken(service, shop.businessId, route.route_uuid)}`)
  await phone.getByRole('button', { name: 'All stops' }).click()
  await phone.context().setOffline(true)
  const between = phone.locator('ol.stops > li')
  await between.filter({ hasText: 'Break 12:00 PM – 12:30 PM' }).waitFor()
  assert.match((await between.allTextContents())[1] ?? '', /^Back to the depot: load 1 stop, 11:\d\d AM/)
  await picture(phone, 'reload-stops')
  await phone.locator('main[data-settling=false]').waitFor()
  await phone.getByLabel('Load list').check()
  await between.filter({ hasText: /^Load 2 at 11:\d\d AM$/ }).waitFor()
  assert.deepEqual(await axeFaults(phone), [])
  await picture(phone, 'reload-load-list')
})
