// A phone in a browser test: its size, its touch, and pictures of what it shows when SCREENS names a folder.
import path from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { until } from './until.ts'

interface PhoneOptions {
  dark?: boolean
  /** Of the smallest phones in use. */
  small?: boolean
  /** Another size, width and height. */
  size?: readonly [number, number]
  /** What the driver has answered to sharing the position; null when never asked. */
  shares?: boolean | null
  at?: { latitude: number; longitude: number }
  /** Of the phone itself, such as de-DE. */
  locale?: string
  /** Whether pages may have their service worker. */
  serviceWorkers?: 'block'
}

export async function openPhone(
  browser: Browser,
  {
    dark = false,
    small = false,
    size = small ? [320, 568] : [390, 844],
    shares = false,
    at,
    locale,
    serviceWorkers,
  }: PhoneOptions = {},
): Promise<BrowserContext> {
  const [width, height] = size
  const phone = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    ...(locale && { locale }),
    ...(serviceWorkers && { serviceWorkers }),
    ...(at && { geolocation: at, permissions: ['geolocation'] }),
  })
  const answer = `localStorage.setItem('roundsman-share-position', '${shares ? 'yes' : 'no'}')`
  if (shares !== null) await phone.addInitScript(answer)
  return phone
}

/** A new screen takes no taps for a moment, and comes a moment after the tap that asked for it. */
export async function touch(page: Page, what: Locator): Promise<void> {
  await what.waitFor()
  await page.locator('main[data-settling=false]').waitFor()
  await what.tap()
  await page.waitForTimeout(250)
}

export const tap = (page: Page, name: string | RegExp): Promise<void> =>
  touch(page, page.getByRole('button', { name, exact: true }))

/** Waits until the page, its script and its style are on the phone, and the worker that answers with them is at work. */
export const isKept = (page: Page): Promise<unknown> =>
  until('the page is kept', () =>
    page.evaluate<boolean>(
      "caches.open('driver-1').then((kept) => kept.keys())" +
        '.then((keys) => keys.length >= 3 && navigator.serviceWorker.controller !== null)',
    ),
  )

/** Waits until the phone knows that the server has taken all it did. */
export const allTaken = (page: Page): Promise<unknown> =>
  until('nothing waits on the phone', () =>
    page.evaluate<boolean>(`new Promise((resolve) => {
      const opening = indexedDB.open('roundsman-driver')
      opening.onsuccess = () => {
        const count = opening.result.transaction('outbox').objectStore('outbox').count()
        count.onsuccess = () => {
          opening.result.close()
          resolve(count.result === 0)
        }
      }
    })`),
  )

/** Keeps a picture of the page under docs/screens, when asked to. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENS
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`) })
}
