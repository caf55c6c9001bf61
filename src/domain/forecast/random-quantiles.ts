// Fixed random numbers of the forecast, and quantile tables. Uses only + - * /, square roots and integer operations,
// so that a phone and the server get the same results, bit by bit.

/** Number of scenarios: possible courses of the rest of a day. */
export const SCENARIOS = 128

/** Levels of every quantile table. */
export const LEVELS = [0, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.975, 0.99, 1] as const

/** Values of a quantity at `LEVELS`, increasing. */
export type Quantiles = readonly number[]

/** Returns the middle of one of the equal parts of the interval from 0 to 1. */
export const stratumMiddle = (rank: number): number => (rank + 0.5) / SCENARIOS

/** Returns the value of a quantile table at a level between 0 and 1. */
export function quantileAt(table: Quantiles, level: number): number {
  let i = 1
  while (i < LEVELS.length - 1 && (LEVELS[i] as number) < level) i++
  const [low, high] = [LEVELS[i - 1] as number, LEVELS[i] as number]
  const lowValue = table[i - 1] as number
  return lowValue + ((level - low) / (high - low)) * ((table[i] as number) - lowValue)
}

const stratifiedByTable = new WeakMap<Quantiles, Float64Array>()

/** Returns the values of a quantile table in the middle of each stratum. */
export function stratifiedValues(table: Quantiles): Float64Array {
  const cached = stratifiedByTable.get(table)
  if (cached) return cached
  const values = Float64Array.from({ length: SCENARIOS }, (_, rank) => quantileAt(table, stratumMiddle(rank)))
  stratifiedByTable.set(table, values)
  return values
}

/** Number of different permutations that `stratumPermutation` returns. Two stops of a route rarely share one. */
const MAX_PERMUTATIONS = 4_096

const permutations = new Map<number, Uint8Array>()

/**
 * Returns a fixed permutation of the strata. A separate permutation for each independent quantity makes the scenarios a
 * Latin hypercube.
 */
export function stratumPermutation(quantity: number): Uint8Array {
  const seed = quantity % MAX_PERMUTATIONS
  const cached = permutations.get(seed)
  if (cached) return cached
  const permutation = Uint8Array.from({ length: SCENARIOS }, (_, i) => i)
  let state = Math.imul(seed + 1, 0x9e3779b1) | 0
  for (let i = SCENARIOS - 1; i > 0; i--) {
    // The mulberry32 generator.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    const j = ((mixed ^ (mixed >>> 14)) >>> 0) % (i + 1)
    const swapped = permutation[i] as number
    permutation[i] = permutation[j] as number
    permutation[j] = swapped
  }
  permutations.set(seed, permutation)
  return permutation
}

/** Returns a number that identifies a stop all day, for `stratumPermutation`. */
export function visitKey(id: string): number {
  let hash = 0
  for (let i = 0; i < id.length; i++) hash = (Math.imul(hash, 31) + id.charCodeAt(i)) | 0
  return hash >>> 0
}

/** Natural logarithm. The last bit of `Math.log` may differ between engines. */
export function naturalLog(x: number): number {
  let scaled = x
  let exponent = 0
  for (; scaled < 0.7; scaled *= 2) exponent--
  for (; scaled > 1.4; scaled /= 2) exponent++
  const y = (scaled - 1) / (scaled + 1)
  let sum = 0
  for (let power = y, k = 1; k < 40; k += 2, power *= y * y) sum += power / k
  return 2 * sum + exponent * Math.LN2
}

/** Exponential quantiles with mean 1, in the middle of each stratum. */
export const EXPONENTIAL_QUANTILES = Float64Array.from(
  { length: SCENARIOS },
  (_, rank) => -naturalLog(1 - stratumMiddle(rank)),
)

/** Standard normal quantiles in the middle of each stratum (Abramowitz and Stegun, 26.2.23; error below 0.00045). */
export const NORMAL_QUANTILES = Float64Array.from({ length: SCENARIOS }, (_, rank) => {
  const u = stratumMiddle(rank)
  const t = Math.sqrt(-2 * naturalLog(Math.min(u, 1 - u)))
  const z = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
  return u < 0.5 ? -z : z
})
