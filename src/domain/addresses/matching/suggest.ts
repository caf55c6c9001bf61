// Suggests addresses while one is typed. Its last word may be the beginning of a word.
import { straightLineMeters } from '../../geo/geo.ts'
import type { Point } from '../../orders/order.ts'
import { directionCode, isStreetType } from '../words/short-forms.ts'
import { tokenize } from '../words/tokens.ts'
import { type AddressParts, addressParts, labelOf } from './address-label.ts'
import { isBetweenNumbers } from './locate-number.ts'
import type { NumberCandidate } from './number-candidates.ts'
import type { QueryPostcode } from './places.ts'
import { type AddressQuery, isNumber, readQuery } from './query.ts'
import type { QueryContext } from './query-reading.ts'
import type { ScoredReading } from './score-reading.ts'
import { agreesWithWords, keptText } from './typed-words.ts'

export const MAX_SUGGESTIONS = 6
/** A shorter word fits too many names. */
const MIN_LETTERS = 3
/** Higher than that of a candidate, because words that are not typed yet add cost. */
const MAX_COST = 1.2
/** A suggestion that costs more than the best by this much has other words than the typed text. */
const MAX_COST_DIFFERENCE = 0.3
/** Readings whose costs differ by less are ordered by their distance. */
const COST_STEP = 0.1
/** A number that costs more is probably not the house number. */
const MAX_NUMBER_COST = 0.2
/** Maximum difference to a known number of the street. A block of a US city has 100 numbers. */
const MAX_NUMBER_DIFFERENCE = 100
/** Shorter postal codes are as common as house numbers. */
const MIN_POSTCODE_DIGITS = 4

export interface Suggestion {
  label: string
  address: AddressParts
  /** Line 1 with the typed number and unit, which the suggestion itself may lack. */
  completedLine1: string
}

/** One reading of the typed text. */
export interface TypedQuery {
  query: AddressQuery
  /** The town or the postal code of a suggestion must have a word that begins with this text. */
  fragment: string
}

/** The readings of one `TypedQuery`. */
export interface TypedReadings {
  readings: readonly ScoredReading[]
  queryContext: QueryContext
  fragment: string
}

/**
 * Returns the ways to read a text: its last word as the beginning of a word of the street, or of the town or the postal
 * code. Empty if the text has too few letters.
 */
export function typedQueries(typed: string): TypedQuery[] {
  const words = tokenize(typed)
  if (!words.some(({ text }) => /\p{L}/u.test(text) && text.length >= MIN_LETTERS)) return []
  const last = /[\p{L}\d]+$/u.exec(typed)?.[0] ?? ''
  const hasName = words.slice(0, -1).some(({ text }) => !isNumber(text) && !directionCode(text))
  const isComplete = hasName && isStreetType(words.at(-1)?.text ?? '')
  // A word with a dot stands for each word that begins with it.
  const isBeginning = last.length >= 2 && !/\d/.test(last) && !isComplete
  const street = { query: readQuery(isBeginning ? `${typed}.` : typed), fragment: '' }
  if (last === '' || words.length < 2) return [street]
  return [street, { query: readQuery(typed.slice(0, -last.length)), fragment: tokenize(last)[0]?.text ?? '' }]
}

/** Returns the best suggestions without repeats, best first. The nearest to a depot comes before equally good ones. */
export function bestSuggestions(
  typed: string,
  found: readonly TypedReadings[],
  depots: readonly Point[],
): Suggestion[] {
  const suggestions = found.flatMap(({ readings, queryContext, fragment }) => {
    const numbers = numbersByStreet(readings, queryContext)
    return readings
      .filter((reading) => reading.cost <= MAX_COST && isPossible(reading, queryContext, numbers))
      .map((reading) => ({ reading, address: addressParts(reading), numbers, queryContext }))
      .filter(({ reading, address }) => agreesWithWords(reading, address, queryContext.query))
      .filter(({ address }) => fragment === '' || hasWord({ ...address, line1: '' }, fragment))
  })
  // If the typed number was found on a street, the street alone is not suggested.
  const numbered = new Set(suggestions.filter(({ reading }) => reading.numberCandidate).map(placeKey))
  const complete = suggestions.filter((one) => one.reading.numberCandidate || !numbered.has(placeKey(one)))
  // If the last word is misspelled, no address has a word that begins with it.
  const fragment = found.find((one) => one.fragment !== '')?.fragment ?? ''
  const fitting = complete.filter(({ address }) => hasWord(address, fragment))
  const ranked = (fitting.length > 0 ? fitting : complete)
    .map(({ reading, address: { postalCode, ...rest }, numbers, queryContext }) => ({
      reading,
      // A street can have several postal codes.
      address: { ...rest, postalCode: reading.numberCandidate ? postalCode : '' },
      numbers,
      queryContext,
    }))
    .map(({ reading, address, numbers, queryContext }) => ({
      label: labelOf(address),
      address,
      completedLine1: completedLine1(typed, reading, address.line1, numbers.get(streetKey(reading)), queryContext),
      rank: Math.round(reading.cost / COST_STEP),
      meters: Math.min(...depots.map((depot) => straightLineMeters(depot, reading.location.at))),
      cost: reading.cost,
    }))
    .sort((a, b) => a.rank - b.rank || (depots.length > 0 ? a.meters - b.meters : a.cost - b.cost))
  const best = Math.min(...ranked.map(({ cost }) => cost))
  const labels = new Set<string>()
  return ranked
    .filter(({ label, cost }) => cost <= best + MAX_COST_DIFFERENCE && !labels.has(label) && labels.add(label))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ label, address, completedLine1 }) => ({ label, address, completedLine1 }))
}

