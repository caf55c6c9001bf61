// The driver's actions: applies them to the page, stores them, and triggers their sending.
import type { TapInput } from '../../src/contract/driver.ts'
import type { PendingAction, ProofToSend, QueuedAction } from './doing.ts'
import { type Exchange, openExchange } from './exchange.ts'
import { addressOf } from './outbox.ts'
import { openPhone, type Phone, type WorkState } from './phone.ts'
import { locationAccuracy, tapCoordinates } from './place.ts'

/** A driver's tap without time and location, which the phone adds. */
type Tap = Omit<TapInput, 'at' | 'clock_skew_ms' | 'lat' | 'lng' | 'accuracy_meters'>

export interface Work {
  token: string
  state: () => WorkState
  subscribe: (listener: () => void) => () => void
  /** Stores a tap. The phone holds it for `holdMs`, in which the driver can undo it. */
  tap(tap: Tap, holdMs?: number): Promise<void>
  addProof(proof: Pick<ProofToSend, 'stop_uuid' | 'kind' | 'picture' | 'signed_by' | 'item'>): Promise<void>
  /** Removes an unsent action. A photo that is being sent is deleted again after it has arrived. */
  takeBack(waiting: QueuedAction): Promise<void>
  /** Removes refused actions after the driver has seen the reasons. */
  dismiss(refused: readonly QueuedAction[]): Promise<void>
  dismissChanges(): Promise<void>
}

const RETRY_MS = 5_000
const REFRESH_MS = 30_000

export async function openWork(token: string): Promise<Work> {
  const phone = await openPhone(token)
  const { outbox, state, subscribe, show } = phone

  async function put(doing: PendingAction, holdMs = 0): Promise<void> {
    const held = holdMs > 0 ? { heldUntil: Date.now() + holdMs } : {}
    const about = { token, route: phone.routeId(), line1: addressOf(doing, outbox.run()?.run ?? null) }
    await outbox.add({ ...doing, ...held, ...about, key: crypto.randomUUID(), refused: null })
    await phone.reload()
    show()
    void exchange.run()
  }
  /**
   * Actions that are being written to the phone's storage. The screen doesn't show them yet, and a second tap must not repeat
   * them.
   */
  const beingStored = new Set<string>()
  async function putOnce(what: string, doing: PendingAction, holdMs?: number): Promise<void> {
    if (beingStored.has(what)) return
    beingStored.add(what)
    await put(doing, holdMs).finally(() => beingStored.delete(what))
  }
  const now = () => ({ at: new Date().toISOString(), clock_skew_ms: state().skewMs })
  const tapped = (tap: Tap): TapInput => ({
    ...tap,
    ...now(),
    ...tapCoordinates(),
    accuracy_meters: locationAccuracy(),
  })
  const exchange = openExchange(phone, (stop_uuid, proof_uuid) =>
    put({ tap: tapped({ kind: 'REMOVE_PHOTO', stop_uuid, proof_uuid }) }),
  )

  runExchangeOften(phone, exchange)

  return {
    token,
    state,
    subscribe,
    tap: (tap, holdMs) => putOnce(tap.proof_uuid ?? tap.stop_uuid ?? tap.kind, { tap: tapped(tap) }, holdMs),
    addProof: (proof) => put({ proof: { ...proof, ...now(), ...tapCoordinates() } }),
    takeBack: async (waiting) => {
      if (exchange.takesBack(waiting)) return
      await outbox.remove(waiting)
      await phone.reload()
      show()
    },
    dismiss: async (refused) => {
      for (const one of refused) await outbox.remove(one)
      await phone.reload()
      if (phone.ended) await phone.end(phone.ended)
      for (const link of exchange.ended) await phone.forget(link)
      show()
    },
    dismissChanges: async () => {
      const kept = outbox.run()
      if (kept) await outbox.keepRun({ ...kept, changes: [] })
      show()
    },
  }
}

/** Runs the exchange now, at changes of reception and visibility, and regularly. */
function runExchangeOften(phone: Phone, exchange: Exchange): void {
  window.addEventListener('online', () => void exchange.run())
  window.addEventListener('offline', () => {
    phone.online = false
    phone.show()
  })
  const isVisible = (): boolean => document.visibilityState === 'visible'
  document.addEventListener('visibilitychange', () => {
    if (isVisible() || phone.queue.some(({ heldUntil }) => heldUntil)) void exchange.run()
  })
  setInterval(() => {
    if (phone.state().waiting.length + phone.state().elsewhere.length > 0) void exchange.run()
  }, RETRY_MS)
  setInterval(() => {
    if (isVisible() && phone.state().waiting.length === 0 && !phone.ended) void exchange.run()
  }, REFRESH_MS)
  void exchange.run()
}
