// Tests the stays of a vehicle at stops: how positions become stays, and how taps and stays give the last certain fact.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastFactOf, type StopFacts } from '../../../src/domain/forecast/last-fact.ts'
import { positionIntervalSeconds, type Stay, stayWith } from '../../../src/domain/forecast/stays.ts'

/** Sends positions along a line on which the stops stand, in meters, and returns the stay at each stop. */
function staysAfter(
  doors: readonly number[],
  positions: readonly [at: number, meters: number, accuracyMeters?: number][],
): (Stay | null)[] {
  const stays: (Stay | null)[] = doors.map(() => null)
  let before: { at: number; meters: number } | null = null
  for (const [at, meters, accuracyMeters = null] of positions) {
    const distances = doors.map((door, i) => ({
      stay: stays[i] ?? null,
      meters: Math.abs(door - meters),
      metersBefore: before && Math.abs(door - before.meters),
    }))
    const stayed = stayWith(distances, { at, accuracyMeters, previousAt: before?.at ?? null })
    if (stayed) stays[stayed.index] = stayed.stay
    before = { at, meters }
  }
  return stays
}

test('a stay reaches from the first to the last position near the stop', () => {
  assert.deepEqual(
    staysAfter(
      [1_000],
      [
        [0, 0],
        [60, 990],
        [130, 1_010],
        [430, 1_000],
        [490, 1_400],
      ],
    ),
    [{ from: 60, until: 430 }],
  )
})

test('a vehicle that only passes leaves no stay, even if it passes again later', () => {
  const passing: [number, number][] = [
    [0, 0],
    [60, 1_000],
    [120, 2_000],
    [3_600, 1_000],
    [3_660, 0],
  ]
  assert.deepEqual(staysAfter([1_000], passing), [null])
})

test('a position near two stops belongs to the first of them in driving order', () => {
  assert.deepEqual(
    staysAfter(
      [1_000, 1_050],
      [
        [0, 1_060],
        [60, 1_050],
        [120, 1_050],
      ],
    ),
    [{ from: 0, until: 120 }, null],
  )
})

test('a position that arrives late or twice changes nothing', () => {
  const open = [{ stay: { from: 0, until: 120 }, meters: 0, metersBefore: 0 }]
  for (const at of [60, 120]) assert.equal(stayWith(open, { at, accuracyMeters: null, previousAt: 120 }), null)
})

test('an inaccurate position begins no stay, and ends none that it may belong to', () => {
  assert.deepEqual(
    staysAfter(
      [1_000],
      [
        [0, 1_000],
        [60, 1_000, 2_000],
      ],
    ),
    [null],
  )
  assert.deepEqual(
    staysAfter(
      [1_000],
      [
        [0, 1_000],
        [60, 1_000, 20],
        [120, 1_400, 500],
        [180, 1_400, 20],
      ],
    ),
    [{ from: 0, until: 120 }],
  )
})

test('a vehicle that comes back later begins another stay', () => {
  assert.deepEqual(
    staysAfter(
      [1_000],
      [
        [0, 1_000],
        [60, 1_000],
        [120, 3_000],
        [3_600, 1_000],
        [3_660, 1_000],
      ],
    ),
    [{ from: 3_600, until: 3_660 }],
  )
})

test('a standing phone sends a second position after 70 seconds, and then one every 5 minutes', () => {
  assert.deepEqual(
    [positionIntervalSeconds(false, true), positionIntervalSeconds(true, false), positionIntervalSeconds(true, true)],
    [60, 70, 300],
  )
})

const open: StopFacts = { isOpen: true, opensAt: null, arrivedAt: null, finishedAt: null, stay: null }
const done = (arrivedAt: number, finishedAt: number): StopFacts => ({ ...open, isOpen: false, arrivedAt, finishedAt })
const stayed = (from: number, until: number): StopFacts => ({ ...open, stay: { from, until } })

const factOf = (stops: readonly StopFacts[], seenAt: number | null) => {
  const { last, visits } = lastFactOf(stops, seenAt)
  return { last: last && [last.kind, last.stop, last.at], visited: [...visits.keys()] }
}

