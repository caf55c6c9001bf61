// A browser for a test file.
import { after } from 'node:test'
import type { Browser } from 'playwright-core'
import { buildWebIfStale } from '../../src/cli/web-build.ts'
import { launchChromium } from './chromium.ts'

/** Starts the browser, with the pages built from the sources as they are; it ends with the test file. */
export async function startBrowser(): Promise<Browser> {
  await buildWebIfStale((message) => console.log(message))
  const browser = await launchChromium()
  after(() => browser.close())
  return browser
}
