// Forecast of the rest of a route's day: when the vehicle reaches each remaining stop, and when the route ends. Each of
// 128 scenarios is one possible course of the day. The random numbers of a scenario are fixed, so that the forecast
// changes only if something has happened. Times are in seconds; all use the same clock.
import { expand, NORMAL, orderOf, SCENARIOS, stratum } from './draws.ts'
import { outlast, unheardAfter } from './overdue.ts'
import { capped, meanRatio, type Pace, type Timed } from './pace.ts'
import { type Spread, spreadOf } from './spread.ts'

/** A remaining stop or reload of the route. */
export interface Visit {
  /** Identifies the visit all day, so that its random numbers stay the same when earlier visits are finished. */
  key: number
  /** Seconds on empty roads from the previous visit. For the first visit, from the last known location. */
  driveSeconds: number
  serviceSeconds: number
  /** Whether `serviceSeconds` was learned from visits to this address. */
  isKnown: boolean
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
  last: { kind: 'PLANNED' | 'LEFT' | 'AT'; at: number }
  /** A later position on the road, with the seconds on empty roads from there to the first visit. */
  seen: { at: number; driveSeconds: number } | null
  visits: readonly Visit[]
  /** Seconds on empty roads from the last visit to the end of the route. Null if the route ends at its last visit. */
  homeSeconds: number | null
  breaks: readonly PendingBreak[]
  /** Legs and visits of today. */
  today: { drive: readonly Timed[]; service: readonly (Timed & { isKnown: boolean })[] }
  traffic: Traffic
}

export interface Forecast {
  /** Start of service at each visit. Null at the visit where the driver is. */
  visits: (Spread | null)[]
  end: Spread
  /** Probability that the driver is further along than the taps show. */
  unheard: number
}

/** No vehicle takes less than this share of the time on empty roads. */
const FASTEST_DRIVE = 0.6
const FASTEST_SERVICE_SECONDS = 30
/** Breaks begin at most this many seconds earlier or later than planned. */
const BREAK_SHIFT_SECONDS = 2_700
/**
 * Standard deviation of the capped ratio of a single leg or visit (actual over expected time), relative to the mean
 * ratio.
 */
const SINGLE = { drive: 0.35, service: 0.5 }
/** A route's pace changes during the day, so some uncertainty always remains. */
const LEAST_SPREAD = 0.03
/** A position that is at most this old shows where the driver is. */
const FRESH_SECONDS = 180

/**
 * Keys for `orderOf`, one per independent random quantity. Each visit has three keys from `visits` on, and each break
 * has two from `breaks` on.
 */
const QUANTITY = { drive: 1, service: 2, start: 3, home: 5, visits: 8, breaks: 3_100 }

/** Returns the forecast. It depends on the arguments only. */
export const restOfDay = (day: RestOfDay, pace: Pace): Forecast => new Course(day, pace).forecast()

/** Simulates the rest of the day in all scenarios at once, from one visit to the next. */
class Course {
  private readonly drive: Float64Array
  private readonly service: Float64Array
  private readonly rests: Float64Array[]
  /**
   * Current time in each scenario. If the driver may be further along than the taps show, a second half follows: the
   * same scenarios without the condition that the next event hasn't been reported.
   */
  private times: Float64Array
  private earliest: number
  private isReported = false
  private unheard = 0
  private previous: Spread | null = null
  private readonly day: RestOfDay
  private readonly pace: Pace

  constructor(day: RestOfDay, pace: Pace) {
    this.day = day
    this.pace = pace
    this.drive = ownFactors(pace.driveSpread, SINGLE.drive, QUANTITY.drive, day.today.drive, () => pace.drive)
    this.service = ownFactors(pace.serviceSpread, SINGLE.service, QUANTITY.service, day.today.service, (one) =>
      serviceTable(pace, one),
    )
    this.rests = restTimes(day, pace)
    this.times = new Float64Array(SCENARIOS).fill(day.last.at)
    this.earliest = day.last.at
  }

