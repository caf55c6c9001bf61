// Suggests addresses while one is typed. Its last word may be the beginning of a word.
import { straightLineMeters } from '../../geo/geo.ts'
import type { Point } from '../../orders/order.ts'
import { tokenize } from '../words/tokens.ts'
import { type AddressParts, addressParts, labelOf } from './address-label.ts'
import { type AddressQuery, readQuery } from './query.ts'
import type { ScoredReading } from './score-reading.ts'

export const MAX_SUGGESTIONS = 6
/** A shorter word fits too many names. */
const MIN_LETTERS = 3
/** Higher than that of a candidate, because words that are not typed yet add cost. */
const MAX_COST = 1.2
/** A suggestion that costs more than the best by this much has other words than the typed text. */
const MAX_COST_DIFFERENCE = 0.3
/** Readings whose costs differ by less are ordered by their distance. */
const COST_STEP = 0.1

export interface Suggestion {
  label: string
  address: AddressParts
}

/** One reading of the typed text. */
export interface TypedQuery {
  query: AddressQuery
  /** The town or the postal code of a suggestion must have a word that begins with this text. */
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
  // A word with a dot stands for each word that begins with it.
  const isWord = last.length >= 2 && !/\d/.test(last)
  const street = { query: readQuery(isWord ? `${typed}.` : typed), fragment: '' }
  if (last === '' || words.length < 2) return [street]
  return [street, { query: readQuery(typed.slice(0, -last.length)), fragment: tokenize(last)[0]?.text ?? '' }]
}

/** Returns the best suggestions without repeats, best first. The nearest to a depot comes before equally good ones. */
export function bestSuggestions(
  found: readonly { readings: readonly ScoredReading[]; fragment: string }[],
  depots: readonly Point[],
): Suggestion[] {
  const suggestions = found.flatMap(({ readings, fragment }) =>
    readings
      .filter((reading) => reading.cost <= MAX_COST && hasKnownNumber(reading))
      .map((reading) => ({ reading, address: addressParts(reading) }))
      .filter(({ address }) => fragment === '' || hasWord({ ...address, line1: '' }, fragment)),
  )
  // If the typed number was found on a street, the street alone is not suggested.
  const numbered = new Set(suggestions.filter(({ reading }) => reading.numberCandidate).map(streetKey))
  const complete = suggestions.filter((one) => one.reading.numberCandidate || !numbered.has(streetKey(one)))
  // If the last word is misspelled, no address has a word that begins with it.
  const typed = found.find(({ fragment }) => fragment !== '')?.fragment ?? ''
  const fitting = complete.filter(({ address }) => hasWord(address, typed))
  const ranked = (fitting.length > 0 ? fitting : complete)
    .map(({ reading: { cost, location }, address }) => ({
      label: labelOf(address),
      address,
      rank: Math.round(cost / COST_STEP),
      meters: Math.min(...depots.map((depot) => straightLineMeters(depot, location.at))),
      cost,
    }))
    .sort((a, b) => a.rank - b.rank || (depots.length > 0 ? a.meters - b.meters : a.cost - b.cost))
  const best = Math.min(...ranked.map(({ cost }) => cost))
  const labels = new Set<string>()
  return ranked
    .filter(({ label, cost }) => cost <= best + MAX_COST_DIFFERENCE && !labels.has(label) && labels.add(label))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ label, address }) => ({ label, address }))
}

const hasKnownNumber = ({ numberCandidate, location }: ScoredReading): boolean =>
  numberCandidate === null || location.basis === 'HOUSE' || location.basis === 'BETWEEN'

const streetKey = ({ reading, address }: { reading: ScoredReading; address: AddressParts }): string =>
  `${reading.name.text}\n${address.city}`

const hasWord = ({ line1, city, region, postalCode }: AddressParts, fragment: string): boolean =>
  tokenize([line1, city, region, postalCode].join(',')).some(({ text }) => text.startsWith(fragment))
