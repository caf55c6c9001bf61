// Tests the languages of the driver's page: the choice on the page, also without reception. Opens its screens in a
// pseudo-language to find texts that are not from the dictionary.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { DriverRoute } from '../../src/contract/driver.ts'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { DRIVER_WORDS } from '../../src/domain/driver-words/of-language.ts'
import { codeOf } from '../../src/domain/orders/pieces.ts'
import { money } from '../../src/domain/routes/door-checks.ts'
import { startBrowser } from '../helpers/browser.ts'
import { driverToken } from '../helpers/links.ts'
import { axeFaults } from '../helpers/axe.ts'
import { untilStored, openPhone, picture, tap, touch } from '../helpers/phone.ts'
import { buildPseudoPages } from '../helpers/pseudo-pages.ts'
import { notInMarks, pseudo, VISIBLE_TEXT, textsIn } from '../helpers/pseudo-words.ts'
import { dispatchedRoute, takeOff } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const browser = await startBrowser()
const service = await startService({ jobs: true })
const pages = await buildPseudoPages('driver')
after(() => pages.remove())

const words = pseudo(DRIVER_WORDS.en)
const { card, list } = words

/** Names of other products and languages, and text that the driver typed. */
const NAMES = ['Google Maps', 'Apple Maps', 'Waze', 'English', 'Español', 'Français', 'Deutsch', 'OK so far']

