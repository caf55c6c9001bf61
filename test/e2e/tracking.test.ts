// Tests the customer's page on a phone before, during and after the delivery. The page updates itself, and is complete
// without scripts or maps.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { OrderOut } from '../../src/contract/order.ts'
import type { ReceiptOut } from '../../src/contract/receipts.ts'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { CUSTOMER_WORDS } from '../../src/domain/customer-words/of-language.ts'
import { startBrowser } from '../helpers/browser.ts'
import { addEndpoint, pendingEvents } from '../helpers/events.ts'
import { driverToken } from '../helpers/links.ts'
import { sealReceiptsJob } from '../../src/jobs/seal-receipts.ts'
import { axeFaults } from '../helpers/axe.ts'
import { notInMarks, VISIBLE_TEXT, LOCALE_WORDS, speakPseudo, textsIn } from '../helpers/pseudo-words.ts'
import { openPhone, picture } from '../helpers/phone.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { type Client, startService } from '../helpers/service.ts'
import { replyByText, twilioEnv } from '../helpers/texts.ts'

const browser = await startBrowser()
const service = await startService({ env: twilioEnv() })
const { app } = service

const HOUR = 3_600_000
/** Compressed size of the page and its resources before the map. */
const MAX_BYTES = 15 * 1024

const contact = { customer_phone: '+1 202 555 0143', customer_email: 'customer@example.com' }

interface Tracked {
  shop: Client
  route: RouteWithStops
  path: string
  ref: string
  tap(tap: Record<string, unknown>): Promise<void>
  outcome(status: string): Promise<void>
  drive(lat: number): Promise<void>
  photo(): Promise<void>
}

/** A dispatched route whose first stop is tracked. */
async function tracked(settings: Record<string, unknown> = {}): Promise<Tracked> {
  const { shop, route } = await dispatchedRoute(service, 2, { ...contact, window_start: '09:00', window_end: '17:00' })
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .updateTable('businesses')
      .set({ undoWindowSeconds: 0, contactPhone: '+1 202 555 0100', ...settings })
      .execute(),
  )
  const [first] = route.stops
  assert.ok(first)
  const { body } = await shop.get<OrderOut>(`/orders/${first.external_ref}`)
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const send = async (path: string, body: Record<string, unknown> | FormData) => {
    const form = body instanceof FormData
    const { status } = await fetch(`${service.url}/d/${token}/${path}`, {
      method: 'POST',
      headers: { 'idempotency-key': randomUUID(), ...(!form && { 'content-type': 'application/json' }) },
      body: form ? body : JSON.stringify(body),
    })
    assert.equal(status, 200)
  }
  const tap = (tap: Record<string, unknown>) => send('taps', { at: new Date().toISOString(), ...tap })
  return {
    shop,
    route,
    path: new URL(body.data.stop?.tracking_url ?? '').pathname,
    ref: first.external_ref,
    tap,
    outcome: (status) =>
      tap({
        kind: 'OUTCOME',
        status,
        stop_uuid: first.stop_uuid,
        ...(status === 'FAILED' && { reason: 'Nobody there' }),
      }),
    drive: (lat) => send('position', { lat, lng: first.address.lng }),
    photo: async () => {
      const content = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#8a9' } })
        .jpeg()
        .toBuffer()
      const form = new FormData()
      form.append('photo', new Blob([new Uint8Array(content)]), 'photo.jpg')
      await send(`stops/${first.stop_uuid}/proof`, form)
    },
  }
}

/** Opens the page on a phone, in light mode by default. An error of the page fails the test. */
async function open({ path }: Tracked, options: Parameters<typeof openPhone>[1] = {}): Promise<Page> {
  const phone = await openPhone(browser, options)
  const page = await phone.newPage()
  page.on('pageerror', (error) => assert.fail(error))
  await page.goto(service.url + path)
  return page
}

/** Shows the page again. The page polls at once, unless it has just polled and is being reloaded. */
async function look(page: Page): Promise<void> {
  try {
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  } catch (error) {
    assert.match(String(error), /because of a navigation/)
    await page.waitForLoadState()
  }
}
const compressedBytes = async (url: string): Promise<number> => {
  const { headers } = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
  return Number(headers.get('content-length'))
}

const headline = (page: Page, words: RegExp) => page.getByRole('heading', { level: 1, name: words }).waitFor()

