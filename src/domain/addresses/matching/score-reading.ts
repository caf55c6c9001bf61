// Scores one reading of a query. The street, the number, the postal code and the places should explain every word. Each
// mismatch and each unexplained word adds cost, so the lowest cost is best.
import { straightLineMeters } from '../../geo/geo.ts'
import type { Point } from '../../orders/order.ts'
import { normalizeRegion, US_STATES } from '../us-address.ts'
import { directionCode } from '../words/short-forms.ts'
import { scoreUnmatchedWords } from './unmatched-words.ts'
import type { StreetName, NameMatch } from './name-match.ts'
import type { NumberLocation } from './locate-number.ts'
import type { NamedPlace, QueryPostcode } from './places.ts'
import { isNumber, type QueryWord } from './query.ts'
import type { QueryContext, QueryReading } from './query-reading.ts'
import type { TownStreet, LocationSurroundings } from './town-street.ts'

export interface ScoredReading extends QueryReading {
  cost: number
  /** The cost without that of the location. */
  costWithoutLocation: number
  /** How much the name differs from the one in the query. */
  nameDifference: number
  /** A direction of the name is not in the query. */
  omitsDirection: boolean
  /** Mismatch of the city; null if the query has none. */
  cityMismatch: number | null
  byPostcode: PostcodeAgreement | null
  /** Positions of the words that the street, the number, the postal code and agreeing places explain. */
  explained: ReadonlySet<number>
  /** Positions of the words of a unit, a floor or a recipient. */
  unitPositions: ReadonlySet<number>
  /** US state of all addresses around the location, in lower case. Null if it is unknown or not the only one. */
  usState: string | null
}

/** UNLISTED: no address has the postal code of the query, but those nearby begin with the same two characters. */
export type PostcodeAgreement = 'SAME' | 'NEAR' | 'UNKNOWN' | 'UNLISTED' | 'OTHER'

const POSTCODE_COSTS: Record<PostcodeAgreement, number> = {
  SAME: 0,
  NEAR: 0.04,
  UNKNOWN: 0.08,
  UNLISTED: 0.08,
  OTHER: 0.22,
}
/** A city whose mismatch costs at most this agrees with the location. */
export const MAX_AGREEING_CITY_COST = 0.1

export function scoreReading(
  reading: QueryReading,
  surroundings: LocationSurroundings,
  queryContext: QueryContext,
): ScoredReading {
  const { name, match, numberCandidate, street, location } = reading
  const { words } = queryContext.query
  const direction = directionCost(name, match, words)
  const used = new Set([
    ...match.positions,
    ...(numberCandidate ? numberCandidate.positions : []),
    ...direction.positions,
  ])
  const base =
    match.cost +
    direction.cost +
    (words[match.first]?.field !== 'line1' && !street.isPlace ? 0.3 : 0) +
    (street.isPlace ? 0.1 : 0) +
    (numberCandidate ? numberCandidate.cost : hasUnusedNumber(words, used) ? 0.3 : 0)

  const postcode = postcodeInQuery(queryContext.postcodes, words, used)
  if (postcode) for (const at of positionsIn(postcode)) used.add(at)
  const locationContext = buildLocationContext(street, location, surroundings)
  const byPostcode = postcode ? postcodeAgreement(postcode, locationContext, location, queryContext) : null

  const { covered, agreeing, cityMismatch } = coverPlaces(queryContext, used, locationContext, location)
  const cityCost =
    cityMismatch === null
      ? 0
      : cityMismatch >= 0.3 && byPostcode === 'SAME' && location.basis === 'HOUSE'
        ? Math.min(cityMismatch, 0.2)
        : cityMismatch
  const unmatched = scoreUnmatchedWords(queryContext, reading, covered, {
    postcode: byPostcode === 'SAME',
    city: cityMismatch !== null && cityMismatch <= MAX_AGREEING_CITY_COST,
  })
  const nameDifference = match.cost + direction.nameDifference + unmatched.adjacentCost
  const cost =
    base +
    location.cost +
    (byPostcode ? POSTCODE_COSTS[byPostcode] : 0) +
    cityCost +
    unmatched.cost +
    (street.isPlace && unmatched.unexplainedCount > 0 ? 0.4 : 0)
  return {
    ...reading,
    cost:
      cost +
      doubtCost(nameDifference, match.misspellingCost, location, byPostcode) +
      stateMismatchCost(queryContext, match, surroundings),
    costWithoutLocation: cost - location.cost,
    nameDifference,
    omitsDirection: match.missingWords.some((word) => directionCode(word) !== null),
    cityMismatch,
    byPostcode,
    explained: new Set([...used, ...agreeing]),
    unitPositions: unmatched.unitPositions,
    usState: onlyUsState(surroundings),
  }
}

