/**
 * Returns the median of the values: the middle value, or the mean of the two middle values. NaN if there are no values.
 */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, one) => sum + one, 0) / middle.length
}
