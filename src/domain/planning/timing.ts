// When a route is where: the schedule of stops in a given order. Times are seconds on one clock.
import { bestRests, doneAt, type DueBreak, type Rest, restOn, restOnWay, type Way } from './resting.ts'
import { lateSeconds, serviceStart, type DueReload, type TimedStop, wayTo } from './serving.ts'

export interface Schedule {
  departure: number
  /** Arrival before any waiting, and when the service is over. */
  stops: { arrival: number; departure: number; late: boolean }[]
  /** Breaks on the way to a stop or waiting at it, by its index; the way home has the index after the last. */
  breaks: (Rest & { before: number })[]
  /** At the depot, loading for the stop of that index and others. */
  reloads: { start: number; end: number; before: number }[]
  end: number
}

/**
 * The schedule that is over earliest and, among those, leaves latest: waiting moves to the start, where it costs nothing.
 * A window that cannot be met is late, not refused. A break is not due on a route that leaves after its latest start, or
 * is over by then.
 */
export function schedule(
  earliestDeparture: number,
  stops: readonly TimedStop[],
  driveToEnd: number,
  breaks: readonly DueBreak[] = [],
): Schedule {
  if (breaks.length === 0) return drive(latestDeparture(earliestDeparture, stops), stops, driveToEnd)
  let best: Schedule | null = null
  // From one break's latest start to the next, the same ones are due.
  const missed = breaks.map((due) => latestStartOf(due) + 1).filter((leaves) => leaves > earliestDeparture)
  for (const earliest of [earliestDeparture, ...missed]) {
    const due = breaks.filter((one) => latestStartOf(one) >= earliest)
    const timed = leavingLate(earliest, stops, driveToEnd, due)
    const order = best ? compare(timed, best, stops) : -1
    if (order < 0 || (order === 0 && best && timed.departure > best.departure)) best = timed
  }
  return best as Schedule
}

/** The schedule from a given departure, with all of these breaks as far as the route is not over before. */
export function drive(
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
    const way = stop ? restOnWay(now, stop, due) : restOn(now, driveToEnd, due)
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

/** When the vehicle loads on a way that it left for then. */
function loading(left: number, { drive: there, seconds }: DueReload, { rests, loads }: Way) {
  if (loads === undefined) return { start: doneAt(left, there, rests), end: doneAt(left, there + seconds, rests) }
  const after = rests.filter(({ start }) => start >= loads)
  return { start: loads, end: doneAt(loads, seconds, after) }
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
    latest = Math.max(start, latestStart(stop, bound)) - wayTo(stop)
  }
  return Number.isFinite(latest) ? Math.max(earliest, latest) : earliest
}

/** The latest that service may start by then, in a window if it has any. */
function latestStart({ windows }: TimedStop, by: number): number {
  const open = windows.findLast(({ start }) => start <= by)
  return open ? Math.min(by, open.end) : windows.length === 0 ? by : -Infinity
}

const latestStartOf = ({ end, seconds }: DueBreak): number => end - seconds

/** With breaks, as long as they are all due: the latest departure, to the second, that is no worse than leaving at once. */
function leavingLate(
  earliest: number,
  stops: readonly TimedStop[],
  driveToEnd: number,
  breaks: readonly DueBreak[],
): Schedule {
  if (breaks.length === 0) return drive(latestDeparture(earliest, stops), stops, driveToEnd)
  const early = drive(earliest, stops, driveToEnd, breaks)
  const [first] = stops
  const [served] = early.stops
  const waits = first && served ? Math.ceil(served.departure - first.service - earliest) : 0
  const stillDue = Math.floor(Math.min(...breaks.map(latestStartOf)) - earliest)
  let [good, bad] = [0, Math.min(waits, stillDue) + 1]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (compare(drive(earliest + middle, stops, driveToEnd, breaks), early, stops) <= 0) good = middle
    else bad = middle
  }
  return drive(earliest + good, stops, driveToEnd, breaks)
}

const SAME = 1e-6

/** Below zero where the first is better: less late, else over earlier. */
function compare(a: Schedule, b: Schedule, stops: readonly TimedStop[]): number {
  const late = lateIn(a, stops) - lateIn(b, stops)
  if (Math.abs(late) > SAME) return late
  return Math.abs(a.end - b.end) > SAME ? a.end - b.end : 0
}

/** Of service and of breaks, in seconds. */
const lateIn = (timed: Schedule, stops: readonly TimedStop[]): number =>
  timed.stops.reduce(
    (sum, { departure }, i) => sum + lateSeconds(stops[i] as TimedStop, departure - (stops[i] as TimedStop).service),
    timed.breaks.reduce((sum, { lateSeconds: late }) => sum + late, 0),
  )
