// npm run bench eta -- [--businesses 16] [--routes 40] [--days 30] [--seed 1]: expected times and ranges on simulated
// days, read every 10 minutes, compared with the simple rule in eta/former-rule.ts. `--days` is the number of past days from
// which the forecast learns the pace of each business.
import { learnedFrom, type Observed, paceOfDriver } from '../src/domain/forecast/calibrate.ts'
import { observe } from '../src/domain/forecast/observed.ts'
import { DEFAULT_PACE, type Pace } from '../src/domain/forecast/pace.ts'
import { isBroken, mayTellAgain, nextRanges, type Range } from '../src/domain/forecast/range.ts'
import { restOfDay } from '../src/domain/forecast/rest-of-day.ts'
import { FormerRule } from './eta/former-rule.ts'
import { Known } from './eta/known.ts'
import { minutes, percent, type Shown, Tally } from './eta/tally.ts'
import { type Business, businessOf, type Day, dayOf, freeSeconds, placeAt, weatherOf } from './eta/truth.ts'
import { parseOptions } from './given-options.ts'
import { seeded } from './random.ts'

const HORIZONS = [120, 60, 30, 10]
const EVERY = 600
const SILENT = 900
const DAY = 86_400

class Rule {
  readonly name: string
  readonly tallies = new Map<string, Tally>()
  pairs = 0
  disordered = 0
  customers = 0
  broken = 0
  notices = 0
  most = 0
  readonly promisedWidths: number[] = []

  constructor(name: string) {
    this.name = name
  }

  add(group: string, shown: Shown, door: number, possible: number): void {
    const tally = this.tallies.get(group) ?? new Tally()
    this.tallies.set(group, tally)
    tally.add(shown, door, possible)
  }
}

interface Reader {
  rule: Rule
  /** Returns the expected times that customers of the open stops would see now, keyed by the index of the stop. */
  read: (now: number) => Map<number, Shown>
  told: Map<number, Range & { noticeAt: number | null; first: Range; notices: number }>
}

const former = new Rule('former rule')
const byDefault = new Rule('forecast by the default pace')
const learned = new Rule('forecast by the learned pace')

function readersOf(known: Known, pace: Pace): { readers: Reader[]; hear: (now: number) => void } {
  const rule = new FormerRule(known)
  const isOpen = (stop: number) => known.finished[stop] === null && known.arrived[stop] === null
  const openStops = () => [...known.day.stops.keys()].filter(isOpen)
  return {
    readers: [
      {
        rule: former,
        read: (now) => new Map(openStops().map((stop) => [stop, rule.range(stop, now)])),
        told: new Map(),
      },
      { rule: byDefault, read: forecasts(known, DEFAULT_PACE), told: new Map() },
      { rule: learned, read: forecasts(known, pace), told: new Map() },
    ],
    hear: (now) => rule.hear(now),
  }
}

function forecasts(known: Known, pace: Pace): Reader['read'] {
  const shownBefore = new Map<number, Range>()
  return (now) => {
    const { day, stops } = known.rest(now, pace)
    const { visits } = restOfDay(day, pace)
    const open = visits.flatMap((spread, i) => {
      const stop = stops[i] ?? null
      return spread && stop !== null ? [{ stop, spread, shown: shownBefore.get(stop) ?? null }] : []
    })
    const ranges = nextRanges(open)
    for (const [i, range] of ranges.entries()) shownBefore.set(open[i]?.stop as number, range)
    return new Map(open.map(({ stop, spread }, i) => [stop, { ...(ranges[i] as Range), median: spread.median }]))
  }
}

/** Returns the earliest possible arrival at each stop, from the true location of the vehicle. */
function soonest(day: Day, now: number): Map<number, number> {
  const result = new Map<number, number>()
  let [from, at] = [placeAt(day, now), now]
  for (const [stop, door] of day.doors.entries()) {
    if (door === null || door <= now) continue
    const to = day.stops[stop]?.address.pin as Day['business']['depot']
    at += 0.6 * freeSeconds(from, to)
    result.set(stop, at)
    at += 20
    from = to
  }
  return result
}

