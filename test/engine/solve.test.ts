import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from '../../src/engine/check.ts'
import type { Problem } from '../../src/engine/problem.ts'
import { DEFAULT_PARAMS } from '../../src/engine/search/default-params.ts'
import { createSchedule } from '../../src/engine/search/schedule.ts'
import { solve } from '../../src/engine/solve.ts'
import { InvalidProblem } from '../../src/engine/validate.ts'
import { HOUR, plane, stop, vehicle } from './problems.ts'
import { render } from '../../src/texts/text.ts'

function solved(problem: Problem, iterations = 2000) {
  const solution = solve(problem, { iterations, seed: 7 })
  assert.deepEqual(check(problem, solution), [])
  return solution
}

function reasonOf(problem: Problem) {
  const { unassigned } = solved(problem)
  assert.equal(unassigned.length, 1)
  const { code, message } = unassigned[0]!.reason
  return { code, message: render(message) }
}

test('a vehicle leaves as late as it can still serve one stop in its window', () => {
  const problem = plane([[6000, 0]], [stop('a', { windows: [{ start: 10 * HOUR, end: 11 * HOUR }] })], [vehicle('v')])
  const [route] = solved(problem).routes
  assert.equal(route!.departure, 10 * HOUR - 600)
  assert.equal(route!.visits[0]!.serviceStart, 10 * HOUR)
  assert.equal(route!.returnTime, 10 * HOUR + 300 + 600)
})

const far = (over = {}) => plane([[6000, 0]], [stop('a', over)], [vehicle('v', { capacity: [100] })])

test('each remaining obstacle is named with its figures', () => {
  assert.deepEqual(reasonOf(far({ temperatureClass: 'FROZEN' })), {
    code: 'TEMPERATURE',
    message: 'needs a vehicle that carries frozen goods; none in this build does',
  })
  assert.deepEqual(reasonOf(far({ load: [140.5] })), {
    code: 'CAPACITY',
    message: 'weighs 140.5 lb; the largest vehicle that could take it, v, holds 100 lb',
  })
  assert.match(reasonOf(far({ windows: [{ start: 6 * HOUR, end: 7 * HOUR }] })).message, /06:00 to 07:00 is outside/)
  assert.deepEqual(reasonOf(far({ windows: [{ start: 0, end: 8 * HOUR + 60 }] })), {
    code: 'TIME_WINDOW',
    message: 'its window closes at 08:01; vehicle v can be there at 08:10 at the earliest',
  })
  assert.equal(reasonOf(far({ serviceSeconds: 9 * HOUR })).code, 'SHIFT')
  const last = { windows: [{ start: 16.5 * HOUR, end: 17 * HOUR }], serviceSeconds: HOUR }
  assert.deepEqual(reasonOf(far(last)), {
    code: 'SHIFT',
    message: 'the vehicle would be back at 17:40, 40 minutes after the shift of vehicle v, 08:00 to 17:00',
  })
  const cut = far()
  cut.durations[1] = Infinity
  assert.equal(reasonOf(cut).code, 'UNREACHABLE')
})

test('the message names the depot if no stop can be reached from it', () => {
  const cutOff = (starts: readonly number[], startName?: string) => {
    const points = [[6000, 0] as const, [0, 6000] as const]
    const problem = plane(points, [stop('a'), stop('b')], [vehicle('v', startName === undefined ? {} : { startName })])
    for (const start of starts) problem.durations[start] = Infinity
    return solved(problem, 50).unassigned.map(({ reason }) => reason)
  }
  const wholly = cutOff([1, 2], 'North yard')
  assert.equal(wholly.length, 2)
  for (const { code, message } of wholly)
    assert.deepEqual(
      [code, render(message)],
      ['UNREACHABLE', 'no road leads from North yard to any stop of this build and back'],
    )
  assert.match(render(cutOff([1, 2])[0]!.message), /^no road leads from where vehicle v starts to any stop/)
  assert.deepEqual(
    cutOff([1], 'North yard').map(({ message }) => render(message)),
    ['no vehicle in this build has a road to it and back'],
  )
})

