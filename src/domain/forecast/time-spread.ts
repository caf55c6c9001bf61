// Distribution of a time that is still ahead.
import { SCENARIOS } from './random-quantiles.ts'
import { countUpTo } from './condition-on-silence.ts'

/**
 * Share of arrivals before a customer's range, and after it. Because the range is then rounded outward, about 5 %
 * remain on each side.
 */
const RANGE_TAIL_SHARE = 0.07

/** Quantiles of a time, and the earliest time that is physically possible. */
export interface TimeSpread {
  earliest: number
  low: number
  q10: number
  median: number
  q90: number
  high: number
}

/**
 * Returns the distribution of the scenarios' times after now. The second half of `times`, if any, assumes that the
 * driver is further along than the taps show, which has the probability `lateReportProbability`. No quantile is before `earliest`, or
 * before the same quantile at the previous location (`previousSpread`).
 */
export function spreadOf(
  times: Float64Array,
  lateReportProbability: number,
  now: number,
  earliest: number,
  previousSpread: TimeSpread | null,
): TimeSpread {
  const onTime = sortedAfter(times.subarray(0, SCENARIOS), now)
  const late = sortedAfter(times.subarray(SCENARIOS), now)
  const { values, reached: cumulative } = mergeByWeight(onTime, late, lateReportProbability)
  let index = 0
  const quantile = (level: number, previous: number): number => {
    while (index < values.length - 1 && (cumulative[index] as number) < level) index++
    const high = values[index] ?? now
    const low = index > 0 ? (values[index - 1] as number) : high
    const width = index > 0 ? (cumulative[index] as number) - (cumulative[index - 1] as number) : 1
    const value = high - Math.max(0, (cumulative[index] ?? level) - level) * ((high - low) / width)
    return Math.max(value, earliest, previous)
  }
  const noBound = Number.NEGATIVE_INFINITY
  return {
    earliest,
    low: quantile(RANGE_TAIL_SHARE, previousSpread?.low ?? noBound),
    q10: quantile(0.1, previousSpread?.q10 ?? noBound),
    median: quantile(0.5, previousSpread?.median ?? noBound),
    q90: quantile(0.9, previousSpread?.q90 ?? noBound),
    high: quantile(1 - RANGE_TAIL_SHARE, previousSpread?.high ?? noBound),
  }
}

/** Merges two sorted sets. `cumulative` is the probability up to the middle of each value. */
function mergeByWeight(onTime: Float64Array, late: Float64Array, lateReportProbability: number) {
  const total = onTime.length * (1 - lateReportProbability) + late.length * lateReportProbability
  const values = new Float64Array(onTime.length + late.length)
  const cumulative = new Float64Array(values.length)
  let sum = 0
  for (let i = 0, j = 0; i < onTime.length || j < late.length; ) {
    const takeOnTime = j >= late.length || (i < onTime.length && (onTime[i] as number) <= (late[j] as number))
    const weight = (takeOnTime ? 1 - lateReportProbability : lateReportProbability) / total
    cumulative[i + j] = sum + weight / 2
    sum += weight
    if (takeOnTime) values[i + j] = onTime[i++] as number
    else values[i + j] = late[j++] as number
  }
  return { values, reached: cumulative }
}

function sortedAfter(values: Float64Array, now: number): Float64Array {
  const sorted = values.slice().sort()
  return sorted.subarray(countUpTo(sorted, now))
}

/** Returns the distribution of a time that is known. */
export const certainSpread = (at: number): TimeSpread => ({
  earliest: at,
  low: at,
  q10: at,
  median: at,
  q90: at,
  high: at,
})
