// The driver's work: what is shown, what waits, and sending it one by one, in order, as soon as there is reception. What the
// phone has of other routes is sent, too, each by its own link: the page that made it may never be opened again.
import type { Run, TapInput } from '../../src/contract/driver.ts'
import { apply } from './apply.ts'
import { type Change, changesBetween, withMore } from './changes.ts'
import { forgetPage } from './keep-for-offline.ts'
import { addressOf, type KeptRun, LINK_ENDED, openOutbox } from './outbox.ts'
import type { Doing, ProofToSend, Waiting } from './doing.ts'
import { accuracy, coordinates } from './place.ts'
import { type Answered, askRun, type Ended, Later, send } from './server.ts'

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

/** What a driver does, before the phone adds when and where. */
type Tap = Omit<TapInput, 'at' | 'clock_skew_ms' | 'lat' | 'lng' | 'accuracy_meters'>

export interface Work {
  token: string
  state: () => WorkState
  subscribe: (listener: () => void) => () => void
  /** `holdMs`: what the driver may still take back waits on the phone for that long. */
  tap(tap: Tap, holdMs?: number): Promise<void>
  addProof(proof: Pick<ProofToSend, 'stop_uuid' | 'kind' | 'picture' | 'signed_by' | 'item'>): Promise<void>
  /** What has not left the phone yet never does; a photo that is just leaving it is deleted again. */
  takeBack(waiting: Waiting): Promise<void>
  /** The driver has seen why these were refused. */
  dismiss(refused: readonly Waiting[]): Promise<void>
  dismissChanges(): Promise<void>
}

const RETRY_MS = 5_000
const REFRESH_MS = 30_000
/** A network that hangs is as good as none, long before the request is given up. */
const PATIENCE_MS = 5_000

