// Tests in a browser that former problems of dispatchers stay solved. Faults are shown per field, fields do not overlap,
// and buttons are readable. A drag moves only the dragged item, and drivers of other routes are shown.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { startBrowser } from '../helpers/browser.ts'
import { addDepot, addDriver, addVehicle } from '../helpers/fleet.ts'
import { officePages, planByHand } from '../helpers/office-pages.ts'
import { builtRoute, dispatchedRoute, shopWithOrders } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const service = await startService()
const { app } = service
const { passesAxe, signIn } = officePages(browser, service)

const showDay = (page: Page, date: string) =>
  page.goto(`${service.url}/?date=${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`)
const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  assert.ok(box)
  return box
}

test('each invalid field of an order shows its fault, and a date that can’t change there is the only field marked', async () => {
  const { shop, route, date } = await dispatchedRoute(service, 1)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await page.goto(`${service.url}/orders`)
  await page.getByRole('button', { name: 'Add an order' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const wrong = page.locator('[aria-invalid=true]')
  await wrong.first().waitFor()
  const said = (await page.evaluate(`[...document.querySelectorAll('[aria-invalid=true]')].map((field) => [
    field.name,
    field.getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id)?.textContent).join(''),
  ])`)) as [string, string][]
  assert.deepEqual(said.map(([name]) => name).sort(), ['customer_name', 'delivery_date', 'external_ref', 'line1'])
  for (const [name, words] of said)
    assert.match(words, name === 'delivery_date' ? /^Must be a date/ : /^Must not be empty\.$/, name)
  await page.keyboard.press('Escape')

  const [stop] = route.stops
  await page.goto(`${service.url}/orders?order=${stop?.order_uuid}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const next = new Date(Date.UTC(Number(date.slice(6)), Number(date.slice(0, 2)) - 1, Number(date.slice(3, 5)) + 1))
  await page.getByLabel('Delivery date').fill(next.toISOString().slice(0, 10))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await wrong.first().waitFor()
  assert.deepEqual(await wrong.evaluateAll((fields) => fields.map((field) => field.getAttribute('name'))), [
    'delivery_date',
  ])
})

test('Escape closes an unchanged form at once, and asks before it discards input', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  for (const [path, button, field] of [
    ['/orders', 'Add an order', 'Reference'],
    ['/fleet', 'Paste from a spreadsheet', 'Row 1, Vehicle'],
  ] as const) {
    await page.goto(`${service.url}${path}`)
    const typed = (path === '/fleet' ? page : page.getByRole('dialog')).getByLabel(field)
    await page.getByRole('button', { name: button }).click()
    await typed.waitFor()
    await page.keyboard.press('Escape')
    await typed.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: button }).click()
    await typed.fill('Kept')
    const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
    await page.keyboard.press('Escape')
    await question.waitFor()
    await passesAxe(page, 'discard what was typed')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(await typed.inputValue(), 'Kept')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await typed.waitFor({ state: 'detached' })
  }
  // Repeated Escape opens and closes the question. The form stays open, also after the file picker is dismissed.
  await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click()
  const cell = page.getByLabel('Row 1, Vehicle')
  await cell.fill('Kept')
  const asked = page.getByRole('dialog', { name: 'Discard what you entered?' })
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press('Escape')
    await asked.waitFor()
    await page.keyboard.press('Escape')
    await asked.waitFor({ state: 'detached' })
  }
  await page.locator('input[type=file]').dispatchEvent('cancel', { bubbles: true })
  assert.equal(await cell.inputValue(), 'Kept')
  await page.keyboard.press('Escape')
  await asked.getByRole('button', { name: 'Discard' }).click()
  await cell.waitFor({ state: 'detached' })

  // A restored draft counts as input.
  const name = page.getByRole('dialog').getByLabel('Name')
  await page.getByRole('link', { name: /^Depots/ }).click()
  await page.getByRole('button', { name: 'Add a depot' }).click()
  await name.fill('Kept')
  await page.reload()
  await page.getByRole('button', { name: 'Add a depot' }).click()
  await page.getByText('Your unsaved changes were restored.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  assert.equal(await name.inputValue(), 'Kept')
})

test('a route’s menu does not cover its button, and every screen is in the header at 768 px', async () => {
  const { shop, date } = await dispatchedRoute(service, 2)
  const page = await signIn(shop.businessId, 'OWNER')
  await showDay(page, date)
  for (const [width, height] of [
    [1280, 680],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    const more = page.getByRole('button', { name: /^More for / })
    const button = await boxOf(more)
    await more.click()
    const menu = await boxOf(page.getByRole('menu'))
    const [x, y] = [button.x + button.width / 2, button.y + button.height / 2]
    const covered = x > menu.x && x < menu.x + menu.width && y > menu.y && y < menu.y + menu.height
    assert.ok(!covered, `${width}: ${JSON.stringify({ button, menu })}`)
    assert.ok(menu.y >= 0 && menu.y < height, `${width}: the menu begins in the window`)
    await page.getByRole('menuitem', { name: 'Cancel route' }).scrollIntoViewIfNeeded()
    await page.keyboard.press('Escape')
  }
  await page.setViewportSize({ width: 768, height: 1024 })
  const screens = page.getByRole('navigation', { name: 'Screens' })
  assert.equal(await screens.evaluate((nav) => nav.scrollWidth <= nav.clientWidth), true)
})

test('a part of the page that an update removed is reported in its area, and loads after the page is reloaded', async () => {
  const { shop, date } = await dispatchedRoute(service, 1)
  const page = await signIn(shop.businessId, 'OWNER')
  await page.route(/assets\/(reports-page|choices|day-dialogs)-.*\.js$/, (route) => route.fulfill({ status: 404 }))
  await showDay(page, date)
  await page.getByRole('button', { name: 'Plan', exact: true }).waitFor()
  await page.keyboard.press('b')
  await page.getByRole('dialog').getByText('Roundsman was updated').waitFor()
  await passesAxe(page, 'dialog that did not come')
  await page.keyboard.press('Escape')
  await page.getByRole('grid', { name: /^Stops of/ }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByText('Roundsman was updated').waitFor()
  await passesAxe(page, 'palette that did not come')
  await page.keyboard.press('Escape')
  const reports = page.getByRole('link', { name: 'Reports' })
  await reports.click()
  await page.getByRole('alert').filter({ hasText: 'Roundsman was updated' }).waitFor()
  await passesAxe(page, 'page that did not come')
  await page.getByRole('link', { name: 'Day' }).click()
  await page.getByRole('button', { name: 'Plan', exact: true }).waitFor()
  const changes = page.getByRole('region', { name: 'Changes' }).getByRole('listitem')
  await page.goto(`${service.url}/settings/activity`)
  await page.getByRole('heading', { name: 'Reports' }).or(changes.first()).first().waitFor()
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Reports' }).click()
  await page.getByRole('alert').filter({ hasText: 'Roundsman was updated' }).waitFor()
  await page.goBack()
  await changes.first().waitFor()
  await page.goForward()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await page.getByRole('heading', { name: 'Reports' }).waitFor()
})

test('an unknown order has no edit or cancel button, and lists ignore unknown filters in the address', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  await page.goto(`${service.url}/orders?order=${service.app.newId()}`)
  const screen = page.getByRole('region', { name: 'Order' })
  await screen.getByRole('alert').filter({ hasText: 'can’t be shown' }).waitFor()
  assert.deepEqual(await screen.getByRole('button').allTextContents(), ['Orders', 'Try again'])
  for (const [path, shown] of [
    ['/settings/activity', page.getByRole('region', { name: 'Changes' }).getByRole('listitem').first()],
    ['/settings/activity?subject=nothing', page.getByRole('alert').filter({ hasText: 'can’t be shown' })],
    ['/integrations/deliveries', page.getByText(/^Nothing has been sent yet/)],
    ['/integrations/requests', page.getByText(/^No call in the last seven days/)],
  ] as const) {
    await page.goto(`${service.url}${path}${path.includes('?') ? '&' : '?'}utm_source=mail`)
    await shown.waitFor()
  }
})

test('fields of the traffic table do not overlap at any width, and a disabled button is readable under the pointer', async () => {
  const { businessId } = await service.business()
  const owner = await signIn(businessId, 'OWNER')
  await owner.goto(`${service.url}/settings/traffic`)
  await owner.getByRole('spinbutton').or(owner.locator('input[inputmode=decimal]')).first().waitFor()
  for (const width of [1024, 1280, 1440, 1920]) {
    await owner.setViewportSize({ width, height: 900 })
    const boxes = await owner.locator('main input').evaluateAll((fields) =>
      fields.map((field) => {
        const { left, right, top, bottom } = field.getBoundingClientRect()
        return { left, right, top, bottom }
      }),
    )
    assert.ok(boxes.length >= 24, 'one field per hour')
    const over = boxes.filter((a, i) =>
      boxes.some((b, j) => j > i && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
    )
    assert.deepEqual(over, [], `${width} px wide`)
  }

  const viewer = await signIn(businessId, 'VIEWER')
  const build = viewer.getByRole('button', { name: 'Build routes' })
  await build.hover()
  const ratio = (await viewer.evaluate(`(() => {
    const paint = document.createElement('canvas').getContext('2d')
    const light = (color) => {
      paint.fillStyle = color
      paint.fillRect(0, 0, 1, 1)
      const [red, green, blue] = [...paint.getImageData(0, 0, 1, 1).data].map((value) => {
        const part = value / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const { color, backgroundColor } = getComputedStyle(document.querySelector('button:hover'))
    const [a, b] = [light(color), light(backgroundColor)]
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
  })()`)) as number
  assert.ok(ratio >= 4.5, `contrast ${ratio.toFixed(1)}`)
})

test('a drag over a closed route keeps its name visible and all headers in position, and the page does not scroll', async () => {
  const { shop, date } = await shopWithOrders(service, 3)
  await builtRoute(shop, date)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await showDay(page, date)
  const rows = page.getByRole('grid', { name: 'Stops of Test van' }).getByRole('row')
  await rows.first().waitFor()
  await addDepot(app, shop.businessId)
  const second = await addVehicle(app, shop.businessId, { name: 'Second van' })
  await page.reload()
  await planByHand(page, 'Second van')
  const head = page.getByRole('button', { name: /^Second van ·/ })
  await head.click()
  assert.ok(second)
  const before = [await boxOf(head), await boxOf(page.getByRole('button', { name: /^Test van ·/ }))]
  const from = await boxOf(rows.first())
  await page.mouse.move(from.x + 120, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 130, from.y + 30, { steps: 3 })
  const to = await boxOf(head)
  await page.mouse.move(to.x + 60, to.y + to.height / 2, { steps: 5 })
  await page
    .getByRole('status', { name: 'Cost of the drop' })
    .filter({ hasText: /[+−]\d/ })
    .waitFor({ state: 'attached' })
  assert.deepEqual([await boxOf(head), await boxOf(page.getByRole('button', { name: /^Test van ·/ }))], before)
  const name = await boxOf(head.getByText('Second van').first())
  // The elements at this point, from the top. No element with a background covers the name.
  const covered = await page.evaluate(`(() => {
    const at = document.elementsFromPoint(${name.x + 4}, ${name.y + name.height / 2})
    const label = at.findIndex((element) => element.textContent.startsWith('Second van'))
    const opaque = (element) => !/, 0\\)$|transparent/.test(getComputedStyle(element).backgroundColor)
    return at.slice(0, Math.max(0, label)).some(opaque)
  })()`)
  assert.equal(covered, false, 'no element covers the name')
  const spill = (await page.evaluate(
    'document.documentElement.scrollHeight - document.documentElement.clientHeight',
  )) as number
  assert.ok(spill <= 0, 'the page has no scrollbar')
  await page.mouse.up()
})

test('a driver of one route is offered for another with a note about that', async () => {
  const { shop, date } = await shopWithOrders(service, 4)
  await addVehicle(app, shop.businessId, {
    name: 'Van B',
    driverId: await addDriver(app, shop.businessId, null, 'Busy driver'),
  })
  const built = await shop.post('/routes/build', { date, options: { balance: 'STOPS', seed: 1 } })
  assert.ok(built.status < 300, built.body.message)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await showDay(page, date)
  await page.getByRole('region', { name: 'Test van' }).getByRole('button', { name: 'Reassign' }).click()
  const busy = page.getByRole('dialog').getByRole('radiogroup', { name: 'With another route' })
  await busy.getByText(/^Van B until \d/).waitFor()
  await busy.getByLabel(/^Busy driver/).check()
  await page.getByRole('button', { name: 'Assign Busy driver' }).click()
  await page.getByRole('region', { name: 'Test van' }).getByText('Busy driver').waitFor()
})

test('screen readers distinguish routes of one vehicle that were canceled and built again', async () => {
  const { shop, date } = await shopWithOrders(service, 1)
  for (let i = 0; i < 2; i++) await shop.post(`/routes/${(await builtRoute(shop, date)).route_uuid}/cancel`)
  await builtRoute(shop, date)
  const page = await signIn(shop.businessId, 'DISPATCHER')
  await showDay(page, date)
  const routes = page.locator('[data-route]')
  await routes.nth(2).waitFor()
  await passesAxe(page, 'three routes of one vehicle')
  assert.equal(await page.getByRole('region', { name: /^Test van .*[0-9]:[0-9]{2} [AP]M$/ }).count(), 1)
})
