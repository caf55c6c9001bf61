// Where a house number is on its street: by the houses known there, by the street's line, and by the houses of the
// streets beside it. US cities number by blocks, so that the same number lies abreast on streets that run alike.
import type { Point } from '../orders/order.ts'
import { median } from '../planning/median.ts'
import { type Fit, fitNumber, type Witness } from './number-fit.ts'
import { type Foot, footOn, type Line, middleOf, moved, type Offset, offsetBetween } from './street-lines.ts'

export interface House extends Point {
  number: number
  numberSuffix: string
}

/** A house of another street, and how that street runs there. */
export interface Abreast extends Point {
  number: number
  heading: Offset
}

export interface AlongStreet {
  point: Point
  /** EXACT: the house itself. BETWEEN: likely within 100 m. STREET: only somewhere near on the street. */
  how: 'EXACT' | 'BETWEEN' | 'STREET'
}

export interface StreetKnown {
  houses: readonly House[]
  /** Empty when it isn't known where the street runs. */
  lines: readonly Line[]
  abreast: readonly Abreast[]
}

/** Houses of the street itself whose numbers are farther away than this say nothing. */
export const FARTHEST_NUMBER = 400
/** The same for houses of other streets. */
export const FARTHEST_ABREAST_NUMBER = 300
/** Streets farther to the side than this may be numbered from another corner. */
export const ABREAST_METERS = 1_000
/** The cosine between two streets that run alike. */
const ALIKE = 0.95

/** A house no further than this from the line stands on it; a place estimated is drawn onto it. */
const ON_THE_LINE_METERS = 80
/** Houses of the same block stand back from the street much alike. */
const SAME_BLOCK_NUMBERS = 100
/** Likely errors up to which a place counts as found, or as found roughly. */
const CLOSE_METERS = 75
const ROUGH_METERS = 200
/** How much of the way between the next houses counts as likely error. */
const APART_SHARE = 0.05
/** A street that ends no further than this from its middle needs no number. */
const SHORT_METERS = 100

/** The house itself, if it is known; one with another letter will do. */
export function exactHouse(houses: readonly House[], number: number, numberSuffix: string): AlongStreet | null {
  const same = houses.filter((house) => house.number === number)
  const house = same.find((one) => one.numberSuffix === numberSuffix) ?? same[0]
  return house ? { point: { lat: house.lat, lng: house.lng }, how: 'EXACT' } : null
}

/** Null when what is known doesn't tell. */
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

/** A house of the street itself, and its place on the street's line, if it stands on that. */
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

/** Off the line by as much, and to the same side, as the houses around the number stand. */
function setBack(standing: readonly Standing[], { point, heading }: Foot): Point {
  const sides = standing.flatMap(({ at, ahead, sameSide, foot }) => {
    if (!foot || Math.abs(ahead) > SAME_BLOCK_NUMBERS) return []
    const off = offsetBetween(foot.point, at)
    // To the left of the street's heading here, whichever way that line was drawn.
    const turned = foot.heading.east * heading.east + foot.heading.north * heading.north < 0 ? -1 : 1
    const left = turned * (foot.heading.east * off.north - foot.heading.north * off.east)
    return sameSide ? left : -left
  })
  if (sides.length === 0) return point
  const left = median(sides)
  return moved(point, { east: -heading.north * left, north: heading.east * left })
}

/** In meters: what the witnesses disagree on, how far it is from the nearest of them, and how few they are. */
function likelyError({ spreadMeters, metersANumber }: Fit, witnesses: readonly Witness[]): number {
  const nearest = Math.min(...witnesses.map(({ ahead }) => Math.abs(ahead)))
  return spreadMeters + 0.4 * nearest * Math.max(1, metersANumber) + 60 / witnesses.length
}

/** The street as such, or null when it is long. */
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

/** The street's own houses with the next lower and the next higher number. */
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

/** Numbers rise along a street: a place past the next houses can't be meant. */
const isBetween = (place: Point, { below, above, apartMeters }: NextHouses): boolean =>
  metersBetween(place, below) + metersBetween(place, above) <= 1.2 * apartMeters + 80

function metersBetween(a: Point, b: Point): number {
  const { east, north } = offsetBetween(a, b)
  return Math.hypot(east, north)
}
