// Chance that repeats: a stream of numbers for each name, so that what happens in one place changes nothing in another.

/** Numbers from 0 up to 1; the same for the same name. */
export function chance(name: string): () => number {
  // FNV-1a spreads the name over the state of mulberry32.
  let state = 0x811c9dc5
  for (let i = 0; i < name.length; i++) state = Math.imul(state ^ name.charCodeAt(i), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
