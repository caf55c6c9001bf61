// Decides between the readings of a query. The result is one location, a question with candidates, or no location.
import { METERS_A_DEGREE, straightLineMeters } from '../../geo/geo.ts'
import { directionCode } from '../words/short-forms.ts'
import { type ScoredReading, MAX_AGREEING_CITY_COST } from './score-reading.ts'
import type { NumberCandidate } from './number-candidates.ts'
import { MAX_ESTIMATE_GAIN } from './locate-number.ts'
import { type TownStreet, MAX_SAME_STREET_METERS } from './town-street.ts'

export type MatchDecision =
  | { kind: 'EXACT' | 'APPROXIMATE'; best: ScoredReading }
  | { kind: 'AMBIGUOUS'; candidates: readonly ScoredReading[] }
  | { kind: 'NOT_FOUND' }

/** If the best reading has a higher cost, the result is a question. */
const MAX_SURE_COST = 0.5
/** If the name of the best reading differs more, the result is a question. */
const MAX_NAME_DIFFERENCE = 0.3
/** A reading with a higher cost is not a candidate. */
const MAX_CANDIDATE_COST = 0.8
/** A reading of another location is a rival if its cost is higher than that of the best reading by at most this. */
const RIVAL_MARGIN = 0.19
/** Margin if the best reading is a house that the city or postal code confirms, but the other one is only a street. */
const STREET_RIVAL_MARGIN = 0.12
/** Locations within this distance are the same location for a driver. */
const SAME_PLACE_METERS = 150
const MAX_EXACT_COST = 0.3
/** Maximum likely error of a location that counts as exact. */
const MAX_EXACT_ERROR_METERS = 75
const MAX_CANDIDATES = 8

export function decideMatch(readings: readonly ScoredReading[]): MatchDecision {
  const sorted = readings.toSorted((a, b) => a.cost - b.cost)
  const [best] = sorted
  if (!best || best.cost > MAX_CANDIDATE_COST) return { kind: 'NOT_FOUND' }
  const rivals: ScoredReading[] = []
  const isNewLocation = (reading: ScoredReading): boolean =>
    rivals.length < MAX_CANDIDATES - 1 && areApart(reading, best) && !rivals.some((rival) => !areApart(rival, reading))
  for (const reading of sorted.slice(1)) if (isRival(reading, best) && isNewLocation(reading)) rivals.push(reading)
  // If the query omits the direction, streets with other directions are rivals.
  if (best.omitsDirection)
    for (const reading of sorted) if (differsInDirection(reading, best) && isNewLocation(reading)) rivals.push(reading)
  if (rivals.length > 0 || isDoubtful(best)) return { kind: 'AMBIGUOUS', candidates: [best, ...rivals] }
  return {
    kind: best.location.errorMeters <= MAX_EXACT_ERROR_METERS && best.cost < MAX_EXACT_COST ? 'EXACT' : 'APPROXIMATE',
    best,
  }
}

/**
 * Returns the estimates that could become the best reading or its rivals with a better estimate, those with the lowest
 * cost first.
 */
export function undecidedEstimates(readings: readonly ScoredReading[]): ScoredReading[] {
  const best = readings.reduce((least, { cost }) => Math.min(least, cost), Infinity)
  const maxCost = Math.min(MAX_CANDIDATE_COST, best + RIVAL_MARGIN) + MAX_ESTIMATE_GAIN
  return readings
    .filter(
      ({ cost, numberCandidate, location: { basis, errorMeters } }) =>
        cost <= maxCost && numberCandidate !== null && basis !== 'HOUSE' && errorMeters > 0,
    )
    .sort((a, b) => a.cost - b.cost)
}

/**
 * Returns whether the best reading is too uncertain for a location. An estimate that the postal code contradicts is as
 * doubtful as a long street without the number.
 */
