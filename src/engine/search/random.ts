// Seeded random numbers for the search (xorshift32). The state is in a typed array so that a draw doesn't allocate.

const state = new Int32Array(1)

/** Seeds the generator. The same seed gives the same draws. */
export function seedRandom(seed: number): void {
  let mixed = (Math.floor(seed) ^ 0x9e3779b9) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  state[0] = (mixed ^ (mixed >>> 15)) | 0 || 1
}

/** Returns an integer from 0 to `bound` (exclusive). `bound` is at most 2^30. */
export function randomBelow(bound: number): number {
  let x = state[0]!
  x ^= x << 13
  x ^= x >>> 17
  x ^= x << 5
  state[0] = x
  return ((x >>> 0) * 2.3283064365386963e-10 * bound) | 0
}

/** Returns a number from 0 to 1 (exclusive). */
export function randomUniform(): number {
  let x = state[0]!
  x ^= x << 13
  x ^= x >>> 17
  x ^= x << 5
  state[0] = x
  return (x >>> 0) * 2.3283064365386963e-10
}