test('the obstacle that the fewest changes would remove is named', () => {
  const problem = plane(
    [[6000, 0]],
    [stop('a', { temperatureClass: 'FROZEN', load: [50] })],
    [vehicle('dry and small', { capacity: [10] }), vehicle('cold', { capacity: [10], temperatureClasses: ['FROZEN'] })],
  )
  assert.equal(reasonOf(problem).code, 'CAPACITY')
})

test('a vehicle that the stop may not use is ignored in the reason and the fix', () => {
  const problem = plane(
    [[6000, 0]],
    [stop('a', { load: [140], forbiddenVehicles: [1] })],
    [vehicle('small', { capacity: [100] }), vehicle('large', { capacity: [200] })],
  )
  assert.deepEqual(reasonOf(problem), {
    code: 'CAPACITY',
    message: 'weighs 140 lb; the largest vehicle that could take it, small, holds 100 lb',
  })
})

test('a stop that fits only alone has the reason no room, or too many stops', () => {
  const points = [[1000, 0] as const, [0, 1000] as const]
  const heavy = plane(
    points,
    [stop('a', { load: [60] }), stop('b', { load: [60] })],
    [vehicle('v', { capacity: [100] })],
  )
  assert.equal(reasonOf(heavy).code, 'NO_ROOM')
  assert.equal(reasonOf(plane(points, [stop('a'), stop('b')], [vehicle('v', { maxStops: 1 })])).code, 'MAX_STOPS')
})

test('an unknown load is never a limit', () => {
  const stops = ['a', 'b', 'c'].map((id) => stop(id, { load: [null] }))
  const points = [[1000, 0] as const, [0, 1000] as const, [500, 0] as const]
  assert.equal(solved(plane(points, stops, [vehicle('v', { capacity: [0] })])).unassigned.length, 0)
})

test('a stop of higher priority is served first', () => {
  const points = [[1000, 0] as const, [9000, 0] as const]
  const stops = [stop('near'), stop('dear', { priority: 50 })]
  const { unassigned } = solved(plane(points, stops, [vehicle('v', { maxStops: 1 })]))
  assert.deepEqual(
    unassigned.map((each) => each.stop),
    [0],
  )
})

test('locks keep vehicle, position and order', () => {
  const points = Array.from({ length: 6 }, (_, i) => [1000 * (i + 1), 0] as const)
  const stops = points.map((_, i) => stop(`s${i}`))
  stops[5]!.lock = { vehicle: 1, position: 1 }
  stops[0]!.lock = { vehicle: 1, order: 2 }
  stops[3]!.lock = { vehicle: 1, order: 1 }
  const { routes } = solved(plane(points, stops, [vehicle('v'), vehicle('w')]))
  const visits = routes.find((route) => route.vehicle === 1)!.visits.map((visit) => visit.stop)
  assert.equal(visits[0], 5)
  assert.ok(visits.indexOf(3) < visits.indexOf(0))
})

test('contradictions are refused with their path', () => {
  const two = [
    [1000, 0],
    [0, 1000],
  ] as const
  const stops = [stop('a', { lock: { vehicle: 0, position: 1 } }), stop('b', { lock: { vehicle: 0, position: 1 } })]
  assert.throws(
    () => solve(plane(two, stops, [vehicle('v')])),
    (error) =>
      error instanceof InvalidProblem &&
      /stops a and b/.test(error.message) &&
      error.fields.join() === 'stops.0.lock.position,stops.1.lock.position',
  )
  assert.throws(() => solve(plane([[1, 1]], [stop('a', { lock: { vehicle: 3 } })], [vehicle('v')])), InvalidProblem)
})

