// An address as the words to find, without deciding which word is the street, the number or the town.
import type { AddressFields } from '../us-address.ts'
import { replaceBlockByNumber } from '../whole-block.ts'
import { hasMarks, spellingIdentity } from '../words/fold.ts'
import { type TextToken, tokenize } from '../words/tokens.ts'

export type AddressField = 'line1' | 'city' | 'region' | 'postalCode'

export interface QueryWord extends TextToken {
  /** Position among all words. */
  at: number
  field: AddressField
  /** Written with an umlaut or an accent. */
  isMarked: boolean
}

export interface AddressQuery {
  words: readonly QueryWord[]
  /** Line 1 and city in lower case with marks, between spaces. */
  identityText: string
  containsMarks: boolean
}

const FIELDS: readonly AddressField[] = ['line1', 'city', 'region', 'postalCode']
/** Words beyond this number are ignored, because each word costs look-ups. */
const MAX_WORDS = 40

/** Reads an address, in one line or in fields. If only one field is filled, it is read as the whole address. */
export function readQuery(input: AddressFields | string): AddressQuery {
  const address = typeof input === 'string' ? { line1: input } : input
  const fieldTexts = FIELDS.map((field) => [field, (address as Partial<AddressFields>)[field] ?? ''] as const)
  const isOneField = fieldTexts.filter(([, text]) => text.trim() !== '').length === 1
  const words: QueryWord[] = []
  let part = 0
  for (const [field, text] of fieldTexts) {
    const found = tokenize(field === 'line1' ? replaceBlockByNumber(text) : text)
    for (const token of found)
      words.push({
        ...token,
        part: part + token.part,
        field: isOneField ? 'line1' : field,
        at: words.length,
        isMarked: false,
      })
    part += (found.at(-1)?.part ?? 0) + 1
  }
  const written = spellingIdentity(`${address.line1} ${(address as Partial<AddressFields>).city ?? ''}`)
  const markedWords = new Set(
    written
      .split(' ')
      .filter(hasMarks)
      .flatMap((word) => tokenize(word).map((token) => token.text)),
  )
  return {
    words: words.slice(0, MAX_WORDS).map((word) => ({ ...word, isMarked: markedWords.has(word.text) })),
    identityText: ` ${written} `,
    containsMarks: hasMarks(written),
  }
}

export const isNumber = (text: string): boolean => /^\d/.test(text)

/** Returns `count` words beginning at `from`, or null if they are not all in one field. */
export function wordsInOneField(words: readonly QueryWord[], from: number, count: number): QueryWord[] | null {
  const span = words.slice(from, from + count)
  return span.length === count && span.every(({ field }) => field === span[0]?.field) ? span : null
}
