// Matches a street's name with words of a query, and computes the cost of the differences.
import { hasMarks } from '../words/fold.ts'
import { DISTINGUISHING_WORDS, equivalentWords, FUNCTION_WORDS, expandEnding } from '../words/short-forms.ts'
import { isNumber, type AddressQuery, type QueryWord } from './query.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A name of one or several streets. */
export interface StreetName {
  nameId: number
  /** The spelling of the map. */
  text: string
  /** In lower case with marks, see `spellingIdentity`. */
  identity: string
  words: readonly string[]
}

export interface NameMatch {
  /** Positions of the query words that match the name. */
  positions: ReadonlySet<number>
  first: number
  last: number
  /** 0 if the query has the name exactly as on the map. */
  cost: number
  /** Part of the cost for misspelled words. A word is misspelled if it occurs in no street name. */
  misspellingCost: number
  /** Whether the query has every word of the name exactly as on the map. */
  isExact: boolean
  /** Whether the query has accents or umlauts that the name lacks. */
  lacksMarks: boolean
  /** Words of the name that the query lacks. */
  missingWords: readonly string[]
}

/** A name that differs more is not considered. */
export const MAX_MATCH_COST = 0.6
/** Cost of a missing word of the name, as a share of the cost of a wrong word. */
const MISSING_WORD_SHARE = 0.55
/** Additional cost of a missing word such as Old or Faubourg, which makes the result a question. */
const MISSING_DISTINCTION_COST = 0.25
/** Maximum distance of a word from its place in the name. */
const MAX_WORD_DISTANCE = 4
/** A fit of lower quality is a misspelling. */
const MIN_CORRECT_QUALITY = 0.95
const MAX_MATCHES = 3
/** If a query repeats a word, only this many occurrences count. */
const MAX_OCCURRENCES = 8
const MAX_JOINED_WORDS = 6

/** Returns the best ways to read the name in the query. */
export function matchName(
  name: StreetName,
  query: AddressQuery,
  vocabulary: Vocabulary,
  joined: JoinedWords,
): NameMatch[] {
  return [...matchByWords(name, query.words, vocabulary), ...matchJoined(name, joined)]
    .map((match) => withMarkPenalty(match, name, query))
    .filter(({ cost }) => cost <= MAX_MATCH_COST)
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MAX_MATCHES)
}

interface WordFit {
  at: number
  quality: number
}

function matchByWords(name: StreetName, words: readonly QueryWord[], vocabulary: Vocabulary): NameMatch[] {
  const rarities = vocabulary.rarities(name.words)
  const total = rarities.reduce((sum, one) => sum + one, 0)
  const fits = name.words.map((word) =>
    words.flatMap(({ at }): WordFit[] => {
      const quality = vocabulary.similarWords[at]?.get(word)
      return quality === undefined ? [] : [{ at, quality }]
    }),
  )
  const anchor = rarities
    .map((one, j) => ({ j, rarity: fits[j]?.length ? one : -1 }))
    .sort((a, b) => b.rarity - a.rarity)[0]
  if (!anchor || anchor.rarity < 0) return []
  const starts = (fits[anchor.j] as WordFit[]).toSorted((a, b) => b.quality - a.quality).slice(0, MAX_OCCURRENCES)
  return starts.flatMap((start) => {
    const taken = new Map([[start.at, anchor.j]])
    const missing: string[] = []
    let [loss, misspellingLoss] = [0, 0]
    const addLoss = (rarity: number, fit: WordFit): void => {
      loss += rarity * (1 - fit.quality)
      if (fit.quality < MIN_CORRECT_QUALITY && !vocabulary.isIndexed(fit.at))
        misspellingLoss += rarity * (1 - fit.quality)
    }
    addLoss(anchor.rarity, start)
    name.words.forEach((word, j) => {
      if (j === anchor.j) return
      const fit = nearestFit(fits[j] as WordFit[], taken, start.at + j - anchor.j, words, start.at)
      if (fit) {
        taken.set(fit.at, j)
        addLoss(rarities[j] as number, fit)
      } else {
        missing.push(word)
        loss += MISSING_WORD_SHARE * (rarities[j] as number)
      }
    })
    const cost = loss / total
    return missing.length === name.words.length || cost > MAX_MATCH_COST
      ? []
      : [buildMatch(name, words, taken, missing, cost, misspellingLoss / total)]
  })
}

/**
 * Returns the fit of a word that is nearest to its expected position. The position follows from that of the anchor,
 * which is the rarest word of the name.
 */
