// Tests a driver's link that ends while the phone has unsent work. The office cancels the route or sends a newer link,
// while the page is open or closed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import type { ExceptionsOut } from '../../src/contract/exceptions.ts'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { LANGUAGES } from '../../src/domain/customer-words/language.ts'
import { DRIVER_WORDS } from '../../src/domain/driver-words/of-language.ts'
import { axeFaults } from '../helpers/axe.ts'
import { startBrowser } from '../helpers/browser.ts'
import { driverToken } from '../helpers/links.ts'
import { untilSent, untilStored, openPhone, picture, tap, touch } from '../helpers/phone.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { type Client, startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const browser = await startBrowser()
const service = await startService({ jobs: true })
const { app } = service

interface Road {
  shop: Client
  route: RouteWithStops
  path: string
  phone: BrowserContext
  page: Page
}

const pathOf = async (shop: Client, routeId: string) => `/d/${await driverToken(service, shop.businessId, routeId)}`

/** A route opened on a phone that has stored the page and then loses its reception. */
async function offline(stops: number, held: Parameters<typeof openPhone>[1] = {}): Promise<Road> {
  const { shop, route } = await dispatchedRoute(service, stops)
  const path = await pathOf(shop, route.route_uuid)
  const phone = await openPhone(browser, held)
  const page = await phone.newPage()
  await page.goto(service.url + path)
  await untilStored(page)
  await phone.setOffline(true)
  return { shop, route, path, phone, page }
}

/** Starts the route, arrives at the first stop, takes a photo and delivers. */
async function deliverFirst({ page }: Road): Promise<void> {
  await tap(page, 'Start route')
  await tap(page, 'Arrived')
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#8a6' } })
    .jpeg()
    .toBuffer()
  await page.locator('input[type=file]').first().setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer })
  await tap(page, 'Delivered')
  await page.getByText('1 stop, 1 photo waiting to send').waitFor()
}

async function resend({ shop, route }: Road): Promise<string> {
  await app.db.asBusiness(shop.businessId, async (tx) => {
    const { driverId } = await tx
      .updateTable('drivers')
      .set({ phone: '+12025550144' })
      .returning('driverId')
      .executeTakeFirstOrThrow()
    await tx.updateTable('routes').set({ driverId }).where('routeId', '=', route.route_uuid).execute()
  })
  assert.equal((await shop.post(`/routes/${route.route_uuid}/resend-link`)).status, 200)
  return pathOf(shop, route.route_uuid)
}

const late = async ({ shop, route }: Pick<Road, 'shop' | 'route'>) =>
  (await shop.get<ExceptionsOut>(`/exceptions?date=${route.date}`)).body.data.late_taps
const lateKinds = async (road: Road) =>
  (await late(road)).map(({ taps, pictures }) => [taps.map(({ kind }) => kind).join(' '), pictures.length])
