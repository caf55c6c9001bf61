// Reconstructs records at a point in time from the log of their states after each change. The newest entry of a record
// counts.

export interface Entry {
  at: string
  /** Null if the record was removed. */
  state: object | null
}

/**
 * Returns the entries that were current at `until`, keyed by record. Null: the current entries. `entries` are in the
 * order in which they were written.
 */
export function knownAt<E extends Entry>(
  entries: readonly E[],
  idOf: (entry: E) => string,
  until: Date | null,
): Map<string, E> {
  const known = new Map<string, E>()
  for (const entry of entries) {
    if (until && new Date(entry.at) > until) continue
    if (entry.state) known.set(idOf(entry), entry)
    else known.delete(idOf(entry))
  }
  return known
}
