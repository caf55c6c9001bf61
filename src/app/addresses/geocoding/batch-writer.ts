/** Collects items and saves them in portions of this size. */
export function createBatchWriter<T>(
  size: number,
  save: (batch: readonly T[]) => Promise<void>,
): { add(one: T): Promise<void>; flush(): Promise<void> } {
  let batch: T[] = []
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await save(batch)
    batch = []
  }
  return {
    flush,
    add: async (one) => {
      if (batch.push(one) === size) await flush()
    },
  }
}
