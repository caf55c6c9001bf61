// Estimates the location of a house number on its street from the known houses, the street's line, and the houses of
// parallel streets nearby. US cities number by blocks, so that adjacent houses of parallel streets have similar numbers.
import type { Point } from '../orders/order.ts'
import { median } from '../planning/median.ts'
import { type Fit, fitNumber, type Witness } from './number-fit.ts'
import { type Foot, footOn, type Line, middleOf, moved, type Offset, offsetBetween } from './street-lines.ts'

export interface House extends Point {
  number: number
  numberSuffix: string
}

/** A house of another street, with the heading of that street at the house. */
export interface Abreast extends Point {
  number: number
  heading: Offset
}

export interface AlongStreet {
  point: Point
  /** EXACT: the house itself. BETWEEN: likely within 100 m. STREET: somewhere near on the street. */
  how: 'EXACT' | 'BETWEEN' | 'STREET'
}

export interface StreetKnown {
  houses: readonly House[]
  /** Empty if the course of the street is unknown. */
  lines: readonly Line[]
  abreast: readonly Abreast[]
}

/** Maximum difference to the number of a house on the same street. Houses with other numbers are ignored. */
export const FARTHEST_NUMBER = 400
/** Maximum difference to the number of a house on another street. */
export const FARTHEST_ABREAST_NUMBER = 300
/** A street farther to the side than this may be numbered from another corner. */
export const ABREAST_METERS = 1_000
/** Minimum cosine between the headings of parallel streets. */
const ALIKE = 0.95

/**
 * A house within this distance of the line stands on the street. An estimated location within this distance is moved to
 * the line.
 */
const ON_THE_LINE_METERS = 80
/** Houses whose numbers differ by at most this are in the same block and have a similar setback. */
const SAME_BLOCK_NUMBERS = 100
/** Maximum likely errors of a location that counts as found, and of one that counts as roughly found. */
const CLOSE_METERS = 75
const ROUGH_METERS = 200
/** Share of the distance between the adjacent houses that counts as likely error. */
const APART_SHARE = 0.05
/** If the ends of a street are within this distance of its middle, the number doesn't matter. */
const SHORT_METERS = 100

/** Returns the house with this number, if possible with the same suffix. Null if it is unknown. */
export function exactHouse(houses: readonly House[], number: number, numberSuffix: string): AlongStreet | null {
  const same = houses.filter((house) => house.number === number)
  const house = same.find((one) => one.numberSuffix === numberSuffix) ?? same[0]
  return house ? { point: { lat: house.lat, lng: house.lng }, how: 'EXACT' } : null
}

/** Returns the estimated location of a number, or null if the known data is not sufficient. */
export function alongStreet({ houses, lines, abreast }: StreetKnown, number: number): AlongStreet | null {
  const standing = housesAround(houses, lines, number)
  const own = standing.map(witnessOf)
  const next = nextHouses(own)
  const witnesses = [...own, ...witnessesBeside(abreast, lines, number, next)]
  if (witnesses.length === 0) return shortStreet(lines)
  const fit = fitNumber(witnesses)
  const foot = footOn(lines, fit.point)
  const strays = foot ? foot.meters : 0
  const error = likelyError(fit, witnesses) + 0.5 * Math.min(strays, 100) + (next ? APART_SHARE * next.apartMeters : 0)
  if (error > ROUGH_METERS) return null
  return {
    point: foot && strays <= ON_THE_LINE_METERS ? setBack(standing, foot) : fit.point,
    how: error <= CLOSE_METERS ? 'BETWEEN' : 'STREET',
  }
}

/** A house of the same street. `foot` is its location on the street's line; null if it is too far from the line. */
interface Standing {
  at: Point
  ahead: number
  sameSide: boolean
  foot: Foot | null
}

const housesAround = (houses: readonly House[], lines: readonly Line[], number: number): Standing[] =>
  houses
    .filter((house) => Math.abs(house.number - number) <= FARTHEST_NUMBER)
    .map((house) => {
      const foot = footOn(lines, house)
      return {
        at: house,
        ahead: house.number - number,
        sameSide: house.number % 2 === number % 2,
        foot: foot && foot.meters <= ON_THE_LINE_METERS ? foot : null,
      }
    })

