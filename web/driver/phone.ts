// What the page holds of the route: as the server last knew it, what waits on the phone, and how the link stands.
import type { Run } from '../../src/contract/driver.ts'
import { apply } from './apply.ts'
import { type Change, changesBetween, withMore } from './changes.ts'
import type { Waiting } from './doing.ts'
import { forgetPage } from './keep-for-offline.ts'
import { type KeptRun, LINK_ENDED, type Outbox, openOutbox } from './outbox.ts'
import type { Ended } from './server.ts'

export interface WorkState {
  /** With what waits applied; null until the route was read once. */
  run: Run | null
  waiting: readonly Waiting[]
  /** What waits of other routes that this phone worked on. */
  elsewhere: readonly Waiting[]
  /** What the server would not have, of any route. */
  refused: readonly Waiting[]
  /** What the office changed, until the driver has seen it. */
  changes: readonly Change[]
  /** False without reception, and while an answer takes so long that there may be none. */
  online: boolean
  /** The server is there, and has asked to be sent things later. */
  busy: boolean
  /** The link has ended: cancelled, replaced or long done. */
  ended: Ended | null
  /** False while something that waits is not on the phone: it is lost with the page. */
  isKept: boolean
  /** The server's clock less the phone's. */
  skewMs: number
}

export interface Phone {
  readonly token: string
  online: boolean
  busy: boolean
  ended: Ended | null
  /** The server has said so since the page was opened: a link that may have ended takes over nothing. */
  works: boolean
  readonly outbox: Outbox
  /** Everything on the phone, oldest first, as last read. */
  queue: readonly Waiting[]
  routeId: () => string | null
  /** Of this route, by whichever link it was made. */
  isOwn: (waiting: Waiting) => boolean
  state: () => WorkState
  subscribe: (listener: () => void) => () => void
  /** Makes the state anew, for all who listen. */
  show: () => void
  /** Reads the queue again: another tab may have changed it. */
  reload: () => Promise<void>
  /** The route as it is kept: with what is not as it was `expected`. */
  known: (run: Run, expected?: Run) => KeptRun
  end: (why: Ended) => Promise<void>
  /** Of a link that has ended nothing stays on the phone, but for what is left of it. */
  forget: (link: string) => Promise<void>
}

export async function openPhone(token: string): Promise<Phone> {
  const outbox = await openOutbox(token)
  const listeners = new Set<() => void>()
  const { run: sent, ended } = inPage()
  const known = (
    run: Run,
    expected = outbox.run()?.run,
    skewMs = new Date(run.now).getTime() - Date.now(),
  ): KeptRun => {
    const before = outbox.run()?.changes ?? []
    return { run, skewMs, changes: withMore(before, expected ? changesBetween(expected, run) : []) }
  }
  // The page itself may be a kept one: of the clocks it says nothing.
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
      await forgetPage(link)
    },
  }
  let state = stateOf(phone)
  return phone
}

/** This link also sends the taps that an ended link of the same route could not send, so the screen shows them as done. */
function isUnsent({ token, isOwn, ended }: Phone, one: Waiting): boolean {
  const isLeft = one.refused === LINK_ENDED && one.token !== token && isOwn(one)
  return one.refused === null || (isLeft && !ended)
}

export function stateOf(phone: Phone): WorkState {
  const { outbox, queue, isOwn, online, busy, ended } = phone
  const kept = outbox.run()
  const unsent = queue.filter((one) => isUnsent(phone, one))
  const waiting = unsent.filter(isOwn)
  return {
    run: kept && waiting.reduce<Run>(apply, kept.run),
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

/** What the page brought: the route, so that the first screen needs no second request, or why its link has ended. */
function inPage(): { run: Run | null; ended: Ended | null } {
  const read = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent || 'null')
  return { run: read('run') as Run | null, ended: read('ended') as Ended | null }
}
