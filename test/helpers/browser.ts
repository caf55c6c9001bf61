// A browser for the test files of a process.
import { after, afterEach, beforeEach } from 'node:test'
import type { Browser, BrowserContext } from 'playwright-core'
import { buildWebIfStale } from '../../src/cli/web-build.ts'
import { launchChromium } from './chromium.ts'

/** Timeout for everything that a test waits for on a page, on a machine that also does other work. */
const PATIENCE_MS = 60_000

/** Replaces the machine's own language and time zone. */
export const PLACE = { locale: 'en-US', timezoneId: 'UTC' }

const started = new Map<string, Promise<Browser>>()

/** Starts the browser of this process with these flags, or returns it. Builds the pages first if their sources changed. */
export async function startBrowser(flags: readonly string[] = [], kind: { whole?: boolean } = {}): Promise<Browser> {
  let browser: Browser | undefined
  let before: readonly BrowserContext[] = []
  const closeOpened = async () => {
    const opened = (browser?.contexts() ?? []).filter((context) => !before.includes(context))
    await Promise.all(opened.map((context) => context.close()))
  }
  // Open pages poll and draw until they are closed, so the hooks close the pages of each test and of the file. The hooks are
  // registered before the browser is awaited, because Node would otherwise assign them to the file that started the browser.
  beforeEach(() => void (before = browser?.contexts() ?? []))
  afterEach(closeOpened)
  after(() => {
    before = []
    return closeOpened()
  })
  await buildWebIfStale((message) => console.log(message))
  const key = JSON.stringify([flags, kind])
  const starting = started.get(key) ?? launchChromium(flags, kind).then(withDefaults)
  started.set(key, starting)
  browser = await starting
  return browser
}

/** Closes all browsers, so that the process can end. */
export async function closeBrowsers(): Promise<void> {
  await Promise.all([...started.values()].map(async (starting) => (await starting).close()))
}

function withDefaults(browser: Browser): Browser {
  const open = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await open({ reducedMotion: 'reduce', ...PLACE, ...options })
    context.setDefaultTimeout(PATIENCE_MS)
    return context
  }
  return browser
}
