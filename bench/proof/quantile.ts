/** Returns the value below which the share `q` of the values lies, rounded. */
export const quantile = (values: readonly number[], q: number): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? 0)
