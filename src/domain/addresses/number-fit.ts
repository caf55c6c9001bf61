// Estimates the location of a number from the numbers around it. Uses a local regression of location on number that
// reduces the weight of outliers in every round (iteratively reweighted least squares).
import type { Point } from '../orders/order.ts'
import { moved, type Offset, offsetBetween } from './street-lines.ts'

/** A known number and its location on the street. */
export interface Witness {
  /** Difference between its number and the number that is searched. */
  ahead: number
  at: Point
  weight: number
}

export interface Fit {
  point: Point
  /** Root mean square of the witnesses' deviations. */
  spreadMeters: number
  metersANumber: number
}

const ROUNDS = 5
/**
 * Range of numbers that count for the slope, and for the location: at least `least`, and as far as the witness at index
 * `rank` by distance.
 */
const SLOPE_REACH = { least: 150, rank: 3 }
const PLACE_REACH = { least: 30, rank: 1 }
/** Limits the slope if all numbers are similar. */
const SLOPE_DAMPING = 10
const STEEPEST_METERS_A_NUMBER = 15
/** A witness is an outlier if its deviation is larger than this and larger than that of most witnesses. */
const STRAYS_METERS = 30

interface Seen extends Offset {
  ahead: number
  weight: number
}

/** Fits the location. Needs at least one witness. */
export function fitNumber(witnesses: readonly Witness[]): Fit {
  const origin = (witnesses[0] as Witness).at
  const seen = witnesses.map(({ ahead, at, weight }) => ({ ahead, weight, ...offsetBetween(origin, at) }))
  const slopeReach = reachOf(seen, SLOPE_REACH)
  const placeReach = reachOf(seen, PLACE_REACH)
  let trust = firstTrust(seen)
  let fit: Fit | null = null
  for (let round = 0; round < ROUNDS; round++) {
    const weights = seen.map((one, i) => one.weight * (trust[i] as number))
    const slope = slopeOf(
      seen,
      faded(seen, weights, (ahead) => (1 + (ahead / slopeReach) ** 2) ** -2),
    )
    const near = faded(seen, weights, (ahead) => 1 / (1 + (ahead / placeReach) ** 2))
    const place = {
      east: mean(seen, near, (one) => one.east - slope.east * one.ahead),
      north: mean(seen, near, (one) => one.north - slope.north * one.ahead),
    }
    const strays = seen.map(({ ahead, east, north }) =>
      Math.hypot(east - place.east - slope.east * ahead, north - place.north - slope.north * ahead),
    )
    fit = {
      point: moved(origin, place),
      spreadMeters: Math.sqrt(mean(strays, near, (stray) => stray ** 2)),
      metersANumber: Math.hypot(slope.east, slope.north),
    }
    const usual = Math.max(STRAYS_METERS, 1.5 * weightedMedian(strays, near))
    trust = seen.map(({ ahead }, i) => 1 / (1 + ((strays[i] as number) / (usual + 0.5 * Math.abs(ahead))) ** 2))
  }
  return fit as Fit
}

function reachOf(seen: readonly Seen[], { least, rank }: { least: number; rank: number }): number {
  const nearest = seen.map(({ ahead }) => Math.abs(ahead)).sort((a, b) => a - b)
  return Math.max(least, nearest[Math.min(rank, nearest.length - 1)] as number)
}

const faded = (seen: readonly Seen[], weights: readonly number[], fade: (ahead: number) => number): number[] =>
  weights.map((weight, i) => weight * fade((seen[i] as Seen).ahead))

/**
 * Returns the initial trust: high around the witness with the most neighbors, because a street can have the same
 * numbers twice.
 */
function firstTrust(seen: readonly Seen[]): number[] {
  const blurs = seen.map(({ ahead }) => 25 + 0.6 * Math.abs(ahead))
  const square = (a: Seen, b: Seen) => (a.east - b.east) ** 2 + (a.north - b.north) ** 2
  let middle = 0
  let most = -1
  seen.forEach((one, i) => {
    let company = 0
    seen.forEach((other, j) => {
      const [a, b] = [blurs[i] as number, blurs[j] as number]
      company += (other.weight / b) * Math.exp(-square(one, other) / (2 * (a ** 2 + b ** 2)))
    })
    if (company > most) [middle, most] = [i, company]
  })
  return seen.map((one, i) => {
    const blur = (blurs[i] as number) + (blurs[middle] as number)
    return 1 / (1 + square(one, seen[middle] as Seen) / (4 * blur ** 2))
  })
}

/** Returns the meters to the east and north per number. */
function slopeOf(seen: readonly Seen[], weights: readonly number[]): Offset {
  const ahead = mean(seen, weights, (one) => one.ahead)
  const square = mean(seen, weights, (one) => (one.ahead - ahead) ** 2)
  const along = (value: (one: Seen) => number): number => {
    const middle = mean(seen, weights, value)
    return mean(seen, weights, (one) => (one.ahead - ahead) * (value(one) - middle)) / (square + SLOPE_DAMPING)
  }
  const slope = { east: along(({ east }) => east), north: along(({ north }) => north) }
  const shrink = Math.min(1, STEEPEST_METERS_A_NUMBER / (Math.hypot(slope.east, slope.north) || 1))
  return { east: slope.east * shrink, north: slope.north * shrink }
}

function mean<T>(of: readonly T[], weights: readonly number[], value: (one: T) => number): number {
  let sum = 0
  let total = 0
  of.forEach((one, i) => {
    sum += value(one) * (weights[i] as number)
    total += weights[i] as number
  })
  return sum / total
}

function weightedMedian(values: readonly number[], weights: readonly number[]): number {
  const order = values.map((_, i) => i).sort((a, b) => (values[a] as number) - (values[b] as number))
  let rest = weights.reduce((sum, weight) => sum + weight, 0) / 2
  for (const i of order) {
    rest -= weights[i] as number
    if (rest <= 0) return values[i] as number
  }
  return values[order.at(-1) as number] as number
}
