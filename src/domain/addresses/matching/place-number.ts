// Locates a house number in a run: the house itself, an estimate from its neighbors, or the whole street if it is short.
import { straightLineMeters } from '../../geo/geo.ts'
import type { Point } from '../../orders/order.ts'
import { median } from '../../planning/median.ts'
import { type Abreast, alongStreet, FARTHEST_NUMBER } from '../along-street.ts'
import type { HouseNumber } from '../house-numbers.ts'
import { footOn } from '../street-lines.ts'
import { US_STATES } from '../us-address.ts'
import type { KnownHouse, Run } from './run.ts'

export interface Spot {
  at: Point
  /** HOUSE: the house. BETWEEN: an estimate. STREET: somewhere on a short street. UNSURE: the street is too long. */
  how: 'HOUSE' | 'BETWEEN' | 'STREET' | 'UNSURE'
  cost: number
  /** Likely error in meters; infinite if only the street is known. */
  error: number
  /** The house, or one near it. */
  house: KnownHouse | null
}

/** Maximum likely errors of an estimate, in meters. */
const HIGHEST_ERROR = 160
/** Up to this error, the neighbors alone decide. */
const SURE_ERROR = 50
/** If the ends of a street are within this distance of its middle, the middle is near all of it. */
const SHORT_REACH = 300
/** Numbers beyond the last known house for which a location is estimated. */
const FARTHEST_BEYOND = 12
/** Maximum difference between a number on a short street and the nearest known one. */
const FARTHEST_ON_STREET = 60
const NEXT_HOUSES = 4
const FEWEST_FOR_STRAYS = 5
const STRAY_METERS = 1_500
/** Two estimates farther apart contradict each other. */
const CONTRADICTING_METERS = 150

/** Returns the locations of a number. Several if the run has the number more than once. */
export function placeNumber(run: Run, wanted: HouseNumber | null, abreast: readonly Abreast[] = []): Spot[] {
  if (!wanted) return [streetItself(run, 0.12)]
  const known = knownHouses(run, wanted)
  if (known.length > 0) return known
  const estimate = estimated(run, wanted.main, abreast)
  if (estimate) return [estimate]
  const street = streetItself(run, run.houseCount === 0 ? 0.16 : 0.22)
  return [
    street.how === 'STREET' && !mayBeOn(run, wanted.main)
      ? { ...street, how: 'UNSURE', cost: street.cost + 0.12 }
      : street,
  ]
}

/** Returns whether the extent of the street is known, and the number is not far from the known ones. */
function mayBeOn({ houses, houseCount, isPlace, lines }: Run, number: number): boolean {
  const next = nearest(houses, number)
  const apart = next ? Math.abs(next.number.main - number) : Infinity
  if (lines.length > 0 || isPlace) return houseCount === 0 || apart <= FARTHEST_ON_STREET
  return apart <= FARTHEST_BEYOND
}

/** US cities number by blocks, so that houses of parallel streets help, and the pieces of a street continue each other. */
export const isNumberedByBlocks = (houses: readonly KnownHouse[]): boolean =>
  houses.some(({ area }) => US_STATES.includes(area.stateText.toLowerCase()))

/** Returns whether the number or an equivalent one is known in the run. */
export const isKnownIn = (run: Run, wanted: HouseNumber): boolean => knownHouses(run, wanted).length > 0

function knownHouses({ houses, isPlace }: Run, wanted: HouseNumber): Spot[] {
  const spots = (list: readonly KnownHouse[], cost: number): Spot[] =>
    list.map((house) => ({
      at: { lat: house.lat, lng: house.lng },
      house,
      how: house.estimated ? 'BETWEEN' : 'HOUSE',
      error: 0,
      cost: cost + (house.estimated ? 0.04 : 0),
    }))
  const same = houses.filter(({ number }) => number.raw === wanted.raw)
  const surveyed = same.filter(({ estimated }) => !estimated)
  if (same.length > 0) return spots(surveyed.length > 0 ? surveyed : same, 0)
  const equivalent = houses.filter(({ number }) => isEquivalent(number, wanted))
  if (equivalent.length > 0) return spots(equivalent, 0.03)
  const main = houses.filter(({ number }) => number.main === wanted.main)
  // Numbers of a hamlet are scattered, so 1a can be far from 1.
  return isPlace && !main.some((house) => hasNeighbor(houses, house)) ? [] : spots(main, 0.06)
}

/** A range that contains the number, or half of a double number such as 1234/5. */
function isEquivalent(number: HouseNumber, wanted: HouseNumber): boolean {
  const { main } = wanted
  if (number.to !== null && main >= number.main && main <= number.to && (main - number.main) % 2 === 0) return true
  if (wanted.to !== null && number.main >= main && number.main <= wanted.to) return true
  const halves = wanted.raw.split('/')
  return number.raw.split('/').includes(wanted.raw) || (halves.length > 1 && number.raw === halves[0])
}

const hasNeighbor = (houses: readonly KnownHouse[], house: KnownHouse): boolean =>
  houses.some(
    (other) =>
      other.number.main !== house.number.main &&
      Math.abs(other.number.main - house.number.main) <= 4 &&
      straightLineMeters(other, house) < CONTRADICTING_METERS,
  )

function streetItself({ middle, reach, lines, houses }: Run, cost: number): Spot {
  const foot = footOn(lines, middle)
  const isShort = reach <= SHORT_REACH
  return {
    at: foot && foot.meters < reach ? foot.point : middle,
    house: houses[0] ?? null,
    how: isShort ? 'STREET' : 'UNSURE',
    error: Infinity,
    cost: cost + (isShort ? 0 : 0.12),
  }
}

