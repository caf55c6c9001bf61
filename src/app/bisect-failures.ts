// Runs work on a batch of items. If the batch fails, bisects it to find the items that fail.

export interface BisectHandlers<I> {
  /** Returns whether the error concerns the whole batch. If so, `bisectFailures` throws it and tries nothing more. */
  isFatal: (error: unknown) => boolean
  /** Called for each item that fails alone. */
  failed: (item: I, error: unknown) => Promise<void> | void
}

/** Returns the results of the items that succeeded. */
export async function bisectFailures<I, T>(
  items: readonly I[],
  work: (items: readonly I[]) => Promise<readonly T[]>,
  failures: BisectHandlers<I>,
): Promise<T[]> {
  const [only, second] = items
  if (only === undefined) return []
  try {
    return [...(await work(items))]
  } catch (error) {
    if (failures.isFatal(error)) throw error
    if (second === undefined) {
      await failures.failed(only, error)
      return []
    }
  }
  const middle = items.length >> 1
  const before = await bisectFailures(items.slice(0, middle), work, failures)
  return [...before, ...(await bisectFailures(items.slice(middle), work, failures))]
}
