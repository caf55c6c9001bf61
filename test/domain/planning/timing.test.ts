import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { DueBreak } from '../../../src/domain/planning/break-placement.ts'
import type { TimedStop } from '../../../src/domain/planning/serving.ts'
import { scheduleFrom, cheapestSchedule } from '../../../src/domain/planning/timing.ts'

const HOUR = 3_600

const stop = fc
  .record({
    drive: fc.integer({ min: 0, max: 2 * HOUR }),
    service: fc.integer({ min: 0, max: HOUR }),
    opens: fc.option(fc.integer({ min: 0, max: 20 * HOUR }), { nil: -Infinity }),
    length: fc.option(fc.integer({ min: 0, max: 6 * HOUR }), { nil: Infinity }),
    /** The gap before each additional window, and the length of that window. */
    more: fc.array(fc.tuple(fc.integer({ min: 1, max: 3 * HOUR }), fc.integer({ min: 0, max: 2 * HOUR })), {
      maxLength: 2,
    }),
    /** Share of the drive that leads to the depot, seconds of loading there, and the time from which the load is ready. */
    reload: fc.option(
      fc.record({
        share: fc.double({ min: 0, max: 1, noNaN: true }),
        seconds: fc.integer({ min: 0, max: HOUR }),
        ready: fc.option(fc.integer({ min: 0, max: 20 * HOUR }), { nil: undefined }),
      }),
      { nil: null },
    ),
  })
  .map(({ drive, service, opens, length, more, reload }): TimedStop => {
    const windows = [{ start: opens, end: Number.isFinite(opens) ? opens + length : length * 3 }]
    for (const [gap, size] of Number.isFinite(windows[0]?.end) ? more : []) {
      const start = (windows.at(-1)?.end ?? 0) + gap
      windows.push({ start, end: start + size })
    }
    if (!reload) return { drive, service, windows }
    const { share, seconds, ready } = reload
    const due = { drive: Math.round(share * drive), seconds, ...(ready !== undefined && { ready }) }
    return { drive, service, windows, reload: due }
  })

test('a route leaves as late as possible: it ends no later, misses no other window, and one minute later would cost', () => {
  fc.assert(
    fc.property(
      fc.array(stop, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 10 * HOUR }),
      (stops, shift) => {
        const chosen = cheapestSchedule(shift, stops, 600)
        const earliest = scheduleFrom(shift, stops, 600)
        assert.ok(chosen.departure >= shift)
        assert.equal(chosen.end, earliest.end)
        const missed = (timed: typeof chosen) => timed.stops.map(({ late }) => late)
        assert.deepEqual(missed(chosen), missed(earliest))
        const later = scheduleFrom(chosen.departure + 60, stops, 600)
        assert.ok(later.end > chosen.end || missed(later).includes(true))
      },
    ),
    { numRuns: 2_000 },
  )
})

test('arrival is before any waiting, and service waits for the window and may end after it', () => {
  const timed = scheduleFrom(
    8 * HOUR,
    [{ drive: 600, service: 1_800, windows: [{ start: 9 * HOUR, end: 9 * HOUR + 60 }] }],
    300,
  )
  assert.deepEqual(timed.stops, [{ arrival: 8 * HOUR + 600, departure: 9 * HOUR + 1_800, late: false }])
  assert.equal(timed.end, 9 * HOUR + 2_100)
})

test('service waits for the second of two windows if it arrives between them, and is late after both', () => {
  const windows = [
    { start: 9 * HOUR, end: 10 * HOUR },
    { start: 12 * HOUR, end: 13 * HOUR },
  ]
  const startAt = (arrival: number) => scheduleFrom(arrival, [{ drive: 0, service: 0, windows }], 0).stops[0]
  assert.deepEqual(startAt(11 * HOUR), { arrival: 11 * HOUR, departure: 12 * HOUR, late: false })
  assert.deepEqual(startAt(14 * HOUR), { arrival: 14 * HOUR, departure: 14 * HOUR, late: true })
  const before = { drive: HOUR, service: HOUR, windows: [{ start: 10 * HOUR, end: 11 * HOUR }] }
  assert.equal(cheapestSchedule(8 * HOUR, [before, { drive: 0, service: 0, windows }], 0).departure, 10 * HOUR)
})

/** Every way to assign the breaks to the legs, in order. The last breaks may be omitted. */
function* everyWay(breaks: number, legs: number, from = 0): Generator<number[]> {
  yield []
  if (breaks === 0) return
  for (let leg = from; leg < legs; leg++) for (const rest of everyWay(breaks - 1, legs, leg)) yield [leg, ...rest]
}

