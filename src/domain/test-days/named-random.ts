// Repeatable random numbers. Each name has its own sequence, so that a change to one event doesn't change the numbers
// of others.

/** Returns a generator of numbers in [0, 1). The same name yields the same numbers. */
export function namedRandom(name: string): () => number {
  // FNV-1a hashes the name into the state of mulberry32.
  let state = 0x811c9dc5
  for (let i = 0; i < name.length; i++) state = Math.imul(state ^ name.charCodeAt(i), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
