// When a route is where: the schedule of stops in a given order. Times are seconds on one clock.

export interface TimedStop {
  /** Seconds of driving from the place before. */
  drive: number
  service: number
  /** Service should start in one of them; in order, an open side is infinite; none for any time. */
  windows: readonly { start: number; end: number }[]
}

export interface Schedule {
  departure: number
  /** Arrival before any waiting, and when the service is over. */
  stops: { arrival: number; departure: number; late: boolean }[]
  end: number
}

/**
 * The schedule that is over earliest and, among those, leaves latest: waiting moves to the start, where it costs nothing.
 * A window that cannot be met is late, not refused.
 */
export function schedule(earliestDeparture: number, stops: readonly TimedStop[], driveToEnd: number): Schedule {
  return drive(latestDeparture(earliestDeparture, stops), stops, driveToEnd)
}

/** The schedule from a given departure. */
export function drive(departure: number, stops: readonly TimedStop[], driveToEnd: number): Schedule {
  let now = departure
  const timed = stops.map((stop) => {
    const arrival = now + stop.drive
    now = serviceStart(stop, arrival) + stop.service
    return { arrival, departure: now, late: lateSeconds(stop, arrival) > 0 }
  })
  return { departure, stops: timed, end: now + driveToEnd }
}

/** In the first window that is not over by then; at once where all are. */
export function serviceStart({ windows }: Pick<TimedStop, 'windows'>, arrival: number): number {
  const open = windows.find(({ end }) => arrival <= end)
  return open ? Math.max(arrival, open.start) : arrival
}

export const lateSeconds = ({ windows }: Pick<TimedStop, 'windows'>, arrival: number): number =>
  Math.max(0, arrival - (windows.at(-1)?.end ?? Infinity))

/** How late a route may leave without being over later or missing a window that it would have met. */
function latestDeparture(earliest: number, stops: readonly TimedStop[]): number {
  const early = drive(earliest, stops, 0)
  // Backwards: the latest arrival at each stop that changes nothing after it for the worse.
  let latest = Infinity
  for (let i = stops.length - 1; i >= 0; i--) {
    const stop = stops[i] as TimedStop
    const timed = early.stops[i] as Schedule['stops'][number]
    const start = timed.departure - stop.service
    const bound = i === stops.length - 1 ? start : latest - stop.service
    latest = Math.max(start, latestStart(stop, bound)) - stop.drive
  }
  return Number.isFinite(latest) ? Math.max(earliest, latest) : earliest
}

/** The latest that service may start by then, in a window if it has any. */
function latestStart({ windows }: TimedStop, by: number): number {
  const open = windows.findLast(({ start }) => start <= by)
  return open ? Math.min(by, open.end) : windows.length === 0 ? by : -Infinity
}
