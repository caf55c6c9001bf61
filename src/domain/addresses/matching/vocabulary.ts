// Relates each word of a query to the words in street names, with the quality of the agreement.
import { editDistance, SimilarWords } from '../edit-distance.ts'
import { canAbbreviate, affixesOf, deletionSignatures } from '../words/spelling.ts'
import {
  wordCodes,
  directionCode,
  equivalentWords,
  correctedTypes,
  FUNCTION_WORDS,
  expandEnding,
  TYPE_WORDS,
} from '../words/short-forms.ts'
import type { AddressQuery, QueryWord } from './query.ts'

/** A word that occurs in the names of streets. */
export interface IndexedWord {
  word: string
  /** Number of names with the word. */
  names: number
}

/** Words to look up for a query. */
export interface LookupWords {
  exact: string[]
  /** One-letter differences. */
  signatures: string[]
  /** Two-letter differences. Needed only for words that are unknown otherwise. */
  affixes: string[]
  /** Position of the query word of each piece. */
  affixPositions: number[]
  /** Starts of words that were written with a dot. */
  starts: string[]
}

export interface Vocabulary {
  /** Words of names by position of the query word, with the quality of the agreement from 0 to 1. */
  similarWords: readonly ReadonlyMap<string, number>[]
  /** Returns how much each word of a name distinguishes it. */
  rarities(words: readonly string[]): number[]
  /** Returns whether many names have the word. */
  isCommon(word: string): boolean
  /** Returns whether the word of the query with this position is in any name as written. */
  isIndexed(at: number): boolean
}

/** A word of up to four letters that is misspelled counts as a different name, unless other words agree. */
const MIN_MISSPELLED_LENGTH = 3
/** No longer word is compared letter by letter. No street has such a word. */
const MAX_MISSPELLED_LENGTH = 40
const MIN_SURE_LENGTH = 5
const SHORT_PENALTY = 0.15
const MIN_DOUBLY_MISSPELLED_LENGTH = 6
/** A word in this share of all names is common. */
const COMMON_SHARE = 0.01
const MIN_COMMON_NAMES = 6

const EQUIVALENT_QUALITY = 0.97
const MISSPELLED_TYPE_QUALITY = 0.8
const MISSPELLED_ORDINAL_QUALITY = 0.85
const MISSPELLED_DIRECTION_QUALITY = 0.6
const QUADRANTS = ['nw', 'ne', 'sw', 'se']
const EXPANDED_ENDING_QUALITY = 0.98
const INITIAL_QUALITY = 0.72
const SHORTENED_QUALITY = 0.85

export function wordsToLookUp({ words }: AddressQuery): LookupWords {
  const misspelled = words.filter(canBeMisspelled)
  const affixes = misspelled
    .filter(({ text }) => text.length >= MIN_DOUBLY_MISSPELLED_LENGTH)
    .flatMap(({ text, at }) => affixesOf(text).map((piece) => ({ piece, at })))
  return {
    exact: unique(words.flatMap((word) => [word.text, ...alternativeSpellings(word)])),
    signatures: unique(
      misspelled.flatMap(({ text, raw }) => [...deletionSignatures(text), ...deletionSignatures(raw)]),
    ),
    affixes: affixes.map(({ piece }) => piece),
    affixPositions: affixes.map(({ at }) => at),
    starts: unique(words.filter(({ hasDot, text }) => hasDot && !/\d/.test(text)).map(({ text }) => text)),
  }
}

const unique = (all: readonly string[]): string[] => [...new Set(all)]
const canBeMisspelled = ({ text, raw }: QueryWord): boolean =>
  raw.length >= MIN_MISSPELLED_LENGTH && raw.length <= MAX_MISSPELLED_LENGTH && !/\d/.test(text)
const alternativeSpellings = ({ text, raw, hasDot }: QueryWord): string[] => [
  ...expandEnding(text, hasDot),
  ...equivalentWords(text),
  ...correctedTypes(raw),
  ...correctedOrdinals(text),
  ...correctedDirections(text),
]

/** "18ti" and "2dn". */
function correctedOrdinals(text: string): string[] {
  const [, digits = '', suffix = ''] = /^(\d{1,3})([a-z]{1,3})$/.exec(text) ?? []
  return equivalentWords(digits).filter(
    (ordinal) => digits !== '' && ordinal !== text && editDistance(ordinal.slice(digits.length), suffix) <= 1,
  )
}

/** "WN", "NNW" and "N" for NW. */
function correctedDirections(text: string): string[] {
  if (text.length > 3 || /[^a-z]/.test(text) || QUADRANTS.includes(text)) return []
  if (wordCodes(text).length > 0 && !directionCode(text)) return []
  return QUADRANTS.filter((quadrant) => quadrant !== text && editDistance(quadrant, text) <= 1)
}

