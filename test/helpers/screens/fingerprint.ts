// Decides whether screenshots of two browsers can be compared. If not, letters and lines differ although the pages are equal.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'

const FILE = fileURLToPath(new URL('../../data/screens/taken-by.json', import.meta.url))

interface Fingerprint {
  /** Build of the browser. */
  browser: string
  /** Hash of a picture of a text in the machine's fonts. */
  fonts: string
}

/** Every kind of character on the screens, in each generic font family that they use. */
const SPECIMEN = ['system-ui', 'sans-serif', 'ui-monospace, monospace']
  .flatMap((family) => [400, 600, 700].map((weight) => `font: ${weight} 17px/24px ${family}`))
  .map((style) => `<p style="${style}">Hamburgefonstiv AVWATo 0123456789 ÄÖÜßéñç …–·“”’×→←↑↓↶✓●○⚠</p>`)
  .join('')

async function fingerprintOf(browser: Browser): Promise<Fingerprint> {
  const session = await browser.newBrowserCDPSession()
  const { product } = await session.send('Browser.getVersion')
  await session.detach()
  const context = await browser.newContext({ viewport: { width: 1000, height: 400 } })
  const page = await context.newPage()
  await page.setContent(SPECIMEN)
  const fonts = createHash('sha256')
    .update(await page.screenshot())
    .digest('hex')
    .slice(0, 16)
  await context.close()
  return { browser: product, fonts }
}

/** Describes how this browser differs from the one of the stored pictures. Null if their pictures can be compared. */
export async function differenceFromStored(browser: Browser): Promise<string | null> {
  if (!existsSync(FILE)) return 'nothing is known about the browser that took the stored pictures'
  const stored = JSON.parse(readFileSync(FILE, 'utf8')) as Fingerprint
  const own = await fingerprintOf(browser)
  if (stored.browser !== own.browser) return `other browser: ${own.browser} instead of ${stored.browser}`
  return stored.fonts === own.fonts ? null : 'other fonts'
}

export const storeFingerprint = async (browser: Browser): Promise<void> =>
  writeFileSync(FILE, `${JSON.stringify(await fingerprintOf(browser), null, 2)}\n`)
