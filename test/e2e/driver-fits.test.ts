// Every text of the driver's page is readable on small phones, with text twice as large, in the longest language, too.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { DRIVER_WORDS } from '../../src/domain/driver-words/of-language.ts'
import type { DriverWords } from '../../src/domain/driver-words/words.ts'
import { startBrowser } from '../helpers/browser.ts'
import { driverToken } from '../helpers/links.ts'
import { openPhone, picture, tap } from '../helpers/phone.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const browser = await startBrowser()
const service = await startService({ jobs: true })

/**
 * Lists the texts that are cut off, covered or off the screen. A text that is always one line may end in an ellipsis, but
 * only after its essential part.
 */
const UNREADABLE = `(() => {
  const atLeast = { '.top h1': /^\\S{1,4}/, '.top p': /^\\d+ (\\S+ \\d+|\\S+)/, '.undo > span': /^\\D+(?= )/, '.notice .line': /^.{12}/ }
  const whole = ['h2', '.where p', '.top button', '.primary', '.second > button', '.undo button', '.notice .plain']
  const faultOf = (element, pattern) => {
    const said = element.textContent.trim()
    const range = document.createRange()
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    let left = pattern ? pattern.exec(said)?.[0].length : said.length
    if (!left) return 'nothing to read in ' + said
    const box = element.getBoundingClientRect()
    while (left > 0 && texts.nextNode()) {
      const { currentNode: text } = texts
      range.setStart(text, 0)
      range.setEnd(text, Math.min(left, text.length))
      left -= text.length
      for (const { left: x, right, top: y, bottom, width, height } of range.getClientRects()) {
        if (width < 1 || element.closest('.visually-hidden')) continue
        if (x < box.left - 1 || right > box.right + 1 || y < box.top - 4 || bottom > box.bottom + 4) return 'cut: ' + said
        for (const [atX, atY] of [[x + 1, y + height / 4], [right - 1, bottom - height / 4]]) {
          const at = document.elementFromPoint(atX, atY)
          if (at !== element && !element.contains(at)) return 'hidden: ' + said
        }
      }
    }
    const spills = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 4
    return !pattern && spills ? 'spills over: ' + said : null
  }
  const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['the page is too wide'] : []
  const undo = document.querySelector('.undo')
  const tall = undo && undo.clientHeight > Math.max(56, undo.querySelector('button').offsetHeight) + 1 ? ['undo is no line'] : []
  const lines = undo ? [...undo.querySelectorAll('span')].filter((text) => text.clientHeight > 2.2 * parseFloat(getComputedStyle(text).fontSize)) : []
  return [
    ...wide,
    ...tall,
    ...lines.map((text) => 'more than a line: ' + text.textContent),
    ...whole.flatMap((name) => [...document.querySelectorAll(name)].map((element) => faultOf(element, null))),
    ...Object.entries(atLeast).flatMap(([name, pattern]) =>
      [...document.querySelectorAll(name)].map((element) => faultOf(element, pattern)),
    ),
  ].filter((fault) => fault !== null)
})()`

const FITS = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth'

