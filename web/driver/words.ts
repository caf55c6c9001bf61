// Times and states as the driver reads them.
import type { Run, RunStop } from '../../src/contract/driver.ts'
import type { PauseOut } from '../../src/contract/routes.ts'
import { stopsOfTrip } from '../../src/domain/routes/trips.ts'
import type { ProofToSend, Waiting } from './outbox.ts'
import type { Refused } from './server.ts'

export const clock = (iso: string, timeZone: string): string =>
  new Date(iso).toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })

/** 9:00 AM of an HH:mm. */
const timeOfDay = (time: string): string => clock(`1970-01-01T${time}:00Z`, 'UTC')

export function windowOf({ window_start: start, window_end: end, more_windows: more = [] }: RunStop): string | null {
  const spans = more.map((one) => `${timeOfDay(one.window_start)} – ${timeOfDay(one.window_end)}`)
  if (start && end) return [`${timeOfDay(start)} – ${timeOfDay(end)}`, ...spans].join(' or ')
  if (start) return `from ${timeOfDay(start)}`
  return end && [`by ${timeOfDay(end)}`, ...spans].join(' or ')
}

/** Break 12:00 PM – 12:30 PM. */
export function pauseWords({ kind, start, end, trip }: PauseOut, { stops, business }: Run): string {
  const span = `${clock(start, business.time_zone)} – ${clock(end, business.time_zone)}`
  if (kind === 'BREAK') return `Break ${span}`
  return `Back to the depot: load ${many(stopsOfTrip(stops, trip), 'stop') ?? 'nothing'}, ${span}`
}

/** What lies between a stop, or the way home, and the stop before. */
export const pausesBefore = (run: Run, sequence: number | null): PauseOut[] =>
  (run.route.pauses ?? []).filter((pause) => placeOf(run, pause) === sequence)

export const reloadsBefore = (run: Run, sequence: number): boolean =>
  pausesBefore(run, sequence).some(({ kind }) => kind === 'RELOAD')

/** A reload comes before the first of its stops, wherever the driver has put them and whatever was skipped. */
function placeOf({ stops }: Run, { kind, trip, before_sequence: before }: PauseOut): number | null | undefined {
  if (kind === 'BREAK') return before
  return stops.find((stop) => stop.trip === trip && stop.status !== 'SKIPPED')?.sequence
}

export const STATE_WORDS = {
  PENDING: 'Planned',
  EN_ROUTE: 'On the way',
  ARRIVED: 'Arrived',
  DELIVERED: 'Delivered',
  FAILED: 'Not delivered',
  SKIPPED: 'Skipped',
} as const satisfies Record<RunStop['status'], string>

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

/** What waits, by what the driver did: 3 stops, 2 photos. */
export function toSend(waiting: readonly Waiting[]): string {
  const stops = new Set(waiting.flatMap(({ tap }) => tap?.stop_uuid ?? []))
  const count = (kind: ProofToSend['kind']) => waiting.filter(({ proof }) => proof?.kind === kind).length
  const parts = [many(stops.size, 'stop'), many(count('PHOTO'), 'photo'), many(count('SIGNATURE'), 'signature')].filter(
    (part) => part !== null,
  )
  return parts.length > 0 ? parts.join(', ') : '1 update'
}

const many = (count: number, name: string): string | null =>
  count === 0 ? null : `${count} ${name}${count === 1 ? '' : 's'}`

/** Why something was not saved, in words for the driver; else in the server's. */
export function whyRefused({ code, refused }: Refused, { tap, proof }: Waiting): string {
  const sentOn = proof ? `Your ${proof.kind === 'PHOTO' ? 'photo' : 'signature'} went to the office.` : ''
  if (code === 'NOT_FOUND') return `The office took this stop off your route. ${sentOn || 'It knows what you tapped.'}`
  if (code === 'STOP_FINISHED')
    return `This stop already has an outcome, from another phone or the office. ${sentOn}`.trim()
  if (code === 'ROUTE_CHANGED') return 'The stops changed meanwhile.'
  if (code === 'NOTHING_TO_UNDO') return 'There is nothing to undo any more.'
  if (code === 'INVALID' && proof?.kind === 'PHOTO') return 'This photo can’t be read. Please take it again.'
  if (code === 'PROOF_REQUIRED' && tap) return 'The office asks for a photo or signature first.'
  return refused
}

/** What is still missing before Delivered, in words; null when nothing is. */
export function proofWanted({ business }: Run, stop: RunStop, outcome: 'DELIVERED' | 'FAILED'): string | null {
  if (outcome === 'FAILED') return business.proof_required_failed && stop.photos === 0 ? 'a photo' : null
  const photo = stop.photos > 0
  const wanted = {
    NONE: null,
    PHOTO: photo ? null : 'a photo',
    SIGNATURE: stop.signed ? null : 'a signature',
    PHOTO_OR_SIGNATURE: photo || stop.signed ? null : 'a photo or a signature',
    BOTH: photo ? (stop.signed ? null : 'a signature') : stop.signed ? 'a photo' : 'a photo and a signature',
  } as const satisfies Record<Run['business']['proof_required'], string | null>
  return wanted[business.proof_required]
}

/** The proof to get next before Delivered; null when there is enough. */
export function nextProof(run: Run, stop: RunStop): 'PHOTO' | 'SIGNATURE' | null {
  if (proofWanted(run, stop, 'DELIVERED') === null) return null
  return stop.photos > 0 || run.business.proof_required === 'SIGNATURE' ? 'SIGNATURE' : 'PHOTO'
}

/** Why a stop is passed over for now; nobody but the office reads it. */
export const SKIP_REASONS = ['Closed right now', 'No time left', 'Goods not on the vehicle', 'Can’t get there'] as const
