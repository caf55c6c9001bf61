// State of the page: the last known route, unsent actions, and the state of the link.
import type { DriverRoute } from '../../src/contract/driver.ts'
import { applyAction } from './apply.ts'
import { type Change, changesBetween, mergeChanges } from './changes.ts'
import type { QueuedAction } from './doing.ts'
import { removeCachedPage } from './keep-for-offline.ts'
import { type StoredRoute, LINK_ENDED, type Outbox, openOutbox } from './outbox.ts'
import type { Ended } from './server.ts'

export interface WorkState {
  /** The route with unsent actions applied. Null until the route was read once. */
  run: DriverRoute | null
  waiting: readonly QueuedAction[]
  /** Unsent actions of other routes that this phone worked on. */
  elsewhere: readonly QueuedAction[]
  /** Actions of any route that the server refused. */
  refused: readonly QueuedAction[]
  /** Changes by the office that the driver has not seen yet. */
  changes: readonly Change[]
  /** False without reception, or while a response takes unusually long. */
  online: boolean
  /** The server is available but asked to wait. */
  busy: boolean
  /** The link has ended: canceled, replaced or completed long ago. */
  ended: Ended | null
  /** False while an unsent action is only in memory, so that closing the page would lose it. */
  isKept: boolean
  /** The server's clock minus the phone's clock, in milliseconds. */
  skewMs: number
}

export interface Phone {
  readonly token: string
  online: boolean
  busy: boolean
  ended: Ended | null
  /**
   * True if the server has accepted the link since the page was opened. Until then the link may have ended, and takes over no
   * actions.
   */
  works: boolean
  readonly outbox: Outbox
  /** All actions on the phone, oldest first, as last read. */
  queue: readonly QueuedAction[]
  routeId: () => string | null
  /** Whether the action is of this route, made by any of its links. */
  isOwn: (waiting: QueuedAction) => boolean
  state: () => WorkState
  subscribe: (listener: () => void) => () => void
  /** Recomputes the state and notifies all listeners. */
  show: () => void
  /** Reads the queue again, because another tab may have changed it. */
  reload: () => Promise<void>
  /** The route to store, with its differences from `expected` as changes to show. */
  known: (run: DriverRoute, expected?: DriverRoute) => StoredRoute
  end: (why: Ended) => Promise<void>
  /** Removes the data of an ended link from the phone, unless it has unsent or refused actions. */
  forget: (link: string) => Promise<void>
}

export async function openPhone(token: string): Promise<Phone> {
  const outbox = await openOutbox(token)
  const listeners = new Set<() => void>()
  const { run: sent, ended } = readEmbeddedData()
  const known = (
    run: DriverRoute,
    expected = outbox.run()?.run,
    skewMs = new Date(run.now).getTime() - Date.now(),
  ): StoredRoute => {
    const before = outbox.run()?.changes ?? []
    return { run, skewMs, changes: mergeChanges(before, expected ? changesBetween(expected, run) : []) }
  }
  // The page itself may come from the cache, so its time says nothing about the clock difference.
  if (sent && sent.now > (outbox.run()?.run.now ?? ''))
    await outbox.keepRun(known(sent, outbox.run()?.run, outbox.run()?.skewMs ?? 0))
  const phone: Phone = {
    token,
    outbox,
    queue: await outbox.waiting(),
    online: navigator.onLine,
    busy: false,
    ended,
    works: false,
    routeId: () => outbox.run()?.run.route.route_uuid ?? null,
    isOwn: ({ token: link, route }) => link === token || (route !== null && route === phone.routeId()),
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    show: () => {
      state = stateOf(phone)
      for (const listener of listeners) listener()
    },
    reload: async () => {
      phone.queue = await outbox.waiting()
    },
    known,
    end: async (why) => {
      phone.ended = why
      await phone.forget(token)
    },
    forget: async (link) => {
      if (phone.queue.some((left) => left.token === link)) return
      await outbox.forget(link)
      await removeCachedPage(link)
    },
  }
  let state = stateOf(phone)
  return phone
}

/** This link also sends the taps that an ended link of the same route could not send, so the screen shows them as done. */
function isUnsent({ token, isOwn, ended }: Phone, one: QueuedAction): boolean {
  const isLeft = one.refused === LINK_ENDED && one.token !== token && isOwn(one)
  return one.refused === null || (isLeft && !ended)
}

export function stateOf(phone: Phone): WorkState {
  const { outbox, queue, isOwn, online, busy, ended } = phone
  const kept = outbox.run()
  const unsent = queue.filter((one) => isUnsent(phone, one))
  const waiting = unsent.filter(isOwn)
  return {
    run: kept && waiting.reduce<DriverRoute>(applyAction, kept.run),
    waiting,
    elsewhere: unsent.filter((one) => !isOwn(one)),
    refused: queue.filter((one) => !isUnsent(phone, one)),
    changes: kept?.changes ?? [],
    online,
    busy,
    ended,
    isKept: outbox.isKept(),
    skewMs: kept?.skewMs ?? 0,
  }
}

/** Data in the page: the route, which saves a second request for the first screen, or the reason why its link ended. */
function readEmbeddedData(): { run: DriverRoute | null; ended: Ended | null } {
  const read = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent || 'null')
  return { run: read('run') as DriverRoute | null, ended: read('ended') as Ended | null }
}