test('every text is complete and on the screen in every state, on small phones, in landscape, with text twice as large', async () => {
  const rice = 'Rice, bag'
  const details = {
    customer_phone: '+1 202 555 0143',
    instructions: 'Gate code 4410, round the back.',
    window_start: '09:00',
    window_end: '17:00',
    items: [{ name: rice, quantity: 2, unit_weight_lbs: 20 }],
  }
  const { shop, route } = await dispatchedRoute(service, 3, details)
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ proofRequired: 'BOTH', undoWindowSeconds: 600 }).execute(),
  )
  const url = `${service.url}/d/${await driverToken(service, shop.businessId, route.route_uuid)}`
  const first = async () => (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data.stops[0]
  const page = await (await openPhone(browser, { small: true })).newPage()
  await page.goto(url)
  const line1 = route.stops[0]?.address.line1 ?? '-'
  const check = async (state: string, shown: (words: DriverWords) => string[], offline = false): Promise<void> => {
    // German has the longest words.
    for (const language of ['en', 'de'] as const) await checkIn(language, state, shown(DRIVER_WORDS[language]), offline)
  }
  const checkItems = async (page: Page, language: 'en' | 'de'): Promise<void> => {
    const { parts, card } = DRIVER_WORDS[language]
    await tap(page, parts.open)
    await tap(page, parts.oneMore(parts.damaged, rice))
    await page.getByText(card.takePhoto).waitFor()
    await picture(page, `fits-items-${language}`)
    assert.ok(await page.evaluate(FITS), `${language}, items`)
    await tap(page, parts.save)
    await page.getByRole('heading', { name: line1 }).waitFor()
    await page.evaluate('window.scrollTo(0, 0)')
  }
  const checkIn = async (
    language: 'en' | 'de',
    state: string,
    shown: readonly string[],
    offline: boolean,
  ): Promise<void> => {
    const phone = await openPhone(browser, { size: [320, 568], locale: language })
    const page = await phone.newPage()
    await page.goto(url)
    await page.getByRole('heading', { name: line1 }).waitFor()
    await phone.setOffline(offline)
    for (const text of shown) await page.getByText(text).filter({ visible: true }).first().waitFor()
    for (const size of [
      [320, 568],
      [360, 640],
      [568, 320],
    ] as const) {
      await page.setViewportSize({ width: size[0], height: size[1] })
      await page.waitForFunction(`innerWidth === ${size[0]} && innerHeight === ${size[1]}`)
      for (const text of ['100%', '200%']) {
        await page.evaluate(`document.documentElement.style.fontSize = '${text}'`)
        await picture(page, `fits-${language}-${state}-${size[0]}-${text.slice(0, 3)}`)
        // After its size has changed, the window needs a moment to lay out the texts.
        let unreadable = await page.evaluate<string[]>(UNREADABLE)
        for (let i = 0; i < 20 && unreadable.length > 0; i++) {
          await page.waitForTimeout(250)
          unreadable = await page.evaluate<string[]>(UNREADABLE)
        }
        assert.deepEqual(unreadable, [], `${language}, ${state}, ${size.join('×')}, text at ${text}`)
        if (state === 'arrived' && size[0] === 320 && text === '200%') await checkItems(page, language)
        if (state !== 'on-the-way') continue
        await tap(page, DRIVER_WORDS[language].allStops)
        await page.locator('ol.stops').waitFor()
        await picture(page, `fits-list-${language}-${state}-${size[0]}-${text.slice(0, 3)}`)
        const cutUp = await page.evaluate<string[]>(
          `[...document.querySelectorAll('.stops .address, .stops strong')]
            .filter((name) => name.clientWidth < 5 * parseFloat(getComputedStyle(name).fontSize))
            .map((name) => name.textContent)`,
        )
        assert.ok(await page.evaluate(FITS), `${language}, list, ${size.join('×')}, text at ${text}`)
        assert.deepEqual(cutUp, [], `${language}, list, ${state}, ${size.join('×')}, text at ${text}`)
        await tap(page, DRIVER_WORDS[language].back)
        await page.getByRole('heading', { name: line1 }).waitFor()
      }
    }
    await phone.close()
  }
  await check('start', ({ card }) => [card.start])
  await tap(page, 'Start route')
  await until('the route is started', async () => (await first())?.status === 'EN_ROUTE')
  await check('on-the-way', ({ card }) => [card.arrived])
  await tap(page, 'Arrived')
  await until('the driver has arrived', async () => (await first())?.status === 'ARRIVED')
  // The button has only its icon, because there is no room for its words.
  const undo = '↶'
  await check('arrived', (words) => [words.card.takePhoto, undo])
  await check('offline', (words) => [words.card.takePhoto, undo, words.notices.offline], true)
  const buffer = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#68a' } })
    .jpeg()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer })
  await until('the photo is sent', async () => (await first())?.proof !== null)
  await check('photo', (words) => [words.card.getSignature, undo])
})