test('one page shows the time before, during and after the delivery without a manual reload', async () => {
  const delivery = await tracked({ share_proof: true, brand_name: 'Test brand', accent_color: '#7a1fa2' })
  const page = await open(delivery)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.reload()
  await headline(page, /^Arriving/)
  const bytes = await Promise.all([...new Set(loaded)].map(compressedBytes))
  const sum = bytes.reduce((all, each) => all + each, 0)
  assert.ok(sum > 2_000 && sum <= MAX_BYTES, `the page without a map has ${sum} bytes`)
  assert.equal(await page.title(), 'Your delivery from Test brand')
  const color = await page.evaluate("getComputedStyle(document.querySelector('form button')).backgroundColor")
  assert.equal(color, 'rgb(122, 31, 162)')
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'tracking-before')
  assert.ok(!loaded.some((url) => url.includes('live-map')), 'no map is loaded yet')

  await delivery.tap({ kind: 'START' })
  await delivery.drive(38.85)
  await look(page)
  await page.getByText(/Test is on the way to you, .* away at/).waitFor()
  await page.locator('canvas.maplibregl-canvas').waitFor()
  await page.getByTitle('The driver').locator('svg').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0, 'the customer can change nothing any more')
  const before = await page.locator('#now').textContent()
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'tracking-next')
  const [first] = delivery.route.stops
  await delivery.drive((first?.address.lat ?? 0) - 0.001)
  await look(page)
  await page.getByText('less than 0.1 miles away').waitFor()
  assert.notEqual(await page.locator('#now').textContent(), before)

  await delivery.photo()
  await delivery.outcome('DELIVERED')
  await look(page)
  await headline(page, /^Delivered today at/)
  await page.getByAltText('Photo 1 of the delivery').waitFor()
  await page.waitForFunction('[...document.images].every((image) => image.complete && image.naturalWidth > 0)')
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'tracking-delivered')

  await page.getByLabel('4 of 5').check()
  await page.getByLabel('Comment (optional)').fill('Thank you')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Change your rating' }).waitFor()
  assert.ok(await page.getByLabel('4 of 5').isChecked())
  assert.equal(await page.getByLabel('Comment (optional)').inputValue(), 'Thank you')

  await sealReceiptsJob.run(app)
  const [receipt] = (await delivery.shop.get<ReceiptOut[]>('/receipts')).body.data
  await page.goto(service.url + new URL(receipt?.url ?? '').pathname)
  await headline(page, /^Delivered$/)
  await page.getByText('1 photo, 0 signatures').waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'receipt')
})

test('a customer of another stop sees neither the map nor the name until that stop is next', async () => {
  const delivery = await tracked()
  const { body } = await delivery.shop.get<OrderOut>(`/orders/${delivery.route.stops[1]?.external_ref}`)
  const path = new URL(body.data.stop?.tracking_url ?? '').pathname
  await delivery.tap({ kind: 'START' })
  await delivery.drive(38.9)
  const page = await open({ ...delivery, path })
  await page.getByText('The range gets smaller').waitFor()
  await look(page)
  const now = await page.evaluate('fetch(`${location.pathname}/now`).then((answer) => answer.text())')
  assert.match(String(now), /"map":null/)
  assert.doesNotMatch(String(now), /38\.9/)
  assert.equal(await page.locator('canvas').count(), 0)
})

test('the words are complete in dark mode on the smallest phone without a map, and a failure has its reason and photo', async () => {
  const delivery = await tracked({ share_proof: true })
  await delivery.tap({ kind: 'START' })
  await delivery.drive(38.9)
  const phone = await openPhone(browser, { dark: true, small: true })
  await phone.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
  const page = await phone.newPage()
  page.on('pageerror', (error) => assert.fail(error))
  await page.goto(service.url + delivery.path)
  await page.getByText('This browser can’t draw the map').waitFor()
  await page.getByText(/away at \d/).waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'tracking-small-dark')
  assert.ok(
    await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
    'nothing is wider than the phone',
  )

  await delivery.photo()
  await delivery.outcome('FAILED')
  await look(page)
  await page.getByText(/^We could not deliver at .* Nobody there\.$/).waitFor()
  await page.getByAltText('Photo 1 of the delivery').waitFor()
  assert.deepEqual(await axeFaults(page), [])
})

