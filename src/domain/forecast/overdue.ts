// Conditions the scenarios on silence: the next event that a driver reports hasn't been reported by now.
import { EXPONENTIAL, ln, SCENARIOS, stratum } from './draws.ts'

/** Mean remaining time of a state that has outlasted every scenario, relative to its age. */
const AGE_SHARE = 0.3
const MIN_TAIL_SECONDS = 60
/** Maximum of the probability, because silence never proves that the driver is further along than the taps show. */
const MAX_UNHEARD = 0.95

/**
 * Moves each scenario's time of the next event past `now`, because the event has not been reported yet. The order of
 * the scenarios stays, and their times are spread over the part of the distribution after `now`. Beyond the latest
 * time, the distribution continues as an exponential tail. Its mean grows with the age of the state, which began at
 * `since`. `survival` is the probability that nothing has been reported by `now`.
 */
export function outlast(times: Float64Array, now: number, since: number): { times: Float64Array; survival: number } {
  const sorted = times.slice().sort()
  const over = countUpTo(sorted, now)
  if (over === 0) return { times, survival: 1 }
  const left = SCENARIOS - over
  const last = Math.max(now, sorted[SCENARIOS - 1] as number)
  const tail = Math.floor(SCENARIOS * 0.8)
  let excess = 0
  for (let s = tail; s < SCENARIOS; s++)
    excess += ((sorted[s] as number) - (sorted[tail] as number)) / (SCENARIOS - tail)
  const scale = Math.max(MIN_TAIL_SECONDS, excess, AGE_SHARE * (now - since))
  const conditioned = Float64Array.from(ranksOf(times), (rank) => {
    if (left === 0) return now + scale * (EXPONENTIAL[rank] as number)
    const above = (1 - stratum(rank)) * left
    if (above < 0.5) return last + scale * ln(0.5 / above)
    const place = SCENARIOS - 0.5 - above
    const at = Math.floor(place)
    const low = Math.max(now, sorted[at] as number)
    const high = Math.max(low, sorted[Math.min(SCENARIOS - 1, at + 1)] as number)
    return low + (place - at) * (high - low)
  })
  return { times: conditioned, survival: Math.max(left, 0.5) / SCENARIOS }
}

/**
 * Returns the probability that the driver is further along than the taps show, by Bayes' rule. The model has two kinds
 * of drivers. Drivers who report at once are silent until now with probability `survival`. A `share` of drivers reports
 * late and is always silent until now.
 */
export const unheardAfter = (survival: number, share: number): number =>
  survival === 1 ? 0 : Math.min(MAX_UNHEARD, share / (share + (1 - share) * survival))

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
  for (const [rank, s] of order.entries()) ranks[s] = rank
  return ranks
}