const witnessOf = ({ at, ahead, sameSide, foot }: Standing): Witness => ({
  ahead,
  at: foot ? foot.point : at,
  weight: sameSide ? SAME_SIDE_WEIGHT : 1,
})

/** Moves a location off the line by the median setback of the houses around the number, to the correct side. */
function setBack(standing: readonly Standing[], { point, heading }: Foot): Point {
  const sides = standing.flatMap(({ at, ahead, sameSide, foot }) => {
    if (!foot || Math.abs(ahead) > SAME_BLOCK_NUMBERS) return []
    const off = offsetBetween(foot.point, at)
    // To the left of the street's heading at the location, regardless of the direction in which the house's line was
    // drawn.
    const turned = foot.heading.east * heading.east + foot.heading.north * heading.north < 0 ? -1 : 1
    const left = turned * (foot.heading.east * off.north - foot.heading.north * off.east)
    return sameSide ? left : -left
  })
  if (sides.length === 0) return point
  const left = median(sides)
  return moved(point, { east: -heading.north * left, north: heading.east * left })
}

/**
 * Returns the likely error in meters. It grows with the spread of the witnesses and the distance from the nearest
 * witness, and shrinks with their number.
 */
function likelyError({ spreadMeters, metersANumber }: Fit, witnesses: readonly Witness[]): number {
  const nearest = Math.min(...witnesses.map(({ ahead }) => Math.abs(ahead)))
  return spreadMeters + 0.4 * nearest * Math.max(1, metersANumber) + 60 / witnesses.length
}

/** Returns the middle of the street, or null if the street is long. */
function shortStreet(lines: readonly Line[]): AlongStreet | null {
  const middle = middleOf(lines)
  if (!middle || middle.reachMeters > 2 * SHORT_METERS) return null
  return { point: middle.point, how: middle.reachMeters <= SHORT_METERS ? 'BETWEEN' : 'STREET' }
}

function witnessesBeside(
  abreast: readonly Abreast[],
  lines: readonly Line[],
  number: number,
  next: NextHouses | null,
): Witness[] {
  return abreast.flatMap((house) => {
    const foot = footOn(lines, house)
    if (!foot || foot.pastTheEnd || foot.meters > ABREAST_METERS || (next && !isBetween(foot.point, next))) return []
    const alike = Math.abs(foot.heading.east * house.heading.east + foot.heading.north * house.heading.north)
    if (alike < ALIKE) return []
    const weight = ABREAST_WEIGHT / (1 + (foot.meters / ABREAST_FADES_METERS) ** 2)
    return [{ ahead: house.number - number, at: foot.point, weight }]
  })
}

const SAME_SIDE_WEIGHT = 3
const ABREAST_WEIGHT = 0.3
const ABREAST_FADES_METERS = 200

/** The houses of the same street with the next lower and the next higher number. */
interface NextHouses {
  below: Point
  above: Point
  apartMeters: number
}

function nextHouses(own: readonly Witness[]): NextHouses | null {
  const next = (witnesses: readonly Witness[]) =>
    witnesses.toSorted((a, b) => Math.abs(a.ahead) - Math.abs(b.ahead))[0]?.at
  const below = next(own.filter(({ ahead }) => ahead <= 0))
  const above = next(own.filter(({ ahead }) => ahead >= 0))
  return below && above ? { below, above, apartMeters: metersBetween(below, above) } : null
}

/** Numbers increase along a street, so a location beyond the adjacent houses is wrong. */
const isBetween = (place: Point, { below, above, apartMeters }: NextHouses): boolean =>
  metersBetween(place, below) + metersBetween(place, above) <= 1.2 * apartMeters + 80

function metersBetween(a: Point, b: Point): number {
  const { east, north } = offsetBetween(a, b)
  return Math.hypot(east, north)
}
