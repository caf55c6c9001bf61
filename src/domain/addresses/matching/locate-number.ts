// Locates a house number on a street. The result is the house itself, an estimate from its neighbors, or the middle of
// the street if it is short.
import { straightLineMeters } from '../../geo/geo.ts'
import type { Point } from '../../orders/order.ts'
import { median } from '../../planning/median.ts'
import { type ParallelHouse, estimateOnStreet, MAX_NUMBER_DIFFERENCE } from '../estimate-on-street.ts'
import { type HouseNumber, parseHouseNumbers } from '../house-numbers.ts'
import { projectOnLines } from '../street-lines.ts'
import { US_STATES } from '../us-address.ts'
import type { IndexedHouse, TownStreet } from './town-street.ts'

export interface NumberLocation {
  at: Point
  /** HOUSE: the house. BETWEEN: an estimate. STREET: somewhere on a short street. UNSURE: the street is too long. */
  basis: 'HOUSE' | 'BETWEEN' | 'STREET' | 'UNSURE'
  cost: number
  /** Likely error in meters; infinite if only the street is known. */
  errorMeters: number
  /** The house, or one near it. */
  house: IndexedHouse | null
}

/** An estimate with a larger likely error is not used. */
const MAX_ERROR_METERS = 160
/** Up to this error, an estimate from the neighbors is used without the street's line, except in the US. */
const SURE_ERROR_METERS = 50
/** If the ends of a street are within this distance of its middle, the middle is near all of it. */
const SHORT_STREET_METERS = 300
/** Maximum distance between known houses for each number, if a number beyond them is estimated. */
const MAX_METERS_PER_NUMBER = 60
/** Numbers beyond the last known house for which a location is estimated. */
const MAX_NUMBERS_BEYOND = 12
/** Maximum difference between a number on a short street and the nearest known one. */
const MAX_NUMBER_DIFFERENCE_ON_STREET = 60
const NEIGHBORS_PER_SIDE = 4
/** If fewer houses of a street are known, they don't show the range of its numbers. */
const MIN_HOUSES_OF_RANGE = 4
const MIN_HOUSES_FOR_OUTLIERS = 5
const OUTLIER_METERS = 1_500
/** Two estimates farther apart contradict each other. */
const CONTRADICTING_METERS = 150

/** An estimate costs at most this much less than the street without an estimate. */
export const MAX_ESTIMATE_GAIN = 0.225

/** Returns the locations of a number, which are several if the street has the number more than once. */
export function locateNumber(
  street: TownStreet,
  searchedNumber: HouseNumber | null,
  parallelHouses: readonly ParallelHouse[] = [],
): NumberLocation[] {
  if (!searchedNumber) return [locateStreet(street, 0.12)]
  const houseOfUnit = isInAustralia(street.houses) ? houseAfterSlash(searchedNumber) : null
  if (houseOfUnit && !street.houses.some(({ number }) => number.raw === searchedNumber.raw))
    return locateNumber(street, houseOfUnit, parallelHouses)
  const knownLocations = locateKnownHouses(street, searchedNumber)
  if (knownLocations.length > 0) return knownLocations
  if (street.isFragment) return [{ ...locateStreet(street, 0.28), basis: 'UNSURE' }]
  const estimate = estimateNumber(street, searchedNumber.main, parallelHouses)
  if (estimate) return [estimate]
  const streetLocation = locateStreet(street, street.houseCount === 0 ? 0.16 : 0.22)
  return [
    streetLocation.basis === 'STREET' && !canBeOnStreet(street, searchedNumber.main)
      ? { ...streetLocation, basis: 'UNSURE', cost: streetLocation.cost + 0.12 }
      : streetLocation,
  ]
}

const AUSTRALIAN_STATES = new Set(['act', 'nsw', 'nt', 'qld', 'sa', 'tas', 'vic', 'wa'])
const isInAustralia = (houses: readonly IndexedHouse[]): boolean =>
  houses.some(({ area }) => AUSTRALIAN_STATES.has(area.stateText.toLowerCase()) && !isInUs(area.postcode))
