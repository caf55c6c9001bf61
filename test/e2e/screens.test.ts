// Every screen of the demo business, in light and dark mode, wide and as narrow as a tablet: its parts and their boxes, overlaps, cut-off
// text, and its colors. These checks hold in any browser with any fonts.
// `npm run screens` stores the outlines and pictures of the screens again. `SCREEN_PICTURES=compare npm test -- e2e/screens` compares the
// pictures.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { demoPages } from '../../bench/screens/demo-pages.ts'
import { walkOffice, walkReports, walkRoad, type Visit } from '../../bench/screens/walk.ts'
import { loadDemo } from '../../src/app/operations/demo/load-demo.ts'
import { buildWebIfStale } from '../../src/cli/web-build.ts'
import { axeFaults } from '../helpers/axe.ts'
import { PLACE } from '../helpers/browser.ts'
import { launchChromium } from '../helpers/chromium.ts'
import { testClock } from '../helpers/clock.ts'
import { differenceFromStored, storeFingerprint } from '../helpers/screens/fingerprint.ts'
import { layoutFaults, makeUniform } from '../helpers/screens/layout.ts'
import { outlineFaults, outlineOf } from '../helpers/screens/outline.ts'
import { pictureFaults, takePicture } from '../helpers/screens/pictures.ts'
import { startService } from '../helpers/service.ts'

/** A Monday morning, long before the end of any shift. */
const NOW = new Date('2026-03-02T14:00:00Z')
const TASK = process.env.SCREEN_PICTURES

await buildWebIfStale(console.log)
const browser = await launchChromium(['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'])
after(() => browser.close())
const open = browser.newContext.bind(browser)
browser.newContext = async (options) => {
  const context = await open({ reducedMotion: 'reduce', ...PLACE, ...options })
  // Browsers differ in whether pages may ask for notifications.
  await context.addInitScript("Object.defineProperty(Notification, 'permission', { get: () => 'default' })")
  // The clock runs only on phones, whose page counts the seconds until it retries. No page of the office shows the time
  // passing.
  if (options?.isMobile) await context.clock.install({ time: NOW })
  else await context.clock.setFixedTime(NOW)
  return context
}
let ids = 0
const service = await startService({
  replaced: {
    clock: testClock(NOW).now,
    // IDs ascend in creation order, so that no plan depends on random IDs.
    newId: () => `019caef0-0000-7000-8000-${String(++ids).padStart(12, '0')}`,
  },
})
// Limits each solve by steps instead of the time that the office requests, so that the plans are the same on any
// machine.
const { solver } = service.app
service.app.solver = {
  ...solver,
  solve: (owner, problem, call) => solver.solve(owner, problem, { ...call, seconds: undefined, iterations: 1_000 }),
}
service.app.publicUrl = service.url
const server = demoPages(service.url, service.app, await loadDemo(service.app))

const outlineFile = (name: string): string => fileURLToPath(new URL(`../data/screens/${name}.txt`, import.meta.url))

if (TASK === 'compare')
  test('every screen matches its stored picture', async (t) => {
    const difference = await differenceFromStored(browser)
    if (difference) return t.skip(`other browser or fonts, nothing is compared: ${difference}`)
    const faults: string[] = []
    await walk(async (page, name) => void faults.push(...(await pictureFaults(page, name))))
    assert.deepEqual(faults, [])
  })
else
  test('every screen has its parts in their positions, complete, not overlapping, and in its colors', async () => {
    const difference = TASK === 'take' ? await differenceFromStored(browser) : null
    const faults: string[] = []
    await walk(async (page, name) => {
      if (TASK === 'take') await takePicture(page, name, difference !== null)
      await makeUniform(page)
      const outline = await outlineOf(page)
      if (TASK === 'take') writeFileSync(outlineFile(name), `${outline.join('\n')}\n`)
      const found = [
        ...differences(outline, name),
        ...(await layoutFaults(page)),
        ...(await colorFaults(page, name.endsWith('-dark'))),
      ]
      faults.push(...found.map((fault) => `${name}: ${fault}`))
    })
    assert.deepEqual(faults, [])
    if (difference) await storeFingerprint(browser)
  })

/** Pages with the fault that the rules find in each. */
const BROKEN: readonly (readonly [html: string, fault: string | null])[] = [
  ['<p>Some text</p><button>Save</button> <button>Cancel</button>', null],
  ['<div style="width: 600px">Wide</div>', 'the page is 216 px wider than the window'],
  ['<button>Save</button><button style="margin-left: -20px">Cancel</button>', '“Save” overlaps “Cancel”'],
  ['<button>Save</button><div style="position: fixed; inset: 0; background: red">Veil</div>', '“Save” is under “Veil”'],
  ['<p>One line</p><p style="margin-top: -28px">Another line</p>', '“One line” lies over “Another line”'],
  [
    '<p style="width: 40px; overflow: hidden; white-space: nowrap">Cut off at the side</p>',
    '“Cut off at the side” is cut off',
  ],
  [
    '<p style="width: 40px; white-space: nowrap">Spills over the side</p>',
    '“Spills over the side” is wider than what it is in',
  ],
  [
    '<p style="width: 40px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Shortened with an ellipsis</p>',
    null,
  ],
  ['<img src="data:image/png;base64,AAAA" style="width: 40px">', 'the picture data:image/png;base64,AAAA is broken'],
]

test('the layout rules find exactly the faults', async () => {
  const page = await browser.newPage({ viewport: { width: 400, height: 300 } })
  for (const [html, fault] of BROKEN) {
    await page.setContent(`<!doctype html><body style="margin: 16px; font: 14px/20px sans-serif">${html}`)
    const [first = null] = await layoutFaults(page)
    assert.equal(first, fault, html)
  }
  await page.context().close()
})

async function walk(visit: Visit): Promise<void> {
  await walkOffice(browser, server, visit)
  await walkRoad(browser, server, visit)
  await walkReports(browser, server, visit)
}

const differences = (outline: readonly string[], name: string): string[] =>
  existsSync(outlineFile(name))
    ? outlineFaults(readFileSync(outlineFile(name), 'utf8').trimEnd().split('\n'), outline)
    : ['no outline is stored; npm run screens stores it']

/**
 * Returns faults: a background of the wrong color and, in dark mode, the findings of axe. In light mode, the tests of
 * each screen run axe.
 */
async function colorFaults(page: Page, dark: boolean): Promise<string[]> {
  const lightness = await page.evaluate<number>(`(() => {
    const paint = document.createElement('canvas').getContext('2d')
    paint.fillStyle = getComputedStyle(document.body).backgroundColor
    paint.fillRect(0, 0, 1, 1)
    return Math.max(...paint.getImageData(0, 0, 1, 1).data.slice(0, 3)) / 255
  })()`)
  const ground = lightness < 0.5 === dark ? [] : [`the ground has ${Math.round(100 * lightness)} % of white`]
  return [...ground, ...(dark ? await axeFaults(page) : [])]
}
