// Maps the IDs of an extract, which exceed 32 bits, to their positions in a sorted list.
export interface SortedIds {
  readonly length: number
  /** Returns the position of an ID, or -1 if it is not in the list. */
  indexOf(id: number): number
}

/** Sorts `ids` in place and ignores duplicates. */
export function sortedIds(ids: Float64Array<ArrayBuffer>): SortedIds {
  ids.sort()
  let length = 0
  for (let i = 0; i < ids.length; i++) if (i === 0 || ids[i] !== ids[i - 1]) ids[length++] = ids[i] as number
  const list = ids.slice(0, length)
  // Extracts are usually sorted, so the next ID is near the previous one.
  let last = 0
  return {
    length,
    indexOf(id) {
      let low = 0
      let high = length
      if (last < length && (list[last] as number) <= id) {
        low = last
        for (let step = 1; low + step < length; step *= 2) {
          if ((list[low + step] as number) > id) {
            high = low + step
            break
          }
          low += step
        }
      } else high = Math.min(last + 1, length)
      while (low < high) {
        const middle = (low + high) >> 1
        if ((list[middle] as number) < id) low = middle + 1
        else high = middle
      }
      if (low === length || list[low] !== id) return -1
      last = low
      return low
    },
  }
}
