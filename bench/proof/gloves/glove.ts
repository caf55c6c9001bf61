// A hand in a glove: a tap may come twice or three times, and the phone turns under it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'

export type Count = (
  name: 'taps' | 'tapsAgain' | 'strayTaps' | 'turns' | 'backs' | 'reloads' | 'offline' | 'photos',
  by?: number,
) => void

export interface Glove {
  page: Page
  random: () => number
  /** Time passes for phone and server. */
  pass: (ms: number) => Promise<void>
  /** Until the screen takes taps. */
  settled: () => Promise<void>
  /** A tap on purpose; what follows by mistake does, too. */
  press: (what: Locator, meant?: () => void) => Promise<void>
  button: (name: string | RegExp) => Locator
  /** Of the delivery, or of the item whose screen is open. */
  photograph: () => Promise<void>
  turn: () => Promise<void>
  /** The phone's own button, at any moment. */
  back: () => Promise<void>
  reload: () => Promise<void>
  reception: (on: boolean) => Promise<void>
  isOffline: () => boolean
  /** Offline, or back with something that is not sent yet. */
  isBehind: () => boolean
  open: () => Promise<void>
  /** Until an expression is true on the page, whose policy forbids the browser's own way of waiting. */
  until: (expression: string) => Promise<void>
  /** Until the phone has sent what it can: requests take time that the clock does not show. */
  sent: () => Promise<void>
}

const ALL_SENT = `new Promise((resolve) => {
  indexedDB.open('roundsman-driver').onsuccess = ({ target: { result: storage } }) => {
    storage.transaction('outbox').objectStore('outbox').getAll().onsuccess = ({ target }) => {
      storage.close()
      resolve(target.result.every(({ refused }) => refused !== null))
    }
  }
})`

/** Run on each page: the taps since the last on purpose. */
export const KEEP_TAPS = "window.taps = []; addEventListener('click', (tap) => window.taps.push(tap), true)"
const isTaken = (element: unknown) => {
  const { taps } = globalThis as unknown as { taps: { target: unknown; defaultPrevented: boolean }[] }
  const { contains } = element as { contains: (other: unknown) => boolean }
  return taps.some(({ target, defaultPrevented }) => !defaultPrevented && contains.call(element, target))
}

/** A screen takes no taps for a moment. */
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

export function newGlove({ page, random, count, url, pass }: Hand): Glove {
  let offline = false
  let behind = false
  let lying = false
  const settled = async (): Promise<void> => {
    await pass(SETTLED_MS)
    await page.locator('main[data-settling=false]').waitFor()
  }
  const turn = async (): Promise<void> => {
    count('turns')
    lying = !lying
    await page.setViewportSize(SIZES[lying ? 'lying' : 'upright'])
  }
  const open = async (): Promise<void> => {
    await page.goto(url, { waitUntil: 'commit' })
    await page.locator('.card').first().waitFor()
  }
  const until = async (expression: string): Promise<void> => {
    for (const last = Date.now() + PATIENCE_MS; !(await page.evaluate<boolean>(expression)); await sleep(50))
      if (Date.now() > last) throw new Error(`in vain: ${expression}`)
  }
  return {
    page,
    random,
    until,
    sent: async () => {
      await until(ALL_SENT)
      if (!offline) behind = false
    },
    pass,
    settled,
    turn: async () => {
      await turn()
      // The page may hear of it a little later.
      await sleep(100)
    },
    open,
    button: (name) => page.getByRole('button', { name, exact: true }),
    isOffline: () => offline,
    isBehind: () => behind,
    press: async (what, meant) => {
      const [across, down] = [0.3 + 0.4 * random(), 0.3 + 0.4 * random()]
      const strays = [0, 0, 1, 1, 2][Math.floor(random() * 5)] ?? 0
      const turns = random() < 0.08
      count('taps')
      // What was not taken is seen, and tapped again: news had come just then.
      for (let tries = 1; ; tries++) {
        await settled()
        const element = await what.elementHandle()
        if (!element) throw new Error('it can’t be tapped')
        // Not under the actions, which stay at the bottom.
        await element.evaluate((it: { scrollIntoView(to: object): void }) => it.scrollIntoView({ block: 'center' }))
        const box = await element.boundingBox()
        if (!box) throw new Error('it can’t be tapped')
        const [x, y] = [box.x + box.width * across, box.y + box.height * down]
        if (tries === 1) meant?.()
        await page.evaluate('window.taps = []')
        const began = performance.now()
        await page.touchscreen.tap(x, y)
        for (let i = 0; i < strays; i++) {
          if (turns && i === 0) await turn()
          else await sleep(random() * random() * 400)
          // On a machine that is busy it would be no double tap any more, but another.
          if (performance.now() - began > DOUBLE_MS) break
          count('strayTaps')
          await page.touchscreen.tap(x, y)
        }
        if (tries === 3 || (await element.evaluate(isTaken))) return
        count('tapsAgain')
      }
    },
    photograph: async () => {
      count('photos')
      const known = /^Photos (\d+)/.exec(
        (await page.locator('label:has(input[type=file])').first().textContent()) ?? '',
      )
      const buffer = await photo(Math.floor(random() * 0xffffff))
      await page.locator('input[type=file]').first().setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer })
      await page.getByText(`Photos ${Number(known?.[1] ?? 0) + 1} ✓`).waitFor()
    },
    back: async () => {
      count('backs')
      await page.goBack({ waitUntil: 'commit' })
      if (!page.url().startsWith(url)) await open()
    },
    reload: async () => {
      count('reloads')
      await page.reload({ waitUntil: 'commit' })
      await page.locator('.card').first().waitFor()
    },
    reception: async (on) => {
      if (offline === !on) return
      offline = !on
      if (offline) count('offline')
      behind = true
      await page.context().setOffline(offline)
    },
  }
}

const photo = (color: number): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: `#${color.toString(16).padStart(6, '0')}` } })
    .png()
    .toBuffer()