test('all text on the driver’s page and for screen readers is from the dictionary or data', async () => {
  const item = { name: 'Peas, box', quantity: 2, unit_weight_lbs: 20 }
  const door = { line1: '7 Shared Street', city: 'Washington', lat: 38.9001, lng: -77.0301 }
  const more = {
    customer_phone: '+1 202 555 0143',
    instructions: 'Gate code 4410.',
    window_start: '09:00',
    window_end: '17:00',
    items: [item],
  }
  const { shop, route } = await dispatchedRoute(service, 5, more, [{ address: door }, { address: door }])
  await service.app.db.asBusiness(shop.businessId, async (tx) => {
    const scanning = { scanLoading: 'REQUIRED', scanDoor: 'REQUIRED' } as const
    const settings = {
      proofRequired: 'BOTH',
      contactPhone: '+1 202 555 0100',
      undoWindowSeconds: 600,
      ...scanning,
    } as const
    await tx.updateTable('businesses').set(settings).execute()
    await tx.updateTable('orders').set({ customerInstructions: 'Ring twice.', temperatureClass: 'FROZEN' }).execute()
    await tx.updateTable('stops').set({ trip: 1 }).where('sequence', '>', 3).execute()
    const span = { start: new Date(Date.now() + 3_600_000), end: new Date(Date.now() + 5_400_000) }
    const pause = { kind: 'BREAK', which: 0, ...span, before: 1, paid: false, lateMinutes: 0 }
    const reload = { ...pause, kind: 'RELOAD', which: 1, before: 4 }
    const pauses = JSON.stringify([pause, reload, { ...pause, before: null }])
    await tx.updateTable('routes').set({ pauses }).execute()
  })
  const path = `/d/${await driverToken(service, shop.businessId, route.route_uuid)}`
  const { data: run } = (await (await fetch(`${service.url}${path}/run`)).json()) as { data: DriverRoute }
  const { failure_reasons: _reasons, leaving_places: _places, ...business } = run.business
  const data = [...textsIn({ ...run, business }), ...NAMES].filter((text) => text.length > 1)

  const open = async (options: Parameters<typeof openPhone>[1]) => {
    const opened = await openPhone(browser, { ...options, serviceWorkers: 'block' })
    await pages.serveTo(opened)
    return opened
  }
  const faults: string[] = []
  const walk = async (page: Page, screen: string, ...shown: readonly string[]): Promise<void> => {
    await page.locator('main[data-settling=false], main:not([data-settling])').waitFor()
    for (const text of shown) await page.getByText(text).first().waitFor()
    const said = await page.evaluate<string[]>(VISIBLE_TEXT)
    assert.ok(
      said.some((text) => text.includes('⟦')),
      `no text is from the dictionary on ${screen}`,
    )
    faults.push(...said.filter((text) => notInMarks(text, data) !== '').map((text) => `${screen}: ${text}`))
  }
  const first = await open({ shares: null, at: { latitude: 38.95, longitude: -77.1 } })
  const page = await first.newPage()
  await page.goto(service.url + path)
  await walk(page, 'before start', words.scan.mustCheck)
  await tap(page, words.allStops)
  await walk(page, 'list before start', list.loadOrder, list.callOffice)
  await page.getByLabel(list.loadOrder).check()
  await walk(page, 'load list')
  await tap(page, words.back)
  await tap(page, words.scan.checkLoad)
  await tap(page, words.scan.scan)
  await walk(page, 'load check', words.scan.noCamera, words.scan.goOnWithout(10))
  for (const code of ['NONE-OF-OURS', `${codeOf(run.stops[0]?.order_uuid ?? '')}-1`]) {
    await page.getByLabel(words.scan.typeCode).fill(code)
    await tap(page, words.scan.enter)
  }
  await walk(page, 'load check, one piece found', words.scan.counted(1, 10))
  await touch(page, page.getByText(words.choices['No room']))
  await tap(page, words.scan.goOnWithout(9))
  await tap(page, card.start)
  await walk(page, 'sharing', words.sharing.question)
  await tap(page, words.sharing.yes)
  await walk(page, 'on the way', card.arrived)
  const [at] = run.stops
  await first.setGeolocation({ latitude: at?.address.lat ?? 0, longitude: at?.address.lng ?? 0 })
  await walk(page, 'at the stop', card.seemsThere(at?.address.line1 ?? ''))
  await tap(page, words.map)
  await page.locator('canvas.maplibregl-canvas').waitFor()
  await page.locator('.here').waitFor({ state: 'attached' })
  await walk(page, 'map')
  await tap(page, words.allStops)
  await tap(page, list.endEarly)
  await walk(page, 'list', list.notDone(5))
  await tap(page, words.back)
  // A phone that can't store data, draw maps or share its location.
  const poor = await open({ shares: true })
  await poor.addInitScript("IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError') }")
  await poor.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
  const poorPage = await poor.newPage()
  await poorPage.goto(service.url + path)
  await walk(poorPage, 'without room', words.sharing.blocked, words.notices.noRoom)
  await tap(poorPage, words.map)
  await walk(poorPage, 'sketch', words.onMap.noMap)
  await tap(poorPage, words.allStops)
  await walk(poorPage, 'list without a location', words.sharing.isBlocked)
  await poor.close()
  await tap(page, card.skip)
  await walk(page, 'skip', words.reason.whySkipped)
  await tap(page, words.back)
  await tap(page, card.arrived)
  await walk(page, 'arrived', words.scan.needsScan)
  await tap(page, words.scan.scanPieces(2))
  await walk(page, 'scanning at the door', words.scan.whyNotScanned)
  await touch(page, page.getByText(words.choices['Label damaged']))
  await tap(page, words.scan.done)
  await tap(page, words.parts.open)
  await tap(page, words.parts.oneMore(words.parts.short, item.name))
  await walk(page, 'not all as ordered', words.parts.reason)
  await tap(page, words.parts.save)
  await walk(page, 'arrived, scanned', card.needs.BOTH, card.takePhoto)
  await tap(page, card.couldNotDeliver)
  await walk(page, 'not delivered', words.reason.whyFailed, words.choices['Nobody there'])
  await tap(page, words.back)
  await first.setOffline(true)
  await walk(page, 'offline', words.notices.offline)
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#8a6' } })
    .jpeg()
    .toBuffer()
  await page.locator('.actions input[type=file]').setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer })
  await walk(page, 'waiting to send', words.notices.offlineWaiting(words.photos(1)))
  await tap(page, card.getSignature)
  await walk(page, 'signature', words.signing.signFor(at?.address.line1 ?? ''))
  await tap(page, words.back)
  await tap(page, card.couldNotDeliver)
  await touch(page, page.getByText(words.choices['Nobody there']))
  await tap(page, words.reason.failed)
  await walk(page, 'undo', card.undo('').slice(0, 5))
  // Concurrently, the office records an outcome of that stop and takes another stop off.
  const stop = `/routes/${route.route_uuid}/stops/${run.stops[0]?.stop_uuid}`
  const outcome = await shop.post(`${stop}/status`, { status: 'FAILED', reason: 'Refused' })
  assert.equal(outcome.status, 200, outcome.body.message)
  assert.equal((await takeOff(service, shop, route, 3)).status, 200)
  await first.setOffline(false)
  await walk(page, 'not saved', words.refused.STOP_FINISHED, words.notices.removed(route.stops[3]?.address.line1 ?? ''))
  const ok = page.getByRole('button', { name: words.ok, exact: true })
  // A dismissed message may close another one.
  while ((await ok.count()) > 0)
    await ok
      .first()
      .tap({ timeout: 1_000 })
      .catch(() => {})
  await tap(page, words.allStops)
  await touch(page, page.getByRole('button', { name: list.endEarly }))
  await tap(page, list.end)
  await walk(page, 'finished', words.finished.title)
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await walk(page, 'ended', words.ended.title, words.ended.CANCELLED)
  assert.deepEqual(faults, [])
})