/** Returns when a drive with these breaks ends, and the total lateness of the breaks. */
function rested(from: number, lateBefore: number, seconds: number, due: readonly DueBreak[]) {
  let [now, late, left] = [from, lateBefore, seconds]
  for (const rest of due) {
    const start = Math.max(now, rest.start)
    left -= Math.min(left, start - now)
    now = start + rest.seconds
    late += Math.max(0, now - rest.end)
  }
  return { now: now + left, late }
}

/** Returns when a route ends, and the total lateness of its stops and breaks. Null if a due break is omitted. */
function byHand(
  departure: number,
  stops: readonly TimedStop[],
  home: number,
  breaks: readonly DueBreak[],
  on: number[],
) {
  let [now, late] = [departure, 0]
  const all: TimedStop[] = [...stops, { drive: home, service: 0, windows: [] }]
  for (const [i, { drive: seconds, service, windows, reload }] of all.entries()) {
    const due = breaks.filter((_, b) => on[b] === i)
    const way = seconds + (reload?.seconds ?? 0)
    const ways = [...due, null].map((_, split) => {
      if (!reload || reload.ready === undefined) return rested(now, late, way, due)
      const there = rested(now, late, reload.drive, due.slice(0, split))
      return rested(Math.max(there.now, reload.ready), there.late, way - reload.drive, due.slice(split))
    })
    const [best] = ways.sort((a, b) => a.late - b.late || a.now - b.now)
    ;({ now, late } = best ?? assert.fail())
    const open = windows.find(({ end }) => now <= end)
    if (open) now = Math.max(now, open.start)
    else if (windows.length > 0) late += now - (windows.at(-1)?.end ?? 0)
    now += service
  }
  return breaks.slice(on.length).some(({ end, seconds }) => now > end - seconds) ? null : { late, end: now }
}

const breaksOfDay = fc
  .array(
    fc.record({
      which: fc.constant(0),
      start: fc.integer({ min: 0, max: 15 * HOUR }),
      length: fc.integer({ min: 0, max: 2 * HOUR }),
      seconds: fc.integer({ min: 60, max: HOUR }),
    }),
    { maxLength: 2 },
  )
  .map((all): DueBreak[] =>
    all
      .map(({ which, start, length, seconds }) => ({ which, start, end: start + seconds + length, seconds }))
      .sort((a, b) => a.start - b.start || a.end - b.end),
  )

