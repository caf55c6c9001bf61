import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seeded } from '../../../bench/random.ts'
import { DEFAULT_PACE } from '../../../src/domain/forecast/pace.ts'
import { nextArrivalRanges } from '../../../src/domain/forecast/arrival-range.ts'
import { type RestOfDay, forecastRestOfDay, type Visit } from '../../../src/domain/forecast/rest-of-day.ts'
import type { TimeSpread } from '../../../src/domain/forecast/time-spread.ts'

const DAYS = 400

function randomDay(random: () => number): RestOfDay {
  const stops = Math.floor(random() * 31)
  const now = 1_000_000 + random() * 40_000
  const kinds = stops > 0 ? (['PLANNED', 'LEFT', 'AT'] as const) : (['PLANNED', 'LEFT'] as const)
  const kind = kinds[Math.floor(random() * kinds.length)] as RestOfDay['lastEvent']['kind']
  const before = now - (random() - 0.2) * (random() < 0.2 ? 20_000 : 2_000)
  const at = kind === 'PLANNED' ? before : Math.min(now, before)
  const timed = (): { expected: number; actual: number; hasLearnedTime: boolean }[] =>
    Array.from({ length: Math.floor(random() * 8) }, () => ({
      expected: 300,
      actual: 900 * random(),
      hasLearnedTime: random() < 0.5,
    }))
  return {
    now,
    lastEvent: { kind, at },
    lastPosition:
      kind === 'LEFT' && random() < 0.5 ? { at: at + random() * (now - at), driveSeconds: random() * 600 } : null,
    visits: Array.from({ length: stops }, (_, key) => randomVisit(random, key, now)),
    driveHomeSeconds: random() < 0.8 ? random() * 1_200 : null,
    breaks: random() < 0.4 ? [{ start: now - 3_600, end: now + 3_600, plannedStart: now, seconds: 1_800 }] : [],
    todaySoFar: { drive: timed(), service: timed() },
    traffic: { from: now - 3_600, slotSeconds: 900, factors: Array.from({ length: 48 }, () => 0.8 + random()) },
  }
}

function randomVisit(random: () => number, key: number, now: number): Visit {
  const start = now + (random() - 0.3) * 14_400
  const windows = random() < 0.3 ? [{ start, end: start + 3_600 }] : []
  return {
    key,
    driveSeconds: random() * 900,
    serviceSeconds: 60 + random() * 600,
    hasLearnedTime: random() < 0.5,
    windows: random() < 0.05 ? [{ start: Number.NEGATIVE_INFINITY, end: start }] : windows,
    isReload: random() < 0.05,
  }
}

const timesOf = ({ earliest, low, q10, median, q90, high }: TimeSpread) => [earliest, low, q10, median, q90, high]

test('on random days, every forecast is ahead, ordered along the route, and a drive that is still possible', () => {
  const random = seeded(7)
  for (let i = 0; i < DAYS; i++) {
    const day = randomDay(random)
    const { visits, end } = forecastRestOfDay(day, DEFAULT_PACE)
    let before: TimeSpread | null = null
    let soonest = day.lastEvent.kind === 'AT' ? day.now : (day.lastPosition?.at ?? day.lastEvent.at)
    for (const [at, spread] of [...visits, end].entries()) {
      if (!spread) continue
      const times = timesOf(spread)
      assert.ok(times.every(Number.isFinite) && times.every((time) => time >= day.now), `${i}: a time in the past`)
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
        `${i}: quantiles in the wrong order`,
      )
      const ahead: number[] | null = before && timesOf(before)
      assert.ok(!ahead || times.every((time, one) => time >= (ahead[one] as number)), `${i}: stops in the wrong order`)
      // Without windows, the drive alone is a bound that the model doesn't compute for itself.
      const leg = at < visits.length ? (at === 0 && day.lastPosition?.driveSeconds) || day.visits[at]?.driveSeconds : 0
      if (day.lastEvent.kind !== 'PLANNED') soonest += 0.6 * (leg || 0)
      if (day.lastEvent.kind !== 'PLANNED') assert.ok(spread.earliest >= soonest - 1e-6, `${i}: faster than a drive`)
      before = spread
    }
    const ahead = visits.flatMap((spread) => (spread ? [{ spread, shown: null }] : []))
    const ranges = nextArrivalRanges(ahead)
    for (const [at, { from, to }] of ranges.entries()) {
      const was = ranges[at - 1] ?? { from: 0, to: 0 }
      assert.ok(from >= (ahead[at]?.spread.earliest ?? 0) && to >= from, `${i}: a range that is not possible`)
      assert.ok(from >= was.from && to >= was.to, `${i}: ranges in the wrong order`)
    }
  }
})

