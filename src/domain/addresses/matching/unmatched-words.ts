// Computes the cost of the words that are neither street, number, postal code nor place.
import { directionCode, NUMBER_LABELS, FUNCTION_WORDS, UNIT_LABELS } from '../words/short-forms.ts'
import { isNumber, type QueryWord } from './query.ts'
import type { QueryContext, QueryReading } from './query-reading.ts'

export interface UnmatchedWords {
  cost: number
  /** Part of the cost for words beside the name: "Alte Landstrasse" is not Landstrasse. */
  adjacentCost: number
  /** Number of words that can name something else. */
  unexplainedCount: number
  /** Positions of the words of a unit, a floor or a recipient. */
  unitPositions: ReadonlySet<number>
}

/** A lane or an alley of a Chinese address, which has numbers of its own. */
const LANE = /^[巷弄]/
/** Cost of a lane that is not part of the name. The result is a question. */
const LANE_COST = 0.35

interface ConfirmedParts {
  postcode: boolean
  city: boolean
}

export function scoreUnmatchedWords(
  queryContext: QueryContext,
  reading: QueryReading,
  covered: ReadonlySet<number>,
  confirmed: ConfirmedParts,
): UnmatchedWords {
  const { words } = queryContext.query
  const street = findStreetPositions(words, reading)
  let cost = 0
  let adjacentCost = 0
  let unexplained = 0
  let hasUnknownPlace = false
  let isInUnit = false
  const unitPositions = new Set<number>()
  const isOneLine = words.every(({ field }) => field === 'line1')
  for (const word of words) {
    if (covered.has(word.at)) {
      isInUnit = false
      continue
    }
    isInUnit = isUnitWord(word, words, covered, street, isInUnit)
    if (isInUnit) {
      unitPositions.add(word.at)
      continue
    }
    if (LANE.test(word.text)) {
      adjacentCost += LANE_COST
      continue
    }
    const minorCost = minorWordCost(word, words, street, confirmed)
    if (minorCost !== null) {
      cost += minorCost
      continue
    }
    if (word.field === 'city') {
      hasUnknownPlace = true
      continue
    }
    const isCommon = queryContext.vocabulary.isCommon(word.text)
    const sideOfStreet = sideOfName(word, street)
    if (sideOfStreet !== null) {
      adjacentCost += isCommon ? (sideOfStreet === 'BEFORE' ? 0.2 : 0.22) : 0.32
      if (sideOfStreet === 'AFTER' && !isCommon && street.lastPart === street.streetPart) hasUnknownPlace = true
      continue
    }
    unexplained++
    // In "Main Street 100 Denver", the last word can be a town, although no comma separates it.
    const isApart = word.part !== street.streetPart || (isOneLine && !confirmed.postcode && word.at > street.unitStart)
    if (isApart && !confirmed.city && word.text.length > 2) hasUnknownPlace = true
    else cost += 0.1
  }
  if (hasUnknownPlace) cost += confirmed.postcode ? 0.16 : queryContext.hasPlaces ? 0.52 : 0.2
  return {
    cost: cost + adjacentCost,
    adjacentCost,
    unexplainedCount: unexplained + (adjacentCost > 0 ? 1 : 0),
    unitPositions,
  }
}

/** Positions of the street and the number in the query. */
interface StreetPositions {
  first: number
  last: number
  streetPart: number
  /** The last part of line 1. */
  lastPart: number
  numberStart: number | null
  numberEnd: number
  /** Position after which units follow. */
  unitStart: number
}

function findStreetPositions(words: readonly QueryWord[], { match, numberCandidate }: QueryReading): StreetPositions {
  const { first, last } = match
  const numberEnd = numberCandidate ? Math.max(...numberCandidate.positions) : last
  return {
    first,
    last,
    streetPart: words[first]?.part ?? 0,
    lastPart: Math.max(...words.filter(({ field }) => field === 'line1').map(({ part }) => part)),
    numberStart: numberCandidate ? Math.min(...numberCandidate.positions) : null,
    numberEnd,
    unitStart: Math.max(numberEnd, last),
  }
}

function isUnitWord(
  word: QueryWord,
  words: readonly QueryWord[],
  covered: ReadonlySet<number>,
  street: StreetPositions,
  isInUnit: boolean,
): boolean {
  if (word.field !== 'line1' || (word.at <= street.unitStart && word.part === street.streetPart)) return false
  const isBesideUnitLabel = [words[word.at - 1], words[word.at + 1]].some(
    (other) => other && other.part === word.part && !covered.has(other.at) && UNIT_LABELS.has(other.text),
  )
  return isInUnit || isBesideUnitLabel || UNIT_LABELS.has(word.text)
}

/** Returns the cost of a word that names nothing: an article, a number, a letter. Null for any other word. */
function minorWordCost(
  { at, field, part, text }: QueryWord,
  words: readonly QueryWord[],
  street: StreetPositions,
  confirmed: ConfirmedParts,
): number | null {
  const inLine = field === 'line1'
  if (FUNCTION_WORDS.has(text) && text.length < 4 && !directionCode(text)) return 0.01
  if (isNumber(text)) {
    if (!inLine) return 0.05
    if (text.replace(/\D/g, '').length >= 4) return confirmed.postcode ? 0.05 : 0.15
    return street.numberStart !== null && at > street.unitStart ? 0.03 : 0.1
  }
  if (inLine && text.length <= 2 && at > street.unitStart && part === words[street.unitStart]?.part) return 0.03
  // Lot 2
  if (UNIT_LABELS.has(text) && street.numberStart !== null && at === street.numberStart - 1) return 0.03
  if (NUMBER_LABELS.has(text) || (inLine && text.length <= 2)) return 0.03
  return field === 'region' ? 0.03 : null
}

function sideOfName({ at, part }: QueryWord, street: StreetPositions): 'BEFORE' | 'AFTER' | null {
  if (part !== street.streetPart) return null
  if (at < street.first) return 'BEFORE'
  const isNext = at > street.last && at <= street.last + 2
  const beforeNumber = street.numberStart === null || at < street.numberEnd || at === street.last + 1
  return isNext && beforeNumber ? 'AFTER' : null
}
