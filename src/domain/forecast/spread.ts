// Distribution of a time that is still ahead.
import { SCENARIOS } from './draws.ts'
import { countUpTo } from './overdue.ts'

/**
 * Share of arrivals before a customer's range, and after it. Because the range is then rounded outward, about 5 %
 * remain on each side.
 */
const RANGE_TAIL = 0.07

/** Quantiles of a time, and the earliest time that is physically possible. */
export interface Spread {
  earliest: number
  low: number
  q10: number
  median: number
  q90: number
  high: number
}

/**
 * Returns the distribution of the scenarios' times after now. The second half of `times`, if any, assumes that the
 * driver is further along than the taps show, which has the probability `unheard`. No quantile is before `earliest`, or
 * before the same quantile at the previous location (`before`).
 */
export function spreadOf(
  times: Float64Array,
  unheard: number,
  now: number,
  earliest: number,
  before: Spread | null,
): Spread {
  const heard = after(times.subarray(0, SCENARIOS), now)
  const other = after(times.subarray(SCENARIOS), now)
  const { values, reached } = merged(heard, other, unheard)
  let from = 0
  const at = (level: number, previous: number): number => {
    while (from < values.length - 1 && (reached[from] as number) < level) from++
    const high = values[from] ?? now
    const low = from > 0 ? (values[from - 1] as number) : high
    const width = from > 0 ? (reached[from] as number) - (reached[from - 1] as number) : 1
    const value = high - Math.max(0, (reached[from] ?? level) - level) * ((high - low) / width)
    return Math.max(value, earliest, previous)
  }
  const none = Number.NEGATIVE_INFINITY
  return {
    earliest,
    low: at(RANGE_TAIL, before?.low ?? none),
    q10: at(0.1, before?.q10 ?? none),
    median: at(0.5, before?.median ?? none),
    q90: at(0.9, before?.q90 ?? none),
    high: at(1 - RANGE_TAIL, before?.high ?? none),
  }
}

/** Merges two sorted sets. `reached` is the probability up to the middle of each value. */
function merged(heard: Float64Array, other: Float64Array, unheard: number) {
  const total = heard.length * (1 - unheard) + other.length * unheard
  const values = new Float64Array(heard.length + other.length)
  const reached = new Float64Array(values.length)
  let sum = 0
  for (let i = 0, j = 0; i < heard.length || j < other.length; ) {
    const isHeard = j >= other.length || (i < heard.length && (heard[i] as number) <= (other[j] as number))
    const weight = (isHeard ? 1 - unheard : unheard) / total
    reached[i + j] = sum + weight / 2
    sum += weight
    if (isHeard) values[i + j] = heard[i++] as number
    else values[i + j] = other[j++] as number
  }
  return { values, reached }
}

function after(values: Float64Array, now: number): Float64Array {
  const sorted = values.slice().sort()
  return sorted.subarray(countUpTo(sorted, now))
}
