// Estimates the location of a house number on its street from the known houses, the street's line, and the houses of
// parallel streets nearby. US cities number by blocks, so that adjacent houses of parallel streets have similar
// numbers.
import type { Point } from '../orders/order.ts'
import { median } from '../planning/median.ts'
import { type NumberFit, fitNumber, type NumberSample } from './fit-number.ts'
import {
  type LineProjection,
  projectOnLines,
  type Line,
  middleOfLines,
  offsetPoint,
  type Offset,
  offsetBetween,
} from './street-lines.ts'

export interface House extends Point {
  number: number
  numberSuffix: string
}

/** A house on a parallel street, with the heading of that street at the house. */
export interface ParallelHouse extends Point {
  number: number
  heading: Offset
}

export interface StreetEstimate {
  point: Point
  /** EXACT: the house itself. BETWEEN: an estimate, likely within 100 m. STREET: an estimate, likely within 200 m. */
  precision: 'EXACT' | 'BETWEEN' | 'STREET'
}

export interface StreetData {
  houses: readonly House[]
  /** Empty if the course of the street is unknown. */
  lines: readonly Line[]
  parallelHouses: readonly ParallelHouse[]
}

/** Maximum difference to the number of a house on the same street. Houses with other numbers are ignored. */
export const MAX_NUMBER_DIFFERENCE = 400
/** Maximum difference to the number of a house on another street. */
export const MAX_PARALLEL_NUMBER_DIFFERENCE = 300
/** Maximum distance of a parallel street. Streets farther away may be numbered from another corner. */
export const MAX_PARALLEL_METERS = 1_000
/** Minimum cosine between the headings of parallel streets. */
const MIN_PARALLEL_COSINE = 0.95

/**
 * A house within this distance of the line stands on the street. An estimated location within this distance is moved to
 * the line.
 */
const MAX_OFF_LINE_METERS = 80
/** Houses whose numbers differ by at most this are in the same block and have a similar setback. */
const SAME_BLOCK_NUMBERS = 100
/** Maximum likely errors of a BETWEEN estimate and of a STREET estimate. */
const MAX_CLOSE_ERROR_METERS = 75
const MAX_ROUGH_ERROR_METERS = 200
/** Share of the distance between the adjacent houses that is added to the likely error. */
const GAP_ERROR_SHARE = 0.05
/** If the ends of a street are within this distance of its middle, the middle is close enough for every number. */
const SHORT_STREET_METERS = 100

/**
 * Returns the location of the house with this number, preferably with the same suffix. Null if no house has the number.
 */
export function exactHouse(houses: readonly House[], number: number, numberSuffix: string): StreetEstimate | null {
  const sameNumber = houses.filter((house) => house.number === number)
  const house = sameNumber.find((one) => one.numberSuffix === numberSuffix) ?? sameNumber[0]
  return house ? { point: { lat: house.lat, lng: house.lng }, precision: 'EXACT' } : null
}

/** Returns the estimated location of a number, or null if the known data is not sufficient. */
export function estimateOnStreet({ houses, lines, parallelHouses }: StreetData, number: number): StreetEstimate | null {
  const streetHouses = projectHouses(houses, lines, number)
  const ownSamples = streetHouses.map(sampleOf)
  const adjacent = adjacentHouses(ownSamples)
  const samples = [...ownSamples, ...parallelSamples(parallelHouses, lines, number, adjacent)]
  if (samples.length === 0) return middleOfShortStreet(lines)
  const fit = fitNumber(samples)
  const projection = projectOnLines(lines, fit.point)
  const offLineMeters = projection ? projection.meters : 0
  const error =
    likelyErrorMeters(fit, samples) +
    0.5 * Math.min(offLineMeters, 100) +
    (adjacent ? GAP_ERROR_SHARE * adjacent.gapMeters : 0)
  if (error > MAX_ROUGH_ERROR_METERS) return null
  return {
    point: projection && offLineMeters <= MAX_OFF_LINE_METERS ? applySetback(streetHouses, projection) : fit.point,
    precision: error <= MAX_CLOSE_ERROR_METERS ? 'BETWEEN' : 'STREET',
  }
}

/**
 * A house of the same street. `projection` is its location on the street's line; null if it is too far from the line.
 */
interface StreetHouse {
  at: Point
  numberDifference: number
  sameSide: boolean
  projection: LineProjection | null
}

