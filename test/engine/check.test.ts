// Tests the checker of plans. Each rule refuses a plan that violates only this rule. Every case is a valid plan with
// one change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from '../../src/engine/check.ts'
import { explain } from '../../src/engine/explain.ts'
import type { Problem, Stop, Vehicle } from '../../src/engine/problem.ts'
import type { Solution, SolvedRoute, Visit } from '../../src/engine/solution.ts'
import { HOUR, plane, stop, vehicle } from './problems.ts'

const POINTS = [
  [3000, 0],
  [6000, 0],
  [0, 3000],
  [0, 6000],
] as const

/**
 * The vehicle reloads for c and d, which are ready later, takes its break while it waits for c, and ends the day with them.
 */
const day = (stops: Partial<Stop>[] = [], over: Partial<Vehicle> = {}, more: Partial<Problem['objective']> = {}) =>
  plane(
    POINTS,
    [
      stop('a', { load: [4, 1], windows: [{ start: 9 * HOUR, end: 10 * HOUR }], ...stops[0] }),
      stop('b', { load: [5, 2], ...stops[1] }),
      stop('c', { load: [3, 1], ready: 11 * HOUR, windows: [{ start: 13 * HOUR, end: 14 * HOUR }], ...stops[2] }),
      stop('d', { load: [2, 1], ready: 11 * HOUR, ...stops[3] }),
    ],
    [
      vehicle('v', {
        capacity: [10, 5],
        costPerSecond: 0.001,
        reload: { location: 0, seconds: 300, max: 1 },
        breaks: [{ windowStart: 12 * HOUR, windowEnd: 13 * HOUR, seconds: 1800 }],
        ...over,
      }),
      vehicle('w', { driver: 'Bo' }),
    ],
    more,
  )

/** b gets goods that are picked up at a, without a reload. */
const pair = (maxSeconds = 1200) =>
  day([{ load: [0, 0], windows: [] }, { from: { stop: 0, maxSeconds } }], { reload: null, capacity: [20, 20] })

/** The vehicle collects the goods of a and b at c's location. */
const collected = (windows: Stop['windows'] = []) =>
  day([{ collect: 0, windows }, { collect: 0 }], {
    reload: { location: 0, seconds: 300, max: 2 },
    collects: [{ location: 3, seconds: 120, ready: 9 * HOUR }],
  })

interface Case {
  refused: RegExp
  problem?: Problem
  routes?: number[][]
  /** The change to the plan, or to the problem that the plan is checked against. */
  plan?: (solution: Solution, route: SolvedRoute, visits: Visit[]) => void
  by?: (problem: Problem) => Problem
}

const byVehicle = (change: Partial<Vehicle>) => (problem: Problem) => ({
  ...problem,
  vehicles: problem.vehicles.with(0, { ...problem.vehicles[0]!, ...change }),
})
const byStop = (index: number, change: Partial<Stop>) => (problem: Problem) => ({
  ...problem,
  stops: problem.stops.with(index, { ...problem.stops[index]!, ...change }),
})
const locked = (lock: Partial<NonNullable<Stop['lock']>>): Partial<Stop> => ({ lock: { vehicle: 0, ...lock } })
const names = (required: string[], excluded: string[]) => ({ drivers: { required, excluded } })
const pushed = (seconds: number) => (visit: Visit) => {
  visit.arrival += seconds
  visit.serviceStart += seconds
  visit.departure += seconds
}

