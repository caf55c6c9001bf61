/** Below which this share of the values is, rounded. */
export const quantile = (values: readonly number[], q: number): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? 0)
