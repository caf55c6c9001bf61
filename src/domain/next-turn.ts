// Divides long computations into pieces, so that other requests run in between.

/** Time after which the next piece waits for its turn. */
const PIECE_MS = 4

let turns = Promise.resolve()

/**
 * Yields to the event loop. All long tasks together run one piece per turn, so that other work never waits for more
 * than one piece.
 */
export const nextTurn = (): Promise<void> =>
  (turns = turns.then(() => new Promise<void>((resolve) => setImmediate(resolve))))

/** Like `items.map(map)`, but yields to the event loop every few milliseconds. */
export async function mapInTurns<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const results: R[] = []
  let began = performance.now()
  for (const item of items) {
    results.push(map(item))
    if (performance.now() - began < PIECE_MS) continue
    await nextTurn()
    began = performance.now()
  }
  return results
}
