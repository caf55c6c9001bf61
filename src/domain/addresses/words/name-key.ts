// The key under which two spellings of one street are one name: "N Gay St" and "North Gay Street".
import { spellingIdentity } from './fold.ts'
import { wordCodes, directionCode } from './short-forms.ts'
import { foldedKey } from './tokens.ts'

/**
 * Returns the key of a street's name. Directions and street types count as their full forms. Marks are kept, because
 * Bödastrasse and Bodastrasse can be two streets of one town.
 */
export function streetNameKey(name: string): string {
  const words = spellingIdentity(name).split(' ')
  const lastIndex = words.length - 1
  const typeIndex = lastIndex > 1 && directionCode(words[lastIndex] as string) ? lastIndex - 1 : lastIndex
  return words
    .map((word, i) => (words.length === 1 ? word : fullFormOfWord(foldedKey(word), word, i, typeIndex)))
    .join(' ')
}

function fullFormOfWord(folded: string, word: string, i: number, typeIndex: number): string {
  if (i === 0 || i > typeIndex) {
    const direction = directionCode(folded)
    if (direction && (i > typeIndex || typeIndex > 1)) return direction
  }
  const codes = wordCodes(folded)
  if (i === 0 && codes.includes('=saint') && typeIndex > 0) return codes.length === 1 ? (codes[0] as string) : '=saint'
  if (i === typeIndex && codes.includes('=street')) return '=street'
  const words = codes.filter((code) => code.startsWith('='))
  const ordinal = codes.find((code) => code.startsWith('#'))
  return words.length === 1 ? (words[0] as string) : (ordinal ?? word)
}
