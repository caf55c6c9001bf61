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

test('late stops that were late before are not counted, and breaks of an empty route cost nothing', () => {
  const isLate = stop(100, 0, 50)
  const place = placeAt({ ...ROUTE, stops: [isLate] }, { ...LAST, stops: [isLate, stop(50)] })
  assert.equal(place.addedLateStops, 0)
  const breaks = [{ which: 0, start: 0, end: 400, seconds: 300 }]
  const empty = { ...ROUTE, stops: [], breaks }
  assert.equal(placeAt(empty, { ...LAST, index: 0, stops: [stop(100)], driveToEnd: 90 }).addedSeconds, 550)
})

test('among equal overloads and late stops, the cost decides, and the first of equal positions stays', () => {
  const best = (...of: Partial<typeof LAST>[]) =>
    bestPlace(
      ROUTE,
      of.map((one) => ({ ...LAST, ...one })),
    )
  assert.equal(best({ miles: 4, overload: 0.5 }, { miles: 3, overload: 0.5 }).cost, best({ miles: 3 }).cost)
  assert.equal(best({ miles: 3, overload: 0.5 }, { miles: 4, overload: 0.4 }).overload, 0.4)
  const again = { ...LAST, index: 0, stops: [stop(50), stop(100)], driveToEnd: 120 }
  const equal = { ...again, miles: 2 - (2 * (placeAt(ROUTE, again).addedSeconds - 130)) / 3600 }
  assert.equal(placeAt(ROUTE, equal).cost, placeAt(ROUTE, LAST).cost)
  assert.equal(bestPlace(ROUTE, [LAST, equal]).index, 1)
  const late = [stop(100), stop(50, 0, 10)]
  assert.equal(best({ stops: late, miles: 1 }, { stops: late, miles: 2 }).cost, best({ stops: late, miles: 1 }).cost)
  assert.equal(best({ miles: 9 }, { stops: late, miles: 1 }).addedLateStops, 0)
})
