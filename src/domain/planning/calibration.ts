// Calibrates estimates of legs with road tables that were fetched before: the average road length and driving time for
// straight lines of about the same length.
import { estimateLeg, straightLineMeters } from '../geo/geo.ts'
import type { Point } from '../orders/order.ts'

/** Sums over legs whose straight line falls into one band. */
export interface RoadBand {
  band: number
  legs: number
  straightMeters: number
  roadMeters: number
  roadSeconds: number
}

/** Average leg of each band: straight line, road length and driving time. Starts at zero and increases. */
export type Calibration = readonly Knot[]

interface Knot {
  straight: number
  meters: number
  seconds: number
}

/** Upper bounds of the bands, in meters of straight line. The last band has no upper bound. */
const BAND_ENDS = [
  250, 500, 750, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 8_000, 12_000, 16_000, 24_000, 40_000, 80_000, 160_000,
]
/**
 * Maximum number of legs taken from a table, spread evenly. They are representative, and take as long as a table of 200
 * locations.
 */
const MAX_LEGS = 40_000
/** Minimum number of legs in a band. A band with fewer legs is ignored. */
const MIN_LEGS = 20

/** Sums the drivable legs of a table by band. Samples the legs of a large table. */
export function bandsOf(
  points: readonly Point[],
  table: { durations: Float64Array; distances: Float64Array; estimatedLegs?: Uint8Array },
): RoadBand[] {
  const bands = new Map<number, RoadBand>()
  const side = points.length
  const step = sampleStep(side)
  for (let at = 0; at < side * side; at += step) {
    if (table.estimatedLegs?.[at]) continue
    const [from, to] = [points[Math.floor(at / side)] as Point, points[at % side] as Point]
    const roadMeters = table.distances[at] as number
    const roadSeconds = table.durations[at] as number
    const straightMeters = straightLineMeters(from, to)
    if (straightMeters < 1 || !Number.isFinite(roadMeters) || !Number.isFinite(roadSeconds)) continue
    const end = BAND_ENDS.findIndex((meters) => straightMeters < meters)
    const band = end < 0 ? BAND_ENDS.length : end
    const sums = bands.get(band) ?? { band, legs: 0, straightMeters: 0, roadMeters: 0, roadSeconds: 0 }
    sums.legs++
    sums.straightMeters += straightMeters
    sums.roadMeters += roadMeters
    sums.roadSeconds += roadSeconds
    bands.set(band, sums)
  }
  return [...bands.values()]
}

/**
 * Returns the step from one sampled leg to the next. It has no common divisor with the side of the table, so that no
 * column is skipped.
 */
function sampleStep(side: number): number {
  let step = Math.max(1, Math.ceil(side ** 2 / MAX_LEGS))
  while (commonDivisor(step, side) > 1) step++
  return step
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))

/** Returns the calibration, or null if there are too few legs. */
export function calibrationOf(bands: readonly RoadBand[]): Calibration | null {
  const knots: Knot[] = [{ straight: 0, meters: 0, seconds: 0 }]
  for (const { legs, straightMeters, roadMeters, roadSeconds } of [...bands].sort((a, b) => a.band - b.band)) {
    if (legs < MIN_LEGS) continue
    const last = knots.at(-1) as Knot
    // A band with few legs may by chance have a lower average than the previous band. A longer straight line must not
    // get a shorter or faster leg.
    knots.push({
      straight: straightMeters / legs,
      meters: Math.max(last.meters, roadMeters / legs),
      seconds: Math.max(last.seconds, roadSeconds / legs),
    })
  }
  return knots.length > 1 ? knots : null
}

/** Returns an estimated leg in meters and seconds. Without a calibration, uses the default estimate. */
export function calibratedLeg(
  calibration: Calibration | null,
  a: Point,
  b: Point,
): { meters: number; seconds: number } {
  if (!calibration) return estimateLeg(a, b)
  const straight = straightLineMeters(a, b)
  const above = calibration.findIndex((knot) => knot.straight >= straight)
  const last = calibration.at(-1) as Knot
  if (above < 0) {
    const stretch = straight / last.straight
    return { meters: last.meters * stretch, seconds: last.seconds * stretch }
  }
  const to = calibration[above] as Knot
  const from = calibration[above - 1] ?? to
  const share = to.straight > from.straight ? (straight - from.straight) / (to.straight - from.straight) : 0
  return {
    meters: from.meters + share * (to.meters - from.meters),
    seconds: from.seconds + share * (to.seconds - from.seconds),
  }
}
