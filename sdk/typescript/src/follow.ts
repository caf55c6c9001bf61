// What never ends: the log of events and the feed of changed deliveries, from a place that outlives the process.
import type { Event, Order } from './generated/types.ts'
import { Events, Orders } from './generated/resources.ts'
import { sleep } from './transport.ts'

/** Keeps the place in a feed. Saved only when you ask for what comes next, so that nothing is lost; after a fall, what was
 * being worked on comes again. */
export interface CursorStore {
  load(): Promise<string | undefined>
  save(cursor: string): Promise<void>
}

export interface FollowOptions {
  /** Default: in memory, from the beginning. */
  cursor?: CursorStore
  /** Seconds between two looks when there is nothing new. Default: 2. */
  interval?: number
  /** Ends the loop, without an error. */
  signal?: AbortSignal
}

const PAGE = 200

export const memoryCursor = (cursor?: string): CursorStore => ({
  load: async () => cursor,
  save: async (value) => {
    cursor = value
  },
})

/** Of the log of events. */
export interface FollowEventsOptions extends FollowOptions {
  /** Where to begin as long as there is no place: an instant. Default: the oldest event that is kept. */
  since?: Date
}

export class EventLog extends Events {
  /**
   * Every event, oldest first, and then each as it happens: `for await (const event of client.events.follow(…)) …`.
   * An ApiError of code EVENTS_GONE means that the place is older than the log.
   */
  async *follow({
    cursor = memoryCursor(),
    interval = 2,
    since,
    signal,
  }: FollowEventsOptions = {}): AsyncGenerator<Event, void, undefined> {
    let after = await cursor.load()
    while (!signal?.aborted) {
      const where = after ? { after } : { since: since?.toISOString() }
      const page = await quietly(signal, () => this.list({ ...where, limit: PAGE }, { signal }).page())
      for (const event of page?.data ?? []) {
        yield event
        after = event.event_uuid
        await cursor.save(after)
      }
      if (!page?.next_cursor) await quietly(signal, () => sleep(interval, signal))
    }
  }
}

/** A pass over the feed: where it began, the newest change seen in it, and the page that it is at. */
interface Pass {
  since?: string
  newest?: string
  cursor?: string
}

export class Deliveries extends Orders {
  /**
   * Every delivery that was changed, and then each as it changes, in its newest state. The place is kept page by page
   * (docs: change feed), so after a fall a page may come again: take each by `order_uuid` and `changed_at`.
   */
  async *follow({
    cursor = memoryCursor(),
    interval = 2,
    signal,
  }: FollowOptions = {}): AsyncGenerator<Order, void, undefined> {
    const kept = await cursor.load()
    let pass = (kept ? JSON.parse(kept) : {}) as Pass
    /** What the last pass ended with: the next begins at its instant. */
    let seen = new Set<string>()
    while (!signal?.aborted) {
      const where = pass.cursor ? { cursor: pass.cursor } : { since: pass.since }
      const page = await quietly(signal, () => this.list({ ...where, limit: PAGE }, { signal }).page())
      if (!page) return
      for (const order of page.data) {
        const change = `${order.order_uuid} ${order.changed_at}`
        if (!seen.has(change)) yield order
        if (pass.newest === undefined || order.changed_at > pass.newest) pass.newest = order.changed_at
        seen.add(change)
      }
      const { newest = pass.since } = pass
      const before = JSON.stringify(pass)
      pass = page.next_cursor ? { ...pass, cursor: page.next_cursor } : { since: newest }
      if (!page.next_cursor) seen = new Set([...seen].filter((change) => change.endsWith(` ${newest}`)))
      if (JSON.stringify(pass) !== before) await cursor.save(JSON.stringify(pass))
      if (!page.next_cursor) await quietly(signal, () => sleep(interval, signal))
    }
  }
}

/** Nothing when the signal has ended it. */
async function quietly<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (signal?.aborted) return undefined
    throw error
  }
}
