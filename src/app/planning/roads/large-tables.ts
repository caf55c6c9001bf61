// Tables of a large plan: hundreds of megabytes that the threads share instead of each having a copy.

/** A table among more places than this is large. */
export const LARGE_TABLE_PLACES = 1_200

/** Room for a value for each pair of so many places. */
export const roomForLegs = (places: number): Float64Array =>
  places > LARGE_TABLE_PLACES
    ? new Float64Array(new SharedArrayBuffer(places * places * Float64Array.BYTES_PER_ELEMENT))
    : new Float64Array(places * places)

/** The same values; where they are many, in memory that threads share. */
export function shared(values: Float64Array): Float64Array {
  const places = Math.sqrt(values.length)
  if (places <= LARGE_TABLE_PLACES || values.buffer instanceof SharedArrayBuffer) return values
  const copy = roomForLegs(places)
  copy.set(values)
  return copy
}