test('after a failure, the customer chooses another day on the smallest phone, and the page leads to the new delivery', async () => {
  const delivery = await tracked({ choose_days_ahead: 3, choose_windows: '[{"start":"09:00","end":"13:00"}]' })
  await delivery.tap({ kind: 'START' })
  await delivery.outcome('FAILED')
  const page = await open(delivery, { small: true })
  await page.getByRole('heading', { level: 1, name: 'Choose another day' }).waitFor()
  await picture(page, 'tracking-failed-small')
  await page.getByRole('link', { name: 'Choose another day' }).tap()
  const offer = page.getByLabel(/9:00 AM to 1:00 PM$/).last()
  await offer.waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'tracking-days-small')
  await offer.check()
  await page.getByRole('button', { name: 'Choose' }).tap()
  await headline(page, /^We try again .* 9 AM – 1 PM$/)
  await page.getByRole('link', { name: /^Delivery on / }).tap()
  await headline(page, /^Planned for/)
  await page.getByText('9 AM – 1 PM').waitFor()
  const again = (await delivery.shop.get<OrderOut>(`/orders/${delivery.ref}-2`)).body.data
  const { pathname } = new URL(again.tracking_url)
  assert.deepEqual([again.attempt, again.window_end, pathname], [2, '13:00', new URL(page.url()).pathname])
})

test('a phone that answered STOP sees an explanation, with START one tap away', async () => {
  const delivery = await tracked()
  await replyByText(service, '+12025550143', 'STOP')
  const page = await open(delivery, { small: true })
  await page.getByText('ends in 43, because it replied STOP').waitFor()
  assert.equal(await page.getByLabel('Text me').count(), 0)
  assert.equal(await page.getByLabel('Email me').count(), 1)
  assert.equal(await page.getByRole('link', { name: '+12025550199' }).getAttribute('href'), 'sms:+12025550199')
  assert.deepEqual(await axeFaults(page), [])
  await page.getByText('it replied STOP').scrollIntoViewIfNeeded()
  await picture(page, 'tracking-stop')
  await replyByText(service, '+12025550143', 'START')
  await page.reload()
  await page.getByLabel('Text me').waitFor()
})

test('a poll during a slow poll does not double the rate of polling', async () => {
  const phone = await openPhone(browser)
  const page = await phone.newPage()
  await page.clock.install()
  const asked: (() => Promise<void>)[] = []
  await page.route('**/now', (route) => void asked.push(() => route.continue()))
  await page.goto(service.url + (await tracked()).path)
  await headline(page, /^Arriving/)
  while (asked.length < 1) await page.clock.runFor(1000)
  await look(page)
  while (asked.length < 2) await page.clock.runFor(1)
  const answer = page.waitForResponse('**/now')
  await Promise.all(asked.map((go) => go().catch(() => undefined)))
  await (await answer).finished()
  while (asked.length < 3) await page.clock.runFor(HOUR)
  await page.clock.runFor(HOUR)
  assert.equal(asked.length, 3)
})

test('the page without scripts shows its content and accepts instructions for the driver, and the receiver gets the event', async () => {
  const delivery = await tracked()
  await addEndpoint(app, delivery.shop.businessId)
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(service.url + delivery.path)
  await headline(page, /^Arriving/)
  await page.getByText('Check again').waitFor()
  await page.getByLabel('Instructions for the driver').fill('Ring twice.')
  await page.getByLabel('Text me').check()
  await page.getByLabel('Email me').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await headline(page, /^Arriving/)
  assert.equal(await page.getByLabel('Instructions for the driver').inputValue(), 'Ring twice.')
  assert.equal(await page.getByLabel('Text me').isChecked(), true)
  await page.getByLabel('Text me').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  const { body } = await delivery.shop.get<OrderOut>(`/orders/${delivery.ref}`)
  assert.deepEqual(
    [body.data.customer_instructions, body.data.sms_consent, body.data.email_consent],
    ['Ring twice.', false, true],
  )
  const events = await pendingEvents(app, delivery.shop.businessId)
  assert.deepEqual(
    events.map(({ event, facts }) => [event, facts.source, facts.changed_fields]),
    [
      ['order.updated', 'CUSTOMER', ['customer_instructions', 'sms_consent', 'email_consent']],
      ['order.updated', 'CUSTOMER', ['sms_consent']],
    ],
  )
  await delivery.tap({ kind: 'START' })
  const late = await page.context().request.post(service.url + delivery.path, { form: { instructions: 'Too late' } })
  assert.equal(late.status(), 409)
})

