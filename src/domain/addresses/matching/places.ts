// Finds the names of places and the postal codes in a query.
import { editDistance } from '../edit-distance.ts'
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
const MAX_VARIANTS = 60

/** Returns the texts that can be places, and the signatures of misspelled places. */
export function placesToLookUp({ words }: AddressQuery): { keys: string[]; signatures: string[] } {
  const spans = wordSpans(words)
  return {
    keys: [...new Set(spans.flatMap(({ key, variants }) => [key, ...variants]))],
    signatures: [
      ...new Set(spans.filter(({ key }) => canBeMisspelled(key)).flatMap(({ key }) => deletionSignatures(key))),
    ],
  }
}

const canBeMisspelled = (key: string): boolean => key.length >= MIN_MISSPELLED_LENGTH && !/\d/.test(key)

interface WordSpan {
  from: number
  to: number
  key: string
  /** Keys with other spellings of the words, such as "Sankt Gallen" instead of "St. Gallen". */
  variants: string[]
}

const wordSpans = (words: readonly QueryWord[]): WordSpan[] =>
  words.flatMap((_, from) =>
    Array.from({ length: MAX_PLACE_WORDS }, (_unused, k) => wordsInOneField(words, from, k + 1)).flatMap((span) =>
      span
        ? [
            {
              from,
              to: from + span.length,
              key: span.map(({ text }) => text).join(' '),
              variants: spellingVariants(span),
            },
          ]
        : [],
    ),
  )

function spellingVariants(span: readonly QueryWord[]): string[] {
  let variants = ['']
  for (const { text } of span) {
    const spellings = [text, ...(/\d/.test(text) ? [] : equivalentWords(text))]
    variants = variants
      .flatMap((head) => spellings.map((one) => (head ? `${head} ${one}` : one)))
      .slice(0, MAX_VARIANTS)
  }
  return variants.slice(1)
}

export function placesInQuery(
  query: AddressQuery,
  indexedPlaces: ReadonlyMap<string, IndexedPlace>,
  countries: ReadonlySet<string>,
): NamedPlace[] {
  const places = [...indexedPlaces.values()].filter(({ at }) => at.length > 0)
  const named = new Map<string, Map<string, number>>()
  return wordSpans(query.words).flatMap(({ from, to, key, variants }) => {
    let keys = named.get(key)
    if (!keys) named.set(key, (keys = matchingPlaceKeys(key, variants, indexedPlaces, places)))
    const region = indexedPlaces.get(key)
    const isRegion = countries.has(key) || region?.isRegion === true
    return keys.size > 0 || isRegion
      ? [{ from, to, text: key, keys, isRegion, hasBoundary: region?.hasBoundary === true }]
      : []
  })
}

function matchingPlaceKeys(
  key: string,
  variants: readonly string[],
  indexedPlaces: ReadonlyMap<string, IndexedPlace>,
  places: readonly IndexedPlace[],
): Map<string, number> {
  const keys = new Map<string, number>()
  const addKey = (other: string, quality: number) => keys.set(other, Math.max(keys.get(other) ?? 0, quality))
  if (indexedPlaces.get(key)?.at.length) addKey(key, 1)
  for (const variant of variants) if (indexedPlaces.get(variant)?.at.length) addKey(variant, 0.97)
  if (!canBeMisspelled(key)) return keys
  const maxEdits = key.length >= 9 ? 2 : 1
  for (const place of places) {
    if (Math.abs(place.key.length - key.length) > maxEdits) continue
    const edits = editDistance(key, place.key)
    if (edits > 0 && edits <= maxEdits) addKey(place.key, 1 - 0.06 * edits)
  }
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