const projectHouses = (houses: readonly House[], lines: readonly Line[], number: number): StreetHouse[] =>
  houses
    .filter((house) => Math.abs(house.number - number) <= MAX_NUMBER_DIFFERENCE)
    .map((house) => {
      const projection = projectOnLines(lines, house)
      return {
        at: house,
        numberDifference: house.number - number,
        sameSide: house.number % 2 === number % 2,
        projection: projection && projection.meters <= MAX_OFF_LINE_METERS ? projection : null,
      }
    })

const sampleOf = ({ at, numberDifference, sameSide, projection }: StreetHouse): NumberSample => ({
  numberDifference,
  at: projection ? projection.point : at,
  weight: sameSide ? SAME_SIDE_WEIGHT : 1,
})

/** Moves a location off the line by the median setback of the houses around the number, to the correct side. */
function applySetback(streetHouses: readonly StreetHouse[], { point, heading }: LineProjection): Point {
  const leftOffsets = streetHouses.flatMap(({ at, numberDifference, sameSide, projection }) => {
    if (!projection || Math.abs(numberDifference) > SAME_BLOCK_NUMBERS) return []
    const off = offsetBetween(projection.point, at)
    // To the left of the street's heading at the location, regardless of the direction in which the house's line was
    // drawn.
    const sign = projection.heading.east * heading.east + projection.heading.north * heading.north < 0 ? -1 : 1
    const left = sign * (projection.heading.east * off.north - projection.heading.north * off.east)
    return sameSide ? left : -left
  })
  if (leftOffsets.length === 0) return point
  const left = median(leftOffsets)
  return offsetPoint(point, { east: -heading.north * left, north: heading.east * left })
}

/**
 * Returns the likely error in meters. It grows with the spread of the witnesses and the distance from the nearest
 * witness, and shrinks with their number.
 */
function likelyErrorMeters({ spreadMeters, metersPerNumber }: NumberFit, samples: readonly NumberSample[]): number {
  const nearest = Math.min(...samples.map(({ numberDifference }) => Math.abs(numberDifference)))
  return spreadMeters + 0.4 * nearest * Math.max(1, metersPerNumber) + 60 / samples.length
}

/** Returns the middle of the street, or null if the street is long. */
function middleOfShortStreet(lines: readonly Line[]): StreetEstimate | null {
  const middle = middleOfLines(lines)
  if (!middle || middle.farthestMeters > 2 * SHORT_STREET_METERS) return null
  return { point: middle.point, precision: middle.farthestMeters <= SHORT_STREET_METERS ? 'BETWEEN' : 'STREET' }
}

function parallelSamples(
  parallelHouses: readonly ParallelHouse[],
  lines: readonly Line[],
  number: number,
  adjacent: AdjacentHouses | null,
): NumberSample[] {
  return parallelHouses.flatMap((house) => {
    const projection = projectOnLines(lines, house)
    if (
      !projection ||
      projection.isPastEnd ||
      projection.meters > MAX_PARALLEL_METERS ||
      (adjacent && !isBetweenHouses(projection.point, adjacent))
    )
      return []
    const cosine = Math.abs(
      projection.heading.east * house.heading.east + projection.heading.north * house.heading.north,
    )
    if (cosine < MIN_PARALLEL_COSINE) return []
    const weight = PARALLEL_WEIGHT / (1 + (projection.meters / PARALLEL_FADE_METERS) ** 2)
    return [{ numberDifference: house.number - number, at: projection.point, weight }]
  })
}

const SAME_SIDE_WEIGHT = 3
const PARALLEL_WEIGHT = 0.3
const PARALLEL_FADE_METERS = 200

/** The houses of the same street with the next lower and the next higher number. */
interface AdjacentHouses {
  below: Point
  above: Point
  gapMeters: number
}

function adjacentHouses(ownSamples: readonly NumberSample[]): AdjacentHouses | null {
  const next = (samples: readonly NumberSample[]) =>
    samples.toSorted((a, b) => Math.abs(a.numberDifference) - Math.abs(b.numberDifference))[0]?.at
  const below = next(ownSamples.filter(({ numberDifference }) => numberDifference <= 0))
  const above = next(ownSamples.filter(({ numberDifference }) => numberDifference >= 0))
  return below && above ? { below, above, gapMeters: metersBetween(below, above) } : null
}

/** Returns whether a location is between the adjacent houses. Numbers increase along a street, so others are wrong. */
const isBetweenHouses = (place: Point, { below, above, gapMeters }: AdjacentHouses): boolean =>
  metersBetween(place, below) + metersBetween(place, above) <= 1.2 * gapMeters + 80

function metersBetween(a: Point, b: Point): number {
  const { east, north } = offsetBetween(a, b)
  return Math.hypot(east, north)
}
