// Tests the driver's list: searching a word, reordering by dragging and by keys. Also the page in dark mode and in
// sunlight, and the photos of a stop.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { sql } from 'kysely'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { LANGUAGES } from '../../src/domain/customer-words/language.ts'
import { DRIVER_WORDS } from '../../src/domain/driver-words/of-language.ts'
import { clock } from '../../src/domain/driver-words/times.ts'
import { codeOf } from '../../src/domain/orders/pieces.ts'
import { startBrowser } from '../helpers/browser.ts'
import { driverToken } from '../helpers/links.ts'
import { axeFaults } from '../helpers/axe.ts'
import { openPhone, phoneTime, picture, tap, touch } from '../helpers/phone.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const browser = await startBrowser()
const service = await startService({ jobs: true, replaced: { clock: phoneTime } })

async function work(stops: number) {
  const { shop, route } = await dispatchedRoute(service, stops)
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ driversMayReorder: true, undoWindowSeconds: 600 }).execute(),
  )
  const url = `${service.url}/d/${await driverToken(service, shop.businessId, route.route_uuid)}`
  const now = async () => (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data
  const settle = async () => {
    await service.app.db.asBusiness(shop.businessId, (tx) =>
      tx.updateTable('stops').set({ settlesAt: new Date() }).where('settlesAt', 'is not', null).execute(),
    )
    await until('the outcomes are settled', async () =>
      (await now()).stops.every(({ settles_at }) => settles_at === null),
    )
  }
  const late = (ms: number) =>
    service.app.db.asBusiness(shop.businessId, (tx) =>
      tx
        .updateTable('stops')
        .set({ eta: sql<Date>`planned_arrival + ${`${ms} milliseconds`}::interval` })
        .execute(),
    )
  return { url, route, now, settle, late }
}

test('a stop is found by its reference, dragged to another position, and moved by the arrow keys', async () => {
  const { url, route, now } = await work(4)
  const refs = route.stops.map(({ external_ref }) => external_ref)
  const page = await (await openPhone(browser, { size: [390, 1_200], jumps: true })).newPage()
  await page.goto(url)
  await tap(page, 'All stops')
  const items = page.locator('ol.stops li[data-open]')
  await page.getByRole('searchbox', { name: 'Find a stop' }).fill(refs[2] ?? '')
  await until('one stop is found', async () => (await items.count()) === 1)
  await page.getByRole('searchbox').fill('nothing like it')
  await page.getByText('No stop has that.').waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await page.getByRole('searchbox').fill('')

  const handles = page.getByRole('button', { name: /^Move .*drag/ })
  const centerOf = async (index: number) => {
    const box = await handles.nth(index).boundingBox()
    assert.ok(box)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const [from, to] = [await centerOf(0), await centerOf(2)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y + 20, { steps: 8 })
  await picture(page, 'driver-drag')
  await page.mouse.up()
  const order = async () => (await now()).stops.map(({ external_ref }) => refs.indexOf(external_ref))
  await until('the stop is third', async () => (await order()).join() === '1,2,0,3')
  await handles.nth(3).focus()
  await page.keyboard.press('ArrowUp')
  await until('the stop moved up', async () => (await order()).join() === '1,2,3,0')
})

test('a package is found by its label in every language on the smallest phone, and one estimate shows the end', async () => {
  const { url, route, late } = await work(3)
  const lateMs = 90 * 60_000
  await late(lateMs)
  const last = route.stops[2]
  const ref = last?.external_ref ?? ''
  const page = await (await openPhone(browser, { small: true, jumps: true })).newPage()
  await page.goto(url)
  for (const language of LANGUAGES) {
    await page.evaluate(`localStorage.setItem('roundsman-language', '${language}')`)
    await page.reload()
    const words = DRIVER_WORDS[language]
    await page.locator('.card', { hasText: words.order(route.stops[0]?.external_ref ?? '') }).waitFor()
    await tap(page, words.allStops)
    const at = (instant: string | null | undefined) =>
      clock(words, new Date(new Date(instant ?? '').getTime() + lateMs).toISOString(), 'America/New_York')
    await page.getByText(words.until(at(last?.planned_arrival))).waitFor()
    await page.getByText(words.list.backAbout(at(route.planned_end))).waitFor()
    const field = page.getByRole('searchbox')
    assert.equal(await field.getAttribute('placeholder'), words.list.searchBy)
    const { shown, room } = await page.evaluate<{ shown: number; room: number }>(`(() => {
      const input = document.querySelector('input[type=search]')
      const canvas = document.createElement('canvas').getContext('2d')
      const { font, paddingLeft, paddingRight } = getComputedStyle(input)
      canvas.font = font
      const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
      return { shown: canvas.measureText(input.placeholder).width, room }
    })()`)
    assert.ok(shown <= room, `${language}: ${shown} of ${room} px`)
    for (const query of [ref.toLowerCase(), `${codeOf(last?.order_uuid ?? '')}-1`]) {
      await field.fill(query)
      const found = page.locator('ol.stops li[data-open]')
      await until('one stop is found', async () => (await found.count()) === 1)
      await found.getByText(words.order(ref)).waitFor()
    }
    await picture(page, `driver-found-${language}`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, language)
  }
})

test('the chosen colors stay on the phone', async () => {
  const { url } = await work(2)
  const phone = await openPhone(browser, { small: true, jumps: true })
  const page = await phone.newPage()
  await page.goto(url)
  await tap(page, 'All stops')
  for (const [name, look] of [
    ['Dark', 'dark'],
    ['Sunlight: high contrast', 'sun'],
  ] as const) {
    await page.getByLabel('Colors').selectOption(name)
    await page.locator(`html[data-look=${look}]`).waitFor()
    assert.deepEqual(await axeFaults(page), [], name)
    await picture(page, `driver-look-${look}`)
  }
  await page.reload()
  await page.locator('html[data-look=sun]').waitFor()
  await page.getByRole('button', { name: 'Start route' }).waitFor()
  await picture(page, 'driver-sun')
  const sideways = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  assert.equal(sideways, 0)
})

test('photos are shown at the stop, and can be deleted before and after they are sent', async () => {
  const { url, now, route } = await work(2)
  const phone = await openPhone(browser, { small: true, jumps: true })
  const page = await phone.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(url)
  await tap(page, 'Start route')
  await tap(page, 'Arrived')
  const buffer = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#a86' } })
    .jpeg()
    .toBuffer()
  const take = () => page.locator('input[type=file]').setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer })
  const sent = async () => (await now()).stops[0]?.proof?.photo_urls.length ?? 0
  await take()
  await until('the photo is sent', async () => (await sent()) === 1)
  await page.route('**/proof', (route) => route.abort())
  await take()
  await tap(page, 'See photos: 2')
  await until('both photos are drawn', () =>
    page.evaluate<boolean>(
      "[...document.querySelectorAll('.photo img')].filter((one) => one.naturalWidth > 0).length === 2",
    ),
  )
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'driver-photos')
  await touch(page, page.getByRole('button', { name: 'Delete: Photo 2' }))
  await page.getByRole('button', { name: 'Delete: Photo 2' }).waitFor({ state: 'detached' })
  await page.unroute('**/proof')
  await touch(page, page.getByRole('button', { name: 'Delete: Photo 1' }))
  await until('the photo is deleted', async () => (await sent()) === 0)
  await page.getByText('No photo yet.').waitFor()
  await tap(page, 'Done')
  await page.getByRole('button', { name: 'Delivered', exact: true }).waitFor()
  await take()
  await page.getByText('Photos 1 ✓').waitFor()
  await tap(page, 'Delivered')
  // Photos opened in the list return to the list, also by the phone's Back button. From the list, the driver can go to the
  // stop.
  const line1 = route.stops[0]?.address.line1 ?? '-'
  await tap(page, 'All stops')
  for (const leave of [() => tap(page, 'Done'), () => page.goBack()]) {
    await touch(page, page.locator('ol.stops').getByRole('button', { name: line1 }))
    await tap(page, 'See photos: 1')
    await page.getByRole('heading', { name: 'Photos' }).waitFor()
    await leave()
    await page.getByRole('searchbox', { name: 'Find a stop' }).waitFor()
  }
  await page.goBack()
  await page.getByRole('button', { name: 'Arrived' }).waitFor()
  assert.deepEqual(faults, [])
})

