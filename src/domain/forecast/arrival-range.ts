// The range of arrival that a customer sees, and when a range that was given to a customer is broken. Times are epoch
// seconds.
import type { TimeSpread } from './time-spread.ts'

export interface ArrivalRange {
  from: number
  to: number
}

const MINUTE = 60
const FINE_ROUNDING_SECONDS = 5 * MINUTE
const COARSE_ROUNDING_SECONDS = 15 * MINUTE
/** Wider ranges are rounded to 15 minutes. */
const MAX_FINE_WIDTH_SECONDS = 60 * MINUTE
/** A new range replaces the shown range if its width is at most this fraction of the width of the shown range. */
const MAX_NARROWER_SHARE = 0.75

/**
 * Returns the ranges of arrival along a route, each rounded outward. A range contains the arrival in 90 % of cases. It
 * begins neither before the earliest possible time nor before the range of the previous stop. A range that is `shown`
 * stays while it contains the middle 80 % of arrivals and isn't much wider than necessary.
 */
export function nextArrivalRanges(
  stops: readonly { spread: TimeSpread; shown: ArrivalRange | null }[],
): ArrivalRange[] {
  let previous: ArrivalRange = { from: Number.NEGATIVE_INFINITY, to: Number.NEGATIVE_INFINITY }
  return stops.map(({ spread, shown }) => {
    const { from, to } = nextRange(spread, shown)
    return (previous = { from: Math.max(from, previous.from), to: Math.max(to, previous.to) })
  })
}

function nextRange(spread: TimeSpread, shown: ArrivalRange | null): ArrivalRange {
  const newRange = rangeAround(spread)
  if (!shown) return newRange
  const remaining = clipToPossible(shown, spread)
  const stillHolds = spread.q10 >= remaining.from && spread.q90 <= remaining.to
  const isMuchNarrower = newRange.to - newRange.from <= MAX_NARROWER_SHARE * (remaining.to - remaining.from)
  return stillHolds && !isMuchNarrower ? remaining : newRange
}

function rangeAround(spread: TimeSpread): ArrivalRange {
  const { low, high } = spread
  const rounding = high - low > MAX_FINE_WIDTH_SECONDS ? COARSE_ROUNDING_SECONDS : FINE_ROUNDING_SECONDS
  const range = { from: Math.floor(low / rounding) * rounding, to: Math.ceil(high / rounding) * rounding }
  return clipToPossible(range, spread)
}

/** Cuts off the part of a range that can't be reached. */
const clipToPossible = ({ from, to }: ArrivalRange, { earliest }: TimeSpread): ArrivalRange => {
  const first = Math.ceil(earliest / MINUTE) * MINUTE
  return { from: Math.max(from, first), to: Math.max(to, first) }
}

/** Maximum time by which an arrival may be outside the range that the customer received. */
const TOLERANCE_SECONDS = 10 * MINUTE
/** The maximum after a notice, so that few customers get a third range. */
const TOLERANCE_AFTER_NOTICE_SECONDS = 20 * MINUTE
const MIN_NOTICE_INTERVAL_SECONDS = 30 * MINUTE

/**
 * Returns whether the customer should get a new range. One reason is that the arrival is probably outside the previous
 * range by more than the tolerance. The other reason is that the arrival is after the customer's window, although the
 * previous range was not.
 */
export function isRangeBroken(
  median: number,
  promised: ArrivalRange | null,
  windowEnd: number | null,
  wasNotified: boolean,
): boolean {
  const latestInWindow = windowEnd ?? Number.POSITIVE_INFINITY
  if (!promised) return median > latestInWindow
  const tolerance = wasNotified ? TOLERANCE_AFTER_NOTICE_SECONDS : TOLERANCE_SECONDS
  const latest =
    promised.to > latestInWindow ? promised.to + tolerance : Math.min(promised.to + tolerance, latestInWindow)
  return median > latest || median < promised.from - tolerance
}

/** Returns whether a notice may follow, if the last one was sent at `noticeAt`. */
export const mayNotifyAgain = (noticeAt: number | null, now: number): boolean =>
  noticeAt === null || now - noticeAt >= MIN_NOTICE_INTERVAL_SECONDS
