// npm run bench eta -- [--businesses 16] [--routes 40] [--days 30] [--seed 1]: expected times and ranges on simulated
// days, read every 10 minutes, compared with the simple rule in eta/former-rule.ts. `--days` is the number of past days from
// which the forecast learns the pace of each business.
import { learnPaceFrom, type FinishedRouteTimes, paceOfDriver } from '../src/domain/forecast/learn-pace.ts'
import { observeRoute } from '../src/domain/forecast/observe-route.ts'
import { DEFAULT_PACE, type Pace } from '../src/domain/forecast/pace.ts'
import {
  isRangeBroken,
  mayNotifyAgain,
  nextArrivalRanges,
  type ArrivalRange,
} from '../src/domain/forecast/arrival-range.ts'
import { forecastRestOfDay } from '../src/domain/forecast/rest-of-day.ts'
import { certainSpread } from '../src/domain/forecast/time-spread.ts'
import { median } from '../src/domain/planning/median.ts'
import type { PlanPace } from '../src/domain/planning/plan-pace.ts'
import { FormerRule } from './eta/former-rule.ts'
import { ReceivedEvents } from './eta/received-events.ts'
import { medianMinutes, formatPercent, type ShownRange, ErrorTally } from './eta/error-tally.ts'
import {
  type Business,
  randomBusiness,
  type SimulatedDay,
  simulateDay,
  emptyRoadSeconds,
  vehiclePlaceAt,
  randomConditions,
} from './eta/simulated-days.ts'
import { parseOptions } from './given-options.ts'
import { seeded } from './random.ts'

const HORIZONS = [120, 60, 30, 10]
const READ_INTERVAL_SECONDS = 600
const MIN_SILENCE_SECONDS = 900
const DAY_SECONDS = 86_400

class RuleStatistics {
  readonly name: string
  readonly tallies = new Map<string, ErrorTally>()
  neighborPairs = 0
  disorderedPairs = 0
  customers = 0
  brokenPromises = 0
  notices = 0
  maxNotices = 0
  readonly promisedWidths: number[] = []

  constructor(name: string) {
    this.name = name
  }

  addReading(group: string, shown: ShownRange, serviceStart: number, earliest: number): void {
    const tally = this.tallies.get(group) ?? new ErrorTally()
    this.tallies.set(group, tally)
    tally.add(shown, serviceStart, earliest)
  }
}

interface RuleReader {
  rule: RuleStatistics
  /** Returns the expected times that customers of the open stops would see now, keyed by the index of the stop. */
  read: (now: number) => Map<number, ShownRange>
  promised: Map<number, ArrivalRange & { noticeAt: number | null; first: ArrivalRange; notices: number }>
}

const formerRule = new RuleStatistics('former rule')
const defaultForecast = new RuleStatistics('forecast by the default pace')
const learnedForecast = new RuleStatistics('forecast by the learned pace')

function createReaders(
  received: ReceivedEvents,
  pace: Pace,
): { readers: RuleReader[]; receive: (now: number) => void } {
  const rule = new FormerRule(received)
  const isOpen = (stop: number) => received.finished[stop] === null && received.arrived[stop] === null
  const openStops = () => [...received.day.stops.keys()].filter(isOpen)
  return {
    readers: [
      {
        rule: formerRule,
        read: (now) => new Map(openStops().map((stop) => [stop, rule.range(stop, now)])),
        promised: new Map(),
      },
      { rule: defaultForecast, read: forecastReader(received, DEFAULT_PACE), promised: new Map() },
      { rule: learnedForecast, read: forecastReader(received, pace), promised: new Map() },
    ],
    receive: (now) => rule.receive(now),
  }
}

function forecastReader(received: ReceivedEvents, pace: Pace): RuleReader['read'] {
  const shownBefore = new Map<number, ArrivalRange>()
  return (now) => {
    const { day, stops } = received.forecastInput(now, pace)
    const { visits } = forecastRestOfDay(day, pace)
    const ahead = visits.flatMap((spread, i) => {
      const stop = stops[i] ?? null
      return spread && stop !== null ? [{ stop, spread, shown: shownBefore.get(stop) ?? null }] : []
    })
    const visited = received
      .arrivals()
      .map(({ stop, at }) => ({ stop, spread: certainSpread(Math.max(now, at)), shown: null }))
    const open = [...visited, ...ahead]
    const ranges = nextArrivalRanges(open)
    for (const [i, range] of ranges.entries()) shownBefore.set(open[i]?.stop as number, range)
    return new Map(open.map(({ stop, spread }, i) => [stop, { ...(ranges[i] as ArrivalRange), median: spread.median }]))
  }
}

