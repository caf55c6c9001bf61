// Lets so many run at once and so many wait; what comes on top of them is refused at once.

/** Gives turns: resolves when it is one's turn, with what ends it, to be called once. */
export function openTurns(
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
