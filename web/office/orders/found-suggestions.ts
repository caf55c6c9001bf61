// Rules for suggestions of addresses. A suggestion may be chosen while it agrees with the text, and keeps its number and unit.
import type { SuggestionsOut } from '../../../src/contract/office/orders.ts'

export type Suggestion = SuggestionsOut[number]

/** Suggestions for a text. */
export interface FoundSuggestions {
  text: string
  suggestions: readonly Suggestion[]
}

/** Lengths of a text that is looked up. */
const MIN_LENGTH = 3
const MAX_LENGTH = 300

export const canBeLookedUp = (text: string): boolean => text.length >= MIN_LENGTH && text.length <= MAX_LENGTH

/**
 * Returns the suggestions that also fit the current text, in the same order: all if they were found for it. If the
 * current text extends theirs, each word that was added or extended must begin a word of the suggestion.
 */
export function agreeingSuggestions({ text, suggestions }: FoundSuggestions, typed: string): readonly Suggestion[] {
  if (typed === text) return suggestions
  if (text === '' || !typed.startsWith(text)) return []
  const lastWord = /[\p{L}\d]*$/u.exec(text)?.index ?? text.length
  const added = wordsOf(typed.slice(lastWord))
  return suggestions.filter(({ label }) => {
    const own = wordsOf(label)
    return added.every((word) => own.some((other) => other.startsWith(word)))
  })
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\d]+/gu) ?? []

/** Returns a suggestion in one line, with the typed number and unit, and the postal code that it lacks. */
export function completedLabel(
  { label, address, completed_line1 }: Suggestion,
  before: { city: string | null; postal_code: string | null },
): string {
  const line = completed_line1 + label.slice(address.line1.length)
  const isSameTown = (before.city ?? '').toLowerCase() === (address.city ?? '').toLowerCase()
  return address.postal_code === null && before.postal_code && isSameTown ? `${line} ${before.postal_code}` : line
}
