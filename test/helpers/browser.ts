// A browser for a test file.
import { after, afterEach, beforeEach } from 'node:test'
import type { Browser, BrowserContext } from 'playwright-core'
import { buildWebIfStale } from '../../src/cli/web-build.ts'
import { launchChromium } from './chromium.ts'

/** For whatever a page is waited for, on a machine with other work too. */
const PATIENCE_MS = 60_000

/** Instead of the machine's own language and time zone. */
export const PLACE = { locale: 'en-US', timezoneId: 'UTC' }

/** Starts the browser, with the pages built from the sources as they are; it ends with the test file. */
export async function startBrowser(flags: readonly string[] = [], kind: { whole?: boolean } = {}): Promise<Browser> {
  await buildWebIfStale((message) => console.log(message))
  const browser = await launchChromium(flags, kind)
  after(() => browser.close())
  const open = browser.newContext.bind(browser)
  let opened: BrowserContext[] = []
  browser.newContext = async (options) => {
    const context = await open({ reducedMotion: 'reduce', ...PLACE, ...options })
    context.setDefaultTimeout(PATIENCE_MS)
    opened.push(context)
    return context
  }
  // What a test has opened goes on polling and drawing until it is closed.
  beforeEach(() => void (opened = []))
  afterEach(async () => {
    await Promise.all(opened.map((context) => context.close()))
  })
  return browser
}