function onlyUsState({ states }: LocationSurroundings): string | null {
  const [state, ...others] = new Set([...states].map(normalizeRegion))
  return state !== undefined && others.length === 0 && US_STATES.includes(state) ? state : null
}

/**
 * Returns a penalty if at least two parts are doubtful: the name differs, the house is only estimated, or the postal
 * code is another one.
 */
const doubtCost = (
  nameDifference: number,
  misspellingCost: number,
  { basis }: NumberLocation,
  byPostcode: PostcodeAgreement | null,
): number => {
  const doubts = [
    nameDifference - misspellingCost > 0.08 || misspellingCost > 0.25,
    basis !== 'HOUSE',
    byPostcode === 'OTHER',
  ].filter(Boolean).length
  return doubts > 1 ? 0.2 : 0
}

export const positionsIn = ({ from, to }: { from: number; to: number }): number[] =>
  Array.from({ length: to - from }, (_, i) => from + i)

/** "N" instead of "S" means another street. A direction that the name of the street lacks costs less. */
function directionCost(name: StreetName, match: NameMatch, words: readonly QueryWord[]) {
  const directionWord = [match.first - 1, match.last + 1].flatMap((at) => {
    const word = words[at]
    const direction = word && word.field === 'line1' && !match.positions.has(at) ? directionCode(word.text) : null
    return direction ? [{ direction, at }] : []
  })[0]
  if (!directionWord) return { cost: 0, nameDifference: 0, positions: [] }
  const nameDirections = name.words.flatMap((word) => directionCode(word) ?? [])
  if (match.missingWords.some((word) => directionCode(word)))
    return { cost: 0.5, nameDifference: 0, positions: [directionWord.at] }
  if (nameDirections.length === 0) return { cost: 0.15, nameDifference: 0.15, positions: [directionWord.at] }
  return { cost: nameDirections.includes(directionWord.direction) ? 0 : 0.3, nameDifference: 0, positions: [] }
}

const hasUnusedNumber = (words: readonly QueryWord[], used: ReadonlySet<number>): boolean =>
  words.some(({ at, field, text }) => field === 'line1' && isNumber(text) && !used.has(at) && text.length < 5)

/** Returns the postal code of the query, preferably that of the field for it. */
function postcodeInQuery(
  postcodes: readonly QueryPostcode[],
  words: readonly QueryWord[],
  used: ReadonlySet<number>,
): QueryPostcode | undefined {
  const inField = ({ from }: QueryPostcode) => Number(words[from]?.field === 'postalCode')
  return postcodes
    .filter((postcode) => !positionsIn(postcode).some((at) => used.has(at)))
    .sort(
      (a, b) => inField(b) - inField(a) || Number(b.isKnown) - Number(a.isKnown) || b.to - b.from - (a.to - a.from),
    )[0]
}

interface LocationContext extends LocationSurroundings {
  /** Town of the run, and the places in the address of the house. */
  ownPlaces: readonly string[]
  /** Postal code of the house; empty if unknown. */
  postcode: string
  roadPostcodes: ReadonlySet<string>
}

function buildLocationContext(
  street: TownStreet,
  { basis, house }: NumberLocation,
  surroundings: LocationSurroundings,
): LocationContext {
  const area = basis === 'HOUSE' && house ? house.area : null
  const ownPlaces = [street.town, ...(area?.placeKeys ?? [])].filter((key) => key !== '')
  return { ...surroundings, ownPlaces, postcode: area?.postcode ?? '', roadPostcodes: street.postcodes }
}

function postcodeAgreement(
  { key, isKnown }: QueryPostcode,
  locationContext: LocationContext,
  location: NumberLocation,
  { postcodeLocations }: QueryContext,
): PostcodeAgreement {
  const matches = (other: string): boolean =>
    other === key || (other.length >= 4 && key.startsWith(other)) || (key.length >= 4 && other.startsWith(key))
  if (locationContext.postcode) {
    if (matches(locationContext.postcode)) return 'SAME'
    if ([...locationContext.postcodes].some(matches)) return 'NEAR'
  } else if ([...locationContext.postcodes, ...locationContext.roadPostcodes].some(matches)) return 'SAME'
  if (isKnown) return metersToNearest(postcodeLocations(key), location.at) < 1_500 ? 'NEAR' : 'OTHER'
  const other = locationContext.postcode || [...locationContext.postcodes][0]
  if (!other) return 'UNKNOWN'
  return key.slice(0, 2) === other.slice(0, 2) ? 'UNLISTED' : 'OTHER'
}

