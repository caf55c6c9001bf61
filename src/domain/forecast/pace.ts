// Pace of a business: how its real driving and service times differ from the planned ones.
import { stratifiedValues, type Quantiles, SCENARIOS } from './random-quantiles.ts'

export interface Pace {
  /** Seconds of parking and walking that every leg takes in addition to driving. */
  parkSeconds: number
  /** Actual seconds over expected seconds of a leg, with parking. */
  drive: Quantiles
  /** Actual seconds over expected seconds of a visit, to addresses with and without learned service times. */
  serviceKnown: Quantiles
  serviceNew: Quantiles
  /** Seconds between planned and actual departure. */
  startDelay: Quantiles
  /** Standard deviation of a route's own factor, whose mean is 1. */
  driveSpread: number
  serviceSpread: number
  /** Share of stops that are skipped, or leave the route while it is under way. */
  skipShare: number
  /** Share of planned breaks that drivers don't take. */
  breakSkipped: number
  /**
   * Share of stops whose arrival and outcome are reported late or together. Used as the probability that the driver of
   * a route reports late.
   */
  unheardShare: number
}

/** Pace of a business without history. */
export const DEFAULT_PACE: Pace = {
  parkSeconds: 60,
  drive: [0.55, 0.62, 0.67, 0.72, 0.78, 0.85, 0.9, 0.95, 1, 1.05, 1.11, 1.19, 1.35, 1.6, 2.2, 3.5, 6],
  serviceKnown: [0.1, 0.22, 0.3, 0.37, 0.47, 0.61, 0.73, 0.85, 0.97, 1.1, 1.25, 1.45, 1.85, 2.4, 3.4, 4.8, 9],
  serviceNew: [0.1, 0.2, 0.27, 0.33, 0.43, 0.57, 0.7, 0.83, 0.97, 1.12, 1.32, 1.58, 2.1, 2.75, 3.8, 5.2, 9],
  startDelay: [-900, -600, -480, -300, -180, 0, 60, 120, 240, 360, 540, 780, 1_200, 1_800, 2_400, 3_000, 3_600],
  driveSpread: 0.12,
  serviceSpread: 0.15,
  skipShare: 0.02,
  breakSkipped: 0.1,
  unheardShare: 0.1,
}

/** A leg or visit that has happened. */
export interface TimedActivity {
  expected: number
  actual: number
}

/** Limits of a ratio that counts for a route's own pace, so that one traffic jam doesn't make a slow driver. */
export const capRatio = (ratio: number): number => Math.min(2.2, Math.max(0.4, ratio))

/** Returns the mean of the capped ratios of a table. */
export function meanCappedRatio(table: Quantiles): number {
  let sum = 0
  for (const ratio of stratifiedValues(table)) sum += capRatio(ratio)
  return sum / SCENARIOS
}
