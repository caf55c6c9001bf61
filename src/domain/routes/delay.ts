// A delay of a route that the office was told.

export interface Delay {
  /** The route does not go on before. */
  until: Date
  toldAt: Date
}

/** Until when the route stands still; null once something was done on it since that was told. */
export const standsUntil = (delay: Delay | null, done: readonly (Date | null)[]): Date | null =>
  delay && done.every((at) => at === null || at <= delay.toldAt) ? delay.until : null
