// Initials of a person, for the mark next to their name.

/** Initials of the first and the last name, in capitals. */
export function initialsOf(name: string): string {
  const parts = name.split(/\s+/).filter(Boolean)
  const marked = [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
  return marked
    .map((part) => Array.from(part ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}
