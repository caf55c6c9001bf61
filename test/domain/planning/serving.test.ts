import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lateSeconds, serviceStart, wayTo } from '../../../src/domain/planning/serving.ts'

const TWO = {
  windows: [
    { start: 100, end: 200 },
    { start: 300, end: 400 },
  ],
}

test('service starts in the first window that is not over, or at arrival if all are', () => {
  const starts = [50, 150, 200, 201, 350, 400, 401].map((arrival) => serviceStart(TWO, arrival))
  assert.deepEqual(starts, [100, 150, 200, 300, 350, 400, 401])
  assert.equal(serviceStart({ windows: [] }, 7), 7)
})

test('an arrival is late after the end of the last window', () => {
  const late = [250, 400, 450].map((arrival) => lateSeconds(TWO, arrival))
  assert.deepEqual(late, [0, 0, 50])
  assert.equal(lateSeconds({ windows: [] }, 7), 0)
})

test('a way includes loading', () => {
  const stop = { drive: 100, service: 5, windows: [] }
  assert.equal(wayTo(stop), 100)
  assert.equal(wayTo({ ...stop, reload: { drive: 40, seconds: 60 } }), 160)
})
