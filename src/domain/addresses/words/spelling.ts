// Relates misspelled and shortened words to the words of the index.

/**
 * Returns the word, and the word with each letter left out. Two words that differ by one insertion, deletion, change or
 * swap have one of these in common. A start and an end of the word find words with two such differences.
 */
export function deletionSignatures(word: string): string[] {
  const found = new Set([word])
  for (let i = 0; i < word.length; i++) found.add(word.slice(0, i) + word.slice(i + 1))
  return [...found]
}

/** Returns marked pieces of a word. A word that differs by two letters usually has one of the pieces in common. */
export const affixesOf = (word: string): string[] => [`^${word.slice(0, 4)}`, `${word.slice(-4)}$`]

/** Returns whether `short` can be an abbreviation of `long`: its first letter, then further letters in order. */
export function canAbbreviate(short: string, long: string): boolean {
  if (short.length >= long.length || short[0] !== long[0]) return false
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length
}
