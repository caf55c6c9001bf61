// Conditions the scenarios on silence: the next event that a driver reports hasn't been reported by now.
import { EXPONENTIAL_QUANTILES, naturalLog, SCENARIOS, stratumMiddle } from './random-quantiles.ts'

/** Mean remaining time of a state that has outlasted every scenario, relative to its age. */
const TAIL_AGE_SHARE = 0.3
const MIN_TAIL_SECONDS = 60
/** Maximum of the probability, because silence never proves that the driver is further along than the taps show. */
const MAX_LATE_REPORT_PROBABILITY = 0.95

/**
 * Moves each scenario's time of the next event past `now`, because the event has not been reported yet. The order of
 * the scenarios stays, and their times are spread over the part of the distribution after `now`. Beyond the latest
 * time, the distribution continues as an exponential tail. Its mean grows with the age of the state, which began at
 * `since`. `survival` is the probability that nothing has been reported by `now`.
 */
export function conditionOnSilence(
  times: Float64Array,
  now: number,
  since: number,
): { times: Float64Array; survival: number } {
  const sorted = times.slice().sort()
  const elapsedCount = countUpTo(sorted, now)
  if (elapsedCount === 0) return { times, survival: 1 }
  const remainingCount = SCENARIOS - elapsedCount
  const latest = Math.max(now, sorted[SCENARIOS - 1] as number)
  const tailStart = Math.floor(SCENARIOS * 0.8)
  let excess = 0
  for (let s = tailStart; s < SCENARIOS; s++)
    excess += ((sorted[s] as number) - (sorted[tailStart] as number)) / (SCENARIOS - tailStart)
  const tailMean = Math.max(MIN_TAIL_SECONDS, excess, TAIL_AGE_SHARE * (now - since))
  const conditioned = Float64Array.from(ranksOf(times), (rank) => {
    if (remainingCount === 0) return now + tailMean * (EXPONENTIAL_QUANTILES[rank] as number)
    const remainingRank = (1 - stratumMiddle(rank)) * remainingCount
    if (remainingRank < 0.5) return latest + tailMean * naturalLog(0.5 / remainingRank)
    const index = SCENARIOS - 0.5 - remainingRank
    const lowerIndex = Math.floor(index)
    const low = Math.max(now, sorted[lowerIndex] as number)
    const high = Math.max(low, sorted[Math.min(SCENARIOS - 1, lowerIndex + 1)] as number)
    return low + (index - lowerIndex) * (high - low)
  })
  return { times: conditioned, survival: Math.max(remainingCount, 0.5) / SCENARIOS }
}

/**
 * Returns the probability that the driver is further along than the taps show, by Bayes' rule. The model has two kinds
 * of drivers. Drivers who report at once are silent until now with probability `survival`. A `lateReporterShare` of drivers reports
 * late and is always silent until now.
 */
export const lateReportProbability = (survival: number, lateReporterShare: number): number =>
  survival === 1
    ? 0
    : Math.min(
        MAX_LATE_REPORT_PROBABILITY,
        lateReporterShare / (lateReporterShare + (1 - lateReporterShare) * survival),
      )

/** Returns the number of values up to a limit. `sorted` is ascending. */
export function countUpTo(sorted: Float64Array, limit: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

function ranksOf(values: Float64Array): Uint8Array {
  const order = Array.from(values.keys()).sort((a, b) => (values[a] as number) - (values[b] as number) || a - b)
  const ranks = new Uint8Array(values.length)
  for (const [rank, scenario] of order.entries()) ranks[scenario] = rank
  return ranks
}