function nearestFit(
  fits: readonly WordFit[],
  taken: ReadonlyMap<number, number>,
  expectedPosition: number,
  words: readonly QueryWord[],
  anchor: number,
): WordFit | undefined {
  const field = words[anchor]?.field
  return fits
    .filter(({ at }) => Math.abs(at - expectedPosition) <= MAX_WORD_DISTANCE && !taken.has(at))
    .map((fit) => ({
      ...fit,
      far: Math.abs(fit.at - expectedPosition) + (words[fit.at]?.field === field ? 0 : MAX_WORD_DISTANCE),
    }))
    .filter(({ far: distance }) => distance <= MAX_WORD_DISTANCE)
    .sort((a, b) => a.far * 0.1 - a.quality - (b.far * 0.1 - b.quality))[0]
}

function buildMatch(
  name: StreetName,
  words: readonly QueryWord[],
  taken: ReadonlyMap<number, number>,
  missingWords: readonly string[],
  loss: number,
  misspellingCost: number,
): NameMatch {
  const sortedPositions = [...taken.keys()].sort((a, b) => a - b)
  const [first, last] = [sortedPositions[0] as number, sortedPositions.at(-1) as number]
  let cost = loss + MISSING_DISTINCTION_COST * missingWords.filter((word) => DISTINGUISHING_WORDS.has(word)).length
  for (const word of words.slice(first, last + 1))
    if (!taken.has(word.at)) cost += FUNCTION_WORDS.has(word.text) ? 0.02 : isNumber(word.text) ? 0.3 : 0.15
  for (const [k, position] of sortedPositions.entries()) {
    const before = sortedPositions[k - 1]
    if (before === undefined) continue
    if ((taken.get(position) as number) < (taken.get(before) as number)) cost += 0.04
    if (words[position]?.part !== words[before]?.part) cost += 0.15
  }
  const isExact = missingWords.length === 0 && [...taken].every(([i, j]) => words[i]?.text === name.words[j])
  return {
    positions: new Set(sortedPositions),
    first,
    last,
    cost,
    misspellingCost,
    isExact,
    lacksMarks: false,
    missingWords,
  }
}

/** Matches the name if the query has other spaces: "Land Strasse", "Berlinerstr.". */
const matchJoined = (name: StreetName, joined: JoinedWords): NameMatch[] =>
  (joined.get(name.words.join('')) ?? []).map(({ first, last }) => {
    const positions = new Set(Array.from({ length: last - first + 1 }, (_, i) => first + i))
    return {
      positions,
      first,
      last,
      cost: 0.02,
      misspellingCost: 0,
      isExact: false,
      lacksMarks: false,
      missingWords: [],
    }
  })

/** Positions of words of a query by their text without spaces. */
export type JoinedWords = ReadonlyMap<string, readonly { first: number; last: number }[]>

/** Returns all consecutive words without spaces, also with the full forms of the last word. */
export function joinWords(words: readonly QueryWord[]): JoinedWords {
  const joined = new Map<string, { first: number; last: number }[]>()
  const endings = words.map(({ text, hasDot }) => [
    ...new Set([text, ...expandEnding(text, hasDot), ...equivalentWords(text)]),
  ])
  for (const { at: first } of words) {
    let prefix = ''
    for (let last = first; last < Math.min(words.length, first + MAX_JOINED_WORDS); last++) {
      for (const end of endings[last] ?? []) {
        const text = prefix + end
        const spans = joined.get(text)
        if (spans === undefined) joined.set(text, [{ first, last }])
        else if (spans.length < MAX_OCCURRENCES) spans.push({ first, last })
      }
      prefix += words[last]?.text ?? ''
    }
  }
  return joined
}

/**
 * Adds the cost of different marks, such as accents and umlauts. Omitted marks cost little, because they are common.
 * Additional marks mean another name.
 */
function withMarkPenalty(match: NameMatch, name: StreetName, query: AddressQuery): NameMatch {
  if (match.cost >= 0.05 || query.identityText.includes(` ${name.identity} `)) return match
  const nameHasMarks = hasMarks(name.identity)
  const matched = [...match.positions].flatMap((at) => query.words[at] ?? [])
  // "Boedastrasse" has an umlaut that is written as two letters, unless the name has these letters, too.
  const hasSpelledUmlaut = matched.some(({ text, raw }) => text !== raw) && !/[aou]e/.test(name.identity)
  const hasOtherMarks = hasSpelledUmlaut || (query.containsMarks && matched.some(({ isMarked }) => isMarked))
  const lacksMarks = !nameHasMarks && hasOtherMarks
  const penalty = nameHasMarks ? (query.containsMarks ? 0.02 : 0.005) : lacksMarks ? 0.14 : 0
  const cost = match.cost + penalty
  return { ...match, cost, lacksMarks, isExact: match.isExact && !nameHasMarks && cost < 0.1 }
}
