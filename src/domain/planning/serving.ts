// When service at a stop starts, and how late. Times are seconds on one clock.

export interface TimedStop {
  /** Seconds of driving from the place before. */
  drive: number
  service: number
  /** Service should start in one of them; in order, an open side is infinite; none for any time. */
  windows: readonly { start: number; end: number }[]
}

/** In the first window that is not over by then; at once where all are. */
export function serviceStart({ windows }: Pick<TimedStop, 'windows'>, arrival: number): number {
  const open = windows.find(({ end }) => arrival <= end)
  return open ? Math.max(arrival, open.start) : arrival
}

export const lateSeconds = ({ windows }: Pick<TimedStop, 'windows'>, arrival: number): number =>
  Math.max(0, arrival - (windows.at(-1)?.end ?? Infinity))