/** Returns the earliest possible arrival at each stop, from the true location of the vehicle. */
function earliestArrivals(day: SimulatedDay, now: number): Map<number, number> {
  const result = new Map<number, number>()
  let [from, at] = [vehiclePlaceAt(day, now), now]
  for (const [stop, serviceStart] of day.serviceStarts.entries()) {
    if (serviceStart === null || serviceStart <= now) continue
    const to = day.stops[stop]?.address.pin as SimulatedDay['business']['depot']
    at += 0.6 * emptyRoadSeconds(from, to)
    result.set(stop, at)
    at += 20
    from = to
  }
  return result
}

/** Differences between planned and actual start of service, in minutes. */
const planErrors = { 'plain times': [] as number[], 'times with the learned pace': [] as number[] }

function comparePlans(day: SimulatedDay, pace: PlanPace | null): void {
  const [plain, paced] = [day.plannedArrivals(null), day.plannedArrivals(pace)]
  for (const [i, serviceStart] of day.serviceStarts.entries()) {
    if (serviceStart === null) continue
    const opens = day.stops[i]?.window?.start ?? -Infinity
    const errorOf = (arrivals: number[]) => (Math.max(opens, arrivals[i] as number) - serviceStart) / 60
    planErrors['plain times'].push(errorOf(plain))
    planErrors['times with the learned pace'].push(errorOf(paced))
  }
}

function evaluateDay(day: SimulatedDay, pace: Pace): void {
  const received = new ReceivedEvents(day)
  const { readers, receive } = createReaders(received, pace)
  const firstEventAt = day.events[0]?.receivedAt ?? day.plannedStart
  const readingsByTime = new Map<number, { stop: number; horizon: number }[]>()
  for (const [stop, serviceStart] of day.serviceStarts.entries())
    for (const horizon of serviceStart === null ? [] : HORIZONS) {
      const at = (serviceStart ?? 0) - horizon * 60
      if (at >= firstEventAt - 1_800) readingsByTime.set(at, [...(readingsByTime.get(at) ?? []), { stop, horizon }])
    }
  for (let at = firstEventAt; at < day.end; at += 60) readingsByTime.set(at, readingsByTime.get(at) ?? [])
  let nextEvent = 0
  for (const [now, requested] of [...readingsByTime].toSorted(([a], [b]) => a - b)) {
    for (; (day.events[nextEvent]?.receivedAt ?? Infinity) <= now; nextEvent++) {
      received.receive(day.events[nextEvent] as SimulatedDay['events'][number])
      receive(now)
    }
    const earliest = earliestArrivals(day, now)
    for (const reader of readers) {
      const shownRanges = reader.read(now)
      for (const { stop, horizon } of requested)
        recordReading(reader.rule, `${horizon} min before`, shownRanges, stop, day, earliest)
      if (requested.length > 0) continue
      notify(reader, shownRanges, day, now)
      if (Math.round(now - firstEventAt) % READ_INTERVAL_SECONDS !== 0) continue
      for (const [stop, serviceStart] of day.serviceStarts.entries()) {
        if (serviceStart === null || serviceStart <= now) continue
        recordReading(reader.rule, 'every 10 min', shownRanges, stop, day, earliest)
        if (now - received.lastTapReceivedAt >= MIN_SILENCE_SECONDS)
          recordReading(reader.rule, '15 min of silence', shownRanges, stop, day, earliest)
      }
      const ranges = [...shownRanges.values()]
      for (const [i, range] of ranges.entries()) {
        const previous = ranges[i - 1]
        if (!previous) continue
        reader.rule.neighborPairs++
        if (range.from < previous.from || range.to < previous.to || range.median < previous.median)
          reader.rule.disorderedPairs++
      }
    }
  }
  for (const { rule, promised } of readers)
    for (const [stop, { first: range, notices }] of promised) {
      const serviceStart = day.serviceStarts[stop] ?? null
      if (serviceStart === null) continue
      rule.customers++
      rule.notices += notices
      rule.maxNotices = Math.max(rule.maxNotices, notices)
      rule.promisedWidths.push(range.to - range.from)
      if (serviceStart < range.from || serviceStart > range.to) rule.brokenPromises++
    }
}

