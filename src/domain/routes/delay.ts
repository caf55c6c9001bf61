// Delay of a route that was reported to the office.
import { minuteOf } from '../time-of-day.ts'

export interface Delay {
  /** The route doesn't continue before this time. */
  until: Date
  toldAt: Date
}

/**
 * Returns the end of the delay. Null if there is no delay, or if an action on the route (`done`) is later than the
 * report.
 */
export const delayEnd = (delay: Delay | null, done: readonly (Date | null)[]): Date | null =>
  delay && done.every((at) => at === null || at <= delay.toldAt) ? delay.until : null

/**
 * Returns whether the report changes the times of a route: by additional minutes, or because it replaces the previous
 * report.
 */
export const changesDelay = ({ minutes, replace = false }: { minutes: number; replace?: boolean }): boolean =>
  minutes > 0 || replace

/** Longest delay that drivers report at once. */
export const MAX_REPORTED_DELAY_MINUTES = 240

/**
 * Returns the minutes from a shown to a chosen time of day (both HH:mm), which may be after midnight. Null if the chosen
 * time is not later, or too late to be meant.
 */
export function minutesLater(shown: string, chosen: string): number | null {
  const minutes = (minuteOf(chosen) - minuteOf(shown) + 1_440) % 1_440
  return minutes > 0 && minutes <= MAX_REPORTED_DELAY_MINUTES ? minutes : null
}
