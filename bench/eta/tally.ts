// Collects the errors of one rule for expected times, and summarizes them.
import type { Range } from '../../src/domain/forecast/range.ts'

export interface Shown extends Range {
  median: number
}

export class Tally {
  private count = 0
  private covered = 0
  private early = 0
  private impossible = 0
  private impossibleStart = 0
  private readonly widths: number[] = []
  private readonly errors: number[] = []
  private late = 0

  /**
   * Adds a shown expected time. `door` is the true start of service. `possible` is the earliest time at which the vehicle could
   * truly be at the stop.
   */
  add({ from, to, median }: Shown, door: number, possible: number): void {
    this.count++
    if (door >= from && door <= to) this.covered++
    if (door < from) this.early++
    if (median < possible) this.impossible++
    if (from + 300 < possible) this.impossibleStart++
    this.widths.push(to - from)
    this.errors.push(Math.abs(median - door))
    this.late += median - door
  }

  figures() {
    return {
      readings: this.count,
      covered: percent(this.covered, this.count),
      early: percent(this.early, this.count),
      width: minutes(this.widths),
      error: minutes(this.errors),
      // Mean minutes by which the expected times are later than the true times. Negative if they are earlier.
      bias: Math.round(this.late / Math.max(1, this.count) / 6) / 10,
      impossible: percent(this.impossible, this.count),
      'start impossible': percent(this.impossibleStart, this.count),
    }
  }
}

export const percent = (part: number, of: number): string => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`

/** Returns the median in minutes, with one decimal. */
export function minutes(seconds: readonly number[]): number {
  const middle = seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length / 2)] ?? Number.NaN
  return Math.round(middle / 6) / 10
}
