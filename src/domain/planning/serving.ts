// When service at a stop starts, and how late. Times are seconds on one clock.

export interface TimedStop {
  /** Seconds of driving from the place before, by way of the depot where the vehicle reloads. */
  drive: number
  service: number
  /** Service should start in one of them; in order, an open side is infinite; none for any time. */
  windows: readonly { start: number; end: number }[]
  /** The vehicle loads again before it. */
  reload?: DueReload
}

export interface DueReload {
  /** Of the drive, the part to the depot. */
  drive: number
  seconds: number
  /** When all of the load is there; it is loaded no sooner. */
  ready?: number
}

/** Seconds on the way to a stop: of driving, and of loading again. */
export const wayTo = ({ drive, reload }: TimedStop): number => drive + (reload?.seconds ?? 0)

/** In the first window that is not over by then; at once where all are. */
export function serviceStart({ windows }: Pick<TimedStop, 'windows'>, arrival: number): number {
  const open = windows.find(({ end }) => arrival <= end)
  return open ? Math.max(arrival, open.start) : arrival
}

export const lateSeconds = ({ windows }: Pick<TimedStop, 'windows'>, arrival: number): number =>
  Math.max(0, arrival - (windows.at(-1)?.end ?? Infinity))
