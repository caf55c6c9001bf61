// Tests the base map in a browser: with our own tiles, with an unavailable style, and without configuration.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { ROUTE_COLORS } from '../../web/office/day/colors.ts'
import { startBrowser } from '../helpers/browser.ts'
import { addDepot, addVehicle } from '../helpers/fleet.ts'
import { writeMapTiles } from '../helpers/map-tiles.ts'
import { officePages } from '../helpers/office-pages.ts'
import { orderBody } from '../helpers/orders.ts'
import { dateIn } from '../helpers/routes.ts'
import { type Service, startService } from '../helpers/service.ts'
import { hang, stubServer } from '../helpers/stub-server.ts'
import { until } from '../helpers/until.ts'

const browser = await startBrowser()
const dir = await mkdtemp(path.join(tmpdir(), 'roundsman-map-'))
after(() => rm(dir, { recursive: true }))

/** A viewer sees the map of an empty business, because the first steps are for people who can take them. */
async function dayOf(service: Service): Promise<Page> {
  const { businessId } = await service.business()
  return officePages(browser, service).signIn(businessId, 'VIEWER')
}
const map = (page: Page) => page.getByRole('region', { name: 'Map of the day' })

/** Waits until the map's corner has that color. */
async function shows(page: Page, color: string): Promise<void> {
  let seen = ''
  const until = Date.now() + 60_000
  while (seen !== color && Date.now() < until) {
    const { x, y, height } = (await map(page).boundingBox()) ?? { x: 0, y: 0, height: 0 }
    const corner = await page.screenshot({ clip: { x: x + 2, y: y + height - 4, width: 1, height: 1 } })
    seen = `#${(await sharp(corner).removeAlpha().raw().toBuffer()).toString('hex')}`
  }
  assert.equal(seen, color)
}

test('our own tiles are drawn with their attribution, and nothing is fetched from elsewhere', async () => {
  const file = path.join(dir, 'map.pmtiles')
  await writeMapTiles(file)
  const service = await startService({ env: { MAP_PMTILES: file } })
  const page = await dayOf(service)
  const asked: string[] = []

  page.on('request', (request) => asked.push(request.url()))
  const ranges = page.waitForResponse(
    (answer) => answer.url().endsWith('/map/tiles.pmtiles') && answer.status() === 206,
  )
  await page.reload()
  await ranges
  await map(page).getByText('OpenStreetMap contributors').waitFor()
  const elsewhere = asked.filter((url) => !url.startsWith(service.url) && !url.startsWith('blob:'))
  assert.deepEqual(elsewhere, [])
  await shows(page, '#efede7')
  await page.emulateMedia({ colorScheme: 'dark' })
  await shows(page, '#1b1f25')
})

test('a style that never arrives leaves a plain ground for drawing', async () => {
  const provider = await stubServer(hang)
  const service = await startService({ env: { MAP_STYLE_URL: `${provider.url}/style.json` } })
  const page = await dayOf(service)
  await shows(page, '#e9ecef')
  assert.ok(provider.asked.includes('/style.json'))
})

test('route lines have the colors of light or dark pages, also after a change', async () => {
  const service = await startService()
  const shop = await service.business()
  await addDepot(service.app, shop.businessId)
  const van = await addVehicle(service.app, shop.businessId, { name: 'Van A' })
  const date = dateIn(service, 1)
  for (const [i, lat] of [38.95, 38.99].entries())
    await shop.post(
      '/orders',
      orderBody({
        delivery_date: date,
        address: { line1: `${i + 1} Test Street`, city: 'Washington', lat, lng: -77.1 + i / 10 },
      }),
    )
  const built = await shop.post('/routes/build', { date, vehicle_ids: [van] })
  assert.ok(built.status < 300, built.body.message)
  const page = await officePages(browser, service).signIn(shop.businessId, 'DISPATCHER')
  await page.goto(`${service.url}/?date=${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`)
  await page.locator('[data-order][aria-label]').first().waitFor()
  const [light, dark] = ROUTE_COLORS[0]
  await until('the line is drawn for a light page', async () => (await pixelsOf(page, partsOf(light))) > 50)
  await page.emulateMedia({ colorScheme: 'dark' })
  await until('the line is drawn for a dark page', async () => (await pixelsOf(page, partsOf(dark))) > 50)
  assert.equal(await pixelsOf(page, partsOf(light)), 0)
})

type Color = readonly number[]
const partsOf = (color: string): Color => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** Number of pixels of the map that have about this color. */
async function pixelsOf(page: Page, color: Color): Promise<number> {
  const clip = (await map(page).boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 }
  const points = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer()
  let count = 0
  for (let at = 0; at < points.length; at += 3)
    if (color.every((part, i) => Math.abs(part - (points[at + i] ?? 0)) < 6)) count++
  return count
}
