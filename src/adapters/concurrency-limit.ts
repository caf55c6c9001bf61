// Limits the number of concurrent and waiting tasks. Further tasks are rejected at once.

/**
 * Returns a function that waits for a slot. It resolves with a function that releases the slot and must be called
 * exactly once.
 */
export function createConcurrencyLimit(
  atOnce: number,
  mostWaiting = Infinity,
  busy = () => new Error('busy'),
): () => Promise<() => void> {
  const waiting: (() => void)[] = []
  let running = 0
  const end = (): void => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
  return async () => {
    if (running < atOnce) running++
    else if (waiting.length >= mostWaiting) throw busy()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    return end
  }
}
