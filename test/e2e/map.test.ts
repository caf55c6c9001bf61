// The ground of the map in a browser: our own tiles, a style that is away, and nothing configured.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { startBrowser } from '../helpers/browser.ts'
import { writeMapTiles } from '../helpers/map-tiles.ts'
import { officePages } from '../helpers/office-pages.ts'
import { type Service, startService } from '../helpers/service.ts'
import { hang, stubServer } from '../helpers/stub-server.ts'

const browser = await startBrowser()
const dir = await mkdtemp(path.join(tmpdir(), 'roundsman-map-'))
after(() => rm(dir, { recursive: true }))

async function dayOf(service: Service): Promise<Page> {
  const { businessId } = await service.business()
  return officePages(browser, service).signIn(businessId, 'DISPATCHER')
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

test('tiles of our own are drawn with their attribution, and nothing is fetched from elsewhere', async () => {
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
  await shows(page, '#e2dfda')
  await page.emulateMedia({ colorScheme: 'dark' })
  await shows(page, '#1f1f1f')
})

test('a style that never comes leaves a plain ground to draw on', async () => {
  const provider = await stubServer(hang)
  const service = await startService({ env: { MAP_STYLE_URL: `${provider.url}/style.json` } })
  const page = await dayOf(service)
  await shows(page, '#e9ecef')
  assert.ok(provider.asked.includes('/style.json'))
})
