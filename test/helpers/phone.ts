// A phone in a browser test: its size, touch and clock, and screenshots if SCREENS names a folder.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { until } from './until.ts'

let aheadMs = 0

/**
 * The time of phones with a clock that jumps. The service uses it too, so that an undo window ends there when it ends on the
 * phone.
 */
export const phoneTime = (): Date => new Date(Date.now() + aheadMs)

/** Advances the time of a phone at once. The page runs the timers that are due until then. */
export async function pass(page: Page, ms: number): Promise<void> {
  // The service's clock first, so that the phone never sends a later time.
  aheadMs += ms
  await page.clock.fastForward(ms)
}

// The jumping clock gives an event the time of the page's first access to it. On a busy machine that is long after the touch.
// The page recognizes a double tap by the time of the events. A location has the time of the machine, so that after a jump, each
// location would be too old for the page.
const KEEP_REAL_AGE = `{
  const { get } = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')
  const now = performance.now.bind(performance)
  window.ageOf = (event) => now() - get.call(event)
  const { get: timeOf } = Object.getOwnPropertyDescriptor(GeolocationPosition.prototype, 'timestamp')
  const time = Date.now.bind(Date)
  window.ageOfLocation = (location) => time() - timeOf.call(location)
}`
const TIME_ON_PHONE = `
Object.defineProperty(Event.prototype, 'timeStamp', { get() { return performance.now() - ageOf(this) } })
Object.defineProperty(GeolocationPosition.prototype, 'timestamp', { get() { return Date.now() - ageOfLocation(this) } })`

const jumping = new WeakSet<BrowserContext>()

/** Gives pages a clock that jumps. */
export async function installClock(phone: BrowserContext, time = phoneTime()): Promise<void> {
  jumping.add(phone)
  await phone.addInitScript(KEEP_REAL_AGE)
  await phone.clock.install({ time })
  await phone.addInitScript(TIME_ON_PHONE)
}

interface PhoneOptions {
  dark?: boolean
  /** The size of the smallest phones in use. */
  small?: boolean
  /** Width and height, in place of the defaults. */
  size?: readonly [number, number]
  /** The driver's stored answer about sharing the position. Null if the driver has not been asked. */
  shares?: boolean | null
  at?: { latitude: number; longitude: number }
  /** Language of the phone, such as de-DE. */
  locale?: string
  /** 'block' disables the service worker of pages. */
  serviceWorkers?: 'block'
  /** If true, the phone's clock is `phoneTime`, which the service must use too. */
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

/** Longer than the time for which a new screen ignores taps. */
const SETTLED_MS = 750

/** Waits until the screen accepts taps. */
export async function settled(page: Page): Promise<void> {
  if (jumping.has(page.context())) await pass(page, SETTLED_MS)
  await page.locator('main[data-settling=false]').waitFor()
}

/** Taps after the screen accepts taps. Then waits for a moment, in which the next screen appears. */
export async function touch(page: Page, what: Locator): Promise<void> {
  await what.waitFor()
  await settled(page)
  await what.tap()
  await sleep(250)
}

export const tap = (page: Page, name: string | RegExp): Promise<void> =>
  touch(page, page.getByRole('button', { name, exact: true }))

/** Waits until the phone has stored the page, its script and its style, and the service worker controls the page. */
export const untilStored = (page: Page): Promise<unknown> =>
  until('the page is stored on the phone', () =>
    page.evaluate<boolean>(
      "caches.open('driver-1').then((cache) => cache.match(location.pathname))" +
        '.then((kept) => kept !== undefined && navigator.serviceWorker.controller !== null)',
    ),
  )

/** Waits until the phone has sent everything and the server has accepted it. */
export const untilSent = (page: Page): Promise<unknown> =>
  until('the phone has sent everything', () =>
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

/** Saves a screenshot of the page if SCREENS names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENS
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`) })
}
