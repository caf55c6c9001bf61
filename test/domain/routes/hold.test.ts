import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isHoldOver, latestHoldEnd } from '../../../src/domain/routes/hold.ts'

test('an undo window is over at its end, or if it ends later than any window can', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  assert.deepEqual(latestHoldEnd(now), inSeconds(960))
  const over = [-1, 0, 1, 960, 961].map((seconds) => isHoldOver(inSeconds(seconds), now))
  assert.deepEqual(over, [true, true, false, false, true])
})
