// Estimates when a delivery arrives (the range that customers read), when a route ends (for its driver), and whether the driver
// is at the stop.
import { straightLineMeters } from '../geo/geo.ts'
import type { Point } from '../orders/order.ts'

const MINUTE_MS = 60_000
const GRAIN_MS = 5 * MINUTE_MS

/** Minutes to either side of the estimate when the driver heads here next, and for each stop before. */
const NEXT_MINUTES = 10
const PER_STOP_MINUTES = 3
const WIDEST_MINUTES = 60
/** A route that has not left the depot may leave late. */
const NOT_STARTED_MINUTES = 20

/**
 * The range around an estimated arrival, cut outward to five minutes. It narrows as stops before are done, and it
 * begins no earlier than `earliest`: now, or when the window opens.
 */
export function arrivalRange(
  eta: Date,
  driver: { started: boolean; stopsBefore: number },
  earliest: Date,
): { from: Date; to: Date } {
  const known = NEXT_MINUTES + PER_STOP_MINUTES * driver.stopsBefore
  const either = Math.min(WIDEST_MINUTES, known + (driver.started ? 0 : NOT_STARTED_MINUTES)) * MINUTE_MS
  const center = Math.max(eta.getTime(), earliest.getTime())
  const from = Math.max(center - either, earliest.getTime())
  return {
    from: new Date(Math.floor(from / GRAIN_MS) * GRAIN_MS),
    to: new Date(Math.ceil((center + either) / GRAIN_MS) * GRAIN_MS),
  }
}

interface ExpectedStop {
  plannedArrival: Date
  eta: Date | null
  isOpen: boolean
}

/**
 * Returns when a route is expected to end: the arrival at its last open stop, plus the planned time from the last arrival to
 * the end. `stops` are in driving order. Null if no stop is open.
 */
export function expectedEnd(plannedEnd: Date, stops: readonly ExpectedStop[]): Date | null {
  const last = stops.findLast(({ isOpen }) => isOpen)
  if (!last) return null
  const lastPlanned = Math.max(...stops.map(({ plannedArrival }) => plannedArrival.getTime()))
  return new Date((last.eta ?? last.plannedArrival).getTime() + plannedEnd.getTime() - lastPlanned)
}

const AT_STOP_METERS = 80
/** A phone that knows its place less well than this says nothing about a house. */
const WORST_ACCURACY_METERS = 120

/** Whether a phone that sees itself here, that accurately, seems to be at the stop. */
export const seemsToBeAt = (phone: Point & { accuracyMeters: number }, stop: Point): boolean =>
  phone.accuracyMeters <= WORST_ACCURACY_METERS &&
  straightLineMeters(phone, stop) <= AT_STOP_METERS + phone.accuracyMeters / 2
