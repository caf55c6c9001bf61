// Pace of a route, from its taps. Times are epoch seconds.
import { breakSecondsBetween } from '../routes/pauses.ts'
import type { TimedActivity } from './pace.ts'
import { trafficFactorAt, type PendingBreak, type Traffic } from './rest-of-day.ts'

export interface ReportedStop {
  isSkipped: boolean
  arrivedAt: number | null
  finishedAt: number | null
  /** Seconds on empty roads from the previous stop. Null if the vehicle reloaded on the way. */
  driveSeconds: number | null
  serviceSeconds: number
  hasLearnedTime: boolean
  /** Start of the first window. */
  opensAt: number | null
  /** Whether the server received the outcome long after it happened. */
  isReportedLate: boolean
}

export interface ObservedTimes {
  /** Legs between stops that follow each other, with expected seconds in that hour's traffic. */
  legs: TimedActivity[]
  visits: (TimedActivity & { hasLearnedTime: boolean })[]
  stops: number
  reportedLate: number
  skippedStops: number
  /** Breaks that are not visible in the duration of any leg, so they are probably still ahead. */
  breaksLeft: PendingBreak[]
}

/** In a shorter visit, arrival and outcome were probably tapped together, so its duration is not used. */
const MIN_VISIT_SECONDS = 30
/**
 * If a drive seems to have taken less than this share of its time on empty roads, the outcome was tapped only after the
 * drive began.
 */
const MIN_DRIVE_SHARE = 0.3
/** If a leg took longer than expected by this share of a break, the driver probably took the break on it. */
const MIN_BREAK_EXCESS_SHARE = 0.6
const MAX_BREAK_EARLY_SECONDS = 1_800

/**
 * Derives the figures of a route from the taps at its stops. The `stops` must be in driving order. The `breaks`
 * are the breaks that the driver has not recorded. The breaks `taken` are the recorded breaks, which count neither as driving nor as service.
 */
export function observeRoute(
  stops: readonly ReportedStop[],
  startedAt: number | null,
  breaks: readonly PendingBreak[],
  traffic: Traffic,
  taken: readonly { start: number; end: number }[] = [],
): ObservedTimes {
  const observed: ObservedTimes = {
    legs: [],
    visits: [],
    stops: 0,
    reportedLate: 0,
    skippedStops: 0,
    breaksLeft: [...breaks],
  }
  let departedAt = startedAt
  for (const [i, stop] of stops.entries()) {
    const { arrivedAt, finishedAt } = stop
    if (stop.isSkipped) observed.skippedStops++
    else if (finishedAt !== null) observed.stops++
    const isVisit =
      !stop.isSkipped &&
      arrivedAt !== null &&
      finishedAt !== null &&
      finishedAt - arrivedAt >= MIN_VISIT_SECONDS &&
      !isOutcomeTappedAtNextStop(finishedAt, stops[i + 1])
    if (!stop.isSkipped && finishedAt !== null && (!isVisit || stop.isReportedLate)) observed.reportedLate++
    if (isVisit) {
      addVisit(observed, stop, arrivedAt, finishedAt - breakSecondsBetween(taken, arrivedAt, finishedAt))
      if (departedAt !== null && stop.driveSeconds !== null && arrivedAt > departedAt)
        addLeg(
          observed,
          stop.driveSeconds * trafficFactorAt(traffic, departedAt),
          arrivedAt - departedAt - breakSecondsBetween(taken, departedAt, arrivedAt),
          arrivedAt,
        )
    }
    departedAt = isVisit ? finishedAt : null
  }
  return observed
}

/** Whether the outcome was tapped only when the driver had reached the next stop. */
const isOutcomeTappedAtNextStop = (finishedAt: number, next: ReportedStop | undefined): boolean =>
  next?.arrivedAt != null &&
  next.arrivedAt >= finishedAt &&
  next.arrivedAt - finishedAt < MIN_DRIVE_SHARE * (next.driveSeconds ?? 0)

function addVisit(observed: ObservedTimes, stop: ReportedStop, arrivedAt: number, finishedAt: number): void {
  const actual = finishedAt - Math.max(arrivedAt, stop.opensAt ?? arrivedAt)
  if (actual < MIN_VISIT_SECONDS || stop.serviceSeconds <= 0) return
  observed.visits.push({ expected: stop.serviceSeconds, actual, hasLearnedTime: stop.hasLearnedTime })
}

function addLeg(observed: ObservedTimes, expected: number, actual: number, arrivedAt: number): void {
  const [nextBreak] = observed.breaksLeft
  const includesBreak =
    nextBreak &&
    actual - expected > MIN_BREAK_EXCESS_SHARE * nextBreak.seconds &&
    arrivedAt > nextBreak.start - MAX_BREAK_EARLY_SECONDS
  if (includesBreak) observed.breaksLeft.shift()
  else observed.legs.push({ expected, actual })
}

/** Returns today's legs and visits as the forecast needs them: with parking in the expected seconds of each leg. */
export const todaySoFar = ({ legs, visits }: Pick<ObservedTimes, 'legs' | 'visits'>, parkSeconds: number) => ({
  drive: legs.map(({ expected, actual }) => ({ expected: expected + parkSeconds, actual })),
  service: visits,
})