  forecast(): Forecast {
    const { last, visits, now } = this.day
    if (last.kind === 'PLANNED') this.depart()
    const spreads = visits.map((visit, i) => this.visit(visit, i))
    const end = this.end()
    return { visits: spreads, end: spreadOf(this.times, this.unheard, now, end, this.previous), unheard: this.unheard }
  }

  /**
   * Samples the departure of a route that hasn't started: usual delays after the planned departure, but not before now.
   */
  private depart(): void {
    const { startDelay } = this.pace
    const delays = expand(startDelay)
    const order = orderOf(QUANTITY.start)
    const planned = this.day.last.at
    for (let s = 0; s < SCENARIOS; s++) this.times[s] = planned + (delays[order[s] as number] as number)
    this.earliest = Math.max(this.day.now, planned + (startDelay[0] as number))
    this.report()
  }

  private visit(visit: Visit, i: number): Spread | null {
    const { last, now } = this.day
    const isHere = i === 0 && last.kind === 'AT'
    const before = this.times.slice()
    const spread = isHere ? null : this.reach(visit, i)
    this.serve(visit, i > 0, before)
    this.earliest = isHere ? now : this.earliest + FASTEST_SERVICE_SECONDS
    if (isHere && !visit.isReload) this.report()
    return spread
  }

  /** Drives to the visit and waits for its window. */
  private reach(visit: Visit, i: number): Spread {
    const { now, seen } = this.day
    const from = i === 0 ? seen : null
    if (from) this.times.fill(from.at)
    const seconds = from?.driveSeconds ?? visit.driveSeconds
    // Adds no parking time if the vehicle is already on the road, or if the next visit is at the same door.
    const park = from || seconds === 0 ? 0 : this.pace.parkSeconds
    this.go(seconds, park, QUANTITY.visits + 3 * (visit.key % 1_000))
    this.earliest = (from?.at ?? this.earliest) + FASTEST_DRIVE * seconds
    if (!visit.isReload) {
      this.report()
      this.earliest = Math.max(now, this.earliest)
    }
    if (visit.windows.length > 0)
      for (let s = 0; s < this.times.length; s++) this.times[s] = opens(visit, this.times[s] as number)
    this.earliest = opens(visit, this.earliest)
    this.previous = spreadOf(this.times, this.unheard, now, Math.max(now, this.earliest), this.previous)
    return this.previous
  }

  private serve(visit: Visit, maySkip: boolean, before: Float64Array): void {
    const { times, service, pace } = this
    const ratios = expand(serviceTable(pace, visit))
    const first = QUANTITY.visits + 3 * (visit.key % 1_000)
    const order = orderOf(first + 1)
    const skips = orderOf(first + 2)
    for (let s = 0; s < times.length; s++) {
      const one = s & (SCENARIOS - 1)
      if (maySkip && stratum(skips[one] as number) < pace.skipShare) times[s] = before[s % before.length] as number
      else
        times[s] =
          (times[s] as number) +
          visit.serviceSeconds * (service[one] as number) * (ratios[order[one] as number] as number)
    }
  }

  private end(): number {
    const { homeSeconds, seen, visits, now } = this.day
    if (homeSeconds !== null) {
      const from = visits.length === 0 ? seen : null
      if (from) this.times.fill(from.at)
      this.go(from?.driveSeconds ?? homeSeconds, 0, QUANTITY.home)
      this.earliest += FASTEST_DRIVE * homeSeconds
      if (visits.length === 0) this.report()
    }
    return Math.max(now, this.earliest)
  }

