// What the driver meant: the state of each stop by the last tap on purpose, and which messages are true then.

export type State = 'OPEN' | 'ARRIVED' | 'DELIVERED' | 'FAILED' | 'SKIPPED'

export interface MeantStop {
  stopId: string
  orderId: string
  line1: string
  /** The path of its tracking page. */
  tracking: string
  state: State
  arrived: boolean
  photos: number
}

export interface Meaning {
  /** In driving order. */
  stops: MeantStop[]
  /** Those on purpose, as the server is to have them. */
  taps: { kind: string; stopId: string | null }[]
  started: boolean
  heading: MeantStop | null
}

export const newMeaning = (stops: readonly Pick<MeantStop, 'stopId' | 'orderId' | 'line1' | 'tracking'>[]): Meaning => ({
  stops: stops.map((stop) => ({ ...stop, state: 'OPEN', arrived: false, photos: 0 })),
  taps: [],
  started: false,
  heading: null,
})

export const isFinished = ({ state }: MeantStop): boolean => state !== 'OPEN' && state !== 'ARRIVED'

/** Before the tap: what it tells may be sent before the screen has changed. */
export function mean(meaning: Meaning, kind: 'START' | 'ARRIVE' | 'UNDO' | State, stop: MeantStop | null): void {
  meaning.taps.push({ kind, stopId: stop?.stopId ?? null })
  const next = () => meaning.stops.find(({ state }) => state === 'OPEN') ?? null
  if (kind === 'START') {
    meaning.started = true
    meaning.heading = next()
  }
  if (!stop) return
  if (kind === 'ARRIVE') {
    stop.state = 'ARRIVED'
    stop.arrived = true
    meaning.heading = stop
  } else if (kind === 'UNDO') {
    if (stop.state === 'ARRIVED') stop.arrived = false
    stop.state = isFinished(stop) && stop.arrived ? 'ARRIVED' : 'OPEN'
    meaning.heading = stop
  } else {
    stop.state = kind as State
    const elsewhere = meaning.stops.find(({ state }) => state === 'ARRIVED')
    meaning.heading = elsewhere ?? next()
  }
}

/** Whether a customer may hear this now. */
export function isTrue(kind: string, { started, heading }: Meaning, stop: MeantStop): boolean {
  if (kind === 'SCHEDULED') return !isFinished(stop)
  if (kind === 'OUT_FOR_DELIVERY' || kind === 'DELAYED') return started && !isFinished(stop)
  if (kind === 'NEXT_STOP') return heading === stop && stop.state === 'OPEN'
  if (kind === 'NOT_COMING') return stop.state === 'SKIPPED'
  return kind === stop.state
}
