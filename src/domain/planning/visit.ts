// What deliveries to a place teach of it: how long one takes there, and where it is.
import { straightLineMeters } from '../geo/geo.ts'
import { median } from './median.ts'
import type { Placement, Point } from '../orders/order.ts'
import type { StopStatus } from '../routes/stop.ts'

/** As many of the last visits to a place count: older ones say little of it today. */
export const VISITS_KEPT = 10

/** Fewer say too little. */
export const FEWEST_VISITS = 3

/** Less, and arrival and outcome were tapped together; more, and one of the two was forgotten. */
const SHORTEST_MINUTES = 0.5
const LONGEST_MINUTES = 120

interface Visit {
  status: StopStatus
  arrivedAt: Date | null
  finishedAt: Date | null
}

/** Minutes that a delivery took, from arrival to outcome; null where nobody can tell. */
export function visitMinutes({ status, arrivedAt, finishedAt }: Visit): number | null {
  if (status !== 'DELIVERED' || !arrivedAt || !finishedAt) return null
  const minutes = (finishedAt.getTime() - arrivedAt.getTime()) / 60_000
  return minutes >= SHORTEST_MINUTES && minutes <= LONGEST_MINUTES ? minutes : null
}

/** The median in whole minutes, at least 1; null with too few visits. */
export function usualMinutes(minutes: readonly number[]): number | null {
  return minutes.length < FEWEST_VISITS ? null : Math.max(1, Math.round(median(minutes)))
}

export const KNOWN_BY = ['OFFICE', 'DELIVERIES'] as const
export type KnownBy = (typeof KNOWN_BY)[number]

/** A less accurate position says nothing about where deliveries are handed over. */
export const WORST_ACCURACY_METERS = 50
/** From arrival to outcome a phone that stays at the stop moves no further. */
const SAME_PLACE_METERS = 100
/** Visits agree that are this near to their middle. */
const AGREE_METERS = 60
/** An exact pin this near to where deliveries are handed over is right: drivers park nearby. */
const PIN_RIGHT_METERS = 100
/** Further from an exact pin something else is wrong, and nothing is learnt. */
const PIN_IN_DOUBT_METERS = 1_000

/** Where it was handed over: the phone was there on arrival and at the outcome, not tapping later from elsewhere. */
export const handedOverAt = (arrived: Point | null, delivered: Point | null): Point | null =>
  arrived && delivered && straightLineMeters(arrived, delivered) <= SAME_PLACE_METERS ? delivered : null

/**
 * What the visits to an address make its place: that of its pin where they bear it out, else their middle. Null
 * while too few of them, or not most of them, agree.
 */
export function confirmedPlace(
  handedOver: readonly Point[],
  pin: { point: Point | null; placement: Placement },
): Point | null {
  const middle = { lat: median(handedOver.map(({ lat }) => lat)), lng: median(handedOver.map(({ lng }) => lng)) }
  const agreeing = handedOver.filter((point) => straightLineMeters(point, middle) <= AGREE_METERS).length
  if (agreeing < FEWEST_VISITS || agreeing * 2 <= handedOver.length) return null
  if (!pin.point || pin.placement !== 'PLACED') return middle
  const off = straightLineMeters(pin.point, middle)
  if (off > PIN_IN_DOUBT_METERS) return null
  return off <= PIN_RIGHT_METERS ? pin.point : middle
}
