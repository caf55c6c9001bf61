// Learns from deliveries to an address: the service time, and the location where goods are handed over.
import { straightLineMeters } from '../geo/geo.ts'
import { median } from './median.ts'
import type { Placement, Point } from '../orders/order.ts'
import type { StopStatus } from '../routes/stop.ts'

/** Number of most recent visits that count. Older visits are not reliable evidence. */
export const VISITS_KEPT = 10

/** Minimum number of visits. Fewer are not reliable. */
export const MIN_VISITS = 3

/**
 * Below the minimum, arrival and outcome were tapped together. Above the maximum, the driver forgot one of the two
 * taps.
 */
const MIN_MINUTES = 0.5
const MAX_MINUTES = 120

interface Visit {
  status: StopStatus
  arrivedAt: Date | null
  finishedAt: Date | null
}

/** Returns the minutes of a delivery from arrival to outcome. Null if they are unknown or implausible. */
export function visitMinutes({ status, arrivedAt, finishedAt }: Visit): number | null {
  if (status !== 'DELIVERED' || !arrivedAt || !finishedAt) return null
  const minutes = (finishedAt.getTime() - arrivedAt.getTime()) / 60_000
  return minutes >= MIN_MINUTES && minutes <= MAX_MINUTES ? minutes : null
}

/** Returns the median in whole minutes, at least 1. Null if there are too few visits. */
export function typicalMinutes(minutes: readonly number[]): number | null {
  return minutes.length < MIN_VISITS ? null : Math.max(1, Math.round(median(minutes)))
}

export const KNOWN_BY = ['OFFICE', 'DELIVERIES'] as const
export type KnownBy = (typeof KNOWN_BY)[number]

/** A less accurate position doesn't show where deliveries are handed over. */
export const MAX_ACCURACY_METERS = 50
/** Maximum movement, from arrival to outcome, of a phone that stays at the stop. */
const SAME_PLACE_METERS = 100
/** Visits agree if they are within this distance of their middle. */
const AGREE_METERS = 60
/** An exact pin within this distance of the hand-over location is right, because drivers park nearby. */
const PIN_RIGHT_METERS = 100
/** If an exact pin is farther away, something else is wrong, and the visits are ignored. */
const PIN_IN_DOUBT_METERS = 1_000

/**
 * Returns the location of the delivery. Null if the phone moved between arrival and outcome, because the driver may
 * have tapped later from another location.
 */
export const handedOverAt = (arrived: Point | null, delivered: Point | null): Point | null =>
  arrived && delivered && straightLineMeters(arrived, delivered) <= SAME_PLACE_METERS ? delivered : null

/**
 * Returns the location of an address that its visits confirm: its pin if the visits agree with it, else the middle of
 * the visits. Null if too few visits, or not most of them, agree.
 */
export function placeConfirmedByVisits(
  handedOver: readonly Point[],
  pin: { point: Point | null; placement: Placement },
): Point | null {
  const middle = { lat: median(handedOver.map(({ lat }) => lat)), lng: median(handedOver.map(({ lng }) => lng)) }
  const agreeing = handedOver.filter((point) => straightLineMeters(point, middle) <= AGREE_METERS).length
  if (agreeing < MIN_VISITS || agreeing * 2 <= handedOver.length) return null
  if (!pin.point || pin.placement !== 'PLACED') return middle
  const off = straightLineMeters(pin.point, middle)
  if (off > PIN_IN_DOUBT_METERS) return null
  return off <= PIN_RIGHT_METERS ? pin.point : middle
}
