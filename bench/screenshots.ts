// npm run screenshots: takes a picture of every screen with the demo business, into docs/screens. Smaller pictures and a
// strong compression keep the files small.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { driveLiveDemo } from '../src/app/operations/demo/live-demo.ts'
import { buildWebIfStale } from '../src/cli/web-build.ts'
import { launchChromium } from '../test/helpers/chromium.ts'
import { demoServer } from './screens/demo-server.ts'
import { type Visit, walkOffice, walkReports, walkRoad } from './screens/walk.ts'

const FOLDER = fileURLToPath(new URL('../docs/screens/', import.meta.url))
/** Time for animations to end, and for routes to be drawn along the roads, which are queried every 3 s. */
const REST_MS = 3_500

const DAYS_BEFORE = 21
const LONG_ENOUGH = AbortSignal.timeout(600_000)

await buildWebIfStale(console.log)
const server = await demoServer()
const browser = await launchChromium()
try {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  const take: Visit = async (page, name) => {
    await page.waitForTimeout(REST_MS)
    const png = await page.screenshot()
    await sharp(png)
      .resize({ width: 1120, withoutEnlargement: true })
      .webp({ quality: 70, effort: 6 })
      .toFile(path.join(FOLDER, `${name}.webp`))
    console.log(name)
  }
  await walkOffice(browser, server, take)
  await walkRoad(browser, server, take)
  // Simulates the previous three weeks, each day on its own clock.
  await walkReports(browser, server, take, () => driveLiveDemo(server.app, server.businessId, LONG_ENOUGH, DAYS_BEFORE))
  const files = readdirSync(FOLDER).map((file) => statSync(path.join(FOLDER, file)).size)
  console.log(`${files.length} pictures, ${Math.round(files.reduce((sum, size) => sum + size, 0) / 1024)} KB`)
} finally {
  await browser.close()
  await server.end()
}
