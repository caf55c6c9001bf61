// Endless feeds: the log of events and the feed of changed deliveries. Their position can outlive the process.
import type { Event, Order } from './generated/types.ts'
import { Events, Orders } from './generated/resources.ts'
import { sleep } from './transport.ts'

/**
 * Stores the position in a feed. The position is saved only when you ask for the next item, so no item is lost. After a
 * crash, the current item comes again.
 */
export interface CursorStore {
  load(): Promise<string | undefined>
  save(cursor: string): Promise<void>
}

export interface FollowOptions {
  /** Store for the position in the feed. Default: in memory, starting at the beginning. */
  cursor?: CursorStore
  /** Seconds between two requests if there is nothing new. Default: 2. */
  interval?: number
  /** Ends the loop without an error. */
  signal?: AbortSignal
}

const PAGE = 200

export const memoryCursor = (cursor?: string): CursorStore => ({
  load: async () => cursor,
  save: async (value) => {
    cursor = value
  },
})

/** Options for following the log of events. */
export interface FollowEventsOptions extends FollowOptions {
  /** Start of the feed if no position is stored. Default: the oldest event in the log. */
  since?: Date
}

export class EventLog extends Events {
  /**
   * Returns every event, oldest first, then each new event: `for await (const event of client.events.follow(…)) …`.
   * Throws an ApiError with the code EVENTS_GONE if the position is older than the log.
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

/** A pass over the feed: its start, the newest change in it, and the current page. */
interface Pass {
  since?: string
  newest?: string
  cursor?: string
}

export class Deliveries extends Orders {
  /**
   * Returns every changed delivery in its current state, then each new change. The position is saved per page (docs:
   * change feed), so a page may come again after a crash. Use `order_uuid` and `changed_at` to detect duplicates.
   */
  async *follow({
    cursor = memoryCursor(),
    interval = 2,
    signal,
  }: FollowOptions = {}): AsyncGenerator<Order, void, undefined> {
    const kept = await cursor.load()
    let pass = (kept ? JSON.parse(kept) : {}) as Pass
    /** Changes at the last instant of the previous pass, because the next pass starts at this instant. */
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

/** Runs `work`. Returns undefined instead of an error if the signal was aborted. */
async function quietly<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (signal?.aborted) return undefined
    throw error
  }
}
