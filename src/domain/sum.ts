/** Returns the sum over the items. Items without a value add nothing. */
export const sum = <T>(list: readonly T[], of: (item: T) => number | null | undefined): number =>
  list.reduce((total, item) => total + (of(item) ?? 0), 0)
