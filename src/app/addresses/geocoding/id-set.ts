// A set of IDs that takes 8 bytes for each added ID, because a large extract has tens of millions.
const CHUNK_IDS = 2 ** 18

export interface IdSet {
  has(id: number): boolean
}

/** Collects IDs in any order, also repeatedly. */
export function collectIds(): { add(id: number): void; build(): IdSet } {
  const chunks: Float64Array[] = []
  let usedInChunk = CHUNK_IDS
  return {
    add(id) {
      if (usedInChunk === CHUNK_IDS) {
        chunks.push(new Float64Array(CHUNK_IDS))
        usedInChunk = 0
      }
      ;(chunks.at(-1) as Float64Array)[usedInChunk++] = id
    },
    build() {
      const sorted = new Float64Array(chunks.length === 0 ? 0 : (chunks.length - 1) * CHUNK_IDS + usedInChunk)
      chunks.forEach((chunk, i) => sorted.set(chunk.subarray(0, sorted.length - i * CHUNK_IDS), i * CHUNK_IDS))
      chunks.length = 0
      sorted.sort()
      return { has: (id) => sorted[lowerBound(sorted, id)] === id }
    },
  }
}

function lowerBound(sorted: Float64Array, id: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) < id) low = middle + 1
    else high = middle
  }
  return low
}
