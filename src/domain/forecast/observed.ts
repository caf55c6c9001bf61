// Pace of a route, from its taps. Times are epoch seconds.
import type { Timed } from './pace.ts'
import { factorAt, type PendingBreak, type Traffic } from './rest-of-day.ts'

export interface ReportedStop {
  isSkipped: boolean
  arrivedAt: number | null
  finishedAt: number | null
  /** Seconds on empty roads from the previous stop. Null if the vehicle reloaded on the way. */
  driveSeconds: number | null
  serviceSeconds: number
  isKnown: boolean
  /** Start of the first window. */
  opensAt: number | null
  /** Whether the server received the outcome long after it happened. */
  isLate: boolean
}

export interface Shown {
  /** Legs between stops that follow each other, with expected seconds in that hour's traffic. */
  legs: Timed[]
  visits: (Timed & { isKnown: boolean })[]
  stops: number
  unheard: number
  skipped: number
  /** Breaks that are not visible in the duration of any leg, so they are probably still ahead. */
  breaksLeft: PendingBreak[]
}

/** In a shorter visit, arrival and outcome were probably tapped together, so its duration is not used. */
const MIN_VISIT_SECONDS = 30
/**
 * If a drive seems to have taken less than this share of its time on empty roads, the outcome was tapped only after the
 * drive began.
 */
const LEAST_DRIVE_SHARE = 0.3
/** If a leg took longer than expected by this share of a break, the driver probably took the break on it. */
const BREAK_SHARE = 0.6
const BREAK_EARLY_SECONDS = 1_800

/** Derives the figures of a route from the taps at its stops. `stops` are in driving order. */
export function observe(
  stops: readonly ReportedStop[],
  startedAt: number | null,
  breaks: readonly PendingBreak[],
  traffic: Traffic,
): Shown {
  const shown: Shown = { legs: [], visits: [], stops: 0, unheard: 0, skipped: 0, breaksLeft: [...breaks] }
  let left = startedAt
  for (const [i, stop] of stops.entries()) {
    const { arrivedAt, finishedAt } = stop
    if (stop.isSkipped) shown.skipped++
    else if (finishedAt !== null) shown.stops++
    const isVisit =
      !stop.isSkipped &&
      arrivedAt !== null &&
      finishedAt !== null &&
      finishedAt - arrivedAt >= MIN_VISIT_SECONDS &&
      !isTappedAtNext(finishedAt, stops[i + 1])
    if (!stop.isSkipped && finishedAt !== null && (!isVisit || stop.isLate)) shown.unheard++
    if (isVisit) {
      addVisit(shown, stop, arrivedAt, finishedAt)
      if (left !== null && stop.driveSeconds !== null && arrivedAt > left)
        addLeg(shown, stop.driveSeconds * factorAt(traffic, left), arrivedAt - left, arrivedAt)
    }
    left = isVisit ? finishedAt : null
  }
  return shown
}

/** Whether the outcome was tapped only when the driver had reached the next stop. */
const isTappedAtNext = (finishedAt: number, next: ReportedStop | undefined): boolean =>
  next?.arrivedAt != null &&
  next.arrivedAt >= finishedAt &&
  next.arrivedAt - finishedAt < LEAST_DRIVE_SHARE * (next.driveSeconds ?? 0)

function addVisit(shown: Shown, stop: ReportedStop, arrivedAt: number, finishedAt: number): void {
  const actual = finishedAt - Math.max(arrivedAt, stop.opensAt ?? arrivedAt)
  if (actual < MIN_VISIT_SECONDS || stop.serviceSeconds <= 0) return
  shown.visits.push({ expected: stop.serviceSeconds, actual, isKnown: stop.isKnown })
}

function addLeg(shown: Shown, expected: number, actual: number, arrivedAt: number): void {
  const [due] = shown.breaksLeft
  const isBreak = due && actual - expected > BREAK_SHARE * due.seconds && arrivedAt > due.start - BREAK_EARLY_SECONDS
  if (isBreak) shown.breaksLeft.shift()
  else shown.legs.push({ expected, actual })
}

/** Returns today's legs and visits as the forecast needs them: with parking in the expected seconds of each leg. */
export const todayOf = ({ legs, visits }: Pick<Shown, 'legs' | 'visits'>, parkSeconds: number) => ({
  drive: legs.map(({ expected, actual }) => ({ expected: expected + parkSeconds, actual })),
  service: visits,
})
