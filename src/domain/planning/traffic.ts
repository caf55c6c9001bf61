// Traffic: the ratio of driving times to the provider's times, by hour of the day in the business's time zone.
import { minuteOf } from '../time-of-day.ts'

/** 24 factors, starting at midnight. */
export type TrafficFactors = readonly number[]

export const MIN_FACTOR = 0.5
export const MAX_FACTOR = 3

export const FREE_FLOW: TrafficFactors = Array.from({ length: 24 }, () => 1)

/** Returns the factor of an hour from 0 to 23. */
export const factorAt = (factors: TrafficFactors, hour: number): number => factors[hour] ?? 1

/**
 * Returns one factor for a plan over these shifts (HH:mm): the mean over their time. A plan has a single table, so a
 * leg at another hour is wrong by the difference between that hour's factor and this mean.
 */
export function meanFactor(
  factors: TrafficFactors,
  shifts: readonly { shiftStart: string; shiftEnd: string }[],
): number {
  let minutes = 0
  let sum = 0
  for (const { shiftStart, shiftEnd } of shifts) {
    const [start, end] = [minuteOf(shiftStart), minuteOf(shiftEnd)]
    for (let hour = 0; hour < 24; hour++) {
      const within = Math.max(0, Math.min(end, hour * 60 + 60) - Math.max(start, hour * 60))
      minutes += within
      sum += within * factorAt(factors, hour)
    }
  }
  return minutes > 0 ? sum / minutes : 1
}

/** The drives of an hour: their number, and the median ratio of actual time to time on empty roads. */
export interface MeasuredHour {
  hour: number
  drives: number
  ratio: number
}

/** Minimum number of drives per hour. With fewer drives, the ratio isn't reliable. */
export const MIN_DRIVES = 20

/** Returns the factors that the measured hours suggest, from midnight. An hour with too few drives has null. */
export const suggestedFactors = (measured: readonly MeasuredHour[]): (number | null)[] =>
  FREE_FLOW.map((_, hour) => {
    const found = measured.find((one) => one.hour === hour)
    if (!found || found.drives < MIN_DRIVES) return null
    return Math.round(Math.min(MAX_FACTOR, Math.max(MIN_FACTOR, found.ratio)) * 100) / 100
  })
