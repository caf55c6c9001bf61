// Times and states as the driver reads them.
import type { Run, RunStop } from '../../src/contract/driver.ts'

export const clock = (iso: string, timeZone: string): string =>
  new Date(iso).toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })

/** 9:00 AM of an HH:mm. */
const timeOfDay = (time: string): string => clock(`1970-01-01T${time}:00Z`, 'UTC')

export function windowOf({ window_start: start, window_end: end }: RunStop): string | null {
  if (start && end) return `${timeOfDay(start)} – ${timeOfDay(end)}`
  if (start) return `from ${timeOfDay(start)}`
  return end && `by ${timeOfDay(end)}`
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
