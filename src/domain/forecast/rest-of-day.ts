// Forecast of the rest of a route's day: when the vehicle reaches each remaining stop, and when the route ends. Each of
// 128 scenarios is one possible course of the day. The random numbers of a scenario are fixed, so that the forecast
// changes only if something has happened. Times are in seconds; all use the same clock.
import { stratifiedValues, NORMAL_QUANTILES, stratumPermutation, SCENARIOS, stratumMiddle } from './random-quantiles.ts'
import { conditionOnSilence, lateReportProbability } from './condition-on-silence.ts'
import { capRatio, meanCappedRatio, type Pace, type TimedActivity } from './pace.ts'
import { type TimeSpread, spreadOf } from './time-spread.ts'

/** A remaining stop or reload of the route. */
export interface Visit {
  /** Identifies the visit all day, so that its random numbers stay the same when earlier visits are finished. */
  key: number
  /** Seconds on empty roads from the previous visit. For the first visit, from the last known location. */
  driveSeconds: number
  serviceSeconds: number
  /** Whether `serviceSeconds` was learned from visits to this address. */
  hasLearnedTime: boolean
  /** Time windows in order. An open side is infinite. Empty: any time. */
  windows: readonly { start: number; end: number }[]
  /** Drivers don't report reloads, so a missing tap doesn't show that the vehicle is still on its way to the reload. */
  isReload?: boolean
}

/** A break that may still be ahead. */
export interface PendingBreak {
  start: number
  end: number
  plannedStart: number
  seconds: number
}

/** Traffic factors of consecutive slots. The first slot begins at `from`. */
export interface Traffic {
  from: number
  slotSeconds: number
  factors: readonly number[]
}

export interface RestOfDay {
  now: number
  /** The last certain fact: the planned departure, a departure, or the arrival at the first of `visits`. */
  lastEvent: { kind: 'PLANNED' | 'LEFT' | 'AT'; at: number }
  /** A later position on the road, with the seconds on empty roads from there to the first visit. */
  lastPosition: { at: number; driveSeconds: number } | null
  visits: readonly Visit[]
  /** Seconds on empty roads from the last visit to the end of the route. Null if the route ends at its last visit. */
  driveHomeSeconds: number | null
  breaks: readonly PendingBreak[]
  /** Legs and visits of today. */
  todaySoFar: { drive: readonly TimedActivity[]; service: readonly (TimedActivity & { hasLearnedTime: boolean })[] }
  traffic: Traffic
}

export interface Forecast {
  /** Start of service at each visit. Null at the visit where the driver is. */
  visits: (TimeSpread | null)[]
  end: TimeSpread
  /** Probability that the driver is further along than the taps show. */
  lateReportProbability: number
}

/** No vehicle takes less than this share of the time on empty roads. */
const MIN_DRIVE_SHARE = 0.6
const MIN_SERVICE_SECONDS = 30
/** Breaks begin at most this many seconds earlier or later than planned. */
const MAX_BREAK_SHIFT_SECONDS = 2_700
/**
 * Standard deviation of the capped ratio of a single leg or visit (actual over expected time), relative to the mean
 * ratio.
 */
const SINGLE_RATIO_SPREADS = { drive: 0.35, service: 0.5 }
/** A route's pace changes during the day, so some uncertainty always remains. */
const MIN_ROUTE_SPREAD = 0.03
/** A position that is at most this old shows where the driver is. */
const MAX_POSITION_AGE_SECONDS = 180

/**
 * Keys for `stratumPermutation`, one per independent random quantity. Each visit has three keys from `visits` on, and each break
 * has two from `breaks` on.
 */
const QUANTITY_KEYS = { drive: 1, service: 2, start: 3, home: 5, visits: 8, breaks: 3_100 }

/** Returns the forecast. It depends on the arguments only. */
export const forecastRestOfDay = (day: RestOfDay, pace: Pace): Forecast => new DaySimulation(day, pace).forecast()

/** Simulates the rest of the day in all scenarios at once, from one visit to the next. */
class DaySimulation {
  private readonly driveFactors: Float64Array
  private readonly serviceFactors: Float64Array
  private readonly breakDueTimes: Float64Array[]
  /**
   * Current time in each scenario. If the driver may be further along than the taps show, a second half follows: the
   * same scenarios without the condition that the next event hasn't been reported.
   */
  private times: Float64Array
  private earliestTime: number
  private isReported = false
  private lateReportProbability = 0
  private previous: TimeSpread | null = null
  private readonly day: RestOfDay
  private readonly pace: Pace

  constructor(day: RestOfDay, pace: Pace) {
    this.day = day
    this.pace = pace
    this.driveFactors = sampleRouteFactors(
      pace.driveSpread,
      SINGLE_RATIO_SPREADS.drive,
      QUANTITY_KEYS.drive,
      day.todaySoFar.drive,
      () => pace.drive,
    )
    this.serviceFactors = sampleRouteFactors(
      pace.serviceSpread,
      SINGLE_RATIO_SPREADS.service,
      QUANTITY_KEYS.service,
      day.todaySoFar.service,
      (one) => serviceTable(pace, one),
    )
    this.breakDueTimes = sampleBreakDueTimes(day, pace)
    this.times = new Float64Array(SCENARIOS).fill(day.lastEvent.at)
    this.earliestTime = day.lastEvent.at
  }

