// Estimates the location of a number from the numbers around it. Uses a local regression of location on number that
// reduces the weight of outliers in every round (iteratively reweighted least squares).
import type { Point } from '../orders/order.ts'
import { offsetPoint, type Offset, offsetBetween } from './street-lines.ts'

/** A known number and its location on the street. */
export interface NumberSample {
  /** Difference between its number and the number that is searched. */
  numberDifference: number
  at: Point
  weight: number
}

export interface NumberFit {
  point: Point
  /** Root mean square of the witnesses' deviations. */
  spreadMeters: number
  metersPerNumber: number
}

const FIT_ROUNDS = 5
/**
 * Range of numbers that count for the slope, and for the location: at least `min`, and as far as the witness at index
 * `rank` by distance.
 */
const SLOPE_RANGE = { min: 150, rank: 3 }
const LOCATION_RANGE = { min: 30, rank: 1 }
/** Limits the slope if all numbers are similar. */
const SLOPE_DAMPING = 10
const MAX_METERS_PER_NUMBER = 15
/** A witness is an outlier if its deviation is larger than this and larger than that of most witnesses. */
const MIN_OUTLIER_METERS = 30

interface OffsetSample extends Offset {
  numberDifference: number
  weight: number
}

/** Fits the location. Needs at least one witness. */
export function fitNumber(samples: readonly NumberSample[]): NumberFit {
  const origin = (samples[0] as NumberSample).at
  const offsetSamples = samples.map(({ numberDifference, at, weight }) => ({
    numberDifference,
    weight,
    ...offsetBetween(origin, at),
  }))
  const slopeRange = numberRange(offsetSamples, SLOPE_RANGE)
  const locationRange = numberRange(offsetSamples, LOCATION_RANGE)
  let trust = initialTrust(offsetSamples)
  let fit: NumberFit | null = null
  for (let round = 0; round < FIT_ROUNDS; round++) {
    const weights = offsetSamples.map((one, i) => one.weight * (trust[i] as number))
    const slope = slopeOf(
      offsetSamples,
      fadedWeights(offsetSamples, weights, (difference) => (1 + (difference / slopeRange) ** 2) ** -2),
    )
    const nearWeights = fadedWeights(
      offsetSamples,
      weights,
      (difference) => 1 / (1 + (difference / locationRange) ** 2),
    )
    const location = {
      east: mean(offsetSamples, nearWeights, (one) => one.east - slope.east * one.numberDifference),
      north: mean(offsetSamples, nearWeights, (one) => one.north - slope.north * one.numberDifference),
    }
    const deviations = offsetSamples.map(({ numberDifference, east, north }) =>
      Math.hypot(
        east - location.east - slope.east * numberDifference,
        north - location.north - slope.north * numberDifference,
      ),
    )
    fit = {
      point: offsetPoint(origin, location),
      spreadMeters: Math.sqrt(mean(deviations, nearWeights, (deviation) => deviation ** 2)),
      metersPerNumber: Math.hypot(slope.east, slope.north),
    }
    const typicalDeviation = Math.max(MIN_OUTLIER_METERS, 1.5 * weightedMedian(deviations, nearWeights))
    trust = offsetSamples.map(
      ({ numberDifference }, i) =>
        1 / (1 + ((deviations[i] as number) / (typicalDeviation + 0.5 * Math.abs(numberDifference))) ** 2),
    )
  }
  return fit as NumberFit
}

function numberRange(samples: readonly OffsetSample[], { min, rank }: { min: number; rank: number }): number {
  const nearest = samples.map(({ numberDifference }) => Math.abs(numberDifference)).sort((a, b) => a - b)
  return Math.max(min, nearest[Math.min(rank, nearest.length - 1)] as number)
}

const fadedWeights = (
  samples: readonly OffsetSample[],
  weights: readonly number[],
  fade: (difference: number) => number,
): number[] => weights.map((weight, i) => weight * fade((samples[i] as OffsetSample).numberDifference))

/**
 * Returns the initial trust: high around the witness with the most neighbors, because a street can have the same
 * numbers twice.
 */
function initialTrust(samples: readonly OffsetSample[]): number[] {
  const blurs = samples.map(({ numberDifference }) => 25 + 0.6 * Math.abs(numberDifference))
  const squaredDistance = (a: OffsetSample, b: OffsetSample) => (a.east - b.east) ** 2 + (a.north - b.north) ** 2
  let densest = 0
  let maxDensity = -1
  samples.forEach((one, i) => {
    let density = 0
    samples.forEach((other, j) => {
      const [a, b] = [blurs[i] as number, blurs[j] as number]
      density += (other.weight / b) * Math.exp(-squaredDistance(one, other) / (2 * (a ** 2 + b ** 2)))
    })
    if (density > maxDensity) [densest, maxDensity] = [i, density]
  })
  return samples.map((one, i) => {
    const blur = (blurs[i] as number) + (blurs[densest] as number)
    return 1 / (1 + squaredDistance(one, samples[densest] as OffsetSample) / (4 * blur ** 2))
  })
}

/** Returns the meters to the east and north per number. */
function slopeOf(samples: readonly OffsetSample[], weights: readonly number[]): Offset {
  const meanDifference = mean(samples, weights, (one) => one.numberDifference)
  const variance = mean(samples, weights, (one) => (one.numberDifference - meanDifference) ** 2)
  const component = (value: (one: OffsetSample) => number): number => {
    const meanValue = mean(samples, weights, value)
    return (
      mean(samples, weights, (one) => (one.numberDifference - meanDifference) * (value(one) - meanValue)) /
      (variance + SLOPE_DAMPING)
    )
  }
  const slope = { east: component(({ east }) => east), north: component(({ north }) => north) }
  const shrink = Math.min(1, MAX_METERS_PER_NUMBER / (Math.hypot(slope.east, slope.north) || 1))
  return { east: slope.east * shrink, north: slope.north * shrink }
}

function mean<T>(items: readonly T[], weights: readonly number[], value: (one: T) => number): number {
  let sum = 0
  let total = 0
  items.forEach((one, i) => {
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
