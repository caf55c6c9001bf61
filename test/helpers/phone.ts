// A phone in a browser test: its size, its touch, and pictures of what it shows when SCREENS names a folder.
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'

interface PhoneOptions {
  dark?: boolean
  /** Of the smallest phones in use. */
  small?: boolean
  /** Another size, width and height. */
  size?: readonly [number, number]
  /** What the driver has answered to sharing the position; null when never asked. */
  shares?: boolean | null
  at?: { latitude: number; longitude: number }
}

export async function openPhone(
  browser: Browser,
  { dark = false, small = false, size = small ? [320, 568] : [390, 844], shares = false, at }: PhoneOptions = {},
): Promise<BrowserContext> {
  const [width, height] = size
  const phone = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    ...(at && { geolocation: at, permissions: ['geolocation'] }),
  })
  const answer = `localStorage.setItem('roundsman-share-position', '${shares ? 'yes' : 'no'}')`
  if (shares !== null) await phone.addInitScript(answer)
  return phone
}

/** Keeps a picture of the page under docs/screens, when asked to. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENS
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`) })
}

/** What axe finds wrong with the page, in words. */
export async function axeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
