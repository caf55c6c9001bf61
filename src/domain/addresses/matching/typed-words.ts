// Relates a suggestion to the words that a person has typed: which words it must agree with, and which it keeps.
import { US_STATES, normalizeRegion } from '../us-address.ts'
import { directionCode, FUNCTION_WORDS, isStreetType, NUMBER_LABELS, UNIT_LABELS } from '../words/short-forms.ts'
import { tokenize } from '../words/tokens.ts'
import type { AddressParts } from './address-label.ts'
import { type AddressQuery, isNumber, type QueryWord } from './query.ts'
import type { QueryContext } from './query-reading.ts'
import { positionsIn, type ScoredReading } from './score-reading.ts'

const MAX_STATE_WORDS = 3
/** A number with more digits is a postal code, unless it is the house number. */
const MAX_KEPT_DIGITS = 4
/** Separates words of a text. The characters are those that end a part of an address, and spaces. */
const CHUNK = /[^\s,;|()]+/g

/**
 * Returns whether a suggestion agrees with each typed word that names something. Numbers, street types, directions and
 * articles may differ. If the text has no other words, the street types must agree too.
 */
export function agreesWithWords(
  { explained, unitPositions: units, usState }: ScoredReading,
  { city, region, postalCode }: AddressParts,
  { words }: AddressQuery,
): boolean {
  const unitPositions = unitsWithLabel(words, units)
  const state = normalizeRegion(region) || usState
  const places = new Set(tokenize([city, region, postalCode].join(',')).map(({ text }) => text))
  const stateAt = statePositions(words, state)
  const agrees = ({ at, text }: QueryWord): boolean =>
    explained.has(at) || unitPositions.has(at) || places.has(text) || stateAt.has(at)
  const named = words.filter((word) => !isNumeric(word) && !isLabelOfNumber(word, words))
  const telling = named.filter(({ text }) => !isStreetType(text) && !directionCode(text) && !FUNCTION_WORDS.has(text))
  const hasName = telling.some(({ at }) => !unitPositions.has(at) && !stateAt.has(at))
  return (hasName ? telling : named.filter(({ text }) => !directionCode(text))).every(agrees)
}

/** Returns the words of units without those after a comma, which can be a town: "apt 5, Balti". */
function unitsWithLabel(words: readonly QueryWord[], unitPositions: ReadonlySet<number>): Set<number> {
  const units = words.filter(({ at }) => unitPositions.has(at))
  const parts = new Set(units.filter(({ text }) => UNIT_LABELS.has(text)).map(({ part }) => part))
  return new Set(units.filter(({ part }) => parts.has(part)).map(({ at }) => at))
}

const isNumeric = ({ text }: QueryWord): boolean => isNumber(text) && !/^\d+(?:st|nd|rd|th)$/.test(text)

const isLabelOfNumber = ({ at, text }: QueryWord, words: readonly QueryWord[]): boolean =>
  text === '#' || (NUMBER_LABELS.has(text) && isNumber(words[at + 1]?.text ?? ''))

/** Returns the positions of words that name the state. If the state is unknown, each state agrees. */
function statePositions(words: readonly QueryWord[], state: string | null): Set<number> {
  const positions = new Set<number>()
  for (let count = 1; count <= MAX_STATE_WORDS; count++)
    for (const { at } of words) {
      const named = words.slice(at, at + count).map(({ raw }) => raw)
      const code = normalizeRegion(named.join(' '))
      if (named.length === count && (state === null ? US_STATES.includes(code) : code === state))
        for (const one of positionsIn({ from: at, to: at + count })) positions.add(one)
    }
  return positions
}

/** Returns the typed words that a suggestion lacks and that belong to the delivery: "suite 200". Empty if there are none. */
export function keptText(
  typed: string,
  { explained, unitPositions, match, numberCandidate }: ScoredReading,
  { query: { words }, postcodes }: QueryContext,
  number: readonly number[],
): string {
  const isPostcode = (at: number): boolean => postcodes.some(({ from, to }) => at >= from && at < to)
  const end = Math.max(match.last, ...(numberCandidate?.positions ?? number))
  const isLoose = ({ at, text }: QueryWord): boolean =>
    isNumber(text) && at > end && text.length <= MAX_KEPT_DIGITS && !isPostcode(at)
  const inUnit = unitsWithLabel(words, unitPositions)
  const kept = words.filter(
    (word) => !explained.has(word.at) && !number.includes(word.at) && (inUnit.has(word.at) || isLoose(word)),
  )
  return textOfWords(typed, words, kept)
}

/** Returns words in their typed spelling, or folded if the typed text has other boundaries of words. */
function textOfWords(typed: string, words: readonly QueryWord[], kept: readonly QueryWord[]): string {
  const chunks = [...typed.matchAll(CHUNK)].flatMap(({ 0: text, index }) =>
    tokenize(text).map((token) => ({ ...token, from: index, to: index + text.length })),
  )
  if (words.some(({ text, at }) => chunks[at]?.text !== text)) return kept.map(({ raw }) => raw).join(' ')
  let text = ''
  for (const [i, { at }] of kept.entries()) {
    const chunk = chunks[at]
    const before = kept[i - 1]
    const previous = before && chunks[before.at]
    if (!chunk || previous?.from === chunk.from) continue
    // Text between adjacent words belongs to them, such as a comma.
    const gap = previous ? (before.at === at - 1 ? typed.slice(previous.to, chunk.from) : ', ') : ''
    text += gap + typed.slice(chunk.from, chunk.to)
  }
  return text
}
