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
  })
  .map(
    ({ drive, service, opens, length }): TimedStop => ({
      drive,
      service,
      windowStart: opens,
      windowEnd: Number.isFinite(opens) ? opens + length : length * 3,
    }),
  )

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
  const timed = drive(8 * HOUR, [{ drive: 600, service: 1_800, windowStart: 9 * HOUR, windowEnd: 9 * HOUR + 60 }], 300)
  assert.deepEqual(timed.stops, [{ arrival: 8 * HOUR + 600, departure: 9 * HOUR + 1_800, late: false }])
  assert.equal(timed.end, 9 * HOUR + 2_100)
})
