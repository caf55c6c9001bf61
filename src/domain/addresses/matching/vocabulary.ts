// Relates each word of a query to the words in street names, with the quality of the agreement.
import { editDistance } from '../edit-distance.ts'
import { abbreviates, pieces, signatures } from '../words/spelling.ts'
import {
  codesOf,
  directionOf,
  equivalents,
  misspelledTypes,
  SMALL_WORDS,
  spelledOut,
  TYPE_WORDS,
} from '../words/short-forms.ts'
import type { Query, QueryWord } from './query.ts'

/** A word that occurs in the names of streets. */
export interface KnownWord {
  word: string
  /** Number of names with the word. */
  names: number
}

/** Words to look up for a query. */
export interface WantedWords {
  exact: string[]
  /** One-letter differences. */
  signatures: string[]
  /** Two-letter differences. Needed only for words that are unknown otherwise. */
  pieces: string[]
  /** Position of the query word of each piece. */
  piecesAt: number[]
  /** Starts of words that were written with a dot. */
  starts: string[]
}

export interface Vocabulary {
  /** Words of names by position of the query word, with the quality of the agreement from 0 to 1. */
  like: readonly ReadonlyMap<string, number>[]
  /** Returns how much each word of a name distinguishes it. */
  rarities(words: readonly string[]): number[]
  /** Returns whether many names have the word. */
  isCommon(word: string): boolean
  /** Returns whether the word of the query with this position is in any name as written. */
  isWritten(at: number): boolean
}

/** A word of up to four letters that is misspelled counts as a different name, unless other words agree. */
const SHORTEST_MISSPELLED = 3
const SHORTEST_SURE = 5
const SHORT_PENALTY = 0.15
const SHORTEST_DOUBLY_MISSPELLED = 6
/** A word in this share of all names is common. */
const COMMON_SHARE = 0.01
const FEWEST_COMMON = 6

const EQUIVALENT = 0.97
const MISSPELLED_TYPE = 0.8
const MISSPELLED_ORDINAL = 0.85
const MISSPELLED_DIRECTION = 0.6
const QUADRANTS = ['nw', 'ne', 'sw', 'se']
const SPELLED_OUT = 0.98
const INITIAL = 0.72
const SHORTENED = 0.85

export function wordsToLookUp({ words }: Query): WantedWords {
  const misspelled = words.filter(mayBeMisspelled)
  const cut = misspelled
    .filter(({ text }) => text.length >= SHORTEST_DOUBLY_MISSPELLED)
    .flatMap(({ text, at }) => pieces(text).map((piece) => ({ piece, at })))
  return {
    exact: unique(words.flatMap((word) => [word.text, ...expanded(word)])),
    signatures: unique(misspelled.flatMap(({ text, raw }) => [...signatures(text), ...signatures(raw)])),
    pieces: cut.map(({ piece }) => piece),
    piecesAt: cut.map(({ at }) => at),
    starts: unique(words.filter(({ dotted, text }) => dotted && !/\d/.test(text)).map(({ text }) => text)),
  }
}

const unique = (all: readonly string[]): string[] => [...new Set(all)]
const mayBeMisspelled = ({ text, raw }: QueryWord): boolean => raw.length >= SHORTEST_MISSPELLED && !/\d/.test(text)
const expanded = ({ text, raw, dotted }: QueryWord): string[] => [
  ...spelledOut(text, dotted),
  ...equivalents(text),
  ...misspelledTypes(raw),
  ...misspelledOrdinal(text),
  ...misspelledDirection(text),
]

/** "18ti" and "2dn". */
function misspelledOrdinal(text: string): string[] {
  const [, digits = '', suffix = ''] = /^(\d{1,3})([a-z]{1,3})$/.exec(text) ?? []
  return equivalents(digits).filter(
    (ordinal) => digits !== '' && ordinal !== text && editDistance(ordinal.slice(digits.length), suffix) <= 1,
  )
}

/** "WN", "NNW" and "N" for NW. */
function misspelledDirection(text: string): string[] {
  if (text.length > 3 || /[^a-z]/.test(text) || QUADRANTS.includes(text)) return []
  if (codesOf(text).length > 0 && !directionOf(text)) return []
  return QUADRANTS.filter((quadrant) => quadrant !== text && editDistance(quadrant, text) <= 1)
}