function evaluate(day: Day, pace: Pace): void {
  const known = new Known(day)
  const { readers, hear } = readersOf(known, pace)
  const first = day.heard[0]?.heard ?? day.plannedStart
  const moments = new Map<number, { stop: number; horizon: number }[]>()
  for (const [stop, door] of day.doors.entries())
    for (const horizon of door === null ? [] : HORIZONS) {
      const at = (door ?? 0) - horizon * 60
      if (at >= first - 1_800) moments.set(at, [...(moments.get(at) ?? []), { stop, horizon }])
    }
  for (let at = first; at < day.end; at += 60) moments.set(at, moments.get(at) ?? [])
  let next = 0
  for (const [now, wanted] of [...moments].toSorted(([a], [b]) => a - b)) {
    for (; (day.heard[next]?.heard ?? Infinity) <= now; next++) {
      known.hear(day.heard[next] as Day['heard'][number])
      hear(now)
    }
    const possible = soonest(day, now)
    for (const reader of readers) {
      const shown = reader.read(now)
      for (const { stop, horizon } of wanted) score(reader.rule, `${horizon} min before`, shown, stop, day, possible)
      if (wanted.length > 0) continue
      notify(reader, shown, day, now)
      if (Math.round(now - first) % EVERY !== 0) continue
      for (const [stop, door] of day.doors.entries()) {
        if (door === null || door <= now) continue
        score(reader.rule, 'every 10 min', shown, stop, day, possible)
        if (now - known.heardAt >= SILENT) score(reader.rule, '15 min of silence', shown, stop, day, possible)
      }
      const ranges = [...shown.values()]
      for (const [i, range] of ranges.entries()) {
        const before = ranges[i - 1]
        if (!before) continue
        reader.rule.pairs++
        if (range.from < before.from || range.to < before.to || range.median < before.median) reader.rule.disordered++
      }
    }
  }
  for (const { rule, told } of readers)
    for (const [stop, { first: range, notices }] of told) {
      const door = day.doors[stop] ?? null
      if (door === null) continue
      rule.customers++
      rule.notices += notices
      rule.most = Math.max(rule.most, notices)
      rule.promisedWidths.push(range.to - range.from)
      if (door < range.from || door > range.to) rule.broken++
    }
}

function score(
  rule: Rule,
  group: string,
  shown: Map<number, Shown>,
  stop: number,
  day: Day,
  possible: Map<number, number>,
) {
  const one = shown.get(stop)
  const door = day.doors[stop] ?? null
  if (one && door !== null) rule.add(group, one, door, possible.get(stop) ?? 0)
}

/** Gives each customer a range when the route starts, and a new range when the expected time leaves the previous one. */
function notify({ told }: Reader, shown: Map<number, Shown>, day: Day, now: number): void {
  for (const [stop, range] of shown) {
    const door = day.doors[stop] ?? null
    if (door !== null && door <= now) continue
    const before = told.get(stop)
    if (!before) told.set(stop, { ...range, noticeAt: null, first: range, notices: 0 })
    else if (isBroken(range.median, before, null) && mayTellAgain(before.noticeAt, now))
      told.set(stop, { ...range, noticeAt: now, first: before.first, notices: before.notices + 1 })
  }
}

function observed(day: Day): Observed {
  const known = new Known(day)
  for (const one of day.heard) known.hear(one)
  const { legs, visits, stops, unheard, skipped, breaksLeft } = observe(
    known.reported(),
    known.startedAt,
    day.breaks,
    known.traffic,
  )
  const startDelay = known.startedAt === null ? null : known.startedAt - day.plannedStart
  const breaks = { planned: day.breaks.length, taken: day.breaks.length - breaksLeft.length }
  return { driverId: day.driver.id, legs, visits, startDelay, stops, unheard, skipped, breaks }
}

function runBusiness(random: () => number, business: Business, days: number, routes: number): void {
  const past: Observed[] = []
  for (let d = 0; d < days; d++) {
    const weather = weatherOf(random, 8 * 3_600)
    for (let route = 0; route < 2; route++) past.push(observed(dayOf(random, business, weather, 0)))
  }
  const pace = learnedFrom(past, 'yesterday')
  for (let route = 0; route < routes; route++) {
    const day = dayOf(random, business, weatherOf(random, DAY + 8 * 3_600), DAY)
    evaluate(day, paceOfDriver(pace, day.driver.id))
  }
}

const { businesses, routes, days, seed } = parseOptions({ businesses: 16, routes: 40, days: 30, seed: 1 })
const random = seeded(seed)
for (let b = 0; b < businesses; b++) runBusiness(random, businessOf(random), days, routes)
for (const rule of [former, byDefault, learned]) {
  console.log(`\n${rule.name}`)
  console.table(Object.fromEntries([...rule.tallies].map(([group, tally]) => [group, tally.figures()])))
  console.log(`${percent(rule.disordered, rule.pairs)} of neighboring stops in the wrong order`)
  console.log(
    `given at the start: ${minutes(rule.promisedWidths)} min wide, ${percent(rule.broken, rule.customers)} broken, ` +
      `${((100 * rule.notices) / Math.max(1, rule.customers)).toFixed(1)} notices per 100 customers, at most ${rule.most} for one`,
  )
}
