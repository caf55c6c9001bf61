// Allocates memory for road tables. Large tables need hundreds of megabytes, so threads share them instead of copying
// them.

/** Number of locations above which a table is large. */
export const LARGE_TABLE_POINTS = 1_200

/** Allocates an array with one number for each pair of locations. */
export const allocateLegs = (places: number): Float64Array =>
  places > LARGE_TABLE_POINTS
    ? new Float64Array(new SharedArrayBuffer(places * places * Float64Array.BYTES_PER_ELEMENT))
    : new Float64Array(places * places)

/** Returns the same values, in shared memory if the table is large. */
export function inSharedMemoryIfLarge(values: Float64Array): Float64Array {
  const places = Math.sqrt(values.length)
  if (places <= LARGE_TABLE_POINTS || values.buffer instanceof SharedArrayBuffer) return values
  const copy = allocateLegs(places)
  copy.set(values)
  return copy
}
