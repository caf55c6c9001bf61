// The position of one more stop on a route.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestPlace, detourCost, placeAt } from '../../../src/domain/planning/insertion.ts'

const stop = (drive: number, start = -Infinity, end = Infinity) => ({
  drive,
  service: 60,
  windows: start === -Infinity && end === Infinity ? [] : [{ start, end }],
})
const ROUTE = { leaves: 0, begun: true, stops: [stop(100)], driveToEnd: 100 }
const LAST = { index: 1, leaves: 0, stops: [stop(100), stop(50)], driveToEnd: 120, miles: 2, overload: 0 }

test('a mile costs 1, and an hour costs 2', () => {
  assert.equal(detourCost(3, 90), 6)
})

test('an additional stop is compared with the route without it', () => {
  assert.deepEqual(placeAt(ROUTE, LAST), {
    index: 1,
    arrival: 210,
    late: false,
    addedSeconds: 130,
    addedLateStops: 0,
    cost: 2 + (2 * 130) / 3600,
    overload: 0,
    end: 390,
  })
  const tight = { ...LAST, index: 0, stops: [stop(50), stop(100, 0, 200)] }
  const place = placeAt({ ...ROUTE, stops: [stop(100, 0, 200)] }, tight)
  assert.deepEqual([place.arrival, place.late, place.addedLateStops], [50, false, 1])
})

test('the first stop of an empty route adds the whole route', () => {
  const only = { ...LAST, index: 0, stops: [stop(100)], driveToEnd: 90 }
  assert.equal(placeAt({ ...ROUTE, stops: [] }, only).addedSeconds, 250)
  assert.equal(placeAt({ ...ROUTE, begun: false, stops: [] }, only).addedSeconds, 250)
})

test('a route that has not begun leaves later if its first stop opens late', () => {
  const late = { ...LAST, index: 0, stops: [stop(100, 1_000), stop(50)] }
  assert.equal(placeAt({ ...ROUTE, begun: false }, late).addedSeconds, 130)
  assert.equal(placeAt(ROUTE, late).addedSeconds, 1_030)
})

test('the best position has the least overload, then the fewest late stops, then the least cost', () => {
  const bestMiles = (...of: Partial<typeof LAST>[]) => {
    const { cost } = bestPlace(
      ROUTE,
      of.map((one) => ({ ...LAST, ...one })),
    )
    return Math.floor(cost)
  }
  assert.equal(bestMiles({ miles: 2 }, { miles: 1 }, { miles: 3 }), 1)
  assert.equal(bestMiles({ miles: 1, overload: 0.5 }, { miles: 5 }), 5)
  assert.equal(bestMiles({ miles: 1, overload: 1e-12 }, { miles: 5 }), 1, 'noise is no overload')
  const isLate = [stop(100), stop(50, 0, 10)]
  assert.equal(bestMiles({ miles: 1, stops: isLate }, { miles: 5 }), 5)
  assert.equal(bestMiles({ miles: 1, stops: isLate }, { miles: 5, overload: 1 }), 1)
})
