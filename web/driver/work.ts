// The driver's work: what is shown, what waits, and sending it one by one, in order, as soon as there is reception.
import type { Run, TapInput } from '../../src/contract/driver.ts'
import { apply } from './apply.ts'
import { type Change, type Doing, openOutbox, type ProofToSend, type Waiting } from './outbox.ts'
import { forgetPage } from './keep-for-offline.ts'
import { accuracy, coordinates } from './place.ts'
import { askRun, Later, send } from './server.ts'

export interface WorkState {
  /** With what waits applied; null until the route was read once. */
  run: Run | null
  waiting: number
  refused: Waiting[]
  /** What the office changed, until the driver has seen it. */
  changes: Change[]
  online: boolean
  /** The server is there, and has asked to be sent things later. */
  busy: boolean
  /** The link has ended: cancelled, replaced or long done. */
  ended: string | null
  /** The server's clock less the phone's. */
  skewMs: number
}

export interface Work {
  token: string
  state: () => WorkState
  subscribe: (listener: () => void) => () => void
  tap(tap: Omit<TapInput, 'at' | 'lat' | 'lng' | 'accuracy_meters'>): Promise<void>
  addProof(proof: Pick<ProofToSend, 'stop_uuid' | 'kind' | 'picture' | 'signed_by'>): Promise<void>
  /** The driver has seen why it was refused. */
  dismiss(waiting: Waiting): Promise<void>
  dismissChanges(): Promise<void>
}

const RETRY_MS = 5_000
const REFRESH_MS = 30_000

export async function openWork(token: string): Promise<Work> {
  const outbox = await openOutbox()
  const listeners = new Set<() => void>()
  let kept = (await outbox.get('runs', token)) ?? null
  const sent = runInPage()
  if (sent && (!kept || sent.now > kept.run.now)) await know(sent)
  let queue = await outbox.getAllFromIndex('outbox', 'token', token)
  let online = navigator.onLine
  let busy = false
  let ended: string | null = null
  /** Until then the server has asked to be left alone. */
  let notBefore = 0
  let state = snapshot()

  function snapshot(): WorkState {
    const waiting = queue.filter(({ refused }) => refused === null)
    return {
      run: kept && waiting.reduce<Run>(apply, kept.run),
      waiting: waiting.length,
      refused: queue.filter(({ refused }) => refused !== null),
      changes: kept?.changes ?? [],
      online,
      busy,
      ended,
      skewMs: kept?.skewMs ?? 0,
    }
  }
  function show(): void {
    state = snapshot()
    for (const listener of listeners) listener()
  }
  async function know(run: Run): Promise<void> {
    const changes = [...(kept?.changes ?? []), ...(kept ? changesBetween(kept.run, run) : [])]
    kept = { run, skewMs: new Date(run.now).getTime() - Date.now(), changes }
    await outbox.put('runs', kept, token)
  }
  /** Of a route whose link is dead nothing stays on the phone, but for what was not taken. */
  async function end(said: string): Promise<void> {
    ended = said
    if (queue.length > 0) return
    await outbox.delete('runs', token)
    kept = null
    await forgetPage()
  }

  async function sendFirst(first: Waiting): Promise<void> {
    const answered = await send(first)
    if ('run' in answered) {
      await outbox.delete('outbox', first.number ?? 0)
      await know(answered.run)
    } else if (answered.counted) await outbox.delete('outbox', first.number ?? 0)
    else await outbox.put('outbox', { ...first, refused: answered.refused })
    queue = await outbox.getAllFromIndex('outbox', 'token', token)
    if ('refused' in answered && answered.ended) await end(answered.refused)
  }

  async function read(): Promise<void> {
    const answered = await askRun(token)
    if ('run' in answered) await know(answered.run)
    else if (answered.ended) await end(answered.refused)
  }

  /** Sends what waits, oldest first, or looks for news; stops where there is no answer. */
  async function exchange(): Promise<void> {
    if (Date.now() < notBefore) return
    try {
      let first = queue.find(({ refused }) => refused === null)
      if (!first) await read()
      while (first) {
        await sendFirst(first)
        online = true
        busy = false
        show()
        first = queue.find(({ refused }) => refused === null)
      }
      online = true
      busy = false
    } catch (error) {
      busy = error instanceof Later
      online = busy
      if (error instanceof Later) notBefore = Date.now() + error.afterMs
    }
    show()
  }
  // One sender, however many tabs show the route.
  const exchangeAlone = () =>
    navigator.locks.request(`send:${token}`, { ifAvailable: true }, async (lock) => {
      if (lock) await exchange()
    })

  async function put(doing: Doing): Promise<void> {
    const waiting: Waiting = { ...doing, token, key: crypto.randomUUID(), refused: null }
    const number = await outbox.add('outbox', waiting)
    queue = [...queue, { ...waiting, number }]
    show()
    void exchangeAlone()
  }

  window.addEventListener('online', () => void exchangeAlone())
  window.addEventListener('offline', () => {
    online = false
    show()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void exchangeAlone()
  })
  setInterval(() => {
    if (state.waiting > 0) void exchangeAlone()
  }, RETRY_MS)
  setInterval(() => {
    if (document.visibilityState === 'visible' && state.waiting === 0 && !ended) void exchangeAlone()
  }, REFRESH_MS)
  void exchangeAlone()

  return {
    token,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tap: (tap) => put({ tap: { ...tap, at: new Date().toISOString(), ...coordinates(), accuracy_meters: accuracy() } }),
    addProof: (proof) => put({ proof: { ...proof, at: new Date().toISOString(), ...coordinates() } }),
    dismiss: async (waiting) => {
      await outbox.delete('outbox', waiting.number ?? 0)
      queue = await outbox.getAllFromIndex('outbox', 'token', token)
      if (ended) await end(ended)
      show()
    },
    dismissChanges: async () => {
      if (kept) {
        kept = { ...kept, changes: [] }
        await outbox.put('runs', kept, token)
      }
      show()
    },
  }
}

function changesBetween(before: Run, now: Run): Change[] {
  const missing = (from: Run, of: Run, added: boolean): Change[] =>
    from.stops
      .filter(({ stop_uuid }) => of.stops.every((stop) => stop.stop_uuid !== stop_uuid))
      .map(({ stop_uuid, address }) => ({ stopId: stop_uuid, line1: address.line1, added }))
  return [...missing(before, now, false), ...missing(now, before, true)]
}

/** The route as the page brought it: no second request before the first screen. */
function runInPage(): Run | null {
  const text = document.getElementById('run')?.textContent
  return text ? (JSON.parse(text) as Run) : null
}