interface TypedNumber {
  candidate: NumberCandidate
  isPossible: boolean
}

/** Returns the most probable house number of each street. */
function numbersByStreet(readings: readonly ScoredReading[], { postcodes }: QueryContext): Map<string, TypedNumber> {
  const numbers = new Map<string, TypedNumber>()
  for (const reading of readings) {
    const { numberCandidate: candidate, location, street } = reading
    if (!candidate || candidate.cost >= MAX_NUMBER_COST) continue
    if (location.basis !== 'HOUSE' && isPostcode(candidate, reading, postcodes)) continue
    const known = numbers.get(streetKey(reading))
    if (known && known.candidate.cost <= candidate.cost) continue
    const { houses, houseCount } = street
    const { main } = candidate.number
    const isPossible =
      houseCount === 0 ||
      isBetweenNumbers(houses, main) ||
      houses.some(({ number }) => Math.abs(number.main - main) <= MAX_NUMBER_DIFFERENCE)
    numbers.set(streetKey(reading), { candidate, isPossible })
  }
  return numbers
}

/** Returns whether the street has the number, or can have the typed number if the suggestion is the street alone. */
function isPossible(
  reading: ScoredReading,
  { postcodes }: QueryContext,
  numbers: ReadonlyMap<string, TypedNumber>,
): boolean {
  const { numberCandidate, location, street } = reading
  if (!numberCandidate) return numbers.get(streetKey(reading))?.isPossible ?? true
  if (location.basis === 'HOUSE') return true
  const isKnown = location.house?.isEstimated === true || isBetweenNumbers(street.houses, numberCandidate.number.main)
  return location.basis === 'BETWEEN' && isKnown && !isPostcode(numberCandidate, reading, postcodes)
}

/** Returns whether a number is a postal code: a known one, or a long number after the street. */
const isPostcode = (
  { at, number: { raw } }: NumberCandidate,
  { match }: ScoredReading,
  postcodes: readonly QueryPostcode[],
): boolean =>
  (raw.length >= MIN_POSTCODE_DIGITS && postcodes.some(({ from, to }) => at >= from && at < to)) ||
  (raw.length > MIN_POSTCODE_DIGITS && at > match.last)

function completedLine1(
  typed: string,
  reading: ScoredReading,
  line1: string,
  number: TypedNumber | undefined,
  queryContext: QueryContext,
): string {
  const isMissing = !reading.numberCandidate && number !== undefined
  const text = isMissing ? number.candidate.number.raw : ''
  const isBefore = isMissing && number.candidate.at < reading.match.first
  const kept = keptText(typed, reading, queryContext, isMissing ? number.candidate.positions : [])
  const street = [isBefore ? text : '', line1, isBefore ? '' : text].filter(Boolean).join(' ')
  return [street, kept].filter(Boolean).join(', ')
}

/** Identifies a name and a street with the read words. The street alone has the key of its numbers. */
const streetKey = ({ street, match }: ScoredReading): string => `${street.id} ${match.first} ${match.last}`

const placeKey = ({ reading, address }: { reading: ScoredReading; address: AddressParts }): string =>
  `${reading.name.text}\n${address.city}`

const hasWord = ({ line1, city, region, postalCode }: AddressParts, fragment: string): boolean =>
  tokenize([line1, city, region, postalCode].join(',')).some(({ text }) => text.startsWith(fragment))
