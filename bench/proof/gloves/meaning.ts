// What the driver meant: the state of each stop by the last tap on purpose, and which messages are true then.

export type State = 'OPEN' | 'ARRIVED' | 'DELIVERED' | 'FAILED' | 'SKIPPED'

/** What the driver answered at the door, as it is to be recorded. */
export interface MeantAnswers {
  identified?: boolean
  collected?: { amount: string; currency: 'USD'; method: 'CASH' | 'CARD' | 'NONE'; reason: string | null }
  code?: { matched: boolean; reason: string | null }
}

export interface MeantStop {
  stopId: string
  orderId: string
  line1: string
  customer: string
  /** The path of its tracking page. */
  tracking: string
  state: State
  arrived: boolean
  photos: number
  signatures: number
  answers: MeantAnswers
  /** How many of its boxes were found damaged. */
  damaged: number
  /** Typed or chosen, for the next outcome. */
  draft: { note: string | null; left: string | null }
  /** As they are to be recorded. */
  note: string | null
  left: string | null
  /** The office took it off the route while the phone had no reception: what is tapped of it can't count. */
  isOff: boolean
  /** The outcome that its customer was told last, and that was not corrected. */
  told: string | null
}

export interface Meaning {
  /** In driving order. */
  stops: MeantStop[]
  /** Those on purpose, as the server is to count them. */
  taps: { kind: string; stopId: string | null }[]
  /** Those it can't count, and must keep for the office. */
  refused: { kind: string; stopId: string | null }[]
  started: boolean
  heading: MeantStop | null
  /** The office cancelled the route when the server had that many taps. */
  cancelled: { taps: number } | null
  /** The office has answered what came too late. */
  answered: boolean
  /** As it was before the last tap, which may still be on its way; taps of one finger on several stops are one. */
  before: Meaning | null
}

export const newMeaning = (
  stops: readonly Pick<MeantStop, 'stopId' | 'orderId' | 'line1' | 'customer' | 'tracking'>[],
): Meaning => ({
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

export const isFinished = ({ state }: MeantStop): boolean => state !== 'OPEN' && state !== 'ARRIVED'

/** What its order is to be in the end. */
export const isOutcome = ({ state }: MeantStop): boolean => state === 'DELIVERED' || state === 'FAILED'

const nextOf = ({ stops }: Meaning) => stops.find(({ state, isOff }) => state === 'OPEN' && !isOff) ?? null

/** As the finger comes down. */
export function mean(meaning: Meaning, kind: Tap, stop: MeantStop | null): void {
  meaning.before = structuredClone({ ...meaning, before: null })
  take(meaning, kind, stop)
}

/** One tap that ends several stops at a door, in the order in which they are sent; what is said counts for all. */
export function meanAll(meaning: Meaning, outcome: State, stops: readonly MeantStop[], said: MeantStop): void {
  meaning.before = structuredClone({ ...meaning, before: null })
  const { note, left } = said.draft
  said.draft = { note: null, left: outcome === 'DELIVERED' ? null : left }
  for (const stop of stops) {
    take(meaning, outcome, stop)
    stop.note = note ?? stop.note
    stop.left = outcome === 'DELIVERED' ? left : null
  }
}

type Tap = 'START' | 'ARRIVE' | 'UNDO' | 'REMOVE_PHOTO' | State

function take(meaning: Meaning, kind: Tap, stop: MeantStop | null): void {
  const list = stop?.isOff ? meaning.refused : meaning.taps
  list.push({ kind, stopId: stop?.stopId ?? null })
  if (kind === 'START') {
    meaning.started = true
    meaning.heading = nextOf(meaning)
  }
  if (!stop) return
  if (kind === 'REMOVE_PHOTO') {
    // Of a stop that is off it can't count, and the office has the photo.
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
  // What can't count moves nobody: to the customers of the route, the driver is on the way to the next of them.
  if (stop.isOff) return
  const elsewhere = meaning.stops.find(({ state, isOff }) => state === 'ARRIVED' && !isOff)
  meaning.heading = isFinished(stop) ? (elsewhere ?? nextOf(meaning)) : stop
}

/** As the server is to have it. */
export function meantChecks({ state, answers }: MeantStop): MeantAnswers | null {
  const { identified } = answers
  const said = state === 'DELIVERED' ? answers : state === 'FAILED' && identified !== undefined ? { identified } : {}
  return Object.keys(said).length > 0 ? said : null
}

/** `sent`: how many taps at it the server had by then. */
export function takeOff(meaning: Meaning, stop: MeantStop, sent: number): void {
  stop.isOff = true
  if (meaning.heading === stop) meaning.heading = nextOf(meaning)
  const late = meaning.taps.filter(({ stopId }) => stopId === stop.stopId).slice(sent)
  meaning.refused.push(...late)
  stop.photos += late.filter(({ kind }) => kind === 'REMOVE_PHOTO').length
  meaning.taps = meaning.taps.filter((tap) => !late.includes(tap))
}

/** Whether a customer may hear this now. */
export function isTrue(kind: string, { started, heading, cancelled }: Meaning, stop: MeantStop): boolean {
  if (kind === 'CORRECTED') return stop.told !== null && stop.told !== stop.state
  if (stop.isOff) return kind === 'NOT_COMING'
  if (kind === 'DELIVERED' || kind === 'FAILED') return kind === stop.state && kind !== stop.told
  if (cancelled && !isOutcome(stop)) return kind === 'NOT_COMING' || kind === 'SCHEDULED'
  if (kind === 'SCHEDULED') return !isFinished(stop)
  if (kind === 'OUT_FOR_DELIVERY' || kind === 'DELAYED') return started && !isFinished(stop)
  if (kind === 'NEXT_STOP') return heading === stop && stop.state === 'OPEN'
  return kind === 'NOT_COMING' && stop.state === 'SKIPPED'
}
