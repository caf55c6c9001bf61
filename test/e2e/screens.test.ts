// Every screen of the demo business as it was when somebody last looked at it, in light and dark, wide and as narrow as a
// tablet: its picture, and what axe finds. A picture that differs is written beside the one expected, into dist/screens;
// after looking at it, `npm run screens` takes the pictures again.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { demoPages } from '../../bench/screens/demo-pages.ts'
import { walkOffice, walkReports, walkRoad, type Visit } from '../../bench/screens/walk.ts'
import { loadDemo } from '../../src/app/demo/load-demo.ts'
import { buildWebIfStale } from '../../src/cli/web-build.ts'
import { launchChromium } from '../helpers/chromium.ts'
import { testClock } from '../helpers/clock.ts'
import { pictureFault } from '../helpers/pictures.ts'
import { startService } from '../helpers/service.ts'

/** A Monday morning, long before anybody's shift is over. */
const NOW = new Date('2026-03-02T14:00:00Z')

await buildWebIfStale(console.log)
const browser = await launchChromium(['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'])
after(() => browser.close())
const open = browser.newContext.bind(browser)
browser.newContext = async (options) => {
  const context = await open({ reducedMotion: 'reduce', ...options })
  // A phone's page counts the seconds until it tries again; in the office nothing is seen to pass.
  if (options?.isMobile) await context.clock.install({ time: NOW })
  else await context.clock.setFixedTime(NOW)
  return context
}
let ids = 0
const service = await startService({
  replaced: {
    clock: testClock(NOW).now,
    // In the order of their making, so that no plan depends on chance.
    newId: () => `019caef0-0000-7000-8000-${String(++ids).padStart(12, '0')}`,
  },
})
// As many steps on any machine, whatever time the office allows.
const { solver } = service.app
service.app.solver = {
  ...solver,
  solve: (owner, problem, call) => solver.solve(owner, problem, { ...call, seconds: undefined, iterations: 1_000 }),
}
service.app.publicUrl = service.url
const server = demoPages(service.url, service.app, await loadDemo(service.app))

test('every screen looks as it did', async () => {
  const faults: string[] = []
  const look: Visit = async (page, name) => {
    const fault = await pictureFault(page, name)
    if (fault) faults.push(fault)
  }
  await walkOffice(browser, server, look)
  await walkRoad(browser, server, look)
  await walkReports(browser, server, look)
  assert.deepEqual(faults, [])
})
