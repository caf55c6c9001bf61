// Tests the office's orders in a browser on the real server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderOut } from '../../src/contract/order.ts'
import { startBrowser } from '../helpers/browser.ts'
import { geocodePendingOrders } from '../../src/app/orders/geocode-pending.ts'
import { storeVisit } from '../../src/store/routes/place-visits.ts'
import { readStops } from '../../src/store/routes/stops.ts'
import { officePages } from '../helpers/office-pages.ts'
import { orderBody } from '../helpers/orders.ts'
import { axeFaults } from '../helpers/axe.ts'
import { dispatchedRoute, shopWithOrders } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const service = await startService()
const { signIn, passesAxe } = officePages(browser, service)

test('orders are found, opened, edited, added and canceled in bulk', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 3)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByText('3 orders').waitFor()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('list', { name: 'Columns' }).getByLabel('Goods').uncheck()
  await page.getByRole('list', { name: 'Columns' }).getByLabel('Phone').check()
  await passesAxe(page, 'orders')
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Reference' }).getByRole('button').click()
  await page
    .getByRole('columnheader', { name: 'Reference', exact: true })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor()
  await page.reload()
  await page.getByRole('columnheader', { name: 'Phone' }).waitFor()
  assert.equal(await page.getByRole('columnheader', { name: 'Goods' }).count(), 0, 'this browser keeps the columns')
  assert.equal(new URL(page.url()).searchParams.get('sort'), 'reference', 'the address keeps the sorting')
  await page.getByRole('button', { name: 'More about orders' }).click()
  const file = await page.getByRole('menuitem', { name: 'Export Excel' }).getAttribute('href')
  await page.keyboard.press('Escape')
  assert.equal(
    new URL(file ?? '', page.url()).searchParams.get('columns'),
    'date,customer,phone,address,window,status,route',
  )
  await page.getByLabel('Reference, name, address or phone').fill(refs[1] ?? '')
  await page.getByText('1 order', { exact: true }).waitFor()
  await page.getByRole('button', { name: refs[1] ?? '' }).click()
  await page.getByText('test added the delivery').waitFor()
  await passesAxe(page, 'order')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Customer', exact: true }).fill('Another customer')
  await passesAxe(page, 'edit order')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The order is saved.').waitFor()
  await page.getByText('Test dispatcher changed the delivery').waitFor()
  await page.getByRole('button', { name: 'Orders', exact: true }).click()
  await page.getByRole('cell', { name: 'Another customer' }).waitFor()

  await page.getByRole('button', { name: 'Add an order' }).click()
  await page.getByLabel('Reference', { exact: true }).fill('BY-HAND')
  await page.getByLabel('Delivery date').fill(`${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`)
  await page.getByLabel('Customer', { exact: true }).fill('Test customer')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/^(Must not be|Is required)/).waitFor()
  const focused = page.locator(':focus')
  assert.equal(await focused.getAttribute('name'), 'line1', 'the invalid field is in view')
  await page.getByLabel('Address', { exact: true }).fill('1 Test Street')
  await page.getByLabel('Items').fill('2 × Apples\nMilk')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The order is added.').waitFor()
  const { body } = await shop.get<OrderOut>('/orders/BY-HAND')
  assert.deepEqual(
    body.data.items?.map(({ quantity, name }) => [quantity, name]),
    [
      [2, 'Apples'],
      [1, 'Milk'],
    ],
  )

  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('4 orders').waitFor()
  await page.getByLabel('Choose all shown').check()
  await page.getByText('4 orders chosen').waitFor()
  await page.getByRole('button', { name: 'Cancel orders' }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByText('4 orders chosen').waitFor()
  assert.equal(await page.getByRole('cell', { name: 'canceled' }).count(), 0)
  await page.getByRole('button', { name: 'Cancel orders' }).click()
  await page.getByRole('button', { name: 'Cancel 4 orders' }).click()
  await page.getByText('4 orders canceled.').waitFor()
  await page.getByRole('cell', { name: 'canceled' }).nth(3).waitFor()

  await page.reload()
  const undo = page.getByRole('button', { name: 'Undo: 4 orders canceled' })
  await undo.waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await undo.press('Enter')
  await page.getByText('4 orders as before.').waitFor()
  await page.getByRole('cell', { name: 'open' }).nth(3).waitFor()
  await page.getByRole('button', { name: 'Hide' }).click()
  await page.getByText('4 orders as before.').waitFor({ state: 'detached' })
})

