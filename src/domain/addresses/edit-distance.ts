// Distance between two words in typing errors.

/** Counts the letters to insert, delete, replace or swap with their neighbor (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (beforeLast[j - 2] as number) + 1)
      row.push(best)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] as number
}

/**
 * Words that can be compared quickly. Each has a mask of its letters, because words with more different letters than
 * edits need no further comparison.
 */
export class SimilarWords {
  readonly #byLength = new Map<number, { word: string; mask: number }[]>()

  constructor(words: Iterable<string>) {
    for (const word of words) {
      const entry = { word, mask: letterMask(word) }
      const sameLength = this.#byLength.get(word.length)
      if (sameLength) sameLength.push(entry)
      else this.#byLength.set(word.length, [entry])
    }
  }

  /** Yields each other word within `maxEdits` (1 or 2) of `text`, with the number of edits. */
  *within(text: string, maxEdits: number): Generator<[word: string, edits: number]> {
    const mask = letterMask(text)
    for (let length = text.length - maxEdits; length <= text.length + maxEdits; length++)
      for (const other of this.#byLength.get(length) ?? []) {
        if (exceeds(mask & ~other.mask, maxEdits) || exceeds(other.mask & ~mask, maxEdits)) continue
        const edits = other.word === text ? 0 : editDistance(text, other.word)
        if (edits > 0 && edits <= maxEdits) yield [other.word, edits]
      }
  }
}

function letterMask(word: string): number {
  let mask = 0
  for (let i = 0; i < word.length; i++) mask |= 1 << (word.charCodeAt(i) % 32)
  return mask
}

/** Returns whether a mask has more bits than `most`, which is 1 or 2. */
function exceeds(mask: number, most: number): boolean {
  const rest = mask & (mask - 1)
  return (most === 1 ? rest : rest & (rest - 1)) !== 0
}