const metersToNearest = (points: readonly Point[], at: Point): number =>
  points.reduce((least, point) => Math.min(least, straightLineMeters(point, at)), Infinity)

/**
 * Finds the places that the remaining words name. Places that agree with the location come first, then longer names.
 */
function coverPlaces(
  queryContext: QueryContext,
  used: ReadonlySet<number>,
  locationContext: LocationContext,
  location: NumberLocation,
): { covered: Set<number>; agreeing: number[]; cityMismatch: number | null } {
  const assessed = queryContext.places
    .filter((place) => !positionsIn(place).some((at) => used.has(at)))
    .map((place) => ({ ...place, ...assessPlace(place, locationContext, location, queryContext) }))
    .sort((a, b) => b.to - b.from - (a.to - a.from) || a.cost - b.cost)
  const covered = new Set(used)
  const agreeing: number[] = []
  let cityMismatch: number | null = null
  for (const agrees of [true, false])
    for (const place of assessed) {
      if (place.cost <= MAX_AGREEING_CITY_COST !== agrees || positionsIn(place).some((at) => covered.has(at))) continue
      for (const at of positionsIn(place)) covered.add(at)
      if (agrees) agreeing.push(...positionsIn(place))
      if (!place.countsAsRegion && (cityMismatch === null || place.cost < cityMismatch)) cityMismatch = place.cost
    }
  return { covered, agreeing, cityMismatch }
}

/** Returns the mismatch of a place's name and a location. */
function assessPlace(
  place: NamedPlace,
  locationContext: LocationContext,
  location: NumberLocation,
  queryContext: QueryContext,
): { cost: number; countsAsRegion: boolean } {
  // If the boundary of a region is known, it must contain the location. A region of which only the name is known always
  // agrees.
  if (place.isRegion && place.hasBoundary && locationContext.inside.has(place.text))
    return { cost: 0, countsAsRegion: false }
  const isNameOnly = place.isRegion && place.keys.size === 0
  let best =
    isNameOnly && !place.hasBoundary
      ? { cost: 0, countsAsRegion: true }
      : { cost: isNameOnly ? 0.4 : 1, countsAsRegion: false }
  for (const [key, quality] of place.keys) {
    const cost = 0.6 * (1 - quality) + placeKeyCost(key, locationContext, location, queryContext)
    if (cost < best.cost) best = { cost, countsAsRegion: false }
  }
  return best
}

function placeKeyCost(
  key: string,
  locationContext: LocationContext,
  location: NumberLocation,
  queryContext: QueryContext,
): number {
  if (locationContext.ownPlaces.some((own) => own === key || own.startsWith(`${key} `) || key.startsWith(`${own} `)))
    return 0
  if (locationContext.inside.has(key)) return 0.01
  const near = locationContext.near.get(key)
  if (near !== undefined) return near
  const meters = metersToNearest(queryContext.placeLocations(key), location.at)
  const hasNoNames = locationContext.ownPlaces.length + locationContext.inside.size + locationContext.near.size === 0
  if (hasNoNames && meters < 15_000) return 0.08
  return meters < 3_000 ? 0.25 : meters < 8_000 ? 0.35 : 0.6
}

/**
 * Returns the cost if no address around the location is in the state of the query. Outside its own field, the text of a
 * state can also be another part of the address, so the cost is lower.
 */
function stateMismatchCost(
  { query, states }: QueryContext,
  match: NameMatch,
  surroundings: LocationSurroundings,
): number {
  if (surroundings.states.size === 0) return 0
  const { words } = query
  const field = normalizeRegion(
    words
      .filter((word) => word.field === 'region')
      .map(({ text }) => text)
      .join(' '),
  )
  if (field !== '')
    return (states.has(field) || US_STATES.includes(field)) && !surroundings.states.has(field) ? 0.55 : 0
  const part = words[match.first]?.part
  const state = words.filter((word) => word.part !== part && states.has(word.text)).at(-1)?.text
  return state && !surroundings.states.has(state) ? 0.3 : 0
}
