// Delay of a route that was reported to the office.

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
