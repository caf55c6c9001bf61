// Ids of the extract (beyond 32 bits) as positions in a sorted list of them.
export interface SortedIds {
  readonly length: number
  /** -1 for an id that is not in the list. */
  indexOf(id: number): number
}

export function sortedIds(ids: Float64Array<ArrayBuffer>): SortedIds {
  ids.sort()
  let length = 0
  for (let i = 0; i < ids.length; i++) if (i === 0 || ids[i] !== ids[i - 1]) ids[length++] = ids[i] as number
  const list = ids.slice(0, length)
  // Extracts are sorted as a rule, so that the next one asked for is near.
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