const first = async ({ shop, route }: Road) => {
  const [stop] = (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data.stops
  return [stop?.status, stop?.proof?.photo_urls.length]
}
const LATE = [
  ['START', 0],
  ['ARRIVE PHOTO DELIVERED', 1],
]

test('a canceled route’s link that is opened again sends the phone’s work, shows that, and is then forgotten', async () => {
  const road = await offline(2, { small: true })
  const { page, phone, shop, route, path } = road
  await deliverFirst(road)
  await page.close()
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  await phone.setOffline(false)
  const again = await phone.newPage()
  const faults: string[] = []
  again.on('pageerror', (error) => faults.push(error.message))
  await again.goto(service.url + path)
  await again.getByText('The office canceled this route').first().waitFor()
  await until('the office has both late entries', async () => (await late(road)).length === 2)
  await again.locator('.unsaved', { hasText: `“Delivered”, ${route.stops[0]?.address.line1}` }).waitFor()
  assert.deepEqual(await lateKinds(road), LATE)
  assert.equal(await again.locator('.unsaved li').count(), 4, 'all taps are shown at once')
  assert.deepEqual(await axeFaults(again), [])
  await picture(again, 'driver-not-saved')
  assert.equal(await again.getByText(route.stops[1]?.customer_name ?? '-').count(), 0, 'nothing of the route is shown')
  await again.getByRole('button', { name: 'OK', exact: true }).tap()
  await untilSent(again)
  const left =
    "caches.open('driver-1').then((kept) => kept.keys()).then((keys) => keys.map(({ url }) => new URL(url).pathname))"
  await until('the phone has deleted the page', async () => !(await again.evaluate<string[]>(left)).includes(path))
  assert.deepEqual(faults, [])
})

test('a newer link sends the work of the old one if the page was closed, and the work counts', async () => {
  const road = await offline(2)
  await deliverFirst(road)
  await road.page.close()
  const newer = await resend(road)
  await road.phone.setOffline(false)
  const page = await road.phone.newPage()
  await page.goto(service.url + newer)
  await page.getByText('1 of 2').waitFor()
  await untilSent(page)
  assert.deepEqual(await first(road), ['DELIVERED', 1])
  assert.deepEqual(await late(road), [])
})

test('work goes to the office at once if the page was open, and counts after the newer link is opened', async () => {
  const road = await offline(2)
  const { page, phone } = road
  await deliverFirst(road)
  const newer = await resend(road)
  await phone.setOffline(false)
  await page.getByText('The office sent a newer link').first().waitFor()
  await until('the office has the late taps', async () => isDeepStrictEqual(await lateKinds(road), LATE))
  const other = await phone.newPage()
  await other.goto(service.url + newer)
  await other.getByText('1 of 2').waitFor()
  await untilSent(other)
  assert.deepEqual(await first(road), ['DELIVERED', 1])
  assert.deepEqual(await late(road), [], 'the office has no late taps left')
})

test('the ended link’s work is on the first screen of the new one, and its note stays with the next outcome', async () => {
  const road = await offline(2)
  const { page, phone } = road
  await tap(page, 'Start route')
  await tap(page, 'Arrived')
  await touch(page, page.getByText('Add a note'))
  await page.getByLabel('Note for the office (optional)').fill('Bell is broken')
  await tap(page, 'Could not deliver')
  await touch(page, page.locator('fieldset label').first())
  await tap(page, 'Not delivered')
  await tap(page, /^Undo/)
  const newer = await resend(road)
  await phone.setOffline(false)
  await page.getByText('The office sent a newer link').first().waitFor()
  await until('the office has both late entries', async () => (await lateKinds(road)).length === 2)
  await page.addInitScript(`new MutationObserver((_changes, observer) => {
    const card = document.querySelector('.card.stop')
    if (!card) return
    window.firstCard = card.textContent
    observer.disconnect()
  }).observe(document, { subtree: true, childList: true })`)
  await page.goto(service.url + newer)
  await page.locator('.card.stop').waitFor()
  assert.match(await page.evaluate<string>('window.firstCard'), /● Arrived/)
  await tap(page, 'Delivered')
  await page.getByText('1 of 2').waitFor()
  await untilSent(page)
  const [stop] = (await road.shop.get<RouteWithStops>(`/routes/${road.route.route_uuid}`)).body.data.stops
  assert.deepEqual([stop?.status, stop?.driver_notes], ['DELIVERED', 'Bell is broken'])
})

test('the old link sends only by the newer one if it is opened again later', async () => {
  const road = await offline(2)
  const { page, phone, path } = road
  const newer = await resend(road)
  await phone.setOffline(false)
  await page.goto(service.url + newer)
  await tap(page, 'Start route')
  await untilSent(page)
  await untilStored(page)
  await phone.setOffline(true)
  await tap(page, 'Arrived')
  await page.close()
  await phone.setOffline(false)
  const old = await phone.newPage()
  await old.goto(service.url + path)
  await old.getByText('The office sent a newer link').first().waitFor()
  await untilSent(old)
  assert.deepEqual((await first(road))[0], 'ARRIVED')
  assert.deepEqual(await late(road), [])
})

test('work of another route is sent by the page of any route on the phone', async () => {
  const road = await offline(1)
  const { page, phone, shop, route } = road
  await deliverFirst(road)
  await page.close()
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  const next = await dispatchedRoute(service, 1)
  await phone.setOffline(false)
  const other = await phone.newPage()
  await other.goto(service.url + (await pathOf(next.shop, next.route.route_uuid)))
  await other.locator('.unsaved', { hasText: `“Delivered”, ${route.stops[0]?.address.line1}` }).waitFor()
  assert.deepEqual(await lateKinds(road), LATE)
  await tap(other, 'OK')
  await untilSent(other)
  await tap(other, 'Start route')
  await other.getByText('Arrived').waitFor()
})

test('work that an older version of the page stored only under its link is sent by the newer link of the route', async () => {
  const road = await offline(2)
  await deliverFirst(road)
  await road.page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('roundsman-driver')
    opening.onsuccess = () => {
      const writing = opening.result.transaction('outbox', 'readwrite')
      writing.objectStore('outbox').openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) return
        const { route, line1, ...older } = cursor.value
        cursor.update(older)
        cursor.continue()
      }
      writing.oncomplete = () => {
        opening.result.close()
        resolve()
      }
    }
  })`)
  await road.page.close()
  const newer = await resend(road)
  await road.phone.setOffline(false)
  const page = await road.phone.newPage()
  await page.goto(service.url + newer)
  await page.getByText('1 of 2').waitFor()
  await untilSent(page)
  assert.deepEqual(await first(road), ['DELIVERED', 1])
})

test('“Not saved” is complete on the smallest phone in every language, before the name of the tap', async () => {
  const road = await offline(1, { small: true })
  const { page, phone, shop, route } = road
  await deliverFirst(road)
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  await phone.setOffline(false)
  await page.locator('.unsaved').waitFor()
  for (const language of LANGUAGES) {
    await page.evaluate(`localStorage.setItem('roundsman-language', '${language}')`)
    await page.reload()
    const words = DRIVER_WORDS[language]
    const title = page.locator('.unsaved strong')
    await title.waitFor()
    assert.equal(await title.textContent(), words.notices.notSaved)
    const { cut, left, top } = await page.locator('.unsaved').evaluate((all) => ({
      cut: [...all.querySelectorAll('strong, li, p, button')].some(
        (part) => part.scrollWidth > part.clientWidth + 1 || part.getBoundingClientRect().right > 320,
      ),
      left: all.querySelector('strong')?.getBoundingClientRect().left ?? -1,
      top: all.querySelector('button')?.getBoundingClientRect().bottom ?? 1e9,
    }))
    assert.ok(!cut && left >= 0 && top <= 568, `${language}: ${JSON.stringify({ cut, left, top })}`)
    await picture(page, `driver-not-saved-${language}`)
  }
})
