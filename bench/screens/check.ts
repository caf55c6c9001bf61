// npm run bench screens: runs axe on every screen, in light and dark mode and with text of 200 %, and measures the
// compressed script that each page loads first. Fails on a fault of axe, on a screen that large text makes wider than
// the window, or if the office loads more than its limit.
import type { Browser, Page } from 'playwright-core'
import { buildWebIfStale } from '../../src/cli/web-build.ts'
import { axeFaults } from '../../test/helpers/axe.ts'
import { launchChromium } from '../../test/helpers/chromium.ts'
import { type DemoServer, demoServer } from './demo-server.ts'
import { type Visit, walkOffice, walkReports, walkRoad } from './walk.ts'

const MAX_OFFICE_KB = 230
/** Phones have their own text size. */
const FROM_TABLETS = 768

await buildWebIfStale(console.log)
const server = await demoServer()
const browser = await launchChromium()
let faults = 0
try {
  console.log('| screen | faults that axe finds |\n|---|---|')
  const judge: Visit = async (page, name) => {
    const found: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      found.push(...(await faultsAtRest(page)).map((fault) => `${colorScheme}: ${fault}`))
    }
    await page.emulateMedia({ colorScheme: null })
    const whole = page.viewportSize()
    if (whole && whole.width >= FROM_TABLETS) {
      // A browser shows text of 200 % with half as many CSS pixels, each twice as large.
      await page.setViewportSize({ width: Math.round(whole.width / 2), height: Math.round(whole.height / 2) })
      found.push(...(await faultsAtRest(page)).map((fault) => `200 %: ${fault}`))
      if (await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'))
        found.push('200 %: scrolls sideways')
      await page.setViewportSize(whole)
    }
    faults += found.length
    console.log(`| ${name} | ${found.join('; ') || 'none'} |`)
  }
  await walkOffice(browser, server, judge)
  await walkRoad(browser, server, judge)
  await walkReports(browser, server, judge)
  console.log('\n| page | compressed script of its first load |\n|---|---|')
  const office = await firstLoad(browser, server, '/')
  console.log(`| office, signed out | ${office} KB of at most ${MAX_OFFICE_KB} |`)
  console.log(`| driver | ${await firstLoad(browser, server, await server.driverPage())} KB |`)
  if (office > MAX_OFFICE_KB) faults++
} finally {
  await browser.close()
  await server.end()
}
process.exitCode = faults > 0 ? 1 : 0

/** Waits for color transitions, because colors in between have a lower contrast. */
async function faultsAtRest(page: Page): Promise<string[]> {
  await page.evaluate(
    `Promise.allSettled(document.getAnimations().flatMap((one) => (one instanceof CSSTransition ? one.finished : [])))`,
  )
  return axeFaults(page)
}

/** KB as sent to a client that accepts brotli. */
async function firstLoad(browser: Browser, { url }: DemoServer, path: string): Promise<number> {
  const page = await browser.newPage()
  const scripts = new Set<string>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.add(response.url())
  })
  await page.goto(new URL(path, url).href, { waitUntil: 'networkidle' })
  const sizes = await Promise.all(
    [...scripts].map(async (script) => {
      const answer = await fetch(script, { headers: { 'accept-encoding': 'br' } })
      return Number(answer.headers.get('content-length'))
    }),
  )
  await page.close()
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024)
}
