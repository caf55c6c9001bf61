// Simulates a hand in a glove: a tap may come two or three times, and the phone turns at any moment.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'

export type Count = (
  name: 'taps' | 'tapsAgain' | 'strayTaps' | 'turns' | 'backs' | 'reloads' | 'offline' | 'photos' | 'signatures',
  by?: number,
) => void

export interface Glove {
  page: Page
  random: () => number
  /** Advances the time of phone and server. */
  pass: (ms: number) => Promise<void>
  /** Waits until the screen accepts taps. */
  settled: () => Promise<void>
  /** Makes a deliberate tap, and accidental ones after it. */
  press: (what: Locator, meant?: () => void) => Promise<void>
  button: (name: string | RegExp) => Locator
  /** Photographs the delivery, or the item whose screen is open. */
  photograph: () => Promise<void>
  /** Draws a signature, if the screen asks for it. */
  draw: () => Promise<void>
  turn: () => Promise<void>
  /** Presses the phone's own button, at any moment. */
  back: () => Promise<void>
  reload: () => Promise<void>
  reception: (on: boolean) => Promise<void>
  isOffline: () => boolean
  /** Offline, or online with unsent data. */
  isBehind: () => boolean
  open: () => Promise<void>
  /** Leaves the page, like a phone that needs memory. */
  close: () => Promise<void>
  /** Opens the page of this phone's ended link, or of the link `other`. Waits until the phone holds no more data. */
  openEnded: (other?: string) => Promise<void>
  /** The office sent another link. This phone uses it from now on. */
  follow: (url: string) => Promise<void>
  /** Waits until an expression is true on the page, whose policy forbids the browser's own way of waiting. */
  until: (expression: string) => Promise<void>
  /**
   * Waits until the phone has sent everything that it can. Requests take time that the simulated clock doesn't show.
   */
  sent: () => Promise<void>
}

/** Returns an expression that tests a condition on all data that the phone holds. */
const heldDataExpression = (isSo: string) => `new Promise((resolve) => {
  indexedDB.open('roundsman-driver').onsuccess = ({ target: { result: storage } }) => {
    storage.transaction('outbox').objectStore('outbox').getAll().onsuccess = ({ target: { result: held } }) => {
      storage.close()
      resolve(${isSo})
    }
  }
})`
const ALL_SENT = heldDataExpression('held.every(({ refused }) => refused !== null)')
const NOTHING_HELD = heldDataExpression('held.length === 0')
/** True if the server has accepted or refused all data. Data refused with LINK_ENDED is still to send, by the next link. */
const NOTHING_LEFT_TO_SEND = heldDataExpression(
  "held.every(({ refused }) => refused !== null && refused !== 'LINK_ENDED')",
)

/** Script that runs on each page. Records the taps since the last deliberate one. */
export const RECORD_TAPS = "window.taps = []; addEventListener('click', (tap) => window.taps.push(tap), true)"
const isHandledByElement = (element: unknown) => {
  const { taps } = globalThis as unknown as { taps: { target: unknown; defaultPrevented: boolean }[] }
  const { contains } = element as { contains: (other: unknown) => boolean }
  return taps.some(({ target, defaultPrevented }) => !defaultPrevented && contains.call(element, target))
}

/** The screen ignores taps for this time after a change. */
const SETTLED_MS = 750
const DOUBLE_MS = 600
export const PATIENCE_MS = 30_000
const SIZES = { upright: { width: 390, height: 844 }, lying: { width: 844, height: 390 } }

interface Hand {
  page: Page
  random: () => number
  count: Count
  url: string
  pass: (ms: number) => Promise<void>
}

/** The phone, and the facts that the driver remembers. */
interface Phone extends Hand {
  /** URL of the first link, whose origin serves all links. */
  first: string
  offline: boolean
  behind: boolean
  lying: boolean
}

export function newGlove(hand: Hand): Glove {
  const { page, random, pass } = hand
  const phone: Phone = { ...hand, first: hand.url, offline: false, behind: false, lying: false }
  const until = (expression: string) => waitUntil(page, expression)
  return {
    page,
    random,
    pass,
    until,
    settled: () => settled(phone),
    press: (what, meant) => press(phone, what, meant),
    button: (name) => page.getByRole('button', { name, exact: true }),
    ...cameraOf(phone),
    ...linksOf(phone),
    turn: async () => {
      await turn(phone)
      // The page may get the resize event a little later.
      await sleep(100)
    },
    back: async () => {
      phone.count('backs')
      await page.goBack({ waitUntil: 'commit' })
      if (!page.url().startsWith(phone.url)) await open(phone)
    },
    reload: async () => {
      phone.count('reloads')
      await page.reload({ waitUntil: 'commit' })
      await page.locator('.card').first().waitFor()
    },
    reception: async (on) => {
      if (phone.offline === !on) return
      phone.offline = !on
      if (phone.offline) phone.count('offline')
      phone.behind = true
      await page.context().setOffline(phone.offline)
    },
    isOffline: () => phone.offline,
    isBehind: () => phone.behind,
    sent: async () => {
      await until(ALL_SENT)
      if (!phone.offline && (await page.evaluate<boolean>(NOTHING_LEFT_TO_SEND))) phone.behind = false
    },
  }
}