  forecast(): Forecast {
    const { lastEvent, visits, now } = this.day
    if (lastEvent.kind === 'PLANNED') this.sampleDeparture()
    const spreads = visits.map((simulateVisit, i) => this.simulateVisit(simulateVisit, i))
    const driveHome = this.driveHome()
    return {
      visits: spreads,
      end: spreadOf(this.times, this.lateReportProbability, now, driveHome, this.previous),
      lateReportProbability: this.lateReportProbability,
    }
  }

  /**
   * Samples the departure of a route that hasn't started: usual delays after the planned departure, but not before now.
   */
  private sampleDeparture(): void {
    const { startDelay } = this.pace
    const delays = stratifiedValues(startDelay)
    const permutation = stratumPermutation(QUANTITY_KEYS.start)
    const planned = this.day.lastEvent.at
    for (let scenario = 0; scenario < SCENARIOS; scenario++)
      this.times[scenario] = planned + (delays[permutation[scenario] as number] as number)
    this.earliestTime = Math.max(this.day.now, planned + (startDelay[0] as number))
    this.conditionOnFirstReport()
  }

  private simulateVisit(simulateVisit: Visit, i: number): TimeSpread | null {
    const { lastEvent, now } = this.day
    const isHere = i === 0 && lastEvent.kind === 'AT'
    const before = this.times.slice()
    const spread = isHere ? null : this.driveAndWait(simulateVisit, i)
    this.serveVisit(simulateVisit, i > 0, before)
    this.earliestTime = isHere ? now : this.earliestTime + MIN_SERVICE_SECONDS
    if (isHere && !simulateVisit.isReload) this.conditionOnFirstReport()
    return spread
  }

  /** Drives to the visit and waits for its window. */
  private driveAndWait(simulateVisit: Visit, i: number): TimeSpread {
    const { now, lastPosition } = this.day
    const from = i === 0 ? lastPosition : null
    if (from) this.times.fill(from.at)
    const seconds = from?.driveSeconds ?? simulateVisit.driveSeconds
    // Adds no parking time if the vehicle is already on the road, or if the next visit is at the same door.
    const park = from || seconds === 0 ? 0 : this.pace.parkSeconds
    this.driveLeg(seconds, park, QUANTITY_KEYS.visits + 3 * (simulateVisit.key % 1_000))
    this.earliestTime = (from?.at ?? this.earliestTime) + MIN_DRIVE_SHARE * seconds
    if (!simulateVisit.isReload) {
      this.conditionOnFirstReport()
      this.earliestTime = Math.max(now, this.earliestTime)
    }
    if (simulateVisit.windows.length > 0)
      for (let index = 0; index < this.times.length; index++)
        this.times[index] = serviceStart(simulateVisit, this.times[index] as number)
    this.earliestTime = serviceStart(simulateVisit, this.earliestTime)
    this.previous = spreadOf(
      this.times,
      this.lateReportProbability,
      now,
      Math.max(now, this.earliestTime),
      this.previous,
    )
    return this.previous
  }

  private serveVisit(simulateVisit: Visit, maySkip: boolean, timesBefore: Float64Array): void {
    const { times, serviceFactors, pace } = this
    const ratios = stratifiedValues(serviceTable(pace, simulateVisit))
    const first = QUANTITY_KEYS.visits + 3 * (simulateVisit.key % 1_000)
    const permutation = stratumPermutation(first + 1)
    const skipPermutation = stratumPermutation(first + 2)
    for (let index = 0; index < times.length; index++) {
      const scenario = index & (SCENARIOS - 1)
      if (maySkip && stratumMiddle(skipPermutation[scenario] as number) < pace.skipShare)
        times[index] = timesBefore[index % timesBefore.length] as number
      else
        times[index] =
          (times[index] as number) +
          simulateVisit.serviceSeconds *
            (serviceFactors[scenario] as number) *
            (ratios[permutation[scenario] as number] as number)
    }
  }

  private driveHome(): number {
    const { driveHomeSeconds, lastPosition, visits, now } = this.day
    if (driveHomeSeconds !== null) {
      const from = visits.length === 0 ? lastPosition : null
      if (from) this.times.fill(from.at)
      this.driveLeg(from?.driveSeconds ?? driveHomeSeconds, 0, QUANTITY_KEYS.home)
      this.earliestTime += MIN_DRIVE_SHARE * driveHomeSeconds
      if (visits.length === 0) this.conditionOnFirstReport()
    }
    return Math.max(now, this.earliestTime)
  }