test('an order without a location is put on the map by keyboard, and shows who did that', async () => {
  const { shop, date } = await shopWithOrders(service, 1)
  await shop.post(
    '/orders',
    orderBody({ delivery_date: date, address: { line1: '1 Nowhere Lane', city: 'Washington' } }),
  )
  await geocodePendingOrders(service.app)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  const mapScript = Promise.withResolvers<void>()
  await page.route(/pin-map-.*\.js/, async (route) => {
    await mapScript.promise
    await route.continue()
  })
  await page.goto(`${service.url}/orders`)
  await page.getByRole('button', { name: 'Overdue' }).click()
  await page.getByText('No open order is overdue.').waitFor()
  await page.getByRole('button', { name: 'Needs location' }).click()
  await page.getByText('1 order', { exact: true }).waitFor()
  await page.getByRole('cell', { name: '1 Nowhere Lane' }).locator('xpath=../td[2]/button').click()
  const place = page.getByRole('button', { name: 'Place the pin' })
  await page.getByText('Loading the map').waitFor()
  const whileLoading = await place.boundingBox()
  mapScript.resolve()
  await page.getByRole('region', { name: 'Map of the delivery' }).waitFor()
  assert.deepEqual(await place.boundingBox(), whileLoading, 'the button does not move')
  assert.equal(await page.getByRole('button', { name: /^Pin/ }).count(), 0, 'an order without a location has no pin')
  await place.click()
  const latitude = page.getByLabel('Latitude')
  const before = Number(await latitude.inputValue())
  const pin = page.getByRole('button', { name: /^Pin: arrow keys/ })
  await pin.focus()
  await passesAxe(page, 'placing a pin')
  assert.equal(
    await page.getByRole('button', { name: 'Save the pin' }).getAttribute('title'),
    'Move the pin to the delivery first.',
  )
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('ArrowRight')
  const after = Number(await latitude.inputValue())
  assert.ok(after > before && after < before + 0.01, `${before} to ${after}`)
  await page.getByRole('button', { name: 'Save the pin' }).click()
  await page.getByText('The pin is saved').waitFor()
  await page
    .getByRole('region', { name: 'History' })
    .getByText(/Test dispatcher (changed the delivery|placed the delivery|confirmed the place)/)
    .waitFor()
  const [placed] = (await shop.get<{ address: { lat: number } }[]>('/orders?limit=10')).body.data.filter(
    ({ address }) => address.lat === after,
  )
  assert.ok(placed)
})

test('an approximate location is confirmed by one button', async () => {
  const { shop, refs } = await shopWithOrders(service, 1)
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('orders').set({ placement: 'APPROXIMATE' }).execute(),
  )
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await page.goto(`${service.url}/orders`)
  await page.getByRole('button', { name: refs[0] ?? '' }).click()
  await page.getByText('Approximate location: we found only').waitFor()
  await passesAxe(page, 'a rough place')
  await page.getByRole('button', { name: 'Confirm location' }).click()
  await page.getByText('The location is confirmed').waitFor()
  await page.getByText('Location confirmed by the office.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Confirm location' }).count(), 0)
})

test('measured times at an address are offered and adopted by one button', async () => {
  const { shop, date, route } = await dispatchedRoute(service, 3, {
    address: { line1: '1201 R St NW', city: 'Washington', lat: 38.9126, lng: -77.0286 },
  })
  await service.app.db.asBusiness(shop.businessId, async (tx) => {
    for (const { stopId, address } of await readStops(tx, [route.route_uuid]))
      await storeVisit(tx, { stopId, address, minutes: 9, at: new Date(), handedOver: null })
  })
  const next = orderBody({ delivery_date: date, address: { line1: '1201 R Street NW', city: 'Washington' } })
  await shop.post('/orders', next)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await page.goto(`${service.url}/orders`)
  await page.getByRole('button', { name: next.external_ref }).click()
  const dialog = page.getByRole('dialog')
  const order = page.getByRole('region', { name: `Order ${next.external_ref}` })
  await order.getByText('Usually takes 9 min here (3 visits).').waitFor()
  await order.getByText('5 min, the default').waitFor()
  await passesAxe(page, 'an offered time at the door')
  await order.getByRole('button', { name: 'Edit' }).click()
  const field = dialog.getByLabel('Service time, minutes')
  assert.equal(await field.inputValue(), '')
  await dialog.getByRole('button', { name: 'Use it' }).click()
  assert.equal(await field.inputValue(), '9')
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await order.getByRole('button', { name: 'Use it' }).click()
  await page.getByText('9 min service time from now on.').waitFor()
  await order.getByText(/Test dispatcher (changed the delivery|placed the delivery|confirmed the place)/).waitFor()
  assert.equal(await order.getByRole('button', { name: 'Use it' }).count(), 0)
  const { data } = (await shop.get<{ service_minutes: number }>(`/orders/${next.external_ref}`)).body
  assert.equal(data.service_minutes, 9)
})

test('a view is saved under a name, only for its user', async () => {
  const { shop } = await shopWithOrders(service, 1)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await page.goto(`${service.url}/orders`)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('CANCELLED')
  await page.getByText('No order matches').waitFor()
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByLabel('Name of the view').fill('Called off')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const view = page.getByRole('button', { name: 'Called off' })
  await view.waitFor()
  await passesAxe(page, 'orders, a view of one’s own')
  await page.getByRole('button', { name: 'All orders' }).click()
  await page.getByText('1 order', { exact: true }).waitFor()
  await page.reload()
  await view.click()
  await page.getByText('No order matches').waitFor()
  const other = await signIn(shop.businessId, 'VIEWER')
  await other.goto(`${service.url}/orders`)
  await other.getByRole('button', { name: 'All orders' }).waitFor()
  assert.equal(await other.getByRole('button', { name: 'Called off' }).count(), 0)
  await page.getByRole('button', { name: 'Delete the view' }).click()
  await view.waitFor({ state: 'detached' })
})

test('a long list draws only the visible rows, and loads more while scrolling', async () => {
  const { shop } = await shopWithOrders(service, 130)
  const page = await signIn(shop.businessId, 'VIEWER')
  await page.goto(`${service.url}/orders`)
  await page.getByText('130 orders', { exact: true }).waitFor()
  const table = page.getByRole('region', { name: 'Orders' })
  assert.ok((await table.getByRole('row').count()) < 60)
  const last = table.locator('[aria-rowindex="131"]')
  while ((await last.count()) === 0) await table.evaluate((region) => region.scrollBy(0, 2_000))
  await last.waitFor()
})