test('all text on the customers’ page is from the dictionary or data', async (t) => {
  const { page: words, faults } = speakPseudo(t, CUSTOMER_WORDS.en)
  const settings = { share_proof: true, clock: 'H24', choose_days_ahead: 3, undoWindowSeconds: 0 }
  const delivery = await tracked(settings)
  const items = [{ name: 'Peas, box', quantity: 2, unitWeightLbs: 20, temperatureClass: null, sku: null }]
  const { shop, ref } = delivery
  const order = (await shop.get<OrderOut>(`/orders/${ref}`)).body.data
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .updateTable('orders')
      .set({ items: JSON.stringify(items), instructions: 'Gate code 4410.' })
      .execute(),
  )
  const names = ['Test business', 'Test', 'Gate code 4410.', 'Thank you', '★', '☆', 'Nobody there']
  const data = [...textsIn(order), ...names, ...items.map(({ name }) => name), ...LOCALE_WORDS, '+12025550199']
  const known = data.filter((text) => text.length > 1)
  const untranslated: string[] = []
  const walk = async (page: Page, screen: string, ...shown: readonly string[]): Promise<void> => {
    for (const text of shown) await page.getByText(text).first().waitFor()
    const said = await page.evaluate<string[]>(VISIBLE_TEXT)
    assert.ok(
      said.some((text) => text.includes('⟦')),
      `no text is from the dictionary on ${screen}`,
    )
    untranslated.push(
      ...said.filter((text) => notInMarks(text, known) !== '').map((text) => `${screen}: ${text.trim()}`),
    )
  }
  await replyByText(service, '+12025550143', 'STOP')
  const page = await open(delivery)
  await walk(page, 'planned', words.changeable, words.sendStart)
  await replyByText(service, '+12025550143', 'START')
  const { body: other } = await shop.get<OrderOut>(`/orders/${delivery.route.stops[1]?.external_ref}`)
  const second = await open({ ...delivery, path: new URL(other.data.tracking_url).pathname })
  await delivery.tap({ kind: 'START' })
  await delivery.drive(38.85)
  known.push(...textsIn(other.data).filter((text) => text.length > 1))
  await look(second)
  await walk(second, 'on the route', words.rangeNarrows, words.stopsBefore(1))
  await look(page)
  await page.locator('canvas.maplibregl-canvas').waitFor()
  await walk(page, 'next')
  await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
  await page.reload()
  await walk(page, 'without a map', words.noMap)
  await delivery.tap({ kind: 'ARRIVE', stop_uuid: delivery.route.stops[0]?.stop_uuid })
  await look(page)
  await walk(page, 'arrived', words.atYourAddress)
  await delivery.photo()
  await delivery.outcome('DELIVERED')
  await look(page)
  await walk(page, 'delivered', words.arrived, words.howWasIt)
  await page.getByLabel(words.stars(4, 5)).check()
  await page.getByRole('button', { name: words.send }).click()
  await walk(page, 'rated', words.changeRating)

  const failed = { shop, stop_uuid: delivery.route.stops[1]?.stop_uuid }
  await delivery.tap({ kind: 'OUTCOME', status: 'FAILED', reason: 'Nobody there', stop_uuid: failed.stop_uuid })
  await look(second)
  await walk(second, 'failed', words.chooseAnotherDay)
  await second.getByRole('link', { name: words.chooseAnotherDay }).tap()
  await walk(second, 'days', words.roomOnDays)
  await second.getByRole('radio').first().check()
  await second.getByRole('button', { name: words.choose }).tap()
  await walk(second, 'again', words.notDelivered)
  await second.goto(`${service.url}${new URL(second.url()).pathname}/days`)
  await walk(second, 'no other day', faults.notNow, faults.DAY_FIXED)
  await second.goto(`${service.url}/t/${'A'.repeat(43)}`)
  await walk(second, 'nowhere', faults.notFound)

  const dropped = await tracked({ clock: 'H24' })
  known.push(...textsIn((await dropped.shop.get<OrderOut>(`/orders/${dropped.ref}`)).body.data))
  await dropped.shop.post(`/orders/${dropped.ref}/cancel`)
  await walk(await open(dropped), 'cancelled', words.nothingComes)
  assert.deepEqual(untranslated, [])
})
