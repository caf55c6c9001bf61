// A phone in a browser test: its size, its touch, its clock, and pictures of what it shows when SCREENS names a folder.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { until } from './until.ts'

let aheadMs = 0

/** The time of phones, which jumps. For the service too, so that an undo is over when the phone says so. */
export const phoneTime = (): Date => new Date(Date.now() + aheadMs)

/** Time goes by on a phone that jumps, at once: what the page does after a while it does now. */
export async function pass(page: Page, ms: number): Promise<void> {
  // The service first: what the phone sends then is of no later time.
  aheadMs += ms
  await page.clock.fastForward(ms)
}

// The clock that jumps gives an event the time at which a page first asks, which on a busy machine is long after the finger came
// down. Events have that time, and by it the page knows a double tap.
const KEEP_REAL_AGE = `{
  const { get } = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')
  const now = performance.now.bind(performance)
  window.ageOf = (event) => now() - get.call(event)
}`
const TIME_OF_TOUCH =
  "Object.defineProperty(Event.prototype, 'timeStamp', { get() { return performance.now() - ageOf(this) } })"

const jumping = new WeakSet<BrowserContext>()

/** Gives pages a clock that jumps. */
export async function installClock(phone: BrowserContext, time = phoneTime()): Promise<void> {
  jumping.add(phone)
  await phone.addInitScript(KEEP_REAL_AGE)
  await phone.clock.install({ time })
  await phone.addInitScript(TIME_OF_TOUCH)
}

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
  /** Whether its clock is `phoneTime`, which the service must have, too. */
  jumps?: boolean
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
    jumps = false,
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
  if (jumps) await installClock(phone)
  const answer = `localStorage.setItem('roundsman-share-position', '${shares ? 'yes' : 'no'}')`
  if (shares !== null) await phone.addInitScript(answer)
  return phone
}

/** Longer than a new screen takes no taps. */
const SETTLED_MS = 750

/** Until the screen takes taps. */
export async function settled(page: Page): Promise<void> {
  if (jumping.has(page.context())) await pass(page, SETTLED_MS)
  await page.locator('main[data-settling=false]').waitFor()
}

/** A new screen takes no taps for a moment, and comes a moment after the tap that asked for it. */
export async function touch(page: Page, what: Locator): Promise<void> {
  await what.waitFor()
  await settled(page)
  await what.tap()
  await sleep(250)
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
