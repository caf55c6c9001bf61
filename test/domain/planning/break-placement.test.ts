// Breaks on a way, as values. timing.test.ts compares whole routes with a search.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestRests, doneAt, placeBreaksOnWay, restOnWay } from '../../../src/domain/planning/break-placement.ts'

const rest = (which: number, start: number, end: number, seconds: number) => ({ which, start, end, seconds })
const times = ({ arrived, rested, rests }: ReturnType<typeof placeBreaksOnWay>) => ({
  arrived,
  rested,
  rests: rests.map(({ start, end, lateSeconds }) => [start, end, lateSeconds]),
})

test('a break is taken on the way as early as its window allows, else after the arrival', () => {
  const way = (start: number, end = 1_000) => times(placeBreaksOnWay(100, 50, [rest(0, start, end, 30)]))
  assert.deepEqual(way(0), { arrived: 180, rested: 180, rests: [[100, 130, 0]] })
  assert.deepEqual(way(120), { arrived: 180, rested: 180, rests: [[120, 150, 0]] })
  assert.deepEqual(way(150), { arrived: 150, rested: 180, rests: [[150, 180, 0]] })
  assert.deepEqual(way(200), { arrived: 150, rested: 230, rests: [[200, 230, 0]] })
  assert.deepEqual(way(0, 120), { arrived: 180, rested: 180, rests: [[100, 130, 10]] })
  assert.deepEqual(times(placeBreaksOnWay(100, 0, [rest(0, 0, 200, 30)])), {
    arrived: 100,
    rested: 130,
    rests: [[100, 130, 0]],
  })
  assert.deepEqual(times(placeBreaksOnWay(100, 50, [])), { arrived: 150, rested: 150, rests: [] })
  const two = [rest(0, 0, 200, 10), rest(1, 130, 300, 20)]
  assert.deepEqual(times(placeBreaksOnWay(100, 50, two)), {
    arrived: 180,
    rested: 180,
    rests: [
      [100, 110, 0],
      [130, 150, 0],
    ],
  })
})

test('a break is taken while the vehicle waits at the depot for its load', () => {
  const stop = { drive: 100, service: 0, windows: [], reload: { drive: 40, seconds: 20, ready: 200 } }
  const way = restOnWay(0, stop, [rest(0, 50, 300, 60)])
  assert.deepEqual(
    { ...times(way), loads: way.loads },
    { arrived: 280, rested: 280, rests: [[50, 110, 0]], loads: 200 },
  )
  const ready = { ...stop, reload: { drive: 40, seconds: 20 } }
  assert.equal(restOnWay(0, ready, []).rested, 120)
  assert.equal(restOnWay(0, ready, []).loads, undefined)
  assert.equal(restOnWay(300, stop, []).loads, 340, 'a load that is ready is loaded on arrival')
  const afterLoading = restOnWay(0, stop, [rest(0, 210, 300, 60)])
  assert.deepEqual([afterLoading.loads, afterLoading.rested], [200, 340])
})

test('a part of a way is done after the breaks that begin before it is', () => {
  const [first, second] = placeBreaksOnWay(0, 100, [rest(0, 10, 200, 5), rest(1, 50, 200, 20)]).rests
  assert.ok(first && second)
  const done = [10, 11, 44, 45, 46].map((seconds) => doneAt(0, seconds, [first, second]))
  assert.deepEqual(done, [10, 16, 49, 50, 71])
})

test('breaks are taken where they and the stops are least late, and then where the route ends earliest', () => {
  const stop = { drive: 100, service: 50, windows: [{ start: 200, end: 250 }] }
  assert.deepEqual(bestRests(0, [stop], 0, []), [])
  assert.deepEqual(bestRests(0, [stop], 0, [rest(0, 0, 300, 60)]), [1, 1], 'while waiting')
  assert.deepEqual(bestRests(0, [stop], 0, [rest(0, 240, 1_000, 60)]), [0, 0], 'the route is over before it is due')
  assert.deepEqual(
    bestRests(0, [stop], 0, [rest(0, 200, 309, 60)]),
    [0, 1],
    'a second late, so that the stop is not late',
  )
  assert.deepEqual(bestRests(0, [stop], 900, [rest(0, 240, 1_000, 60)]), [0, 1], 'on the way back')
  assert.deepEqual(bestRests(0, [stop], 900, [rest(0, 0, 60, 60), rest(1, 240, 1_000, 60)]), [1, 2])
})
