import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordClock, replayClock, type SearchClock } from '../../src/engine/search-trace.ts'

/** Reads the clock in two loops, like a search that measures its speed first. Returns the readings of each loop. */
function search(clock: SearchClock): number[] {
  return [6, 4].map((most) => {
    for (let readings = 1; ; readings++) {
      clock.now()
      if (clock.stop() || readings === most) return readings
    }
  })
}

test('a repeated search ends where it ended, also if it read the clock again after the stop', () => {
  for (let stopAt = 1; stopAt <= 12; stopAt++) {
    let reading = 0
    const recorded = recordClock({ now: () => reading++ / 250, stop: () => reading >= stopAt })
    const course = search(recorded)
    assert.deepEqual(search(replayClock(recorded.readings(), () => false)), course, `stopped at reading ${stopAt}`)
  }
})
