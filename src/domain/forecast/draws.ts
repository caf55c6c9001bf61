// Fixed random numbers of the forecast, and quantile tables. Uses only + - * /, square roots and integer operations,
// so that a phone and the server get the same results, bit by bit.

/** Number of scenarios: possible courses of the rest of a day. */
export const SCENARIOS = 128

/** Levels of every quantile table. */
export const LEVELS = [0, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.975, 0.99, 1] as const

/** Values of a quantity at `LEVELS`, increasing. */
export type Quantiles = readonly number[]

/** Returns the middle of one of the equal parts of the interval from 0 to 1. */
export const stratum = (rank: number): number => (rank + 0.5) / SCENARIOS

/** Returns the value of a quantile table at a level between 0 and 1. */
export function quantileAt(table: Quantiles, level: number): number {
  let i = 1
  while (i < LEVELS.length - 1 && (LEVELS[i] as number) < level) i++
  const [low, high] = [LEVELS[i - 1] as number, LEVELS[i] as number]
  const from = table[i - 1] as number
  return from + ((level - low) / (high - low)) * ((table[i] as number) - from)
}

const expanded = new WeakMap<Quantiles, Float64Array>()

/** Returns the values of a quantile table in the middle of each stratum. */
export function expand(table: Quantiles): Float64Array {
  const known = expanded.get(table)
  if (known) return known
  const values = Float64Array.from({ length: SCENARIOS }, (_, rank) => quantileAt(table, stratum(rank)))
  expanded.set(table, values)
  return values
}

/** Number of different permutations that `orderOf` returns. Two stops of a route rarely share one. */
const ORDERS = 4_096

const orders = new Map<number, Uint8Array>()

/**
 * Returns a fixed permutation of the strata. A separate permutation for each independent quantity makes the scenarios a
 * Latin hypercube.
 */
export function orderOf(quantity: number): Uint8Array {
  const seed = quantity % ORDERS
  const known = orders.get(seed)
  if (known) return known
  const order = Uint8Array.from({ length: SCENARIOS }, (_, i) => i)
  let state = Math.imul(seed + 1, 0x9e3779b1) | 0
  for (let i = SCENARIOS - 1; i > 0; i--) {
    // The mulberry32 generator.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    const j = ((mixed ^ (mixed >>> 14)) >>> 0) % (i + 1)
    const kept = order[i] as number
    order[i] = order[j] as number
    order[j] = kept
  }
  orders.set(seed, order)
  return order
}

/** Returns a number that identifies a stop all day, for `orderOf`. */
export function keyOf(id: string): number {
  let hash = 0
  for (let i = 0; i < id.length; i++) hash = (Math.imul(hash, 31) + id.charCodeAt(i)) | 0
  return hash >>> 0
}

/** Natural logarithm. The last bit of `Math.log` may differ between engines. */
export function ln(x: number): number {
  let scaled = x
  let twos = 0
  for (; scaled < 0.7; scaled *= 2) twos--
  for (; scaled > 1.4; scaled /= 2) twos++
  const y = (scaled - 1) / (scaled + 1)
  let sum = 0
  for (let power = y, k = 1; k < 40; k += 2, power *= y * y) sum += power / k
  return 2 * sum + twos * Math.LN2
}

/** Exponential quantiles with mean 1, in the middle of each stratum. */
export const EXPONENTIAL = Float64Array.from({ length: SCENARIOS }, (_, rank) => -ln(1 - stratum(rank)))

/** Standard normal quantiles in the middle of each stratum (Abramowitz and Stegun, 26.2.23; error below 0.00045). */
export const NORMAL = Float64Array.from({ length: SCENARIOS }, (_, rank) => {
  const u = stratum(rank)
  const t = Math.sqrt(-2 * ln(Math.min(u, 1 - u)))
  const z = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
  return u < 0.5 ? -z : z
})
