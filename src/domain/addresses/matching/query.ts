// An address as the words to find, without deciding which word is the street, the number or the town.
import type { AddressText } from '../us-address.ts'
import { withBlockNumber } from '../whole-block.ts'
import { hasMarks, identityOf } from '../words/fold.ts'
import { type Token, tokens } from '../words/tokens.ts'

export type Field = 'line1' | 'city' | 'region' | 'postalCode'

export interface QueryWord extends Token {
  /** Position among all words. */
  at: number
  field: Field
  /** Written with an umlaut or an accent. */
  marked: boolean
}

export interface Query {
  words: readonly QueryWord[]
  /** Line 1 and city in lower case with marks, between spaces. */
  written: string
  marked: boolean
}

const FIELDS: readonly Field[] = ['line1', 'city', 'region', 'postalCode']
/** Words beyond this number are ignored, because each word costs look-ups. */
const MOST_WORDS = 40

/** Reads an address, in one line or in fields. If only one field is filled, it is read as the whole address. */
export function readQuery(asked: AddressText | string): Query {
  const address = typeof asked === 'string' ? { line1: asked } : asked
  const filled = FIELDS.map((field) => [field, (address as Partial<AddressText>)[field] ?? ''] as const)
  const only = filled.filter(([, text]) => text.trim() !== '').length === 1
  const words: QueryWord[] = []
  let part = 0
  for (const [field, text] of filled) {
    const found = tokens(field === 'line1' ? withBlockNumber(text) : text)
    for (const token of found)
      words.push({ ...token, part: part + token.part, field: only ? 'line1' : field, at: words.length, marked: false })
    part += (found.at(-1)?.part ?? 0) + 1
  }
  const written = identityOf(`${address.line1} ${(address as Partial<AddressText>).city ?? ''}`)
  const marked = new Set(
    written
      .split(' ')
      .filter(hasMarks)
      .flatMap((word) => tokens(word).map((token) => token.text)),
  )
  return {
    words: words.slice(0, MOST_WORDS).map((word) => ({ ...word, marked: marked.has(word.text) })),
    written: ` ${written} `,
    marked: hasMarks(written),
  }
}

export const isNumber = (text: string): boolean => /^\d/.test(text)

/** Returns `count` words beginning at `from`, or null if they are not all in one field. */
export function wordsInOneField(words: readonly QueryWord[], from: number, count: number): QueryWord[] | null {
  const span = words.slice(from, from + count)
  return span.length === count && span.every(({ field }) => field === span[0]?.field) ? span : null
}
