// Work on many at once that one of them may spoil: those that can't be worked on are found by halves.

export interface Failures<I> {
  /** Whose fault an error is: with a fatal one nothing more is tried, and it is thrown. */
  isFatal: (error: unknown) => boolean
  /** Told of each item that can't be worked on. */
  failed: (item: I, error: unknown) => Promise<void> | void
}

/** What came of all that could be worked on. */
export async function halved<I, T>(
  items: readonly I[],
  work: (items: readonly I[]) => Promise<readonly T[]>,
  failures: Failures<I>,
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
  const before = await halved(items.slice(0, middle), work, failures)
  return [...before, ...(await halved(items.slice(middle), work, failures))]
}