test('the same seed and steps give the same solution', () => {
  const points = Array.from({ length: 30 }, (_, i) => [(i * 7919) % 9000, (i * 104729) % 9000] as const)
  const stops = points.map((_, i) => stop(`s${i}`, { load: [10 + (i % 5)] }))
  const problem = plane(points, stops, [vehicle('v', { capacity: [150] }), vehicle('w', { capacity: [250] })])
  assert.deepEqual(solve(problem, { iterations: 3000, seed: 3 }), solve(problem, { iterations: 3000, seed: 3 }))
})

test('a time limit in addition to the steps changes nothing if the search ends within it', () => {
  const ticking = (step: number) => {
    let time = 0
    return () => (time += step)
  }
  const budget = { iterations: 60_000, seed: 3, seconds: 30 }
  const [fast, slow] = [0.001, 0.02].map((step) => solve(scattered(30), { ...budget, now: ticking(step) }))
  assert.deepEqual(slow, fast)
})

test('a time limit ends a search with any number of steps, fully cooled', () => {
  let time = 0
  solve(scattered(60), { iterations: 100_000_000, seconds: 1, now: () => (time += 0.005) })
  assert.ok(time < 1.1, `${time} s`)
  const schedule = createSchedule({ iterations: 100_000_000, seconds: 1, from: 0, to: 1 }, 60, DEFAULT_PARAMS)
  assert.ok(schedule.at(0.5, 1_000) < 0.1)
  assert.ok(schedule.at(0.99, 2_000) > 0.95)
})

test('every vehicle is used if requested, before cost counts', () => {
  const points = Array.from({ length: 5 }, (_, i) => [1000, 100 * i] as const)
  const vehicles = ['v', 'w', 'x'].map((id) => vehicle(id))
  const stops = points.map((_, i) => stop(`s${i}`))
  assert.equal(solved(plane(points, stops, vehicles)).routes.length, 1)
  assert.equal(solved(plane(points, stops, vehicles, { useAllVehicles: true })).routes.length, 3)
})

test('a problem without vehicles or stops is solved', () => {
  assert.equal(solved(plane([[1, 1]], [stop('a')], [])).unassigned[0]!.reason.code, 'NO_ROOM')
  assert.deepEqual(solved(plane([], [], [vehicle('v')])).routes, [])
})

test('a small plan ends well below its budget, after several coolings without improvement', () => {
  const solution = solve(scattered(20), { iterations: 1_000_000 })
  assert.ok(solution.iterations > 10_000 && solution.iterations < 100_000, `${solution.iterations} steps`)
})

test('a longer budget makes the search give up later, but a small plan never uses all of it', () => {
  // Each reading of the clock takes four milliseconds.
  const within = (seconds: number) => {
    let time = 0
    const { iterations } = solve(scattered(20), { seconds, now: () => (time += 0.004) })
    return { iterations, time }
  }
  const [short, long] = [within(1), within(4)]
  assert.ok(short.time < 1 && long.time < 2, `${short.time} and ${long.time} s`)
  assert.ok(long.iterations > short.iterations, `${short.iterations} and ${long.iterations} steps`)
})

function scattered(count: number): Problem {
  const points = Array.from({ length: count }, (_, i) => [(i * 7919) % 9000, (i * 104729) % 9000] as const)
  return plane(
    points,
    points.map((_, i) => stop(`s${i}`)),
    [vehicle('v'), vehicle('w')],
  )
}

const day = (start: number, end: number) => ({ shiftStart: start * HOUR, shiftEnd: end * HOUR })

test('a vehicle reloads for goods that are ready after the window of another stop', () => {
  const stops = [stop('early', { windows: [{ start: 0, end: 9 * HOUR }] }), stop('late', { ready: 9.5 * HOUR })]
  const points = [[2400, 0] as const, [2200, 0] as const]
  const van = (max: number) => [vehicle('v', { ...day(8, 17), reload: { location: 0, seconds: 300, max } })]
  const { routes, unassigned } = solved(plane(points, stops, van(2)))
  assert.deepEqual(unassigned, [])
  assert.deepEqual(
    routes[0]!.visits.map(({ stop: at, trip, reload }) => [at, trip, reload]),
    [
      [0, 1, undefined],
      [1, 2, { start: 9.5 * HOUR, end: 9.5 * HOUR + 300 }],
    ],
  )
  assert.equal(solved(plane(points, stops, [vehicle('v', day(8, 17))])).unassigned.length, 1)
})