export async function openWork(token: string): Promise<Work> {
  const outbox = await openOutbox(token)
  const listeners = new Set<() => void>()
  const { run: sent, ended: endedBefore } = inPage()
  // The page itself may be a kept one: of the clocks it says nothing.
  if (sent && sent.now > (outbox.run()?.run.now ?? ''))
    await outbox.keepRun(known(sent, outbox.run()?.run, outbox.run()?.skewMs ?? 0))
  let queue = await outbox.waiting()
  let online = navigator.onLine
  let busy = false
  let ended: Ended | null = endedBefore
  /** The server has said so since the page was opened: a link that may have ended takes over nothing. */
  let works = false
  /** Until then the server has asked to be left alone. */
  let notBefore = 0
  let state = snapshot()

  function routeId(): string | null {
    return outbox.run()?.run.route.route_uuid ?? null
  }
  /** Of this route, by whichever link it was made. */
  function isOwn({ token: link, route }: Waiting): boolean {
    return link === token || (route !== null && route === routeId())
  }
  /** This link also sends the taps that an ended link of the same route could not send, so the screen shows them as done. */
  function isUnsent(one: Waiting): boolean {
    const isLeft = one.refused === LINK_ENDED && one.token !== token && isOwn(one)
    return one.refused === null || (isLeft && !ended)
  }
  function snapshot(): WorkState {
    const kept = outbox.run()
    const unsent = queue.filter(isUnsent)
    const waiting = unsent.filter(isOwn)
    return {
      run: kept && waiting.reduce<Run>(apply, kept.run),
      waiting,
      elsewhere: unsent.filter((one) => !isOwn(one)),
      refused: queue.filter((one) => !isUnsent(one)),
      changes: kept?.changes ?? [],
      online,
      busy,
      ended,
      isKept: outbox.isKept(),
      skewMs: kept?.skewMs ?? 0,
    }
  }
  function show(): void {
    state = snapshot()
    for (const listener of listeners) listener()
  }
  /** As it is kept: with what is not as it was `expected`. */
  function known(run: Run, expected = outbox.run()?.run, skewMs = new Date(run.now).getTime() - Date.now()): KeptRun {
    const before = outbox.run()?.changes ?? []
    return { run, skewMs, changes: withMore(before, expected ? changesBetween(expected, run) : []) }
  }
  async function end(why: Ended): Promise<void> {
    ended = why
    await forget(token)
  }
  async function forget(link: string): Promise<void> {
    if (queue.some((left) => left.token === link)) return
    await outbox.forget(link)
    await forgetPage(link)
  }

  /** Says so when the answer takes long, and waits on. */
  async function patiently(asked: Promise<Answered>): Promise<Answered> {
    const timer = setTimeout(() => {
      online = false
      show()
    }, PATIENCE_MS)
    return asked.finally(() => clearTimeout(timer))
  }

  let underWay: string | null = null
  /** Photos that were taken back while they were under way. */
  const unwanted = new Set<string>()
  async function removeSent({ proof }: Waiting, before: Run | undefined, after: Run): Promise<void> {
    if (!proof || !before) return
    const { stop_uuid } = proof
    const photosIn = (run: Run) =>
      run.stops.find((stop) => stop.stop_uuid === stop_uuid)?.photo_links?.map(({ proof_uuid }) => proof_uuid) ?? []
    const earlier = new Set(photosIn(before))
    const [proof_uuid, ...others] = photosIn(after).filter((photo) => !earlier.has(photo))
    // Which it is can't be told beside one of another phone: both stay, and can be deleted.
    if (proof_uuid && others.length === 0) await put({ tap: tapped({ kind: 'REMOVE_PHOTO', stop_uuid, proof_uuid }) })
  }
  async function sendFirst(first: Waiting): Promise<void> {
    underWay = first.key
    const answered = await patiently(send(first)).finally(() => (underWay = null))
    if ('run' in answered) {
      works = first.token === token || works
      const kept = outbox.run()
      await outbox.taken(first, known(answered.run, kept ? apply(kept.run, first) : undefined))
      if (unwanted.delete(first.key)) await removeSent(first, kept?.run, answered.run)
    } else if (answered.counted) await outbox.remove(first)
    else await outbox.refuse(first, answered.refused)
    queue = await outbox.waiting()
    if ('refused' in answered && answered.ended) await end(answered.ended)
  }

  async function read(): Promise<void> {
    const answered = await patiently(askRun(token))
    if ('run' in answered) {
      works = true
      await outbox.keepRun(known(answered.run))
    } else if (answered.ended) await end(answered.ended)
  }

  /** What another link of the route left is sent by this one, before what was done since. */
  async function takeOver(): Promise<void> {
    const isLeft = (left: Waiting) => isOwn(left) && left.token !== token
    if (ended || !queue.some(isLeft)) return
    if (!works) await read()
    const route = routeId()
    if (!works || route === null) return
    await outbox.adopt(route)
    queue = await outbox.waiting()
    show()
  }

  /** The oldest that waits; none while it is held, so that all stays in order. */
  const firstToSend = (): Waiting | undefined => {
    const first = queue.find((one) => one.refused === null && isOwn(one))
    return first && isHeld(first) ? undefined : first
  }

  /** Sends what waits, oldest first, or looks for news; stops where there is no answer. */
  async function exchange(): Promise<void> {
    if (Date.now() < notBefore) return
    // Another tab may have sent some of it.
    queue = await outbox.waiting()
    try {
      await takeOver()
      let first = firstToSend()
      if (!first) await read()
      while (first) {
        await sendFirst(first)
        online = true
        busy = false
        show()
        first = firstToSend()
        // What was refused may be so because the route is another by now.
        if (!first && queue.some(isOwn) && !ended) await read()
      }
      online = true
      busy = false
    } catch (error) {
      busy = error instanceof Later
      online = busy
      if (error instanceof Later) notBefore = Date.now() + error.afterMs
    }
    if (online) await sendElsewhere()
    show()
  }

  /** Each link by itself: one that gets no answer does not keep the others waiting. */
  async function sendElsewhere(): Promise<void> {
    const others = queue.filter((one) => one.refused === null && !isOwn(one) && !isHeld(one))
    for (const link of new Set(others.map((one) => one.token))) {
      try {
        for (const one of others.filter((left) => left.token === link)) await sendOther(one)
      } catch {
        // It is tried again with the next exchange.
      }
      queue = await outbox.waiting()
      if (endedElsewhere.has(link)) await forget(link)
      show()
    }
  }
  const endedElsewhere = new Set<string>()
  async function sendOther(one: Waiting): Promise<void> {
    const answered = await send(one)
    if ('run' in answered) return outbox.takenElsewhere(one, answered.run)
    if (answered.ended) endedElsewhere.add(one.token)
    await (answered.counted ? outbox.remove(one) : outbox.refuse(one, answered.refused))
  }

  // One sender, however many tabs show the route.
  const exchangeAlone = () =>
    navigator.locks.request('send', { ifAvailable: true }, async (lock) => {
      if (lock) await exchange()
    })

  async function put(doing: Doing, holdMs = 0): Promise<void> {
    const held = holdMs > 0 ? { heldUntil: Date.now() + holdMs } : {}
    const run = outbox.run()?.run ?? null
    const about = { token, route: routeId(), line1: addressOf(doing, run) }
    await outbox.add({ ...doing, ...held, ...about, key: crypto.randomUUID(), refused: null })
    queue = await outbox.waiting()
    show()
    void exchangeAlone()
  }
  /** What is on its way to the phone's storage: the screen does not show it yet, and a second tap must not do it again. */
  const beingStored = new Set<string>()
  async function putOnce(what: string, doing: Doing, holdMs?: number): Promise<void> {
    if (beingStored.has(what)) return
    beingStored.add(what)
    await put(doing, holdMs).finally(() => beingStored.delete(what))
  }
  const now = () => ({ at: new Date().toISOString(), clock_skew_ms: state.skewMs })
  const tapped = (tap: Tap): TapInput => ({ ...tap, ...now(), ...coordinates(), accuracy_meters: accuracy() })

  window.addEventListener('online', () => void exchangeAlone())
  window.addEventListener('offline', () => {
    online = false
    show()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' || queue.some(({ heldUntil }) => heldUntil)) void exchangeAlone()
  })
  setInterval(() => {
    if (state.waiting.length + state.elsewhere.length > 0) void exchangeAlone()
  }, RETRY_MS)
  setInterval(() => {
    if (document.visibilityState === 'visible' && state.waiting.length === 0 && !ended) void exchangeAlone()
  }, REFRESH_MS)
  void exchangeAlone()

  return {
    token,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tap: (tap, holdMs) => putOnce(tap.proof_uuid ?? tap.stop_uuid ?? tap.kind, { tap: tapped(tap) }, holdMs),
    addProof: (proof) => put({ proof: { ...proof, ...now(), ...coordinates() } }),
    takeBack: async (waiting) => {
      if (underWay === waiting.key) return void unwanted.add(waiting.key)
      await outbox.remove(waiting)
      queue = await outbox.waiting()
      show()
    },
    dismiss: async (refused) => {
      for (const one of refused) await outbox.remove(one)
      queue = await outbox.waiting()
      if (ended) await end(ended)
      for (const link of endedElsewhere) await forget(link)
      show()
    },
    dismissChanges: async () => {
      const kept = outbox.run()
      if (kept) await outbox.keepRun({ ...kept, changes: [] })
      show()
    },
  }
}

/** Nobody takes back what is out of sight, and a page that is left may never come back. */
const isHeld = ({ heldUntil = 0 }: Waiting): boolean => heldUntil > Date.now() && document.visibilityState === 'visible'

/** What the page brought: the route, so that the first screen needs no second request, or why its link has ended. */
function inPage(): { run: Run | null; ended: Ended | null } {
  const read = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent || 'null')
  return { run: read('run') as Run | null, ended: read('ended') as Ended | null }
}