test('without stays, the last tap counts', () => {
  assert.deepEqual(factOf([open, open], 900), { last: null, visited: [] })
  assert.deepEqual(factOf([done(10, 20), { ...open, arrivedAt: 50 }, open], 900), { last: ['AT', 1, 50], visited: [] })
  assert.deepEqual(factOf([done(10, 90), done(50, 60), open], 900), { last: ['LEFT', 0, 90], visited: [] })
})

test('a vehicle is at a stop since the first position of its stay, and has left it at the last one', () => {
  const stops = [done(10, 20), stayed(100, 300), open]
  assert.deepEqual(factOf(stops, 300), { last: ['AT', 1, 100], visited: [1] })
  assert.deepEqual(factOf(stops, 360), { last: ['LEFT', 1, 300], visited: [1] })
})

test('a stay under a minute doesn’t count as a visit', () => {
  assert.deepEqual(factOf([done(10, 20), stayed(100, 150), open], 150), { last: ['LEFT', 0, 20], visited: [] })
})

test('only the time after the last tap of an earlier stop counts', () => {
  const neighbors = (until: number) => [done(10, 100), stayed(20, until)]
  assert.deepEqual(factOf(neighbors(130), 130), { last: ['LEFT', 0, 100], visited: [] })
  assert.deepEqual(factOf(neighbors(170), 170), { last: ['AT', 1, 100], visited: [1] })
})

test('only the time after the window opens counts', () => {
  const closed = (until: number) => [done(10, 20), { ...stayed(100, until), opensAt: 400 }, open]
  assert.deepEqual(factOf(closed(430), 430), { last: ['LEFT', 0, 20], visited: [] })
  assert.deepEqual(factOf(closed(480), 480), { last: ['AT', 1, 400], visited: [1] })
})

test('several visits without a tap follow each other, and a later tap doesn’t take them back', () => {
  const two = [stayed(100, 300), stayed(500, 700)]
  assert.deepEqual(factOf([...two, open], 760), { last: ['LEFT', 1, 700], visited: [0, 1] })
  const third = { ...open, arrivedAt: 900 }
  assert.deepEqual(factOf([...two, third, open], 960), { last: ['AT', 2, 900], visited: [0, 1] })
})

test('a stay at a stop that isn’t the next one doesn’t count', () => {
  assert.deepEqual(factOf([done(10, 20), open, stayed(100, 300)], 300), { last: ['LEFT', 0, 20], visited: [] })
  // The vehicle stood near the stop before it made the deliveries that come first.
  assert.deepEqual(factOf([done(10, 900), stayed(100, 300)], 960), { last: ['LEFT', 0, 900], visited: [] })
})

test('after an arrival was tapped, the vehicle has left the stop when its stay is over', () => {
  const arrived = { ...stayed(100, 300), arrivedAt: 130 }
  assert.deepEqual(factOf([arrived, open], 300).last, ['AT', 0, 130])
  assert.deepEqual(factOf([arrived, open], 360).last, ['LEFT', 0, 300])
})

test('a driver who has left never arrived later, whatever the order of taps and stays', () => {
  for (let seed = 0; seed < 2_000; seed++) {
    const at = (step: number) => ((seed * 7_919 + step * 104_729) % 1_000) + 1
    const stops = Array.from({ length: 5 }, (_, i): StopFacts => {
      const [one = 0, other = 0] = [at(3 * i), at(3 * i + 1)].toSorted((a, b) => a - b)
      return [open, done(one, other), stayed(one, other), { ...open, arrivedAt: one }][at(3 * i + 2) % 4] as StopFacts
    })
    const { last, visits } = lastFactOf(stops, 1_000)
    const times = stops.flatMap(({ arrivedAt, finishedAt, stay }) => [arrivedAt, finishedAt, stay?.from, stay?.until])
    assert.ok(!last || times.includes(last.at) || last.kind === 'AT', `${seed}: a time that nobody reported`)
    for (const [stop, { from, until }] of visits) {
      assert.ok(stops[stop]?.isOpen && until - from >= 60 && from <= until, `${seed}: no visit`)
      assert.ok(last && last.at >= from, `${seed}: an older fact`)
    }
  }
})