test('breaks are taken with the least lateness, and then with the earliest end of the route', () => {
  fc.assert(
    fc.property(
      fc.array(stop, { maxLength: 4 }),
      breaksOfDay,
      fc.integer({ min: 0, max: 10 * HOUR }),
      (stops, breaks, departure) => {
        const timed = scheduleFrom(departure, stops, 600, breaks)
        const ways = [...everyWay(breaks.length, stops.length + 1)].flatMap(
          (on) => byHand(departure, stops, 600, breaks, on) ?? [],
        )
        const least = Math.min(...ways.map(({ late }) => late))
        const own = byHand(
          departure,
          stops,
          600,
          breaks,
          timed.breaks.map(({ before }) => before),
        )
        assert.ok(own, 'a due break is taken')
        assert.equal(own.end, timed.end)
        // Lateness is only known per stop: an earlier arrival may cost a second of lateness later.
        assert.ok(own.late >= least)
        if (least === 0) {
          assert.equal(own.late, 0)
          assert.equal(timed.end, Math.min(...ways.filter(({ late }) => late === 0).map(({ end }) => end)))
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a vehicle reloads after its return as soon as its load is ready, for the loading time, and then drives on', () => {
  fc.assert(
    fc.property(
      fc.array(stop, { minLength: 1, maxLength: 6 }),
      breaksOfDay,
      fc.integer({ min: 0, max: 10 * HOUR }),
      (stops, breaks, shift) => {
        const timed = cheapestSchedule(shift, stops, 600, breaks)
        const due = stops.flatMap(({ reload }, i) => (reload ? [i] : []))
        assert.deepEqual(
          timed.reloads.map(({ before }) => before),
          due,
        )
        for (const { start, end, before } of timed.reloads) {
          const { drive: seconds, reload } = stops[before] as TimedStop
          assert.ok(reload)
          const left = timed.stops[before - 1]?.departure ?? timed.departure
          assert.ok(start >= left + reload.drive)
          assert.ok(start >= (reload.ready ?? -Infinity))
          assert.ok(end >= start + reload.seconds)
          const { arrival = 0 } = timed.stops[before] ?? {}
          assert.ok(arrival >= end + seconds - reload.drive - 1e-6)
          if (breaks.length > 0) continue
          assert.equal(start, Math.max(left + reload.drive, reload.ready ?? -Infinity))
          assert.equal(end, start + reload.seconds)
          assert.ok(Math.abs(arrival - (end + seconds - reload.drive)) < 1e-6)
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a route with breaks also leaves as late as possible, and needs no break if it leaves after the break’s end', () => {
  fc.assert(
    fc.property(
      fc.array(stop, { minLength: 1, maxLength: 6 }),
      breaksOfDay,
      fc.integer({ min: 0, max: 10 * HOUR }),
      (stops, breaks, shift) => {
        const chosen = cheapestSchedule(shift, stops, 600, breaks)
        const due = breaks.filter(({ end, seconds }) => chosen.departure <= end - seconds)
        const plain = scheduleFrom(chosen.departure, stops, 600, due)
        assert.equal(plain.end, chosen.end)
        assert.ok(chosen.departure >= shift)
        const early = scheduleFrom(shift, stops, 600, breaks)
        if (!early.stops.some(({ late }) => late) && !early.breaks.some(({ lateSeconds }) => lateSeconds > 0)) {
          assert.ok(chosen.end <= early.end)
          assert.ok(!chosen.stops.some(({ late }) => late))
        }
      },
    ),
    { numRuns: 1_000 },
  )
})

test('the later of two breaks at the same hour may end first', () => {
  const anyTime = { drive: 0, service: 0, windows: [] }
  const breaks = [
    { which: 0, start: 0, end: 62, seconds: 60 },
    { which: 1, start: 1, end: 61, seconds: 60 },
  ]
  const { departure, breaks: taken, end } = cheapestSchedule(0, [anyTime], 600, breaks)
  assert.deepEqual([departure, taken, end], [3, [], 603], 'no break is due if the route leaves after both')
})

test('lunch between two stops is shown with its start, end and next stop', () => {
  const noon = { which: 0, start: 12 * HOUR, end: 13 * HOUR, seconds: 1_800 }
  const free = { drive: 1_800, service: 600, windows: [] }
  const timed = scheduleFrom(11.25 * HOUR, [free, free], 600, [noon])
  assert.deepEqual(timed.breaks, [{ start: 12 * HOUR, end: 12.5 * HOUR, lateSeconds: 0, of: noon, before: 1 }])
  assert.equal(timed.stops[1]?.arrival, 12.5 * HOUR + 1_500)
})

test('a break is part of the wait for a load or delays the route, but is never during loading', () => {
  const load = { drive: 600, seconds: 300, ready: 11 * 3600 }
  const stops = [
    { drive: 600, service: 300, windows: [{ start: 9.5 * 3600, end: 10 * 3600 }] },
    { drive: 1200, service: 300, windows: [], reload: load },
  ]
  const rest = (start: number, end: number) => [{ which: 0, start: start * 3600, end: end * 3600, seconds: 1800 }]
  // A break before the load is ready is part of the wait, so it delays nothing.
  const early = scheduleFrom(9 * 3600, stops, 600, rest(10, 12))
  assert.deepEqual(
    [early.reloads[0]?.start, early.reloads[0]?.end, early.stops[1]?.arrival],
    [11 * 3600, 11 * 3600 + 300, 11 * 3600 + 900],
  )
  // A break after the load is ready delays everything that follows.
  const late = scheduleFrom(9 * 3600, stops, 600, rest(11, 11.75))
  assert.equal(late.end, 11 * 3600 + 1800 + 900 + 300 + 600)
})

test('a route with a break while it waits leaves as late as the break and the window allow', () => {
  const stops = [{ drive: 600, service: 300, windows: [{ start: HOUR, end: 2 * HOUR }] }]
  const rest = (start: number, end: number, which = 0) => ({ which, start, end, seconds: 300 })
  const leaves = (...breaks: DueBreak[]) => {
    const { departure, breaks: taken, end } = cheapestSchedule(0, stops, 60, breaks)
    assert.equal(end, HOUR + 360)
    return [departure, ...taken.map(({ start }) => start)]
  }
  assert.deepEqual(leaves(), [HOUR - 600])
  assert.deepEqual(leaves(rest(2_800, 4_000)), [HOUR - 900, 2_800], 'the break is on the way')
  assert.deepEqual(leaves(rest(1_000, 2_800)), [HOUR - 600], 'no break is due if it leaves after 2,500')
  assert.deepEqual(leaves(rest(2_800, 4_000), rest(1_000, 1_500, 1)), [HOUR - 900, 2_800])
  assert.deepEqual(leaves(rest(2_400, 4_000), rest(2_600, 4_000, 1)), [HOUR - 1_200, 2_400, 2_700])
})

test('a schedule that is less late is better than one that leaves later', () => {
  const stops = [{ drive: 600, service: 0, windows: [{ start: 0, end: 1_000 }] }]
  const breaks = [{ which: 0, start: 0, end: 800, seconds: 300 }]
  // A route that leaves after 500 misses the break, but is late at the stop.
  assert.deepEqual(cheapestSchedule(0, stops, 0, breaks).stops, [{ arrival: 900, departure: 900, late: false }])
})