test('a finished stop shows its outcome, and can be undone from the list until the outcome settles', async () => {
  const { url, route, now, settle } = await work(3)
  const page = await (await openPhone(browser, { size: [360, 640], jumps: true })).newPage()
  await page.goto(url)
  await tap(page, 'Start route')
  for (const stop of route.stops.slice(0, 2)) {
    await page.getByRole('heading', { name: stop.address.line1 }).waitFor()
    await tap(page, 'Arrived')
    await page.getByLabel('Left where').selectOption('Reception')
    await tap(page, 'Delivered')
  }
  await tap(page, 'All stops')
  const [first, second] = route.stops.map(({ address }) => address.line1)
  const row = (line1 = '-') => page.locator('ol.stops li', { hasText: line1 })
  assert.equal(
    await row(first)
      .getByText(route.stops[0]?.customer_name ?? '-')
      .count(),
    1,
  )
  await touch(page, row(first).getByRole('button', { name: first }))
  await row(first).getByText('Reception').waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'driver-list-finished')
  await touch(page, row(first).getByRole('button', { name: /^Undo \d:/ }))
  await page.getByRole('heading', { name: first }).waitFor()
  await until('the first is open again', async () => (await now()).stops[0]?.status === 'ARRIVED')
  assert.equal((await now()).stops[1]?.status, 'DELIVERED', 'the second stop is unchanged')
  await settle()
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await tap(page, 'All stops')
  await touch(page, row(second).getByRole('button', { name: second }))
  await row(second).getByText('Only the office can change this now.').waitFor()
  assert.equal(await row(second).getByRole('button', { name: /^Undo/ }).count(), 0)
})

test('directions open in the last app until the driver chooses another', async () => {
  const { url } = await work(1)
  const phone = await openPhone(browser, { jumps: true })
  await phone.route(/google|apple|waze/, (request) => request.fulfill({ body: 'elsewhere' }))
  const page = await phone.newPage()
  await page.goto(url)
  await touch(page, page.getByText('Navigate', { exact: true }))
  await touch(page, page.getByRole('link', { name: 'Waze' }))
  const direct = page.getByRole('link', { name: 'Navigate', exact: true })
  assert.match((await direct.getAttribute('href')) ?? '', /^https:\/\/waze\.com\//)
  await page.reload()
  assert.match((await direct.getAttribute('href')) ?? '', /^https:\/\/waze\.com\//)
  await tap(page, 'All stops')
  await page.getByLabel('Navigate with').selectOption('Google Maps')
  await tap(page, 'Back')
  assert.match((await direct.getAttribute('href')) ?? '', /^https:\/\/www\.google\.com\/maps/)
})