interface Estimate {
  at: Point
  error: number
  house: KnownHouse | null
}

function estimated(run: Run, number: number, abreast: readonly Abreast[]): Spot | null {
  const bySide = betweenNeighbors(run.houses, number)
  const isSure = bySide !== null && bySide.error <= SURE_ERROR
  const byBlocks = isNumberedByBlocks(run.houses)
  const estimate = isSure && !byBlocks ? bySide : (alongRun(run, number, abreast, bySide) ?? (isSure ? bySide : null))
  if (!estimate || estimate.error > HIGHEST_ERROR) return null
  const foot = footOn(run.lines, estimate.at)
  const at = foot && foot.meters > 40 && foot.meters < 250 ? foot.point : estimate.at
  return { at, house: estimate.house, how: 'BETWEEN', error: estimate.error, cost: 0.08 + estimate.error / 2000 }
}

/** The estimate by blocks and by the street's line. Null if it contradicts the estimate by neighbors. */
function alongRun(run: Run, number: number, abreast: readonly Abreast[], bySide: Estimate | null): Estimate | null {
  const byBlocks = isNumberedByBlocks(run.houses)
  const own = run.houses.filter(({ estimated }) => !estimated)
  const houses = (byBlocks ? withoutStrays(nextHouses(own, number)) : own).map((house) => ({
    lat: house.lat,
    lng: house.lng,
    number: house.number.main,
    numberSuffix: house.number.suffix,
  }))
  const place = alongStreet({ houses, lines: run.lines, abreast }, number)
  const contradicts = place && bySide && straightLineMeters(place.point, bySide.at) > CONTRADICTING_METERS
  if (!place || (contradicts && !byBlocks)) return null
  return {
    at: place.point,
    error: place.how === 'BETWEEN' ? 70 : 150,
    house: bySide?.house ?? nearest(run.houses, number),
  }
}

/** Drops houses far from the others, whose location or street is wrong in the data. */
function withoutStrays(houses: readonly KnownHouse[]): readonly KnownHouse[] {
  if (houses.length < FEWEST_FOR_STRAYS) return houses
  const middle = { lat: median(houses.map(({ lat }) => lat)), lng: median(houses.map(({ lng }) => lng)) }
  const meters = houses.map((house) => straightLineMeters(house, middle))
  const most = Math.max(STRAY_METERS, 4 * median(meters))
  return houses.filter((_, i) => (meters[i] as number) <= most)
}

/** Returns the houses with the next numbers on both sides of the street together. */
const nextHouses = (houses: readonly KnownHouse[], number: number): KnownHouse[] =>
  [houses.filter((house) => house.number.main <= number), houses.filter((house) => house.number.main > number)].flatMap(
    (side) =>
      side
        .filter((house) => Math.abs(house.number.main - number) <= FARTHEST_NUMBER)
        .toSorted((a, b) => Math.abs(a.number.main - number) - Math.abs(b.number.main - number))
        .slice(0, NEXT_HOUSES),
  )

/** Estimates the location from the next lower and higher number, preferably on the same side of the street. */
function betweenNeighbors(houses: readonly KnownHouse[], number: number): Estimate | null {
  const same = houses.filter((house) => house.number.main % 2 === number % 2)
  const other = houses.filter((house) => house.number.main % 2 !== number % 2)
  const estimates = [sideEstimate(same, number, 0), sideEstimate(other, number, 40)].flatMap((one) => one ?? [])
  const [first, second] = estimates
  // The two sides of a street can be numbered independently. If they disagree, neither is reliable.
  const apart = first && second ? 0.5 * Math.max(0, straightLineMeters(first.at, second.at) - 60) : 0
  return estimates.map((one) => ({ ...one, error: one.error + apart })).sort((a, b) => a.error - b.error)[0] ?? null
}

function sideEstimate(side: readonly KnownHouse[], number: number, doubt: number): Estimate | null {
  const below = nearest(
    side.filter((house) => house.number.main < number),
    number,
  )
  const above = nearest(
    side.filter((house) => house.number.main > number),
    number,
  )
  if (below && above) {
    const share = (number - below.number.main) / (above.number.main - below.number.main)
    const at = {
      lat: below.lat + share * (above.lat - below.lat),
      lng: below.lng + share * (above.lng - below.lng),
    }
    return { at, error: 12 + 0.3 * straightLineMeters(below, above) + doubt, house: share < 0.5 ? below : above }
  }
  const next = below ?? above
  if (!next || Math.abs(number - next.number.main) > FARTHEST_BEYOND) return null
  const error = 20 + Math.abs(number - next.number.main) * paceOf(side) + doubt
  return { at: { lat: next.lat, lng: next.lng }, error, house: next }
}

const nearest = (houses: readonly KnownHouse[], number: number): KnownHouse | null =>
  houses.reduce<KnownHouse | null>(
    (best, house) =>
      best && Math.abs(best.number.main - number) <= Math.abs(house.number.main - number) ? best : house,
    null,
  )

/** Returns meters per number, 6 to 20. */
function paceOf(side: readonly KnownHouse[]): number {
  const sorted = side.toSorted((a, b) => a.number.main - b.number.main)
  const [first, last] = [sorted[0], sorted.at(-1)]
  const numbers = first && last ? last.number.main - first.number.main : 0
  const pace = numbers > 0 ? straightLineMeters(first as Point, last as Point) / numbers : 10
  return Math.min(20, Math.max(6, pace))
}
