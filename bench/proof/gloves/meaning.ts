// The driver's intention: the state of each stop by the last deliberate tap, and the messages that are true then.

export type State = 'OPEN' | 'ARRIVED' | 'DELIVERED' | 'FAILED' | 'SKIPPED'

/** The driver's answers at the door, as they must be recorded. */
export interface IntendedAnswers {
  identified?: boolean
  collected?: { amount: string; currency: 'USD'; method: 'CASH' | 'CARD' | 'NONE'; reason: string | null }
  code?: { matched: boolean; reason: string | null }
}

export interface IntendedStop {
  stopId: string
  orderId: string
  line1: string
  customer: string
  /** Path of the delivery's tracking page. */
  tracking: string
  state: State
  arrived: boolean
  photos: number
  signatures: number
  answers: IntendedAnswers
  /** Number of boxes that the driver reported as damaged. */
  damaged: number
  /** Note and place that were typed or chosen, for the next outcome. */
  draft: { note: string | null; left: string | null }
  /** Note and place that the server must have recorded. */
  note: string | null
  left: string | null
  /** The office removed the stop from the route while the phone had no reception, so the server refuses taps on it. */
  isOff: boolean
  /** Last outcome that the customer was notified of and that was not corrected. */
  told: string | null
}

export interface IntendedState {
  /** Stops in driving order. */
  stops: IntendedStop[]
  /** Deliberate taps that the server must accept. */
  taps: { kind: string; stopId: string | null }[]
  /** Taps that the server must refuse, but store for the office. */
  refused: { kind: string; stopId: string | null }[]
  started: boolean
  heading: IntendedStop | null
  /** The office canceled the route when the server had this number of taps. */
  cancelled: { taps: number } | null
  /** The office has resolved all late taps. */
  answered: boolean
  /** The state before the last tap, which may not have arrived yet. Simultaneous taps on several stops count as one. */
  before: IntendedState | null
}

export const newIntendedState = (
  stops: readonly Pick<IntendedStop, 'stopId' | 'orderId' | 'line1' | 'customer' | 'tracking'>[],
): IntendedState => ({
  stops: stops.map((stop) => ({
    ...stop,
    state: 'OPEN',
    arrived: false,
    photos: 0,
    signatures: 0,
    answers: {},
    damaged: 0,
    draft: { note: null, left: null },
    note: null,
    left: null,
    isOff: false,
    told: null,
  })),
  taps: [],
  refused: [],
  started: false,
  heading: null,
  cancelled: null,
  answered: false,
  before: null,
})

export const isFinished = ({ state }: IntendedStop): boolean => state !== 'OPEN' && state !== 'ARRIVED'

/** Returns whether the order of the stop must have an outcome in the end. */
export const isOutcome = ({ state }: IntendedStop): boolean => state === 'DELIVERED' || state === 'FAILED'

const nextStop = ({ stops }: IntendedState) => stops.find(({ state, isOff }) => state === 'OPEN' && !isOff) ?? null

/** Records a tap at the moment of the touch. */
export function intend(meaning: IntendedState, kind: Tap, stop: IntendedStop | null): void {
  meaning.before = structuredClone({ ...meaning, before: null })
  applyTap(meaning, kind, stop)
}

/**
 * Records one tap that finishes several stops at a door, in the order of sending. The answers of `said` apply to all.
 */
export function intendAll(
  meaning: IntendedState,
  outcome: State,
  stops: readonly IntendedStop[],
  said: IntendedStop,
): void {
  meaning.before = structuredClone({ ...meaning, before: null })
  const { note, left } = said.draft
  said.draft = { note: null, left: outcome === 'DELIVERED' ? null : left }
  for (const stop of stops) {
    applyTap(meaning, outcome, stop)
    stop.note = note ?? stop.note
    stop.left = outcome === 'DELIVERED' ? left : null
  }
}

type Tap = 'START' | 'ARRIVE' | 'UNDO' | 'REMOVE_PHOTO' | State

function applyTap(meaning: IntendedState, kind: Tap, stop: IntendedStop | null): void {
  const list = stop?.isOff ? meaning.refused : meaning.taps
  list.push({ kind, stopId: stop?.stopId ?? null })
  if (kind === 'START') {
    meaning.started = true
    meaning.heading = nextStop(meaning)
  }
  if (!stop) return
  if (kind === 'REMOVE_PHOTO') {
    // The server refuses to remove a photo of a stop that the office has removed, so the photo stays.
    if (!stop.isOff) stop.photos--
    return
  }
  if (kind === 'ARRIVE') {
    stop.state = 'ARRIVED'
    stop.arrived = true
  } else if (kind === 'UNDO') {
    if (stop.state === 'ARRIVED') stop.arrived = false
    stop.state = isFinished(stop) && stop.arrived ? 'ARRIVED' : 'OPEN'
    stop.left = null
  } else stop.state = kind as State
  // A refused tap doesn't change the driver's position: customers still see the driver on the way to the next stop.
  if (stop.isOff) return
  const elsewhere = meaning.stops.find(({ state, isOff }) => state === 'ARRIVED' && !isOff)
  meaning.heading = isFinished(stop) ? (elsewhere ?? nextStop(meaning)) : stop
}

/** Returns the answers that must be recorded. */
export function intendedChecks({ state, answers }: IntendedStop): IntendedAnswers | null {
  const { identified } = answers
  const said = state === 'DELIVERED' ? answers : state === 'FAILED' && identified !== undefined ? { identified } : {}
  return Object.keys(said).length > 0 ? said : null
}

/** Removes a stop. `sent`: number of taps on it that the server had by then. */
export function removeStop(meaning: IntendedState, stop: IntendedStop, sent: number): void {
  stop.isOff = true
  if (meaning.heading === stop) meaning.heading = nextStop(meaning)
  const late = meaning.taps.filter(({ stopId }) => stopId === stop.stopId).slice(sent)
  meaning.refused.push(...late)
  stop.photos += late.filter(({ kind }) => kind === 'REMOVE_PHOTO').length
  meaning.taps = meaning.taps.filter((tap) => !late.includes(tap))
}

/** Returns whether a customer may get this message now. */
export function isMessageAllowed(
  kind: string,
  { started, heading, cancelled }: IntendedState,
  stop: IntendedStop,
): boolean {
  if (kind === 'CORRECTED') return stop.told !== null && stop.told !== stop.state
  if (stop.isOff) return kind === 'NOT_COMING'
  if (kind === 'DELIVERED' || kind === 'FAILED') return kind === stop.state && kind !== stop.told
  if (cancelled && !isOutcome(stop)) return kind === 'NOT_COMING' || kind === 'SCHEDULED'
  if (kind === 'SCHEDULED') return !isFinished(stop)
  if (kind === 'OUT_FOR_DELIVERY' || kind === 'DELAYED') return started && !isFinished(stop)
  if (kind === 'NEXT_STOP') return heading === stop && stop.state === 'OPEN'
  return kind === 'NOT_COMING' && stop.state === 'SKIPPED'
}
