// Forecast of the rest of a route's day: when the vehicle reaches each remaining stop, and when the route ends. Each of
// 128 scenarios is one possible course of the day; the numbers of each are fixed, so that the forecast changes only
// because something has happened. Times are seconds on one clock.
import { expand, NORMAL, orderOf, SCENARIOS, stratum } from './draws.ts'
import { outlast, unheardAfter } from './overdue.ts'
import { capped, meanRatio, type Pace, type Timed } from './pace.ts'
import { type Spread, spreadOf } from './spread.ts'

/** A place that the vehicle still goes to. */
export interface Visit {
  /** Identifies the visit all day, so that its numbers stay the same when earlier visits are finished. */
  key: number
  /** Seconds on empty roads from the visit before, or from the last known place for the first visit. */
  driveSeconds: number
  serviceSeconds: number
  /** Whether `serviceSeconds` was learned from visits to this address. */
  isKnown: boolean
  /** In order. An open side is infinite. Empty: any time. */
  windows: readonly { start: number; end: number }[]
  /** Drivers don't report a reload, so a missing tap means nothing there. */
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
/** Standard deviation of a single ratio within its limits, relative to its mean. */
const SINGLE = { drive: 0.35, service: 0.5 }
/** A route's pace changes during the day, so some uncertainty always remains. */
const LEAST_SPREAD = 0.03
/** A position that is at most this old shows where the driver is. */
const FRESH_SECONDS = 180

/** Numbers of the independent quantities that belong to no visit. The numbers of visits follow. */
const QUANTITY = { drive: 1, service: 2, start: 3, home: 5, visits: 8, breaks: 3_100 }

/** Returns the forecast. It depends on the arguments only. */
export const restOfDay = (day: RestOfDay, pace: Pace): Forecast => new Course(day, pace).forecast()

/** Course of the day in every scenario, up to one place after the other. */
class Course {
  private readonly drive: Float64Array
  private readonly service: Float64Array
  private readonly rests: Float64Array[]
  /** Time in each scenario. Twice as many once the driver may be unheard: the second half is not conditioned. */
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

  /** A route that hasn't started leaves when drivers leave, and not before now. */
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
    // A vehicle that is already on the road has left its parking place, and the way to the same door needs none.
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

  /** Samples the first event that a driver reports. The event has not happened by now, or its report has not arrived. */
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

/** Service begins in the first window that is not over, or at once if all are. */
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
 * Returns the route's own factor in each scenario: the actual over the expected seconds of today, drawn toward 1 while
 * there are few of them (empirical Bayes).
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