function recordReading(
  rule: RuleStatistics,
  group: string,
  shownRanges: Map<number, ShownRange>,
  stop: number,
  day: SimulatedDay,
  earliest: Map<number, number>,
) {
  const range = shownRanges.get(stop)
  const serviceStart = day.serviceStarts[stop] ?? null
  if (range && serviceStart !== null) rule.addReading(group, range, serviceStart, earliest.get(stop) ?? 0)
}

/** Gives each customer a range when the route starts, and a new range when the expected time leaves the previous one. */
function notify({ promised }: RuleReader, shownRanges: Map<number, ShownRange>, day: SimulatedDay, now: number): void {
  for (const [stop, range] of shownRanges) {
    const serviceStart = day.serviceStarts[stop] ?? null
    if (serviceStart !== null && serviceStart <= now) continue
    const previous = promised.get(stop)
    if (!previous) promised.set(stop, { ...range, noticeAt: null, first: range, notices: 0 })
    else if (
      isRangeBroken(range.median, previous, null, previous.noticeAt !== null) &&
      mayNotifyAgain(previous.noticeAt, now)
    )
      promised.set(stop, { ...range, noticeAt: now, first: previous.first, notices: previous.notices + 1 })
  }
}

function observeDay(day: SimulatedDay): FinishedRouteTimes {
  const received = new ReceivedEvents(day)
  for (const event of day.events) received.receive(event)
  const { legs, visits, stops, reportedLate, skippedStops, breaksLeft } = observeRoute(
    received.reportedStops(),
    received.startedAt,
    day.breaks,
    received.traffic,
  )
  const startDelay = received.startedAt === null ? null : received.startedAt - day.plannedStart
  const breaks = { planned: day.breaks.length, taken: day.breaks.length - breaksLeft.length }
  return { driverId: day.driver.id, legs, visits, startDelay, stops, reportedLate, skippedStops, breaks }
}

function runBusiness(random: () => number, business: Business, days: number, routes: number): void {
  const past: FinishedRouteTimes[] = []
  for (let dayIndex = 0; dayIndex < days; dayIndex++) {
    const weather = randomConditions(random, 8 * 3_600)
    for (let route = 0; route < 2; route++) past.push(observeDay(simulateDay(random, business, weather, 0)))
  }
  const pace = learnPaceFrom(past, 'yesterday')
  for (let route = 0; route < routes; route++) {
    const day = simulateDay(random, business, randomConditions(random, DAY_SECONDS + 8 * 3_600), DAY_SECONDS)
    comparePlans(day, pace.plan)
    evaluateDay(day, paceOfDriver(pace, day.driver.id))
  }
}

const { businesses, routes, days, seed } = parseOptions({ businesses: 16, routes: 40, days: 30, seed: 1 })
const random = seeded(seed)
for (let b = 0; b < businesses; b++) runBusiness(random, randomBusiness(random), days, routes)
console.log('\nplanned arrivals, in minutes against the actual ones')
console.table(
  Object.fromEntries(
    Object.entries(planErrors).map(([name, errors]) => [
      name,
      {
        bias: Math.round(10 * median(errors)) / 10,
        'median error': Math.round(10 * median(errors.map(Math.abs))) / 10,
        'over 30 min late': formatPercent(errors.filter((error) => error < -30).length, errors.length),
      },
    ]),
  ),
)
for (const rule of [formerRule, defaultForecast, learnedForecast]) {
  console.log(`\n${rule.name}`)
  console.table(Object.fromEntries([...rule.tallies].map(([group, tally]) => [group, tally.summarize()])))
  console.log(`${formatPercent(rule.disorderedPairs, rule.neighborPairs)} of neighboring stops in the wrong order`)
  console.log(
    `given at the start: ${medianMinutes(rule.promisedWidths)} min wide, ${formatPercent(rule.brokenPromises, rule.customers)} broken, ` +
      `${((100 * rule.notices) / Math.max(1, rule.customers)).toFixed(1)} notices per 100 customers, at most ${rule.maxNotices} for one`,
  )
}
