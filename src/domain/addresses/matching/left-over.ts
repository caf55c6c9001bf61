// Computes the cost of the words that are neither street, number, postal code nor place.
import { directionOf, NUMBER_MARKS, SMALL_WORDS, UNIT_MARKS } from '../words/short-forms.ts'
import { isNumber, type QueryWord } from './query.ts'
import type { Known, Reading } from './reading.ts'

export interface LeftOver {
  cost: number
  /** Part of the cost for words beside the name: "Alte Landstrasse" is not Landstrasse. */
  beside: number
  /** Number of words that can name something else. */
  words: number
}

interface Confirmed {
  postcode: boolean
  city: boolean
}

export function leftOver(known: Known, reading: Reading, covered: ReadonlySet<number>, confirmed: Confirmed): LeftOver {
  const { words } = known.query
  const scene = sceneOf(words, reading)
  let cost = 0
  let beside = 0
  let loose = 0
  let unknownPlace = false
  let byUnit = false
  for (const word of words) {
    if (covered.has(word.at)) {
      byUnit = false
      continue
    }
    byUnit = isUnit(word, words, covered, scene, byUnit)
    if (byUnit) continue
    const small = smallCost(word, words, scene, confirmed)
    if (small !== null) {
      cost += small
      continue
    }
    if (word.field === 'city') {
      unknownPlace = true
      continue
    }
    const common = known.vocabulary.isCommon(word.text)
    const side = sideOf(word, scene)
    if (side !== null) {
      beside += common ? (side === 'BEFORE' ? 0.2 : 0.22) : 0.32
      if (side === 'AFTER' && !common && scene.lastPart === scene.streetPart) unknownPlace = true
      continue
    }
    loose++
    if (word.part !== scene.streetPart && !confirmed.city && word.text.length > 2) unknownPlace = true
    else cost += 0.1
  }
  if (unknownPlace) cost += confirmed.postcode ? 0.16 : known.anyPlaces ? 0.52 : 0.2
  return { cost: cost + beside, beside, words: loose + (beside > 0 ? 1 : 0) }
}

/** Positions of street and number. */
interface Scene {
  first: number
  last: number
  streetPart: number
  /** The last part of line 1. */
  lastPart: number
  numberStart: number | null
  numberEnd: number
  /** Position after which units follow. */
  end: number
}

function sceneOf(words: readonly QueryWord[], { match, choice }: Reading): Scene {
  const { first, last } = match
  const numberEnd = choice ? Math.max(...choice.taken) : last
  return {
    first,
    last,
    streetPart: words[first]?.part ?? 0,
    lastPart: Math.max(...words.filter(({ field }) => field === 'line1').map(({ part }) => part)),
    numberStart: choice ? Math.min(...choice.taken) : null,
    numberEnd,
    end: Math.max(numberEnd, last),
  }
}

function isUnit(
  word: QueryWord,
  words: readonly QueryWord[],
  covered: ReadonlySet<number>,
  scene: Scene,
  byUnit: boolean,
): boolean {
  if (word.field !== 'line1' || (word.at <= scene.end && word.part === scene.streetPart)) return false
  const beside = [words[word.at - 1], words[word.at + 1]].some(
    (other) => other && other.part === word.part && !covered.has(other.at) && UNIT_MARKS.has(other.text),
  )
  return byUnit || beside || UNIT_MARKS.has(word.text)
}

/** Returns the cost of a word that names nothing: an article, a number, a letter. Null for any other word. */
function smallCost(
  { at, field, part, text }: QueryWord,
  words: readonly QueryWord[],
  scene: Scene,
  confirmed: Confirmed,
): number | null {
  const inLine = field === 'line1'
  if (SMALL_WORDS.has(text) && text.length < 4 && !directionOf(text)) return 0.01
  if (isNumber(text)) {
    if (!inLine) return 0.05
    if (text.replace(/\D/g, '').length >= 4) return confirmed.postcode ? 0.05 : 0.15
    return scene.numberStart !== null && at > scene.end ? 0.03 : 0.1
  }
  if (inLine && text.length <= 2 && at > scene.end && part === words[scene.end]?.part) return 0.03
  // Lot 2
  if (UNIT_MARKS.has(text) && scene.numberStart !== null && at === scene.numberStart - 1) return 0.03
  if (NUMBER_MARKS.has(text) || (inLine && text.length <= 2)) return 0.03
  return field === 'region' ? 0.03 : null
}

function sideOf({ at, part }: QueryWord, scene: Scene): 'BEFORE' | 'AFTER' | null {
  if (part !== scene.streetPart) return null
  if (at < scene.first) return 'BEFORE'
  const isNext = at > scene.last && at <= scene.last + 2
  const beforeNumber = scene.numberStart === null || at < scene.numberEnd || at === scene.last + 1
  return isNext && beforeNumber ? 'AFTER' : null
}
