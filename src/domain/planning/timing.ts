// Schedule of a route for stops in a given order. Times are in seconds; all use the same clock.
import {
  bestRests,
  doneAt,
  type DueBreak,
  type TakenBreak,
  placeBreaksOnWay,
  restOnWay,
  type Way,
} from './break-placement.ts'
import { lateSeconds, serviceStart, type DueReload, type TimedStop, wayTo } from './serving.ts'

export interface Schedule {
  departure: number
  /** Arrival before any waiting, and end of service. */
  stops: { arrival: number; departure: number; late: boolean }[]
  /**
   * Breaks on the way to a stop or while waiting there. `before` is the index of the stop, or the number of stops on
   * the way back.
   */
  breaks: (TakenBreak & { before: number })[]
  /** Reloads at the depot. `before` is the index of the first stop that a reload serves. */
  reloads: { start: number; end: number; before: number }[]
  end: number
}

/**
 * Returns the schedule with the earliest end and, among equal schedules, the latest departure: waiting moves to the
 * start, where it costs nothing. If a window can't be met, the stop is late, not refused. A break isn't due if the
 * route leaves after the break's latest start or is over by then.
 */
export function cheapestSchedule(
  earliestDeparture: number,
  stops: readonly TimedStop[],
  driveToEnd: number,
  breaks: readonly DueBreak[] = [],
): Schedule {
  if (breaks.length === 0) return scheduleFrom(latestDeparture(earliestDeparture, stops), stops, driveToEnd)
  let best: Schedule | null = null
  // Between the latest starts of two breaks, the set of due breaks doesn't change.
  const missed = breaks.map((due) => latestStartOf(due) + 1).filter((leaves) => leaves > earliestDeparture)
  for (const earliest of [earliestDeparture, ...missed]) {
    const due = breaks.filter((one) => latestStartOf(one) >= earliest)
    const timed = latestEqualSchedule(earliest, stops, driveToEnd, due)
    const order = best ? compare(timed, best, stops) : -1
    if (order < 0 || (order === 0 && best && timed.departure > best.departure)) best = timed
  }
  return best as Schedule
}

/** Returns the schedule from a given departure with all of these breaks, unless the route is over before them. */
export function scheduleFrom(
  departure: number,
  stops: readonly TimedStop[],
  driveToEnd: number,
  breaks: readonly DueBreak[] = [],
): Schedule {
  const rests = bestRests(departure, stops, driveToEnd, breaks)
  const taken: Schedule['breaks'] = []
  const reloads: Schedule['reloads'] = []
  let now = departure
  let from = 0
  const leg = (before: number, stop: TimedStop | null): Way => {
    const to = rests[before] ?? from
    const due = breaks.slice(from, to)
    const way = stop ? restOnWay(now, stop, due) : placeBreaksOnWay(now, driveToEnd, due)
    taken.push(...way.rests.map((rest) => ({ ...rest, before })))
    from = to
    return way
  }
  const timed = stops.map((stop, i) => {
    const way = leg(i, stop)
    const { arrived, rested } = way
    if (stop.reload) reloads.push({ ...loading(now, stop.reload, way), before: i })
    now = serviceStart(stop, rested) + stop.service
    return { arrival: arrived, departure: now, late: lateSeconds(stop, rested) > 0 }
  })
  return { departure, stops: timed, end: leg(stops.length, null).rested, breaks: taken, reloads }
}

/** Returns the loading time on a way that begins at `left`. */
function loading(left: number, { drive: there, seconds }: DueReload, { rests, loads }: Way) {
  if (loads === undefined) return { start: doneAt(left, there, rests), end: doneAt(left, there + seconds, rests) }
  // No break is during loading.
  return { start: loads, end: loads + seconds }
}

/** Returns the latest departure that doesn't delay the end or miss a window that would otherwise be met. */
function latestDeparture(earliest: number, stops: readonly TimedStop[]): number {
  const early = scheduleFrom(earliest, stops, 0)
  // Goes backward through the stops: `latest` is the latest arrival at a stop that delays no later stop and not the
  // end.
  let latest = Infinity
  for (let i = stops.length - 1; i >= 0; i--) {
    const stop = stops[i] as TimedStop
    const timed = early.stops[i] as Schedule['stops'][number]
    const start = timed.departure - stop.service
    const bound = i === stops.length - 1 ? start : latest - stop.service
    latest = Math.max(start, latestStart(stop, bound)) - wayTo(stop)
  }
  return Number.isFinite(latest) ? Math.max(earliest, latest) : earliest
}

/** Returns the latest start of service up to `by`, in the last window that is open by then. */
function latestStart({ windows }: TimedStop, by: number): number {
  const open = windows.findLast(({ start }) => start <= by)
  return open ? Math.min(by, open.end) : by
}

const latestStartOf = ({ end, seconds }: DueBreak): number => end - seconds

/**
 * Finds the latest departure, to the second, that is at least as good as the earliest departure. All breaks must still be due at
 * that departure.
 */
function latestEqualSchedule(
  earliest: number,
  stops: readonly TimedStop[],
  driveToEnd: number,
  breaks: readonly DueBreak[],
): Schedule {
  if (breaks.length === 0) return scheduleFrom(latestDeparture(earliest, stops), stops, driveToEnd)
  const early = scheduleFrom(earliest, stops, driveToEnd, breaks)
  const [first] = stops
  const [served] = early.stops
  const waits = first && served ? Math.ceil(served.departure - first.service - earliest) : 0
  const stillDue = Math.floor(Math.min(...breaks.map(latestStartOf)) - earliest)
  let [good, bad] = [0, Math.min(waits, stillDue) + 1]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (compare(scheduleFrom(earliest + middle, stops, driveToEnd, breaks), early, stops) <= 0) good = middle
    else bad = middle
  }
  return scheduleFrom(earliest + good, stops, driveToEnd, breaks)
}

const SAME = 1e-6

/** Negative if the first schedule is better: less lateness, then an earlier end. */
function compare(a: Schedule, b: Schedule, stops: readonly TimedStop[]): number {
  const late = lateIn(a, stops) - lateIn(b, stops)
  if (Math.abs(late) > SAME) return late
  return Math.abs(a.end - b.end) > SAME ? a.end - b.end : 0
}

/** Returns the lateness of service and breaks, in seconds. */
const lateIn = (timed: Schedule, stops: readonly TimedStop[]): number =>
  timed.stops.reduce(
    (sum, { departure }, i) => sum + lateSeconds(stops[i] as TimedStop, departure - (stops[i] as TimedStop).service),
    timed.breaks.reduce((sum, { lateSeconds: late }) => sum + late, 0),
  )