/** `indexed` are the words that were found, `nameCount` is the number of all names. */
export function buildVocabulary(query: AddressQuery, indexed: readonly IndexedWord[], nameCount: number): Vocabulary {
  const counts = new Map(indexed.map((one) => [one.word, one.names]))
  const total = Math.max(nameCount, 1, ...counts.values())
  const isCommon = (word: string): boolean =>
    TYPE_WORDS.has(word) || (counts.get(word) ?? 0) >= Math.max(MIN_COMMON_NAMES, total * COMMON_SHARE)
  const rarity = (word: string): number => Math.log(1 + total / Math.max(1, counts.get(word) ?? 1))
  const rarities = (words: readonly string[]): number[] => {
    // In "D Street" and "13th and D Street", the letter is a name.
    const hasName = words.some((word) => !FUNCTION_WORDS.has(word) && !TYPE_WORDS.has(word) && !directionCode(word))
    return words.map((word, i) => {
      const isLetter = word.length === 1 && TYPE_WORDS.has(wordCodes(words[i + 1] ?? '')[0]?.slice(1) ?? '')
      if (FUNCTION_WORDS.has(word) && hasName && !isLetter) return Math.min(rarity(word), 0.3)
      return TYPE_WORDS.has(word) ? Math.min(rarity(word), 1) : rarity(word)
    })
  }
  const wordList: WordList = {
    counts,
    // Numbers are never misspelled.
    similar: new SimilarWords(
      [...counts.keys()].filter((word) => word.length >= MIN_MISSPELLED_LENGTH && !/\d/.test(word)),
    ),
    byFirstLetter: Map.groupBy(counts.keys(), (word) => word.charAt(0)),
    isCommon,
  }
  const isIndexed = (at: number): boolean => counts.has(query.words[at]?.text ?? '')
  // A query can repeat a word.
  const found = new Map<string, ReadonlyMap<string, number>>()
  return {
    rarities,
    isCommon,
    isIndexed,
    similarWords: query.words.map((word) => {
      const key = `${word.text} ${word.raw} ${word.hasDot}`
      const similar = found.get(key) ?? similarIndexedWords(word, wordList)
      found.set(key, similar)
      return similar
    }),
  }
}

/** The words that were found, ordered for comparisons. */
interface WordList {
  counts: ReadonlyMap<string, number>
  similar: SimilarWords
  byFirstLetter: ReadonlyMap<string, readonly string[]>
  isCommon: (word: string) => boolean
}

function similarIndexedWords(word: QueryWord, wordList: WordList): Map<string, number> {
  const { counts, byFirstLetter, isCommon } = wordList
  const { text, hasDot } = word
  const found = new Map<string, number>()
  const addWord = (other: string, quality: number): void => {
    if (counts.has(other) && quality > (found.get(other) ?? 0)) found.set(other, quality)
  }
  addWord(text, 1)
  for (const long of expandEnding(text, hasDot)) addWord(long, EXPANDED_ENDING_QUALITY)
  for (const other of equivalentWords(text)) addWord(other, EQUIVALENT_QUALITY)
  for (const other of correctedTypes(word.raw)) addWord(other, MISSPELLED_TYPE_QUALITY)
  for (const other of correctedOrdinals(text)) addWord(other, MISSPELLED_ORDINAL_QUALITY)
  for (const other of correctedDirections(text)) addWord(other, MISSPELLED_DIRECTION_QUALITY)
  if (/\d/.test(text)) return found
  if (canBeMisspelled(word)) for (const [other, quality] of misspellings(word, wordList)) addWord(other, quality)
  if (found.size === 0 && canBeMisspelled(word) && text.length >= MIN_DOUBLY_MISSPELLED_LENGTH)
    for (const [other, quality] of doubleMisspellings(text, wordList)) addWord(other, quality)
  if (hasDot)
    for (const other of byFirstLetter.get(text.charAt(0)) ?? [])
      if (isCommon(other) ? canAbbreviate(text, other) : other.startsWith(text) && other.length > text.length)
        addWord(other, text.length === 1 ? INITIAL_QUALITY : SHORTENED_QUALITY)
  return found
}

function* misspellings({ text, raw }: QueryWord, { counts, similar, isCommon }: WordList): Generator<[string, number]> {
  // A real word of these names is rarely a misspelling of another one.
  const indexedWordPenalty = counts.has(text) ? 0.25 : 0
  const maxEdits = text.length >= 9 ? 2 : 1
  const ownSignatures = new Set(deletionSignatures(text))
  // A swap in "Wvaerly" becomes two edits if "ae" is read as "a".
  const spellings = raw === text ? [text] : [text, raw]
  for (const [other, edits] of spellings.flatMap((spelling) => [...similar.within(spelling, maxEdits)])) {
    if (other === text || (edits > 1 && !deletionSignatures(other).some((one) => ownSignatures.has(one)))) continue
    const shortPenalty = other.length < MIN_SURE_LENGTH && !isCommon(other) ? SHORT_PENALTY : 0
    yield [
      other,
      1 - (0.5 + 0.8 * edits) / other.length - shortPenalty - indexedWordPenalty - (other[0] === text[0] ? 0 : 0.05),
    ]
  }
}

function* doubleMisspellings(text: string, { similar }: WordList): Generator<[string, number]> {
  for (const [other, edits] of similar.within(text, 2)) {
    if (other.length < MIN_DOUBLY_MISSPELLED_LENGTH) continue
    const firstLetterPenalty = other[0] === text[0] ? 0 : 0.1
    yield [other, 1 - (0.5 + 0.8 * edits) / other.length - firstLetterPenalty - (edits > 1 ? 1.2 / other.length : 0)]
  }
}