const CASES: Record<string, Case> = {
  'an unknown vehicle': { refused: /vehicle 7 is unknown/, plan: (_, route) => (route.vehicle = 7) },
  'two routes of one vehicle': {
    refused: /unknown or has two routes/,
    plan: (solution, route) => solution.routes.push(structuredClone(route)),
  },
  'a wrong cost': { refused: /cost is .* not/, plan: (solution) => (solution.cost += 1) },
  'a route without stops': {
    refused: /a route without stops/,
    plan: (solution, route) => solution.routes.push({ ...route, vehicle: 1, visits: [] }),
  },
  'an unknown stop': {
    refused: /stop 9 is unknown/,
    plan: (solution) =>
      solution.unassigned.push({ stop: 9, reason: { code: 'NO_ROOM', message: { sentence: '' } }, nearestFix: null }),
  },
  'a duplicated stop': { refused: /stop a appears 2 times/, plan: (_, _route, visits) => (visits[1]!.stop = 0) },
  'a missing stop': { refused: /stop d appears 0 times/, plan: (_, _route, visits) => visits.pop() },
  'more stops than the vehicle makes': { refused: /makes 4 stops of 3/, by: byVehicle({ maxStops: 3 }) },
  'another driver than required': { refused: /a without its driver/, by: byStop(0, names(['Ann'], [])) },
  'an excluded driver': {
    refused: /a, which Cy must not drive/,
    problem: day([], { driver: 'Cy' }),
    by: byStop(0, names([], ['Cy'])),
  },
  'a skill that the vehicle lacks': { refused: /a, which needs lift gate/, by: byStop(0, { skills: ['lift gate'] }) },
  'another temperature class': { refused: /a, which needs FROZEN/, by: byStop(0, { temperatureClass: 'FROZEN' }) },
  'a forbidden vehicle': { refused: /a, which it may not/, by: byStop(0, { forbiddenVehicles: [0] }) },
  'a stop of another vehicle': { refused: /locked to another/, by: byStop(0, { lock: { vehicle: 1 } }) },
  'a stop out of its position': { refused: /a is stop 1, locked to 2/, by: byStop(0, locked({ position: 2 })) },
  'stops out of their locked order': {
    refused: /b is out of its locked order/,
    problem: day([locked({ order: 1 }), locked({ order: 2 })]),
    by: byStop(1, locked({ order: 0 })),
  },
  'too much weight': { refused: /trip 1 carries 9 of 8/, by: byVehicle({ capacity: [8, 5] }) },
  'too many pieces': { refused: /trip 1 carries 3 of 2/, by: byVehicle({ capacity: [10, 2] }) },
  'too much picked up': { refused: /trip 1 carries 12 of 10/, by: byStop(1, { pickup: [12, 0] }) },
  'too much collected': {
    refused: /trip 1 carries 9 of 8/,
    problem: collected(),
    routes: [[2, 3, 0, 1], []],
    by: byVehicle({ capacity: [8, 5] }),
  },
  'a wrong load': { refused: /load is 14, not 15/, plan: (_, route) => (route.load[0]! += 1) },
  'goods left on board': {
    refused: /leaves goods of a on board/,
    problem: pair(),
    plan: (_, route) => route.visits.splice(1, 1),
  },
  'a delivery before its pickup': {
    refused: /brings b what it did not pick up/,
    problem: pair(),
    plan: (_, route) => route.visits.reverse(),
  },
  'a delivery on another trip than its pickup': {
    refused: /b what it picked up on another trip/,
    problem: pair(),
    plan: (_, _route, visits) => (visits[1]!.trip = 2),
  },
  'goods on the way for too long': {
    refused: /has the goods of b on the way for 300/,
    problem: pair(),
    by: byStop(1, { from: { stop: 0, maxSeconds: 200 } }),
  },
  'goods from one place on two trips': {
    refused: /brings a on another trip/,
    problem: collected(),
    routes: [[2, 3, 0, 1], []],
    plan: (_, _route, visits) => (visits[3]!.trip = 3),
  },
  'goods collected before they are there': {
    refused: /collects the goods of a before/,
    problem: collected([{ start: 9 * HOUR, end: 10 * HOUR }]),
    by: byVehicle({ collects: [{ location: 3, seconds: 120, ready: 12 * HOUR }] }),
  },
  'wrong meters': { refused: /drives 3000 to stop 1, not 2000/, plan: (_, _route, [a]) => (a!.distance -= 1000) },
  'wrong driving time': { refused: /takes 300 to stop 1/, plan: (_, _route, [a]) => (a!.driveSeconds -= 100) },
  'trips out of order': {
    refused: /trips are out of order at stop 3/,
    plan: (_, _route, visits) => visits.slice(2).forEach((visit) => (visit.trip = 3)),
  },
  'one reload too many': {
    refused: /makes more than 1 trips/,
    by: byVehicle({ reload: { location: 0, seconds: 300, max: 0 } }),
  },
  'a departure before the shift': { refused: /departs before the shift/, by: byVehicle({ shiftStart: 15 * HOUR }) },
  'a departure before the goods are ready': {
    refused: /departs before its load is ready/,
    by: byStop(0, { ready: 16 * HOUR }),
  },
  'a reload before the goods are ready': {
    refused: /loads trip 2 before it is ready/,
    by: byStop(2, { ready: 13 * HOUR }),
  },
  'a reload without times': { refused: /says not when trip 2/, plan: (_, _route, visits) => delete visits[2]!.reload },
  'a reload before it is back': {
    refused: /loads trip 2 before it is back/,
    plan: (_, _route, visits) => (visits[2]!.reload!.start = visits[1]!.departure),
  },
  'too short a reload': {
    refused: /loads trip 2 for too short/,
    plan: (_, _route, visits) => (visits[2]!.reload!.end = visits[2]!.reload!.start + 60),
  },
  'driving on before the load is there': {
    refused: /drives trip 2 before it is loaded/,
    plan: (_, _route, visits) => (visits[2]!.reload!.end = visits[2]!.arrival),
  },
  'an arrival that is too soon': {
    refused: /reaches b too soon/,
    plan: (_, _route, visits) => (visits[1]!.arrival -= 100),
  },
  'service before the arrival': {
    refused: /serves a before it is there/,
    plan: (_, _route, [a]) => (a!.serviceStart -= 100),
  },
  'service that ends too soon': {
    refused: /leaves b at a wrong time/,
    plan: (_, _route, v) => (v[1]!.departure -= 100),
  },
  'service outside the windows': {
    refused: /serves a outside its windows/,
    by: byStop(0, { windows: [{ start: 15 * HOUR, end: 16 * HOUR }] }),
  },
  'lateness that is not told': {
    refused: /s late at a, not 0/,
    problem: day([], {}, { latenessCostPerSecond: 1 }),
    by: byStop(0, { windows: [{ start: 7 * HOUR, end: 8 * HOUR }] }),
  },
  'no return to the depot': { refused: /returns, or not/, plan: (_, route) => (route.returnTime = null) },
  'a return that is too soon': { refused: /is back too soon/, plan: (_, route) => (route.returnTime! -= 100) },
  'an end after the shift': { refused: /ends at .* after the shift/, by: byVehicle({ shiftEnd: 13 * HOUR }) },
  'too long a working time': { refused: /lasts \d/, by: byVehicle({ maxDuration: HOUR }) },
  'too long a driving time': { refused: /drives for .* of 600/, by: byVehicle({ maxDrive: 600 }) },
  'a break taken twice': {
    refused: /takes break 0 more than once/,
    plan: (_, route) => route.breaks.push({ ...route.breaks[0]! }),
  },
  'a break outside its window': {
    refused: /takes break 0 outside its window/,
    by: byVehicle({ breaks: [{ windowStart: 14 * HOUR, windowEnd: 15 * HOUR, seconds: 1800 }] }),
  },
  'a break that is too short': {
    refused: /break 0 for too long or short/,
    plan: (_, route) => (route.breaks[0]!.end -= 60),
  },
  'no break': { refused: /lacks the break due by/, plan: (_, route) => route.breaks.pop() },
  'a departure at the latest start of the break, and none taken': {
    refused: /lacks the break due by/,
    plan(_, route) {
      route.breaks.pop()
      route.departure = 12.5 * HOUR
    },
  },
  'a break of no vehicle': { refused: /not in its vehicle/, plan: (_, route) => (route.breaks[0]!.of = 5) },
  'a break during service': {
    refused: /rests while serving stop 2/,
    plan(_, route, visits) {
      route.breaks[0]!.start = visits[2]!.serviceStart
      route.breaks[0]!.end = visits[2]!.departure
    },
  },
  'a break before the departure': {
    refused: /rests before it departs/,
    plan: (_, route) => (route.breaks[0]!.start = route.departure - 100),
  },
  'a wrong distance': { refused: /distance is/, plan: (_, route) => (route.distance += 1) },
  'a wrong driving time in all': { refused: /drive is/, plan: (_, route) => (route.driveSeconds += 1) },
  'a wrong service time': { refused: /service is/, plan: (_, route) => (route.serviceSeconds += 1) },
  'a wrong waiting time': { refused: /wait is/, plan: (_, route) => (route.waitSeconds += 1) },
  'a wrong wait at a stop': { refused: /waits .* at 2/, plan: (_, _route, visits) => (visits[2]!.waitSeconds += 1) },
  'overtime that costs nothing': {
    refused: /cost is/,
    by: byVehicle({ overtime: { after: 3600, costPerSecond: 1 } }),
  },
  'an unpaid break that is paid': {
    refused: /cost is/,
    by: byVehicle({ breaks: [{ windowStart: 12 * HOUR, windowEnd: 13 * HOUR, seconds: 1800, unpaid: true }] }),
  },
  'lateness that costs nothing': {
    refused: /cost is/,
    problem: day([{ windows: [{ start: 7 * HOUR, end: 8 * HOUR }] }], {}, { latenessCostPerSecond: 1 }),
    by: (problem) => ({ ...problem, objective: { ...problem.objective, latenessCostPerSecond: 2 } }),
  },
  'a preferred driver who costs nothing': {
    refused: /cost is/,
    problem: day([], {}, { otherDriverCost: 5 }),
    by: byStop(0, { drivers: { required: [], excluded: [], preferred: ['Ann'] } }),
  },
  'a preferred vehicle that costs nothing': {
    refused: /cost is/,
    problem: day([], {}, { otherVehicleCost: 5 }),
    by: byStop(0, { preferredVehicles: [1] }),
  },
  'a change of vehicle that costs nothing': {
    refused: /cost is/,
    problem: { ...day([], {}, { change: { move: 5, order: 5 } }), initial: { routes: [[0, 1, 2, 3], []] } },
    by: (problem) => ({ ...problem, initial: { routes: [[1, 2, 3], [0]] } }),
  },
  'a change of order that costs nothing': {
    refused: /cost is/,
    problem: { ...day([], {}, { change: { move: 5, order: 5 } }), initial: { routes: [[0, 1, 2, 3], []] } },
    by: (problem) => ({ ...problem, initial: { routes: [[1, 0, 2, 3], []] } }),
  },
}

for (const [name, { refused, problem = day(), routes = [[0, 1, 2, 3], []], plan, by }] of Object.entries(CASES))
  test(`refuses ${name}`, () => {
    const solution = explain(problem, routes, 0)
    assert.deepEqual(check(problem, solution), [])
    const route = solution.routes[0]!
    plan?.(solution, route, route.visits)
    const faults = check(by?.(problem) ?? problem, solution)
    assert.ok(
      faults.some((fault) => refused.test(fault)),
      `${refused} matches none of: ${faults.join('; ')}`,
    )
  })

test('a plan is valid if all its times are later by the same amount', () => {
  const problem = plane([[3000, 0]], [stop('a')], [vehicle('v')])
  const solution = explain(problem, [[0]], 0)
  const [route] = solution.routes
  route!.visits.forEach(pushed(60))
  route!.departure += 60
  route!.returnTime! += 60
  assert.deepEqual(check(problem, solution), [])
})