async function waitUntil(page: Page, expression: string): Promise<void> {
  for (const last = Date.now() + PATIENCE_MS; !(await page.evaluate<boolean>(expression)); await sleep(50))
    if (Date.now() > last) throw new Error(`timed out: ${expression}`)
}

async function settled({ page, pass }: Phone): Promise<void> {
  await pass(SETTLED_MS)
  await page.locator('main[data-settling=false]').waitFor()
}

async function turn(phone: Phone): Promise<void> {
  phone.count('turns')
  phone.lying = !phone.lying
  await phone.page.setViewportSize(SIZES[phone.lying ? 'lying' : 'upright'])
}

async function open({ page, url }: Phone): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('.card').first().waitFor()
}

/** Reads the list of refused data, and taps OK. */
async function readRefused({ page, pass }: Phone): Promise<void> {
  const ok = page.locator('.unsaved').getByRole('button')
  for (const last = Date.now() + PATIENCE_MS; !(await page.evaluate<boolean>(NOTHING_HELD)); await sleep(50)) {
    if (Date.now() > last) throw new Error('the phone still holds something')
    await pass(1_000)
    // The previous tap may be removing the list at this moment, so this tap may fail.
    if (await ok.isVisible()) await ok.tap({ timeout: 2_000 }).catch(() => {})
  }
}

async function press(phone: Phone, what: Locator, meant?: () => void): Promise<void> {
  const { page, random, count } = phone
  const [across, down] = [0.3 + 0.4 * random(), 0.3 + 0.4 * random()]
  const strays = [0, 0, 1, 1, 2][Math.floor(random() * 5)] ?? 0
  const turns = random() < 0.08
  count('taps')
  // The screen ignores a tap if it has just changed. A driver notices the ignored tap and taps again.
  for (let tries = 1; ; tries++) {
    await settled(phone)
    const element = await what.elementHandle()
    if (!element) throw new Error('it can’t be tapped')
    // Scrolls the element to the center, because the actions cover the bottom of the screen.
    await element.evaluate((it: { scrollIntoView(to: object): void }) => it.scrollIntoView({ block: 'center' }))
    const box = await element.boundingBox()
    if (!box) throw new Error('it can’t be tapped')
    const [x, y] = [box.x + box.width * across, box.y + box.height * down]
    if (tries === 1) meant?.()
    await page.evaluate('window.taps = []')
    const began = performance.now()
    await page.touchscreen.tap(x, y)
    for (let i = 0; i < strays; i++) {
      if (turns && i === 0) await turn(phone)
      else await sleep(random() * random() * 400)
      // On a busy machine, this would not be a double tap but another deliberate tap.
      if (performance.now() - began > DOUBLE_MS) break
      count('strayTaps')
      await page.touchscreen.tap(x, y)
    }
    if (tries === 3 || (await element.evaluate(isHandledByElement))) return
    count('tapsAgain')
  }
}

const cameraOf = ({ page, random, count }: Phone): Pick<Glove, 'photograph' | 'draw'> => ({
  photograph: async () => {
    count('photos')
    const known = /^Photos (\d+)/.exec((await page.locator('label:has(input[type=file])').first().textContent()) ?? '')
    const buffer = await photo(Math.floor(random() * 0xffffff))
    await page.locator('input[type=file]').first().setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer })
    await page.getByText(`Photos ${Number(known?.[1] ?? 0) + 1} ✓`).waitFor()
  },
  draw: async () => {
    count('signatures')
    const pad = page.locator('canvas.signature')
    await pad.scrollIntoViewIfNeeded()
    const box = await pad.boundingBox()
    if (!box) throw new Error('there is no place to sign')
    await page.mouse.move(box.x + 20, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 40 + 80 * random(), box.y + 30 + 20 * random(), { steps: 4 })
    await page.mouse.up()
  },
})

const linksOf = (phone: Phone): Pick<Glove, 'open' | 'close' | 'openEnded' | 'follow'> => ({
  open: () => open(phone),
  close: async () => {
    await phone.page.goto('about:blank')
  },
  openEnded: async (other) => {
    await phone.page.goto(new URL(other ?? phone.url, phone.first).href, { waitUntil: 'commit' })
    await readRefused(phone)
  },
  follow: async (newer) => {
    phone.url = new URL(newer, phone.first).href
    await open(phone)
    await waitUntil(
      phone.page,
      `caches.open('driver-1').then((kept) => kept.match(location.pathname)).then((page) => !!page)`,
    )
  },
})

const photo = (color: number): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: `#${color.toString(16).padStart(6, '0')}` } })
    .png()
    .toBuffer()