/** Washington and Western Australia are both WA. Postal codes have five digits in the US. */
const isInUs = (postcode: string): boolean => postcode.length === 5

/** Returns 72 for 2/72, which is unit 2 of house 72. Null if there is no slash. */
function houseAfterSlash({ raw }: HouseNumber): HouseNumber | null {
  const [unit, ...rest] = raw.split('/')
  return unit !== undefined && rest.length === 1 ? (parseHouseNumbers(rest[0] as string)[0] ?? null) : null
}

/** Returns whether the extent of the street is known, and the number is not far from the known ones. */
function canBeOnStreet({ houses, houseCount, isPlace, lines }: TownStreet, number: number): boolean {
  const next = nearestNumber(houses, number)
  const numberDifference = next ? Math.abs(next.number.main - number) : Infinity
  if (lines.length > 0 || isPlace) return houseCount === 0 || numberDifference <= MAX_NUMBER_DIFFERENCE_ON_STREET
  return numberDifference <= MAX_NUMBERS_BEYOND
}

/**
 * US cities number by blocks, so that houses of parallel streets help, and the pieces of a street continue each other.
 */
export const isNumberedByBlocks = (houses: readonly IndexedHouse[]): boolean =>
  houses.some(({ area }) => US_STATES.includes(area.stateText.toLowerCase()))

/** Returns whether the street has a known house with this number or an equivalent one. */
export const hasNumber = (street: TownStreet, searchedNumber: HouseNumber): boolean =>
  locateKnownHouses(street, searchedNumber).length > 0

function locateKnownHouses({ houses, isPlace }: TownStreet, searchedNumber: HouseNumber): NumberLocation[] {
  const locations = (list: readonly IndexedHouse[], cost: number): NumberLocation[] =>
    list.map((house) => ({
      at: { lat: house.lat, lng: house.lng },
      house,
      basis: house.isEstimated ? 'BETWEEN' : 'HOUSE',
      errorMeters: 0,
      cost: cost + (house.isEstimated ? 0.04 : 0),
    }))
  const sameNumber = houses.filter(({ number }) => number.raw === searchedNumber.raw)
  const surveyed = sameNumber.filter(({ isEstimated }) => !isEstimated)
  if (sameNumber.length > 0) return locations(surveyed.length > 0 ? surveyed : sameNumber, 0)
  const equivalents = houses.filter(({ number }) => isEquivalent(number, searchedNumber))
  if (equivalents.length > 0) return locations(equivalents, 0.03)
  const sameMain = houses.filter(({ number }) => number.main === searchedNumber.main)
  // Numbers of a hamlet are scattered, so 1a can be far from 1.
  return isPlace && !sameMain.some((house) => hasNeighbor(houses, house)) ? [] : locations(sameMain, 0.06)
}

/** A range that contains the number, or half of a double number such as 1234/5. */
function isEquivalent(number: HouseNumber, searchedNumber: HouseNumber): boolean {
  const { main } = searchedNumber
  if (number.to !== null && main >= number.main && main <= number.to && (main - number.main) % 2 === 0) return true
  if (searchedNumber.to !== null && number.main >= main && number.main <= searchedNumber.to) return true
  const numberParts = searchedNumber.raw.split('/')
  return number.raw.split('/').includes(searchedNumber.raw) || (numberParts.length > 1 && number.raw === numberParts[0])
}

const hasNeighbor = (houses: readonly IndexedHouse[], house: IndexedHouse): boolean =>
  houses.some(
    (other) =>
      other.number.main !== house.number.main &&
      Math.abs(other.number.main - house.number.main) <= 4 &&
      straightLineMeters(other, house) < CONTRADICTING_METERS,
  )

function locateStreet({ middle, radiusMeters, lines, houses }: TownStreet, cost: number): NumberLocation {
  const projection = projectOnLines(lines, middle)
  const isShort = radiusMeters <= SHORT_STREET_METERS
  return {
    at: projection && projection.meters < radiusMeters ? projection.point : middle,
    house: houses[0] ?? null,
    basis: isShort ? 'STREET' : 'UNSURE',
    errorMeters: Infinity,
    cost: cost + (isShort ? 0 : 0.12),
  }
}