  /** Adds a leg to each scenario, with the breaks that come due before its end. */
  private go(seconds: number, parkSeconds: number, quantity: number): void {
    const { times, drive, rests, day } = this
    const ratios = expand(this.pace.drive)
    const order = orderOf(quantity)
    for (let s = 0; s < times.length; s++) {
      const at = times[s] as number
      const one = s & (SCENARIOS - 1)
      const usual = seconds * factorAt(day.traffic, at) + parkSeconds
      let done = at + usual * (drive[one] as number) * (ratios[order[one] as number] as number)
      for (let b = 0; b < rests.length; b++) {
        const rest = rests[b] as Float64Array
        if ((rest[s] as number) > done) continue
        done += (day.breaks[b] as PendingBreak).seconds
        rest[s] = Number.POSITIVE_INFINITY
      }
      times[s] = done
    }
  }

  /**
   * Conditions the first event that a driver reports on the silence until now: either the event has not happened yet,
   * or the report has not arrived.
   */
  private report(): void {
    if (this.isReported) return
    this.isReported = true
    const { now, seen, last } = this.day
    const heard = outlast(this.times, now, seen?.at ?? last.at)
    const isFresh = seen !== null && now - seen.at <= FRESH_SECONDS
    if (!isFresh) this.unheard = unheardAfter(heard.survival, this.pace.unheardShare)
    if (this.unheard === 0) {
      this.times = heard.times
      return
    }
    const both = new Float64Array(2 * SCENARIOS)
    both.set(heard.times)
    both.set(this.times, SCENARIOS)
    this.times = both
    for (const rest of this.rests) rest.set(rest.subarray(0, SCENARIOS), SCENARIOS)
  }
}

const serviceTable = (pace: Pace, { isKnown }: { isKnown: boolean }) => (isKnown ? pace.serviceKnown : pace.serviceNew)

/** Returns the traffic factor of a time. */
export function factorAt({ from, slotSeconds, factors }: Traffic, at: number): number {
  const slot = Math.floor((at - from) / slotSeconds)
  return factors[Math.min(factors.length - 1, Math.max(0, slot))] ?? 1
}

/** Returns the start of service: in the first window that is not over, or at once if all windows are over. */
function opens({ windows }: Visit, arrival: number): number {
  for (const { start, end } of windows) if (arrival <= end) return Math.max(arrival, start)
  return arrival
}

/** Returns when each break comes due in each scenario. Infinite if the break is skipped. */
const restTimes = ({ breaks }: RestOfDay, { breakSkipped }: Pace): Float64Array[] =>
  breaks.map(({ start, end, plannedStart, seconds }, b) => {
    const shifts = orderOf(QUANTITY.breaks + 2 * b)
    const skips = orderOf(QUANTITY.breaks + 2 * b + 1)
    return Float64Array.from({ length: 2 * SCENARIOS }, (_, s) => {
      const one = s & (SCENARIOS - 1)
      if (stratum(skips[one] as number) < breakSkipped) return Number.POSITIVE_INFINITY
      const at = plannedStart + (2 * stratum(shifts[one] as number) - 1) * BREAK_SHIFT_SECONDS
      return Math.min(Math.max(at, start), Math.max(end - seconds, plannedStart))
    })
  })

/**
 * Returns the route's own factor in each scenario: the actual over the expected seconds of today's legs or visits. The
 * factor is drawn toward 1 while there are few of them (empirical Bayes).
 */
function ownFactors<T extends Timed>(
  prior: number,
  single: number,
  quantity: number,
  today: readonly T[],
  tableOf: (one: T) => readonly number[],
): Float64Array {
  const ratio = single / Math.max(prior, 0.01)
  const weight = ratio * ratio
  let [expected, actual] = [0, 0]
  for (const one of today) {
    if (one.expected <= 0) continue
    expected += one.expected
    actual += (capped(one.actual / one.expected) / meanRatio(tableOf(one))) * one.expected
  }
  const n = expected > 0 ? today.length : 0
  const mean = n > 0 ? (weight + n * (actual / expected)) / (weight + n) : 1
  const spread = Math.sqrt((prior * prior * weight) / (weight + n) + LEAST_SPREAD * LEAST_SPREAD)
  return Float64Array.from(orderOf(quantity), (rank) => Math.max(0.5, mean * (1 + spread * (NORMAL[rank] as number))))
}
