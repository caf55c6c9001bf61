// The range of arrival that a customer sees, and when a range that was given to a customer is broken. Times are epoch
// seconds.
import type { Spread } from './spread.ts'

export interface Range {
  from: number
  to: number
}

const MINUTE = 60
const FINE = 5 * MINUTE
const COARSE = 15 * MINUTE
/** Wider ranges are rounded to 15 minutes. */
const FINE_UP_TO = 60 * MINUTE
/** A new range replaces the shown range if its width is at most this fraction of the width of the shown range. */
const NARROWS_AT = 0.75

/**
 * Returns the ranges of arrival along a route, each rounded outward. A range contains the arrival in 90 % of cases. It
 * begins neither before the earliest possible time nor before the range of the previous stop. A range that is `shown`
 * stays while it contains the middle 80 % of arrivals and isn't much wider than necessary.
 */
export function nextRanges(stops: readonly { spread: Spread; shown: Range | null }[]): Range[] {
  let before: Range = { from: Number.NEGATIVE_INFINITY, to: Number.NEGATIVE_INFINITY }
  return stops.map(({ spread, shown }) => {
    const { from, to } = nextRange(spread, shown)
    return (before = { from: Math.max(from, before.from), to: Math.max(to, before.to) })
  })
}

function nextRange(spread: Spread, shown: Range | null): Range {
  const fresh = freshRange(spread)
  if (!shown) return fresh
  const left = possible(shown, spread)
  const holds = spread.q10 >= left.from && spread.q90 <= left.to
  const narrows = fresh.to - fresh.from <= NARROWS_AT * (left.to - left.from)
  return holds && !narrows ? left : fresh
}

function freshRange(spread: Spread): Range {
  const { low, high } = spread
  const grain = high - low > FINE_UP_TO ? COARSE : FINE
  const range = { from: Math.floor(low / grain) * grain, to: Math.ceil(high / grain) * grain }
  return possible(range, spread)
}

/** Cuts off the part of a range that can't be reached. */
const possible = ({ from, to }: Range, { earliest }: Spread): Range => {
  const first = Math.ceil(earliest / MINUTE) * MINUTE
  return { from: Math.max(from, first), to: Math.max(to, first) }
}

/** Maximum time by which an arrival may be outside the range that the customer received. */
const TOLERANCE = 10 * MINUTE
const NOTICES_APART = 30 * MINUTE

/**
 * Returns whether the customer should get a new range. One reason is that the arrival is probably outside the previous
 * range by more than the tolerance. The other reason is that the arrival is after the customer's window, although the
 * previous range was not.
 */
export function isBroken(median: number, told: Range | null, windowEnd: number | null): boolean {
  const end = windowEnd ?? Number.POSITIVE_INFINITY
  if (!told) return median > end
  const latest = told.to > end ? told.to + TOLERANCE : Math.min(told.to + TOLERANCE, end)
  return median > latest || median < told.from - TOLERANCE
}

/** Returns whether a notice may follow, if the last one was sent at `noticeAt`. */
export const mayTellAgain = (noticeAt: number | null, now: number): boolean =>
  noticeAt === null || now - noticeAt >= NOTICES_APART
