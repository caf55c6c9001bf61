import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { drive, schedule, type TimedStop } from '../../../src/domain/planning/timing.ts'

const HOUR = 3_600

const stop = fc
  .record({
    drive: fc.integer({ min: 0, max: 2 * HOUR }),
    service: fc.integer({ min: 0, max: HOUR }),
    opens: fc.option(fc.integer({ min: 0, max: 20 * HOUR }), { nil: -Infinity }),
    length: fc.option(fc.integer({ min: 0, max: 6 * HOUR }), { nil: Infinity }),
    /** The gap before each further window, and how long that is. */
    more: fc.array(fc.tuple(fc.integer({ min: 1, max: 3 * HOUR }), fc.integer({ min: 0, max: 2 * HOUR })), {
      maxLength: 2,
    }),
  })
  .map(({ drive, service, opens, length, more }): TimedStop => {
    const windows = [{ start: opens, end: Number.isFinite(opens) ? opens + length : length * 3 }]
    for (const [gap, size] of Number.isFinite(windows[0]?.end) ? more : []) {
      const start = (windows.at(-1)?.end ?? 0) + gap
      windows.push({ start, end: start + size })
    }
    return { drive, service, windows }
  })

test('a route leaves as late as it can: over no later, no window newly missed, and a minute later would cost', () => {
  fc.assert(
    fc.property(
      fc.array(stop, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 10 * HOUR }),
      (stops, shift) => {
        const chosen = schedule(shift, stops, 600)
        const earliest = drive(shift, stops, 600)
        assert.ok(chosen.departure >= shift)
        assert.equal(chosen.end, earliest.end)
        const missed = (timed: typeof chosen) => timed.stops.map(({ late }) => late)
        assert.deepEqual(missed(chosen), missed(earliest))
        const later = drive(chosen.departure + 60, stops, 600)
        assert.ok(later.end > chosen.end || missed(later).includes(true))
      },
    ),
    { numRuns: 2_000 },
  )
})

test('arrival is before any waiting; service waits for the window and may end after it', () => {
  const timed = drive(
    8 * HOUR,
    [{ drive: 600, service: 1_800, windows: [{ start: 9 * HOUR, end: 9 * HOUR + 60 }] }],
    300,
  )
  assert.deepEqual(timed.stops, [{ arrival: 8 * HOUR + 600, departure: 9 * HOUR + 1_800, late: false }])
  assert.equal(timed.end, 9 * HOUR + 2_100)
})

test('between two windows service waits for the second; after both it is late', () => {
  const windows = [
    { start: 9 * HOUR, end: 10 * HOUR },
    { start: 12 * HOUR, end: 13 * HOUR },
  ]
  const startAt = (arrival: number) => drive(arrival, [{ drive: 0, service: 0, windows }], 0).stops[0]
  assert.deepEqual(startAt(11 * HOUR), { arrival: 11 * HOUR, departure: 12 * HOUR, late: false })
  assert.deepEqual(startAt(14 * HOUR), { arrival: 14 * HOUR, departure: 14 * HOUR, late: true })
  const before = { drive: HOUR, service: HOUR, windows: [{ start: 10 * HOUR, end: 11 * HOUR }] }
  assert.equal(schedule(8 * HOUR, [before, { drive: 0, service: 0, windows }], 0).departure, 10 * HOUR)
})