/** The vehicle left at 0 for a stop 5 minutes away. Ten stops follow, each with 5 minutes of driving and 4 minutes of service. */
const silentDay = (minutes: number): RestOfDay => ({
  now: minutes * 60,
  lastEvent: { kind: 'LEFT', at: 0 },
  lastPosition: null,
  visits: Array.from({ length: 11 }, (_, key) => ({
    key,
    driveSeconds: 300,
    serviceSeconds: 240,
    hasLearnedTime: true,
    windows: [],
  })),
  driveHomeSeconds: 600,
  breaks: [],
  todaySoFar: { drive: [], service: [] },
  traffic: { from: 0, slotSeconds: 900, factors: [1] },
})

test('while a driver who always reports is silent, every later stop moves with the first', () => {
  const pace = { ...DEFAULT_PACE, unheardShare: 0 }
  const at = (minutes: number) => forecastRestOfDay(silentDay(minutes), pace).visits as TimeSpread[]
  const [soon, late] = [at(5), at(40)]
  assert.ok((late[0] as TimeSpread).median >= 40 * 60)
  for (const [i, spread] of late.entries()) {
    const moved = (spread.median - (soon[i] as TimeSpread).median) / 60
    assert.ok(moved > 25, `stop ${i + 1} moved by ${moved} minutes`)
  }
})

test('a driver who often reports late may be further along, but not faster than a drive from now', () => {
  const prompt = forecastRestOfDay(silentDay(30), { ...DEFAULT_PACE, unheardShare: 0.01 })
  const seldom = forecastRestOfDay(silentDay(30), { ...DEFAULT_PACE, unheardShare: 0.5 })
  assert.ok(seldom.lateReportProbability > prompt.lateReportProbability)
  const [fifth, other] = [seldom.visits[4] as TimeSpread, prompt.visits[4] as TimeSpread]
  assert.ok(fifth.median < other.median)
  assert.ok(fifth.low >= 30 * 60 + 4 * (0.6 * 300 + 30))
})

test('a route that has not left moves with the clock', () => {
  const planned = (minutes: number): RestOfDay => ({ ...silentDay(minutes), lastEvent: { kind: 'PLANNED', at: 0 } })
  const first = (minutes: number) => forecastRestOfDay(planned(minutes), DEFAULT_PACE).visits[0] as TimeSpread
  assert.ok(first(90).earliest >= 90 * 60 + 0.6 * 300)
  assert.ok(first(90).median > first(0).median + 60 * 60)
})

test('the results are the same to the bit everywhere', () => {
  const random = seeded(11)
  let hash = 0
  const bits = new DataView(new ArrayBuffer(8))
  for (let i = 0; i < 300; i++)
    for (const spread of forecastRestOfDay(randomDay(random), DEFAULT_PACE).visits)
      for (const time of spread ? timesOf(spread) : []) {
        bits.setFloat64(0, time)
        hash = (Math.imul(hash, 31) + bits.getInt32(0)) | 0
        hash = (Math.imul(hash, 31) + bits.getInt32(4)) | 0
      }
  assert.equal(hash, 500_083_415)
})
