/** Collects items and saves them in portions of this size. */
export function portions<T>(
  size: number,
  save: (portion: readonly T[]) => Promise<void>,
): { add(one: T): Promise<void>; end(): Promise<void> } {
  let portion: T[] = []
  const end = async (): Promise<void> => {
    if (portion.length > 0) await save(portion)
    portion = []
  }
  return {
    end,
    add: async (one) => {
      if (portion.push(one) === size) await end()
    },
  }
}