/** `known` are the words that were found, `names` is the number of all names. */
export function vocabularyOf(query: Query, known: readonly KnownWord[], names: number): Vocabulary {
  const counts = new Map(known.map((one) => [one.word, one.names]))
  const total = Math.max(names, 1, ...counts.values())
  const isCommon = (word: string): boolean =>
    TYPE_WORDS.has(word) || (counts.get(word) ?? 0) >= Math.max(FEWEST_COMMON, total * COMMON_SHARE)
  const rarity = (word: string): number => Math.log(1 + total / Math.max(1, counts.get(word) ?? 1))
  const rarities = (words: readonly string[]): number[] => {
    // In "D Street" and "13th and D Street", the letter is a name.
    const hasName = words.some((word) => !SMALL_WORDS.has(word) && !TYPE_WORDS.has(word) && !directionOf(word))
    return words.map((word, i) => {
      const isLetter = word.length === 1 && TYPE_WORDS.has(codesOf(words[i + 1] ?? '')[0]?.slice(1) ?? '')
      if (SMALL_WORDS.has(word) && hasName && !isLetter) return Math.min(rarity(word), 0.3)
      return TYPE_WORDS.has(word) ? Math.min(rarity(word), 1) : rarity(word)
    })
  }
  const all = [...counts.keys()]
  const isWritten = (at: number): boolean => counts.has(query.words[at]?.text ?? '')
  return { rarities, isCommon, isWritten, like: query.words.map((word) => likeWords(word, counts, all, isCommon)) }
}

function likeWords(
  word: QueryWord,
  counts: ReadonlyMap<string, number>,
  all: readonly string[],
  isCommon: (word: string) => boolean,
): Map<string, number> {
  const { text, dotted } = word
  const found = new Map<string, number>()
  const see = (other: string, quality: number): void => {
    if (counts.has(other) && quality > (found.get(other) ?? 0)) found.set(other, quality)
  }
  see(text, 1)
  for (const long of spelledOut(text, dotted)) see(long, SPELLED_OUT)
  for (const other of equivalents(text)) see(other, EQUIVALENT)
  for (const other of misspelledTypes(word.raw)) see(other, MISSPELLED_TYPE)
  for (const other of misspelledOrdinal(text)) see(other, MISSPELLED_ORDINAL)
  for (const other of misspelledDirection(text)) see(other, MISSPELLED_DIRECTION)
  if (/\d/.test(text)) return found
  if (mayBeMisspelled(word))
    for (const [other, quality] of misspellings(word, all, counts, isCommon)) see(other, quality)
  if (found.size === 0 && text.length >= SHORTEST_DOUBLY_MISSPELLED)
    for (const [other, quality] of doubleMisspellings(text, all)) see(other, quality)
  if (dotted)
    for (const other of all)
      if (isCommon(other) ? abbreviates(text, other) : other.startsWith(text) && other.length > text.length)
        see(other, text.length === 1 ? INITIAL : SHORTENED)
  return found
}

function* misspellings(
  { text, raw }: QueryWord,
  all: readonly string[],
  counts: ReadonlyMap<string, number>,
  isCommon: (word: string) => boolean,
): Generator<[string, number]> {
  // A real word of these names is rarely a misspelling of another one.
  const known = counts.has(text) ? 0.25 : 0
  const most = text.length >= 9 ? 2 : 1
  const own = new Set(signatures(text))
  for (const other of all) {
    const far = Math.min(Math.abs(other.length - text.length), Math.abs(other.length - raw.length))
    if (other === text || far > most || /\d/.test(other) || other.length < SHORTEST_MISSPELLED) continue
    // A swap in "Wvaerly" becomes two edits if "ae" is read as "a".
    const edits = Math.min(editDistance(text, other), raw === text ? Infinity : editDistance(raw, other))
    if (edits > most || (edits > 1 && !signatures(other).some((one) => own.has(one)))) continue
    const short = other.length < SHORTEST_SURE && !isCommon(other) ? SHORT_PENALTY : 0
    yield [other, 1 - (0.5 + 0.8 * edits) / other.length - short - known - (other[0] === text[0] ? 0 : 0.05)]
  }
}

function* doubleMisspellings(text: string, all: readonly string[]): Generator<[string, number]> {
  for (const other of all) {
    if (other.length < SHORTEST_DOUBLY_MISSPELLED || Math.abs(other.length - text.length) > 2) continue
    const edits = editDistance(text, other)
    if (edits > 2) continue
    const first = other[0] === text[0] ? 0 : 0.1
    yield [other, 1 - (0.5 + 0.8 * edits) / other.length - first - (edits > 1 ? 1.2 / other.length : 0)]
  }
}
