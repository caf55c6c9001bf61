// Formats route data in the driver's language.
import type { DriverRoute, RunStop } from '../../src/contract/driver.ts'
import type { PauseOut } from '../../src/contract/routes.ts'
import { pauseInWords, windowsInWords } from '../../src/domain/driver-words/times.ts'
import type { DriverWords, WantedProof } from '../../src/domain/driver-words/words.ts'
import { stopsOfTrip } from '../../src/domain/routes/trips.ts'
import { addressOf } from './outbox.ts'
import type { ProofToSend, QueuedAction } from './doing.ts'
import type { Ended } from './server.ts'

export const windowOf = (words: DriverWords, stop: RunStop): string | null =>
  windowsInWords(
    words,
    [stop, ...(stop.more_windows ?? [])].map(({ window_start: start, window_end: end }) => ({ start, end })),
  )

/** Example: Break 12:00 PM – 12:30 PM */
export const pauseWords = (words: DriverWords, pause: PauseOut, { stops, business }: DriverRoute): string =>
  pauseInWords(words, pause, stopsOfTrip(stops, pause.trip), business.time_zone)

/** Pauses between the previous stop and this one, or before the return. */
export const pausesBefore = (run: DriverRoute, sequence: number | null): PauseOut[] =>
  (run.route.pauses ?? []).filter((pause) => pausePositionOf(run, pause) === sequence)

/** Location of a reload before a stop: the depot, or the place of a hand-over. Null if there is none. */
export function reloadLocationBefore(run: DriverRoute, sequence: number): { lat: number; lng: number } | null {
  const load = pausesBefore(run, sequence).find(({ kind }) => kind === 'RELOAD')
  return load ? (load.hand_over ?? run.route.depot) : null
}

/**
 * Returns the sequence number of the stop that the pause comes before. For a reload, that is the first stop of its load that is
 * not skipped, even if the driver has reordered the stops.
 */
function pausePositionOf(
  { stops }: DriverRoute,
  { kind, trip, before_sequence: before }: PauseOut,
): number | null | undefined {
  if (kind === 'BREAK') return before
  return stops.find((stop) => stop.trip === trip && stop.status !== 'SKIPPED')?.sequence
}

export const STATE_MARKS = {
  PENDING: '○',
  EN_ROUTE: '→',
  ARRIVED: '●',
  DELIVERED: '✓',
  FAILED: '✕',
  SKIPPED: '↷',
} as const satisfies Record<RunStop['status'], string>

export const cityOf = ({ address }: RunStop): string =>
  [address.city, address.region, address.postal_code].filter(Boolean).join(' ')

/** Unsent actions by kind, for example: 3 stops, 2 photos */
export function unsentText(words: DriverWords, waiting: readonly QueuedAction[]): string {
  const stops = new Set(waiting.flatMap(({ tap }) => tap?.stop_uuid ?? []))
  const count = (kind: ProofToSend['kind']) => waiting.filter(({ proof }) => proof?.kind === kind).length
  const counts = [
    [stops.size, words.stops],
    [count('PHOTO'), words.photos],
    [count('SIGNATURE'), words.signatures],
  ] as const
  const parts = counts.filter(([number]) => number > 0).map(([number, said]) => said(number))
  return parts.length > 0 ? parts.join(', ') : words.oneUpdate
}

/** Unsaved actions with the same reason. */
export interface UnsavedActions {
  title: string
  did: { key: string; said: string }[]
  why: string
}

/** Groups refused actions by reason. If the link has ended, all have the same one. */
export function unsavedActionTexts(
  words: DriverWords,
  refused: readonly QueuedAction[],
  run: DriverRoute | null,
): UnsavedActions[] {
  const { notSaved, notDeleted } = words.notices
  const named = refused.map((one) => ({
    title: one.tap?.kind === 'REMOVE_PHOTO' ? notDeleted : notSaved,
    did: { key: one.key, said: unsavedActionName(words, one, run) },
    why: refusalText(words, one),
  }))
  const lists: UnsavedActions[] = []
  for (const { title, did, why } of named) {
    const list = lists.find((one) => one.title === title && one.why === why)
    if (list) list.did.push(did)
    else lists.push({ title, did: [did], why })
  }
  return lists
}

function unsavedActionName({ notices: { did } }: DriverWords, one: QueuedAction, run: DriverRoute | null): string {
  const { tap, proof } = one
  const said = did[tap ? (tap.status ?? (tap.kind as Exclude<typeof tap.kind, 'OUTCOME'>)) : proof.kind]
  return typeof said === 'string' ? said : said(addressOf(one, run) ?? one.line1)
}

function refusalText(words: DriverWords, { refused, proof }: QueuedAction): string {
  const kept = proof && (proof.kind === 'PHOTO' ? words.keptPhoto : words.keptSignature)
  if (refused === 'NOT_FOUND') return `${words.refused.NOT_FOUND} ${kept ?? words.keptTap}`
  if (refused === 'STOP_FINISHED') return [words.refused.STOP_FINISHED, kept].filter(Boolean).join(' ')
  if (refused === 'INVALID' && proof?.kind === 'PHOTO') return words.badPhoto
  return refused !== null && Object.hasOwn(words.refused, refused)
    ? words.refused[refused as keyof DriverWords['refused']]
    : words.refusedElse
}

/** Reason why the link has ended, as far as known. */
export const linkEndedText = ({ ended }: DriverWords, { why, phone }: Ended): string =>
  [why && ended[why], phone && ended.call(phone)].filter(Boolean).join(' ')

/** Returns the proof that is still missing for the outcome, or null. */
export function missingProof(
  { business }: DriverRoute,
  stop: RunStop,
  outcome: 'DELIVERED' | 'FAILED',
): WantedProof | null {
  if (outcome === 'FAILED') return business.proof_required_failed && stop.photos === 0 ? 'PHOTO' : null
  const photo = stop.photos > 0
  const wanted = {
    NONE: null,
    PHOTO: photo ? null : 'PHOTO',
    SIGNATURE: stop.signed ? null : 'SIGNATURE',
    PHOTO_OR_SIGNATURE: photo || stop.signed ? null : 'PHOTO_OR_SIGNATURE',
    BOTH: photo ? (stop.signed ? null : 'SIGNATURE') : stop.signed ? 'PHOTO' : 'BOTH',
  } as const satisfies Record<DriverRoute['business']['proof_required'], WantedProof | null>
  return wanted[business.proof_required]
}

/** Returns the next proof to get before Delivered, or null if there is enough. */
export function nextProof(run: DriverRoute, stop: RunStop): 'PHOTO' | 'SIGNATURE' | null {
  if (missingProof(run, stop, 'DELIVERED') === null) return null
  return stop.photos > 0 || run.business.proof_required === 'SIGNATURE' ? 'SIGNATURE' : 'PHOTO'
}
