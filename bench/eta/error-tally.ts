// Collects the errors of one rule for expected times, and summarizes them.
import type { ArrivalRange } from '../../src/domain/forecast/arrival-range.ts'

export interface ShownRange extends ArrivalRange {
  median: number
}

export class ErrorTally {
  private count = 0
  private covered = 0
  private beforeRange = 0
  private impossibleMedians = 0
  private impossibleStarts = 0
  private readonly widths: number[] = []
  private readonly errors: number[] = []
  private totalBias = 0

  /**
   * Adds a shown expected time. `serviceStart` is the true start of service. `earliest` is the earliest time at which the vehicle could
   * truly be at the stop.
   */
  add({ from, to, median }: ShownRange, serviceStart: number, earliest: number): void {
    this.count++
    if (serviceStart >= from && serviceStart <= to) this.covered++
    if (serviceStart < from) this.beforeRange++
    if (median < earliest) this.impossibleMedians++
    if (from + 300 < earliest) this.impossibleStarts++
    this.widths.push(to - from)
    this.errors.push(Math.abs(median - serviceStart))
    this.totalBias += median - serviceStart
  }

  summarize() {
    return {
      readings: this.count,
      covered: formatPercent(this.covered, this.count),
      early: formatPercent(this.beforeRange, this.count),
      width: medianMinutes(this.widths),
      error: medianMinutes(this.errors),
      // Mean minutes by which the expected times are later than the true times. Negative if they are earlier.
      bias: Math.round(this.totalBias / Math.max(1, this.count) / 6) / 10,
      impossible: formatPercent(this.impossibleMedians, this.count),
      'start impossible': formatPercent(this.impossibleStarts, this.count),
    }
  }
}

export const formatPercent = (part: number, of: number): string => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`

/** Returns the median in minutes, with one decimal. */
export function medianMinutes(seconds: readonly number[]): number {
  const middle = seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length / 2)] ?? Number.NaN
  return Math.round(middle / 6) / 10
}
