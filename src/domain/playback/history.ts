// What records were, from the log of what each was after its changes: the newest entry of each counts.

export interface Entry {
  at: string
  /** Null once the record is removed. */
  state: object | null
}

/** What was known then, by record; of all entries, what is. Entries are in the order in which they were written. */
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