test('all text of the door checks, photos, list and display settings is from the dictionary or data', async () => {
  const door = { line1: '7 Shared Street', city: 'Washington', lat: 38.9001, lng: -77.0301 }
  const asks = { address: door, id_check: 'AGE_21', collect_amount: '24.90', door_code: true }
  const { shop, route } = await dispatchedRoute(service, 2, {}, [
    { ...asks, customer_name: 'Ann' },
    { ...asks, customer_name: 'Bob' },
  ])
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ contactPhone: '+1 202 555 0100', undoWindowSeconds: 600 }).execute(),
  )
  const path = `/d/${await driverToken(service, shop.businessId, route.route_uuid)}`
  const { data: run } = (await (await fetch(`${service.url}${path}/run`)).json()) as { data: DriverRoute }
  const { failure_reasons: _reasons, leaving_places: _places, ...business } = run.business
  const price = money('24.90', 'USD', words.locale)
  const data = [...textsIn({ ...run, business }), ...NAMES, price, '✓', '⠿'].filter((text) => text !== '')
  const phone = await openPhone(browser, { serviceWorkers: 'block' })
  await pages.serveTo(phone)
  const page = await phone.newPage()
  const faults: string[] = []
  const walk = async (screen: string, ...shown: readonly string[]): Promise<void> => {
    await page.locator('main[data-settling=false]').waitFor()
    for (const text of shown) await page.getByText(text).filter({ visible: true }).first().waitFor()
    const said = await page.evaluate<string[]>(VISIBLE_TEXT)
    faults.push(...said.filter((text) => notInMarks(text, data) !== '').map((text) => `${screen}: ${text}`))
  }
  await page.goto(service.url + path)
  await tap(page, words.allStops)
  await page.getByRole('searchbox', { name: list.search }).fill('nobody')
  await walk('list, nothing found', list.noMatch)
  await page.getByRole('searchbox', { name: list.search }).fill('')
  for (const look of ['DARK', 'SUN'] as const) {
    await page.getByLabel(words.looks.label).selectOption(words.looks[look])
    await walk(`list, ${look}`)
    assert.deepEqual(await axeFaults(page), [], look)
  }
  await tap(page, words.back)
  await tap(page, card.start)
  await tap(page, card.arrived)
  await touch(page, page.getByRole('checkbox'))
  const first = (await page.locator('.card .name').textContent()) ?? ''
  const { asked, pictures } = words
  const open = (what: string) => tap(page, asked.needed(what, first))
  await open(asked.checkId.AGE_21)
  await walk('age', asked.idQuestion.AGE_21, asked.idNote)
  await tap(page, asked.yes)
  await open(asked.collect(price))
  await touch(page, page.getByText(asked.methods.CASH, { exact: true }))
  await page.getByLabel(asked.amount).fill('20')
  await walk('another amount', asked.whyOther)
  await touch(page, page.getByText(asked.methods.NONE, { exact: true }))
  await walk('not paid', words.choices['Paid already'])
  await touch(page, page.getByText(words.choices['Paid already']))
  await tap(page, asked.save)
  await open(asked.askCode)
  await walk('code', asked.codeTitle, asked.withoutCode)
  for (let i = 0; i < 5; i++) {
    await page.getByLabel(asked.code, { exact: true }).fill(`none ${i}`)
    await tap(page, asked.checkCode)
    await walk('wrong code', i < 4 ? asked.wrongCode : asked.codeLocked)
  }
  await tap(page, words.choices['Customer has no code'])
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#8a6' } })
    .jpeg()
    .toBuffer()
  await page.locator('.proof input[type=file]').setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer })
  await page.locator('button.thumbnails').waitFor()
  await walk('one answered at the door', asked.needed(asked.checkId.AGE_21, first === 'Ann' ? 'Bob' : 'Ann'))
  await touch(page, page.locator('button.thumbnails'))
  await walk('photos', pictures.title, pictures.delete)
  await tap(page, pictures.deleteOf(pictures.photo(1)))
  await walk('no photo', pictures.none)
  assert.deepEqual(faults, [])
})

test('the page is in the phone’s language until the driver chooses one permanently, also without reception', async () => {
  const { shop, route } = await dispatchedRoute(service, 2)
  const phone = await openPhone(browser, { locale: 'fr-CA' })
  const page = await phone.newPage()
  await page.goto(`${service.url}/d/${await driverToken(service, shop.businessId, route.route_uuid)}`)
  const { fr, de } = DRIVER_WORDS
  const spoken = () => page.evaluate<[string, string]>('[document.documentElement.lang, document.title]')
  await page.getByRole('button', { name: fr.card.start }).waitFor()
  assert.deepEqual(await spoken(), ['fr', fr.title(route.name)])
  await untilStored(page)
  await phone.setOffline(true)
  await tap(page, fr.allStops)
  assert.deepEqual(await axeFaults(page), [])
  await page.getByLabel(fr.language).selectOption('Deutsch')
  await page.getByRole('region', { name: de.allStops }).waitFor()
  assert.deepEqual(await spoken(), ['de', de.title(route.name)])
  await picture(page, 'driver-language')
  await page.reload()
  await tap(page, de.card.start)
  assert.deepEqual(await spoken(), ['de', de.title(route.name)])
  await tap(page, de.card.arrived)
  await tap(page, de.card.couldNotDeliver)
  await touch(page, page.getByText('Niemand da'))
  await tap(page, de.reason.failed)
  await page.getByText('1 Stopp noch zu senden. Kein Empfang.').waitFor()
  await phone.setOffline(false)
  const first = async () => (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data.stops[0]
  await until('the outcome is sent', async () => (await first())?.status === 'FAILED')
  assert.equal((await first())?.reason, 'Nobody there', 'the office gets its own wording')
})