  /** Adds a leg to each scenario, with the breaks that come due before its end. */
  private driveLeg(seconds: number, parkSeconds: number, quantity: number): void {
    const { times, driveFactors, breakDueTimes, day } = this
    const ratios = stratifiedValues(this.pace.drive)
    const permutation = stratumPermutation(quantity)
    for (let index = 0; index < times.length; index++) {
      const at = times[index] as number
      const scenario = index & (SCENARIOS - 1)
      const expectedSeconds = seconds * trafficFactorAt(day.traffic, at) + parkSeconds
      let arrival =
        at + expectedSeconds * (driveFactors[scenario] as number) * (ratios[permutation[scenario] as number] as number)
      for (let b = 0; b < breakDueTimes.length; b++) {
        const dueTimes = breakDueTimes[b] as Float64Array
        if ((dueTimes[index] as number) > arrival) continue
        arrival += (day.breaks[b] as PendingBreak).seconds
        dueTimes[index] = Number.POSITIVE_INFINITY
      }
      times[index] = arrival
    }
  }

  /**
   * Conditions the first event that a driver reports on the silence until now: either the event has not happened yet,
   * or the report has not arrived.
   */
  private conditionOnFirstReport(): void {
    if (this.isReported) return
    this.isReported = true
    const { now, lastPosition, lastEvent } = this.day
    const conditioned = conditionOnSilence(this.times, now, lastPosition?.at ?? lastEvent.at)
    const hasFreshPosition = lastPosition !== null && now - lastPosition.at <= MAX_POSITION_AGE_SECONDS
    if (!hasFreshPosition)
      this.lateReportProbability = lateReportProbability(conditioned.survival, this.pace.unheardShare)
    if (this.lateReportProbability === 0) {
      this.times = conditioned.times
      return
    }
    const withLateReports = new Float64Array(2 * SCENARIOS)
    withLateReports.set(conditioned.times)
    withLateReports.set(this.times, SCENARIOS)
    this.times = withLateReports
    for (const dueTimes of this.breakDueTimes) dueTimes.set(dueTimes.subarray(0, SCENARIOS), SCENARIOS)
  }
}

const serviceTable = (pace: Pace, { hasLearnedTime }: { hasLearnedTime: boolean }) =>
  hasLearnedTime ? pace.serviceKnown : pace.serviceNew

/** Returns the traffic factor of a time. */
export function trafficFactorAt({ from, slotSeconds, factors }: Traffic, at: number): number {
  const slot = Math.floor((at - from) / slotSeconds)
  return factors[Math.min(factors.length - 1, Math.max(0, slot))] ?? 1
}

/** Returns the start of service: in the first window that is not over, or at once if all windows are over. */
function serviceStart({ windows }: Visit, arrival: number): number {
  for (const { start, end } of windows) if (arrival <= end) return Math.max(arrival, start)
  return arrival
}

/** Returns when each break comes due in each scenario. Infinite if the break is skipped. */
const sampleBreakDueTimes = ({ breaks }: RestOfDay, { breakSkipped }: Pace): Float64Array[] =>
  breaks.map(({ start, end, plannedStart, seconds }, b) => {
    const shiftPermutation = stratumPermutation(QUANTITY_KEYS.breaks + 2 * b)
    const skipPermutation = stratumPermutation(QUANTITY_KEYS.breaks + 2 * b + 1)
    return Float64Array.from({ length: 2 * SCENARIOS }, (_, index) => {
      const scenario = index & (SCENARIOS - 1)
      if (stratumMiddle(skipPermutation[scenario] as number) < breakSkipped) return Number.POSITIVE_INFINITY
      const at = plannedStart + (2 * stratumMiddle(shiftPermutation[scenario] as number) - 1) * MAX_BREAK_SHIFT_SECONDS
      return Math.min(Math.max(at, start), Math.max(end - seconds, plannedStart))
    })
  })

/**
 * Returns the route's own factor in each scenario: the actual over the expected seconds of today's legs or visits. The
 * factor is drawn toward 1 while there are few of them (empirical Bayes).
 */
function sampleRouteFactors<T extends TimedActivity>(
  priorSpread: number,
  singleSpread: number,
  quantity: number,
  today: readonly T[],
  tableOf: (one: T) => readonly number[],
): Float64Array {
  const ratio = singleSpread / Math.max(priorSpread, 0.01)
  const weight = ratio * ratio
  let [expected, actual] = [0, 0]
  for (const one of today) {
    if (one.expected <= 0) continue
    expected += one.expected
    actual += (capRatio(one.actual / one.expected) / meanCappedRatio(tableOf(one))) * one.expected
  }
  const n = expected > 0 ? today.length : 0
  const mean = n > 0 ? (weight + n * (actual / expected)) / (weight + n) : 1
  const spread = Math.sqrt((priorSpread * priorSpread * weight) / (weight + n) + MIN_ROUTE_SPREAD * MIN_ROUTE_SPREAD)
  return Float64Array.from(stratumPermutation(quantity), (rank) =>
    Math.max(0.5, mean * (1 + spread * (NORMAL_QUANTILES[rank] as number))),
  )
}
