// When a changed expected arrival is news (docs/spec/webhooks.md#expected-arrivals): whenever it has passed another whole step
// of minutes from the planned arrival. That follows from three times alone, so that what is sent again is the same.

/** The log's step; endpoints choose a multiple of it. */
export const ETA_STEP_MINUTES = 5
/** Of an endpoint that says nothing. */
export const DEFAULT_ETA_CHANGE_MINUTES = 10
export const MAX_ETA_CHANGE_MINUTES = 120

const MINUTE_MS = 60_000

export interface EtaChange {
  plannedArrival: Date
  before: Date
  after: Date
}

/** Whole minutes after the planned arrival; before it they are negative. */
export const lateMinutes = (at: Date, plannedArrival: Date): number =>
  Math.trunc((at.getTime() - plannedArrival.getTime()) / MINUTE_MS)

export function isNews({ plannedArrival, before, after }: EtaChange): boolean {
  const steps = (at: Date): number => Math.trunc(lateMinutes(at, plannedArrival) / ETA_STEP_MINUTES)
  return steps(before) !== steps(after)
}
