// Estimates the arrival range of a delivery (shown to customers) and the end of a route (shown to its driver), and
// detects whether the driver is at a stop.
import { straightLineMeters } from '../geo/geo.ts'
import type { Point } from '../orders/order.ts'

const MINUTE_MS = 60_000
const GRAIN_MS = 5 * MINUTE_MS

/** Minutes on either side of the estimate if this is the driver's next stop, and for each stop before it. */
const NEXT_MINUTES = 10
const PER_STOP_MINUTES = 3
const WIDEST_MINUTES = 60
/** Additional minutes for a route that hasn't started, because it may leave the depot late. */
const NOT_STARTED_MINUTES = 20

/**
 * Returns the range around an estimated arrival, rounded outward to five minutes. The range narrows as earlier stops
 * are finished. It begins no earlier than `earliest`: now, or the start of the window.
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
 * Returns the expected end of a route: the arrival at its last open stop, plus the planned time from the last arrival
 * to the end. `stops` are in driving order. Null if no stop is open.
 */
export function expectedEnd(plannedEnd: Date, stops: readonly ExpectedStop[]): Date | null {
  const last = stops.findLast(({ isOpen }) => isOpen)
  if (!last) return null
  const lastPlanned = Math.max(...stops.map(({ plannedArrival }) => plannedArrival.getTime()))
  return new Date((last.eta ?? last.plannedArrival).getTime() + plannedEnd.getTime() - lastPlanned)
}

const AT_STOP_METERS = 80
/** If the phone's location is less accurate than this, it can't be matched to a house. */
const MAX_ACCURACY_METERS = 120

/** Returns whether a phone with this location and accuracy seems to be at the stop. */
export const isProbablyAt = (phone: Point & { accuracyMeters: number }, stop: Point): boolean =>
  phone.accuracyMeters <= MAX_ACCURACY_METERS &&
  straightLineMeters(phone, stop) <= AT_STOP_METERS + phone.accuracyMeters / 2
