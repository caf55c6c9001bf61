// The key under which two spellings of one street are one name: "N Gay St" and "North Gay Street".
import { identityOf } from './fold.ts'
import { codesOf, directionOf } from './short-forms.ts'
import { keyOf } from './tokens.ts'

/**
 * Returns the key of a street's name. Directions and street types count as their full forms. Marks are kept, because
 * Bödastrasse and Bodastrasse can be two streets of one town.
 */
export function nameKey(name: string): string {
  const words = identityOf(name).split(' ')
  const ends = words.length - 1
  const last = ends > 1 && directionOf(words[ends] as string) ? ends - 1 : ends
  return words.map((word, i) => (words.length === 1 ? word : fullForm(keyOf(word), word, i, last))).join(' ')
}

function fullForm(folded: string, word: string, i: number, last: number): string {
  if (i === 0 || i > last) {
    const direction = directionOf(folded)
    if (direction && (i > last || last > 1)) return direction
  }
  const codes = codesOf(folded)
  if (i === 0 && codes.includes('=saint') && last > 0) return codes.length === 1 ? (codes[0] as string) : '=saint'
  if (i === last && codes.includes('=street')) return '=street'
  const words = codes.filter((code) => code.startsWith('='))
  const ordinal = codes.find((code) => code.startsWith('#'))
  return words.length === 1 ? (words[0] as string) : (ordinal ?? word)
}
