// Drags stops between routes in the browser, and measures the page's frames during that.
import type { Page } from 'playwright-core'

export interface Frames {
  frames: number
  /** Milliseconds between frames. */
  median: number
  p95: number
  worst: number
  /** Number of tasks over 50 ms. */
  longTasks: number
  longest: number
  /** Processor milliseconds of the page, independent of other load on the machine. */
  busy: number
}

interface Watched {
  watched: { frames: number[]; tasks: number[]; on: boolean }
}

const START_WATCHING = `(() => {
  const watched = { frames: [], tasks: [], on: true }
  window.watched = watched
  let last = performance.now()
  const frame = (now) => {
    watched.frames.push(now - last)
    last = now
    if (watched.on) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.tasks.push(duration)
  }).observe({ type: 'longtask' })
})()`

export async function watchFrames(page: Page, work: () => Promise<void>): Promise<Frames> {
  const before = await rendererMs(page)
  await page.evaluate(START_WATCHING)
  await work()
  const busy = (await rendererMs(page)) - before
  const { frames, tasks } = await page.evaluate(() => {
    const { watched } = globalThis as unknown as Watched
    watched.on = false
    return { frames: watched.frames.slice(1), tasks: watched.tasks }
  })
  const sorted = frames.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return {
    frames: sorted.length,
    median: at(0.5),
    p95: at(0.95),
    worst: sorted.at(-1) ?? 0,
    longTasks: tasks.length,
    longest: Math.max(0, ...tasks),
    busy,
  }
}

/** Processor milliseconds of the process that draws the page, which has its own browser. */
async function rendererMs(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {}
  await session?.detach()
  return 1000 * processInfo.reduce((sum, { type, cpuTime }) => sum + (type === 'renderer' ? cpuTime : 0), 0)
}

/** Number of mouse moves of a drag. */
export const STEPS = 60

/**
 * Drags one stop over many other stops, in steps like those of a hand. Returns the time from release until the stop is
 * in its position.
 */
export async function dragStop(page: Page): Promise<number> {
  const lists = page.getByRole('grid', { name: /^Stops of/ })
  const from = lists.first().getByRole('row').first()
  const target = lists.nth(1).getByRole('row').nth(1)
  const start = await from.boundingBox()
  const end = await target.boundingBox()
  if (!start || !end) throw new Error('the stops to drag are not on the screen')
  await page.mouse.move(start.x + 120, start.y + start.height / 2)
  await page.mouse.down()
  for (let i = 1; i <= STEPS; i++) {
    const y = start.y + start.height / 2 + ((end.y - start.y) * i) / STEPS
    await page.mouse.move(start.x + 120 + 6 * Math.sin(i), y)
  }
  await page.mouse.move(end.x + 120, end.y + 3)
  await page
    .getByText(/^[+−]\d+\.\d mi, [+−]\d+ min/)
    .first()
    .waitFor()
  const dropped = performance.now()
  await page.mouse.up()
  await page.getByText('1 stop moved').waitFor()
  const took = performance.now() - dropped
  await page.getByRole('button', { name: 'Close the message' }).click()
  return took
}
