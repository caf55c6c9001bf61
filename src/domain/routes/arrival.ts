// Estimates the end of a route, which its driver sees, and detects whether the driver is at a stop.
import { straightLineMeters } from '../geo/geo.ts'
import type { Point } from '../orders/order.ts'

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
  isWithinReach(straightLineMeters(phone, stop), phone.accuracyMeters)

/** Returns whether a location at this distance is near enough to a stop. An accuracy of null counts as exact. */
export const isWithinReach = (meters: number, accuracyMeters: number | null): boolean =>
  (accuracyMeters ?? 0) <= MAX_ACCURACY_METERS && meters <= AT_STOP_METERS + (accuracyMeters ?? 0) / 2