const isDoubtful = ({ cost, nameDifference, location, byPostcode }: ScoredReading): boolean =>
  cost > MAX_SURE_COST ||
  nameDifference > MAX_NAME_DIFFERENCE ||
  location.basis === 'UNSURE' ||
  (location.basis !== 'HOUSE' && (byPostcode === 'OTHER' || byPostcode === 'UNLISTED'))

const areApart = (a: ScoredReading, b: ScoredReading): boolean =>
  straightLineMeters(a.location.at, b.location.at) > SAME_PLACE_METERS

function isRival(reading: ScoredReading, best: ScoredReading): boolean {
  const [bestIsHouse, readingIsStreet] = [best.location.basis === 'HOUSE', reading.location.basis !== 'HOUSE']
  const isConfirmed =
    (best.cityMismatch !== null && best.cityMismatch <= MAX_AGREEING_CITY_COST) || best.byPostcode === 'SAME'
  const margin = bestIsHouse && readingIsStreet && isConfirmed ? STREET_RIVAL_MARGIN : RIVAL_MARGIN
  if (reading.cost > best.cost + margin || reading.cost > MAX_CANDIDATE_COST) return false
  // In one street, the known house takes precedence over an estimate.
  if (reading.street === best.street && reading.location.basis !== best.location.basis) return false
  const sameTown = reading.street.town === best.street.town
  if (
    bestIsHouse &&
    readingIsStreet &&
    (areSameStreet(reading, best) || (reading.street.town !== '' && sameTown && reading.name === best.name))
  )
    return false
  // "S Street" is not South Street if both exist.
  if (sameTown && best.location.errorMeters <= MAX_EXACT_ERROR_METERS && hasCloserName(best, reading)) return false
  // "17 к1" is one number, so its part "17" is not a rival.
  return !(reading.street === best.street && isPartOfNumber(reading.numberCandidate, best.numberCandidate))
}

/** Returns whether the first name equals the query or has all of its words and marks, unlike the second name. */
const hasCloserName = ({ match: a }: ScoredReading, { match: b }: ScoredReading): boolean =>
  (!a.lacksMarks && b.lacksMarks) ||
  (a.isExact && !b.isExact) ||
  (a.missingWords.length === 0 && a.misspellingCost === 0 && b.missingWords.length > 0)

const isPartOfNumber = (part: NumberCandidate | null, whole: NumberCandidate | null): boolean =>
  part !== null && whole !== null && part.at === whole.at && part.positions.length < whole.positions.length

const areSameStreet = (a: ScoredReading, b: ScoredReading): boolean =>
  a.name === b.name && areBoxesNear(a.street, b.street, MAX_SAME_STREET_METERS)

/** Returns whether the boxes of two streets are at most this far apart. */
export function areBoxesNear(
  { box: a }: Pick<TownStreet, 'box'>,
  { box: b }: Pick<TownStreet, 'box'>,
  meters: number,
): boolean {
  const latRange = meters / METERS_A_DEGREE
  const lngRange = latRange / Math.max(0.05, Math.cos((a.south * Math.PI) / 180))
  return (
    a.south - latRange <= b.north &&
    b.south - latRange <= a.north &&
    a.west - lngRange <= b.east &&
    b.west - lngRange <= a.east
  )
}

const differsInDirection = (reading: ScoredReading, best: ScoredReading): boolean =>
  reading.omitsDirection &&
  reading.name !== best.name &&
  canHaveNumber(reading.street, reading.numberCandidate) &&
  reading.costWithoutLocation < best.costWithoutLocation + 0.12 &&
  nameWithoutDirection(reading) === nameWithoutDirection(best)

const nameWithoutDirection = ({ name }: ScoredReading): string =>
  name.words.filter((word) => !directionCode(word)).join(' ')

/** Returns whether a street can have the number. If few houses are known, it can. */
const canHaveNumber = (street: TownStreet, numberCandidate: NumberCandidate | null): boolean =>
  street.houseCount < 4 || !numberCandidate || numberCandidate.number.main <= 20 + 1.3 * street.highestNumber
