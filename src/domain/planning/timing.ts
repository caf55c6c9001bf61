// When a route is where: the schedule of stops in a given order. Times are seconds on one clock.

export interface TimedStop {
  /** Seconds of driving from the place before. */
  drive: number
  service: number
  /** Service starts no earlier; -Infinity for any time. */
  windowStart: number
  /** Service should start no later; Infinity for any time. */
  windowEnd: number
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
    const start = Math.max(arrival, stop.windowStart)
    now = start + stop.service
    return { arrival, departure: now, late: start > stop.windowEnd }
  })
  return { departure, stops: timed, end: now + driveToEnd }
}

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
    latest = Math.max(start, Math.min(bound, stop.windowEnd)) - stop.drive
  }
  return Number.isFinite(latest) ? Math.max(earliest, latest) : earliest
}
