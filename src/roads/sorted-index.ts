/** Returns the index of a number in a sorted list. -1 if the list does not contain it. */
export function indexIn(sorted: Int32Array, wanted: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return sorted[low] === wanted ? low : -1
}