test('a break during the wait for a load does not overlap the loading', () => {
  const problem = plane(
    [
      [2400, 0],
      [2200, 0],
    ],
    [stop('early', { windows: [{ start: 0, end: 9 * HOUR }] }), stop('late', { ready: 9.5 * HOUR })],
    [
      vehicle('v', {
        ...day(8, 17),
        reload: { location: 0, seconds: 300, max: 2 },
        breaks: [{ windowStart: 9.4 * HOUR, windowEnd: 9.8 * HOUR, seconds: 900 }],
      }),
    ],
  )
  const [route] = solved(problem).routes
  const [rest] = route!.breaks
  const { reload } = route!.visits[1]!
  assert.ok(rest!.end <= reload!.start || rest!.start >= reload!.end, JSON.stringify([rest, reload]))
})

test('a break early in the shift neither fixes the departure nor counts as working time', () => {
  const problem = (over: Partial<Problem['vehicles'][number]>) =>
    plane(
      [[3000, 0]],
      [stop('a', { windows: [{ start: 14.5 * HOUR, end: 16 * HOUR }] })],
      [
        vehicle('v', {
          ...day(9, 18),
          breaks: [{ windowStart: 9.5 * HOUR, windowEnd: 10.5 * HOUR, seconds: 900 }],
          ...over,
        }),
      ],
    )
  for (const over of [{ costPerSecond: 30 / HOUR }, { maxDuration: 4 * HOUR }, {}]) {
    const { routes, unassigned } = solved(problem(over))
    assert.deepEqual(unassigned, [])
    assert.equal(routes[0]!.departure, 14.5 * HOUR - 300)
    assert.deepEqual(routes[0]!.breaks, [])
  }
})

test('a departure that avoids a break is later than its latest start', () => {
  const lunch = { windowStart: 9.5 * HOUR, windowEnd: 10.5 * HOUR, seconds: 900 }
  const open = [{ start: 10.3 * HOUR, end: 11 * HOUR }]
  const problem = plane([[3000, 0]], [stop('a', { windows: open })], [vehicle('v', { ...day(9, 18), breaks: [lunch] })])
  const [route] = solved(problem).routes
  assert.ok(
    route!.breaks.length === 1 || Math.floor(route!.departure / 60) > (10.25 * HOUR) / 60,
    `${route!.departure}`,
  )
})

for (const [others, priority] of [
  [5, 2],
  [60, 50],
] as const)
  test(`one stop of priority ${priority} is served instead of ${others} of priority 0`, () => {
    const points = [[-20_000, 0] as const, ...Array.from({ length: others }, (_, i) => [20_000 + 100 * i, 0] as const)]
    const stops = points.map((_, i) => stop(`s${i}`, { priority: i === 0 ? priority : 0, serviceSeconds: 10 }))
    const long = { shiftStart: 8 * HOUR, shiftEnd: 8 * HOUR + 4000 + 20 * others + 600 }
    const { routes } = solved(plane(points, stops, [vehicle('v', long)]), 3000)
    assert.deepEqual(
      routes[0]!.visits.map((visit) => visit.stop),
      [0],
    )
  })

test('the reason for a route with an open end that is too long has the end of service', () => {
  const last = { windows: [{ start: 16.5 * HOUR, end: 17 * HOUR }], serviceSeconds: HOUR }
  assert.equal(
    reasonOf(plane([[6000, 0]], [stop('a', last)], [vehicle('v', { end: null })])).message,
    'service there would end at 17:30, 30 minutes after the shift of vehicle v, 08:00 to 17:00',
  )
})
