// A delay of a route that the office was told.

export interface Delay {
  /** The route does not go on before. */
  until: Date
  toldAt: Date
}

/** Until when the route stands still; null once something was done on it since that was told. */
export const standsUntil = (delay: Delay | null, done: readonly (Date | null)[]): Date | null =>
  delay && done.every((at) => at === null || at <= delay.toldAt) ? delay.until : null

/** Whether it changes the times of a route: by minutes more, or in the place of what was told before. */
export const tellsOfDelay = ({ minutes, replace = false }: { minutes: number; replace?: boolean }): boolean =>
  minutes > 0 || replace
