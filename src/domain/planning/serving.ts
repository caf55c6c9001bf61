// Start of service at a stop, and its lateness. Times are in seconds; all use the same clock.

export interface TimedStop {
  /** Seconds of driving from the previous location, through the depot if the vehicle reloads. */
  drive: number
  service: number
  /** Windows in which service should start, in order. An open side is infinite. Empty: any time. */
  windows: readonly { start: number; end: number }[]
  /** Present if the vehicle reloads before this stop. */
  reload?: DueReload
}

export interface DueReload {
  /** Part of the drive that leads to the depot. */
  drive: number
  seconds: number
  /** Time when the whole load is at the depot. Loading starts no earlier. */
  ready?: number
}

/** Returns the seconds of driving and reloading on the way to a stop. */
export const wayTo = ({ drive, reload }: TimedStop): number => drive + (reload?.seconds ?? 0)

/** Returns the start of service: in the first window that isn't over at arrival, or at arrival if all are over. */
export function serviceStart({ windows }: Pick<TimedStop, 'windows'>, arrival: number): number {
  const open = windows.find(({ end }) => arrival <= end)
  return open ? Math.max(arrival, open.start) : arrival
}

/** Returns the seconds by which an arrival is later than the end of the last window. */
export const lateSeconds = ({ windows }: Pick<TimedStop, 'windows'>, arrival: number): number =>
  Math.max(0, arrival - (windows.at(-1)?.end ?? Infinity))