interface Estimate {
  at: Point
  errorMeters: number
  house: IndexedHouse | null
}

function estimateNumber(
  street: TownStreet,
  number: number,
  parallelHouses: readonly ParallelHouse[],
): NumberLocation | null {
  if (isFarFromKnownNumbers(street, number)) return null
  const neighborEstimate = estimateBetweenNeighbors(street.houses, number)
  const isSure = neighborEstimate !== null && neighborEstimate.errorMeters <= SURE_ERROR_METERS
  const isByBlocks = isNumberedByBlocks(street.houses)
  const estimate =
    isSure && !isByBlocks
      ? neighborEstimate
      : (estimateAlongLine(street, number, parallelHouses, neighborEstimate) ?? (isSure ? neighborEstimate : null))
  if (!estimate || estimate.errorMeters > MAX_ERROR_METERS) return null
  const projection = projectOnLines(street.lines, estimate.at)
  const isOffLine = projection !== null && projection.meters > 40 && projection.meters < 250
  // The extract can lack a part of the street. Houses with lower and higher numbers are more reliable than its end.
  const isBeyondExtract = projection?.isPastEnd === true && isBetweenNumbers(street.houses, number)
  const at = isOffLine && !isBeyondExtract ? projection.point : estimate.at
  return {
    at,
    house: estimate.house,
    basis: 'BETWEEN',
    errorMeters: estimate.errorMeters,
    cost: 0.08 + estimate.errorMeters / 2000,
  }
}

/** Returns whether several houses of a short street are known, but none with a number in the same range. */
function isFarFromKnownNumbers({ houses, houseCount, radiusMeters }: TownStreet, number: number): boolean {
  const nearest = nearestNumber(houses, number)
  return (
    nearest !== null &&
    houseCount >= MIN_HOUSES_OF_RANGE &&
    radiusMeters <= SHORT_STREET_METERS &&
    Math.abs(nearest.number.main - number) > MAX_NUMBER_DIFFERENCE
  )
}

/** Returns whether houses with a lower and with a higher number are among the given ones. */
export const isBetweenNumbers = (houses: readonly IndexedHouse[], number: number): boolean =>
  houses.some((house) => house.number.main < number) && houses.some((house) => house.number.main > number)

/**
 * Returns the estimate from the street's line and from houses of parallel streets. Null if there is none or if,
 * outside the US, it contradicts the estimate from the neighbors.
 */
function estimateAlongLine(
  street: TownStreet,
  number: number,
  parallelHouses: readonly ParallelHouse[],
  neighborEstimate: Estimate | null,
): Estimate | null {
  const isByBlocks = isNumberedByBlocks(street.houses)
  // A distant number on a street whose course is unknown can be anywhere.
  if (!isByBlocks && !neighborEstimate && street.lines.length === 0) return null
  const surveyed = street.houses.filter(({ isEstimated }) => !isEstimated)
  const houses = (isByBlocks ? withoutOutliers(housesWithNextNumbers(surveyed, number)) : surveyed).map((house) => ({
    lat: house.lat,
    lng: house.lng,
    number: house.number.main,
    numberSuffix: house.number.suffix,
  }))
  const place = estimateOnStreet({ houses, lines: street.lines, parallelHouses }, number)
  const contradicts =
    place && neighborEstimate && straightLineMeters(place.point, neighborEstimate.at) > CONTRADICTING_METERS
  if (!place || (contradicts && !isByBlocks)) return null
  const errorMeters = place.precision === 'BETWEEN' ? 70 : 150
  const isBeyondHouses = !isByBlocks && neighborEstimate !== null && !isBetweenNumbers(surveyed, number)
  return {
    at: place.point,
    errorMeters: isBeyondHouses ? Math.max(errorMeters, neighborEstimate.errorMeters) : errorMeters,
    house: neighborEstimate?.house ?? nearestNumber(street.houses, number),
  }
}

