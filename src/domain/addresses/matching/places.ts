// Finds the names of places and the postal codes in a query.
import { editDistance } from '../edit-distance.ts'
import type { Point } from '../../orders/order.ts'
import { equivalents } from '../words/short-forms.ts'
import { signatures } from '../words/spelling.ts'
import { type Query, type QueryWord, wordsInOneField } from './query.ts'

/** A town, suburb or region of the index. Several places can have one name. */
export interface KnownPlace {
  key: string
  at: readonly Point[]
  /** A state, county or country, which does not tell towns apart. */
  isRegion: boolean
  /** A region whose boundary is known. */
  isShaped: boolean
}

export interface NamedPlace {
  /** First position, and the position after the last. */
  from: number
  to: number
  text: string
  /** Keys of the places that can be meant, with the quality of the agreement. */
  keys: ReadonlyMap<string, number>
  isRegion: boolean
  isShaped: boolean
}

export interface Postcode {
  from: number
  to: number
  key: string
  /** Addresses of the index have it. */
  known: boolean
}

const LONGEST_PLACE = 5
const SHORTEST_MISSPELLED = 5
const MOST_VARIANTS = 60

/** Returns the texts that can be places, and the signatures of misspelled places. */
export function placesToLookUp({ words }: Query): { keys: string[]; signatures: string[] } {
  const spans = spansOf(words)
  return {
    keys: [...new Set(spans.flatMap(({ key, variants }) => [key, ...variants]))],
    signatures: [...new Set(spans.filter(({ key }) => mayBeMisspelled(key)).flatMap(({ key }) => signatures(key)))],
  }
}

const mayBeMisspelled = (key: string): boolean => key.length >= SHORTEST_MISSPELLED && !/\d/.test(key)

interface Span {
  from: number
  to: number
  key: string
  /** Keys with other spellings of the words, such as "Sankt Gallen" instead of "St. Gallen". */
  variants: string[]
}

const spansOf = (words: readonly QueryWord[]): Span[] =>
  words.flatMap((_, from) =>
    Array.from({ length: LONGEST_PLACE }, (_unused, k) => wordsInOneField(words, from, k + 1)).flatMap((span) =>
      span
        ? [{ from, to: from + span.length, key: span.map(({ text }) => text).join(' '), variants: variantsOf(span) }]
        : [],
    ),
  )

function variantsOf(span: readonly QueryWord[]): string[] {
  let variants = ['']
  for (const { text } of span) {
    const spellings = [text, ...(/\d/.test(text) ? [] : equivalents(text))]
    variants = variants
      .flatMap((head) => spellings.map((one) => (head ? `${head} ${one}` : one)))
      .slice(0, MOST_VARIANTS)
  }
  return variants.slice(1)
}

export function placesNamed(
  query: Query,
  known: ReadonlyMap<string, KnownPlace>,
  countries: ReadonlySet<string>,
): NamedPlace[] {
  const places = [...known.values()].filter(({ at }) => at.length > 0)
  const named = new Map<string, Map<string, number>>()
  return spansOf(query.words).flatMap(({ from, to, key, variants }) => {
    let keys = named.get(key)
    if (!keys) named.set(key, (keys = agreeing(key, variants, known, places)))
    const region = known.get(key)
    const isRegion = countries.has(key) || region?.isRegion === true
    return keys.size > 0 || isRegion
      ? [{ from, to, text: key, keys, isRegion, isShaped: region?.isShaped === true }]
      : []
  })
}

function agreeing(
  key: string,
  variants: readonly string[],
  known: ReadonlyMap<string, KnownPlace>,
  places: readonly KnownPlace[],
): Map<string, number> {
  const keys = new Map<string, number>()
  const see = (other: string, quality: number) => keys.set(other, Math.max(keys.get(other) ?? 0, quality))
  if (known.get(key)?.at.length) see(key, 1)
  for (const variant of variants) if (known.get(variant)?.at.length) see(variant, 0.97)
  if (!mayBeMisspelled(key)) return keys
  const most = key.length >= 9 ? 2 : 1
  for (const place of places) {
    if (Math.abs(place.key.length - key.length) > most) continue
    const edits = editDistance(key, place.key)
    if (edits > 0 && edits <= most) see(place.key, 1 - 0.06 * edits)
  }
  return keys
}

const SHORTEST_POSTCODE = 3

/** Returns the texts that can be postal codes. */
export const postcodesToLookUp = ({ words }: Query): string[] => [
  ...new Set(words.flatMap((_, from) => [1, 2].flatMap((count) => postcodeTexts(words, from, count)))),
]

/** Returns the postal codes in the query, and the text of the field for the postal code. */
export function postcodesIn({ words }: Query, known: ReadonlyMap<string, readonly Point[]>): Postcode[] {
  const found = words.flatMap((_, from) =>
    [1, 2].flatMap((count): Postcode[] => {
      const key = postcodeTexts(words, from, count).find((text) => known.has(text))
      return key === undefined ? [] : [{ from, to: from + count, key, known: true }]
    }),
  )
  const field = words.filter(({ field }) => field === 'postalCode')
  const [first] = field
  if (!first || found.some(({ from }) => from === first.at)) return found
  const key = field.map(({ text }) => text).join('')
  return [...found, { from: first.at, to: first.at + field.length, key, known: false }]
}

function postcodeTexts(words: readonly QueryWord[], from: number, count: number): string[] {
  const span = wordsInOneField(words, from, count)
  if (!span?.every(({ part }) => part === span[0]?.part)) return []
  const key = span
    .map(({ text }) => text)
    .join('')
    .replace(/[^\p{L}\d]/gu, '')
  if (!/\d/.test(key)) return []
  // D-69117, and the first half of a ZIP+4 code.
  const texts = count === 1 ? [key, key.replace(/^[a-z]{1,2}(?=\d{4,5}$)/, ''), key.slice(0, 5)] : [key]
  return [...new Set(texts)].filter((text) => text.length >= SHORTEST_POSTCODE)
}
