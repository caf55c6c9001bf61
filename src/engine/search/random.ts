// Seeded random numbers for the search (xorshift32). The state sits in a typed array so that no draw allocates.

const state = new Int32Array(1)

/** Starts the sequence of a seed: the same seed gives the same draws. */
export function seedRandom(seed: number): void {
  let mixed = (Math.floor(seed) ^ 0x9e3779b9) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  state[0] = (mixed ^ (mixed >>> 15)) | 0 || 1
}

/** A whole number from 0 to below `bound`; `bound` up to 2^30. */
export function below(bound: number): number {
  let x = state[0]!
  x ^= x << 13
  x ^= x >>> 17
  x ^= x << 5
  state[0] = x
  return ((x >>> 0) * 2.3283064365386963e-10 * bound) | 0
}

/** A number from 0 to below 1. */
export function uniform(): number {
  let x = state[0]!
  x ^= x << 13
  x ^= x >>> 17
  x ^= x << 5
  state[0] = x
  return (x >>> 0) * 2.3283064365386963e-10
}
