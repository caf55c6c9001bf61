// The expected arrival that people see. The stored forecast is up to a minute old, so times that have passed since are
// replaced by the current time.
import { FINISHED_STOP, type StopStatus } from '../routes/stop.ts'

export interface ExpectedStop {
  status: StopStatus
  eta: Date | null
  etaRange: { from: Date; to: Date } | null
}

/** Returns the expected arrival at a stop that the driver hasn't reached. Null if there is none. */
export function expectedNow(
  { status, eta, etaRange }: ExpectedStop,
  now: Date,
): { eta: Date; range: { from: Date; to: Date } } | null {
  if (!eta || !etaRange || FINISHED_STOP[status] || status === 'ARRIVED') return null
  return { eta: laterOf(eta, now), range: { from: laterOf(etaRange.from, now), to: laterOf(etaRange.to, now) } }
}

export const laterOf = (time: Date, now: Date): Date => (time < now ? now : time)