/** Drops houses far from the others, whose location or street is wrong in the data. */
function withoutOutliers(houses: readonly IndexedHouse[]): readonly IndexedHouse[] {
  if (houses.length < MIN_HOUSES_FOR_OUTLIERS) return houses
  const middle = { lat: median(houses.map(({ lat }) => lat)), lng: median(houses.map(({ lng }) => lng)) }
  const meters = houses.map((house) => straightLineMeters(house, middle))
  const maxMeters = Math.max(OUTLIER_METERS, 4 * median(meters))
  return houses.filter((_, i) => (meters[i] as number) <= maxMeters)
}

/** Returns the houses with the next numbers on both sides of the street together. */
const housesWithNextNumbers = (houses: readonly IndexedHouse[], number: number): IndexedHouse[] =>
  [houses.filter((house) => house.number.main <= number), houses.filter((house) => house.number.main > number)].flatMap(
    (side) =>
      side
        .filter((house) => Math.abs(house.number.main - number) <= MAX_NUMBER_DIFFERENCE)
        .toSorted((a, b) => Math.abs(a.number.main - number) - Math.abs(b.number.main - number))
        .slice(0, NEIGHBORS_PER_SIDE),
  )

/** Estimates the location from the next lower and higher number, preferably on the same side of the street. */
function estimateBetweenNeighbors(houses: readonly IndexedHouse[], number: number): Estimate | null {
  const same = houses.filter((house) => house.number.main % 2 === number % 2)
  const other = houses.filter((house) => house.number.main % 2 !== number % 2)
  const estimates = [estimateOnSide(same, number, 0), estimateOnSide(other, number, 40)].flatMap((one) => one ?? [])
  const [first, second] = estimates
  // The two sides of a street can be numbered independently. If they disagree, neither is reliable.
  const disagreementMeters = first && second ? 0.5 * Math.max(0, straightLineMeters(first.at, second.at) - 60) : 0
  return (
    estimates
      .map((one) => ({ ...one, errorMeters: one.errorMeters + disagreementMeters }))
      .sort((a, b) => a.errorMeters - b.errorMeters)[0] ?? null
  )
}

function estimateOnSide(side: readonly IndexedHouse[], number: number, extraErrorMeters: number): Estimate | null {
  const below = nearestNumber(
    side.filter((house) => house.number.main < number),
    number,
  )
  const above = nearestNumber(
    side.filter((house) => house.number.main > number),
    number,
  )
  if (below && above) {
    const share = (number - below.number.main) / (above.number.main - below.number.main)
    const at = {
      lat: below.lat + share * (above.lat - below.lat),
      lng: below.lng + share * (above.lng - below.lng),
    }
    return {
      at,
      errorMeters: 12 + 0.3 * straightLineMeters(below, above) + extraErrorMeters,
      house: share < 0.5 ? below : above,
    }
  }
  const adjacent = below ?? above
  if (!adjacent || Math.abs(number - adjacent.number.main) > MAX_NUMBERS_BEYOND) return null
  const errorMeters = 20 + Math.abs(number - adjacent.number.main) * metersPerNumber(side) + extraErrorMeters
  return { at: { lat: adjacent.lat, lng: adjacent.lng }, errorMeters, house: adjacent }
}

const nearestNumber = (houses: readonly IndexedHouse[], number: number): IndexedHouse | null =>
  houses.reduce<IndexedHouse | null>(
    (best, house) =>
      best && Math.abs(best.number.main - number) <= Math.abs(house.number.main - number) ? best : house,
    null,
  )

/** Returns meters per number, 6 to 60. */
function metersPerNumber(side: readonly IndexedHouse[]): number {
  const sorted = side.toSorted((a, b) => a.number.main - b.number.main)
  const [first, last] = [sorted[0], sorted.at(-1)]
  const numbers = first && last ? last.number.main - first.number.main : 0
  const meters = numbers > 0 ? straightLineMeters(first as Point, last as Point) / numbers : 10
  return Math.min(MAX_METERS_PER_NUMBER, Math.max(6, meters))
}
