// Decides when a changed expected arrival is sent (docs/spec/webhooks.md#expected-arrivals): when its difference from
// the planned arrival passes another whole step of minutes. The decision depends only on three times, so that a
// repeated event is the same.

/** Step of the log. Endpoints choose a multiple of it. */
export const ETA_STEP_MINUTES = 5
/** Step of an endpoint without a setting. */
export const DEFAULT_ETA_CHANGE_MINUTES = 10
export const MAX_ETA_CHANGE_MINUTES = 120

const MINUTE_MS = 60_000

export interface EtaChange {
  plannedArrival: Date
  before: Date
  after: Date
}

/** Returns whole minutes after the planned arrival; negative if before. */
export const lateMinutes = (at: Date, plannedArrival: Date): number =>
  Math.trunc((at.getTime() - plannedArrival.getTime()) / MINUTE_MS)

/** Returns whether the changed arrival passes another whole step. */
export function isWorthAnEvent({ plannedArrival, before, after }: EtaChange): boolean {
  const steps = (at: Date): number => Math.trunc(lateMinutes(at, plannedArrival) / ETA_STEP_MINUTES)
  return steps(before) !== steps(after)
}
