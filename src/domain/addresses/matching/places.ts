// Finds the names of places and the postal codes in a query.
import { SimilarWords } from '../edit-distance.ts'
import type { Point } from '../../orders/order.ts'
import { equivalentWords } from '../words/short-forms.ts'
import { deletionSignatures } from '../words/spelling.ts'
import { type AddressQuery, type QueryWord, wordsInOneField } from './query.ts'

/** A town, suburb or region of the index. Several places can have one name. */
export interface IndexedPlace {
  key: string
  at: readonly Point[]
  /** A state, county or country, whose name does not distinguish towns. */
  isRegion: boolean
  /** A region whose boundary is known. */
  hasBoundary: boolean
}

export interface NamedPlace {
  /** First position, and the position after the last. */
  from: number
  to: number
  text: string
  /** Keys of the places that can be meant, with the quality of the agreement. */
  keys: ReadonlyMap<string, number>
  isRegion: boolean
  hasBoundary: boolean
}

export interface QueryPostcode {
  from: number
  to: number
  key: string
  /** Whether addresses of the index have this postal code. */
  isKnown: boolean
}

const MAX_PLACE_WORDS = 5
const MIN_MISSPELLED_LENGTH = 5
const MAX_MISSPELLED_LENGTH = 60
const MAX_VARIANTS = 30
const MAX_MISSPELLED_WORDS = 3
/** Maximum number of keys, and of signatures, to look up. An address of twelve words has about 500. */
const MAX_LOOKUPS = 1_500

/** Returns the texts that can be places, and the signatures of misspelled places. */
export function placesToLookUp(spans: readonly WordSpan[]): { keys: string[]; signatures: string[] } {
  const keys = new Set([...spans.map(({ key }) => key), ...spans.flatMap(({ variants }) => variants)])
  // The field for the city, and the end of a line, most likely name the place.
  const likely = spans.toReversed().sort((a, b) => Number(b.isCity) - Number(a.isCity))
  const signatures = new Set(
    likely
      .filter(({ from, to }) => to - from <= MAX_MISSPELLED_WORDS)
      .flatMap((span) => misspelledKeys(span).flatMap(deletionSignatures)),
  )
  return { keys: [...keys].slice(0, MAX_LOOKUPS), signatures: [...signatures].slice(0, MAX_LOOKUPS) }
}

/** Returns the spellings in which a span can be a misspelled place. "Baltimoe" lacks a letter and has no umlaut. */
const misspelledKeys = ({ key, rawKey }: Pick<WordSpan, 'key' | 'rawKey'>): string[] =>
  [...new Set([key, rawKey])].filter(
    (text) => text.length >= MIN_MISSPELLED_LENGTH && text.length <= MAX_MISSPELLED_LENGTH && !/\d/.test(text),
  )

/** Consecutive words that can be the name of a place. */
export interface WordSpan {
  from: number
  to: number
  /** Whether it is in the field for the city. */
  isCity: boolean
  key: string
  /** The key with ae, oe and ue unchanged. */
  rawKey: string
  /** Keys with other spellings of the words, such as "Sankt Gallen" instead of "St. Gallen". */
  variants: string[]
}

export function wordSpans({ words }: AddressQuery): WordSpan[] {
  const spellings = words.map(({ text }) => [text, ...(/\d/.test(text) ? [] : equivalentWords(text))])
  return words.flatMap((_, from) => {
    let variants = ['']
    const spans: WordSpan[] = []
    for (let to = from + 1; to <= from + MAX_PLACE_WORDS; to++) {
      const span = wordsInOneField(words, from, to - from)
      if (!span) break
      variants = variants
        .flatMap((head) => (spellings[to - 1] ?? []).map((one) => (head ? `${head} ${one}` : one)))
        .slice(0, MAX_VARIANTS)
      spans.push({
        from,
        to,
        isCity: words[from]?.field === 'city',
        key: span.map(({ text }) => text).join(' '),
        rawKey: span.map(({ raw }) => raw).join(' '),
        variants: variants.slice(1),
      })
    }
    return spans
  })
}

export function placesInQuery(
  spans: readonly WordSpan[],
  indexedPlaces: ReadonlyMap<string, IndexedPlace>,
  countries: ReadonlySet<string>,
): NamedPlace[] {
  const places = [...indexedPlaces.values()].filter(({ at }) => at.length > 0)
  const similar = new SimilarWords(places.map(({ key }) => key))
  const named = new Map<string, Map<string, number>>()
  return spans.flatMap((span) => {
    const { from, to, key, rawKey } = span
    let keys = named.get(rawKey)
    if (!keys) named.set(rawKey, (keys = matchingPlaceKeys(span, indexedPlaces, similar)))
    const region = indexedPlaces.get(key)
    const isRegion = countries.has(key) || region?.isRegion === true
    return keys.size > 0 || isRegion
      ? [{ from, to, text: key, keys, isRegion, hasBoundary: region?.hasBoundary === true }]
      : []
  })
}

function matchingPlaceKeys(
  { key, rawKey, variants }: WordSpan,
  indexedPlaces: ReadonlyMap<string, IndexedPlace>,
  similar: SimilarWords,
): Map<string, number> {
  const keys = new Map<string, number>()
  const addKey = (other: string, quality: number) => keys.set(other, Math.max(keys.get(other) ?? 0, quality))
  if (indexedPlaces.get(key)?.at.length) addKey(key, 1)
  for (const variant of variants) if (indexedPlaces.get(variant)?.at.length) addKey(variant, 0.97)
  for (const text of misspelledKeys({ key, rawKey }))
    for (const [other, edits] of similar.within(text, text.length >= 9 ? 2 : 1)) addKey(other, 1 - 0.06 * edits)
  return keys
}

const MIN_POSTCODE_LENGTH = 3

/** Returns the texts that can be postal codes. */
export const postcodesToLookUp = ({ words }: AddressQuery): string[] => [
  ...new Set(words.flatMap((_, from) => [1, 2].flatMap((count) => possiblePostcodes(words, from, count)))),
]

/** Returns the postal codes in the query, and the text of the field for the postal code. */
export function postcodesIn(
  { words }: AddressQuery,
  indexedPostcodes: ReadonlyMap<string, readonly Point[]>,
): QueryPostcode[] {
  const found = words.flatMap((_, from) =>
    [1, 2].flatMap((count): QueryPostcode[] => {
      const key = possiblePostcodes(words, from, count).find((text) => indexedPostcodes.has(text))
      return key === undefined ? [] : [{ from, to: from + count, key, isKnown: true }]
    }),
  )
  const field = words.filter(({ field }) => field === 'postalCode')
  const [first] = field
  if (!first || found.some(({ from }) => from === first.at)) return found
  const key = field.map(({ text }) => text).join('')
  return [...found, { from: first.at, to: first.at + field.length, key, isKnown: false }]
}

function possiblePostcodes(words: readonly QueryWord[], from: number, count: number): string[] {
  const span = wordsInOneField(words, from, count)
  if (!span?.every(({ part }) => part === span[0]?.part)) return []
  const key = span
    .map(({ text }) => text)
    .join('')
    .replace(/[^\p{L}\d]/gu, '')
  if (!/\d/.test(key)) return []
  // D-69117, and the first half of a ZIP+4 code.
  const texts = count === 1 ? [key, key.replace(/^[a-z]{1,2}(?=\d{4,5}$)/, ''), key.slice(0, 5)] : [key]
  return [...new Set(texts)].filter((text) => text.length >= MIN_POSTCODE_LENGTH)
}
