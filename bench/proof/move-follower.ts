// A client that reads the event log and the change feed of a business while the business moves.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from './caller.ts'
import type { Running } from '../../src/compose.ts'

export interface Follower {
  /** IDs of all events in the event log, in order. */
  events: Set<string>
  run(until: () => boolean): Promise<void>
  /** Makes the follower read to the end of the feeds and stop, because no more changes follow. */
  last(): void
  /** Returns the missed and the repeated entries. */
  faults(running: Running): Promise<string[]>
}

/** Reads the event log and the change feed by their cursors, with a pause after each reading. */
export function newFollower(own: Caller, { pauseMs = 50 } = {}): Follower {
  const events = new Set<string>()
  const changed = new Map<string, string>()
  const faults: string[] = []
  let isLast = false
  let after: string | null = null
  let cursor: string | null = null
  const readEvents = async (): Promise<number> => {
    const page = await own.read(`/events?limit=200${after ? `&after=${after}` : ''}`)
    const found = page.data as unknown as { event_uuid: string }[]
    if (!Array.isArray(found)) return faults.push(`the log of events answered ${JSON.stringify(page)}`)
    for (const { event_uuid } of found) {
      if (events.has(event_uuid)) faults.push(`event ${event_uuid} was received twice`)
      events.add(event_uuid)
      after = event_uuid
    }
    return found.length
  }
  const readFeed = async (): Promise<number> => {
    const page = (await own.read(
      `/orders?limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    )) as unknown as {
      data: { external_ref: string; changed_at: string }[]
      next_cursor: string | null
    }
    if (!Array.isArray(page.data)) return faults.push(`the feed answered ${JSON.stringify(page)}`)
    for (const { external_ref, changed_at } of page.data) changed.set(external_ref, changed_at)
    cursor = page.next_cursor ?? cursor
    return page.data.length
  }
  return {
    events,
    run: async (until) => {
      while (!until() || !isLast) {
        await readEvents()
        await readFeed()
        await sleep(pauseMs)
      }
      while ((await readEvents()) === 200) continue
      while ((await readFeed()) === 200) continue
    },
    last: () => {
      isLast = true
    },
    faults: async ({ app }) => {
      const logged = await app.db.query<{ id: string }>(
        'select event_uuid as id from events where business_uuid = $1',
        [own.businessId],
      )
      const missed = logged.filter(({ id }) => !events.has(id))
      if (missed.length > 0) faults.push(`${missed.length} events were missed by the log's reader`)
      if (events.size > logged.length) faults.push(`${events.size - logged.length} events were read but don't exist`)
      const orders = await app.db.query<{ ref: string; changedAt: Date }>(
        'select external_ref as ref, changed_at from orders where business_uuid = $1',
        [own.businessId],
      )
      for (const { ref, changedAt } of orders)
        if (changed.get(ref) !== changedAt.toISOString())
          faults.push(`the feed showed ${ref} as of ${changed.get(ref) ?? 'never'}, not ${changedAt.toISOString()}`)
      return [...faults, ...own.faults]
    },
  }
}
