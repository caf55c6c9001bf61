// Tests each constraint alone: the limit at which it blocks a stop, and each message that it can give.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breaks } from '../../src/engine/constraints/breaks.ts'
import { capacity, exceededDimension } from '../../src/engine/constraints/capacity.ts'
import type { Constraint } from '../../src/engine/constraints/constraint.ts'
import { drivers } from '../../src/engine/constraints/drivers.ts'
import { drivingTime } from '../../src/engine/constraints/driving-time.ts'
import { maxStops } from '../../src/engine/constraints/max-stops.ts'
import { noRoomMessage } from '../../src/engine/constraints/no-room.ts'
import { pair } from '../../src/engine/constraints/pair.ts'
import { ready } from '../../src/engine/constraints/ready.ts'
import { shift, shiftOverrunOf, timesOfSingleStop, windowsInShift } from '../../src/engine/constraints/shift.ts'
import { skills } from '../../src/engine/constraints/skills.ts'
import { streetHours } from '../../src/engine/constraints/street-hours.ts'
import { temperature } from '../../src/engine/constraints/temperature.ts'
import { timeWindow } from '../../src/engine/constraints/time-window.ts'
import { unreachable } from '../../src/engine/constraints/unreachable.ts'
import { workingTime } from '../../src/engine/constraints/working-time.ts'
import type { Problem, Stop, Vehicle } from '../../src/engine/problem.ts'
import { solve } from '../../src/engine/solve.ts'
import { inEnglish } from '../helpers/in-english.ts'
import { HOUR, plane, stop, vehicle } from './problems.ts'
import { text } from '../../src/texts/text.ts'

/** A problem with the first stop 10 minutes of driving from the depot, and a second stop near it. */
const problemOf = (
  first: Partial<Stop>,
  vehicles: Partial<Vehicle>[],
  objective: Partial<Problem['objective']> = {},
): Problem =>
  plane(
    [
      [6000, 0],
      [6600, 0],
    ],
    [stop('a', first), stop('b')],
    vehicles.map((over, i) => vehicle(`v${i}`, over)),
    objective,
  )

const blocked = (constraint: Constraint, problem: Problem): boolean[] =>
  problem.vehicles.map((_, index) => constraint.blocks(problem, 0, index))
const said = (constraint: Constraint, problem: Problem, vehicles?: number[]): string =>
  inEnglish(constraint.message(problem, 0, vehicles ?? problem.vehicles.map((_, index) => index)))

test('a stop may be on a street that is closed in all its windows', () => {
  const open = [
    { start: 6 * HOUR, end: 11 * HOUR },
    { start: 18 * HOUR, end: 20 * HOUR },
  ]
  const never = { windows: [{ start: -1, end: -1 }] }
  assert.deepEqual(blocked(streetHours, problemOf({}, [{}])), [false])
  assert.deepEqual(blocked(streetHours, problemOf({ windows: open, street: { hours: open, isMissed: false } }, [{}])), [
    false,
  ])
  const missed = problemOf({ ...never, street: { hours: open, isMissed: true } }, [{}, {}])
  assert.deepEqual(blocked(streetHours, missed), [true, true])
  assert.equal(
    said(streetHours, missed),
    'its street is open to deliveries 06:00 to 11:00, 18:00 to 20:00, outside its windows',
  )
  const closed = problemOf({ ...never, street: { hours: [], isMissed: true } }, [{}])
  assert.equal(said(streetHours, closed), 'its street is closed to deliveries that day')
  const { unassigned } = solve(missed, { iterations: 20 })
  assert.deepEqual(
    unassigned.map(({ stop: index, reason, nearestFix }) => [index, reason.code, nearestFix]),
    [[0, 'STREET_HOURS', null]],
  )
})

test('the messages of windows and shifts name the street if it closes then', () => {
  const street = { hours: [{ start: 6 * HOUR, end: 8 * HOUR + 300 }], isMissed: false }
  const early = problemOf({ windows: street.hours, street }, [{ shiftStart: 8 * HOUR }])
  assert.equal(
    said(timeWindow, early),
    'its street closes to deliveries at 08:05; vehicle v0 can be there at 08:10 at the earliest',
  )
  const night = problemOf({ windows: street.hours, street }, [{ shiftStart: 9 * HOUR, shiftEnd: 17 * HOUR }])
  assert.equal(
    said(shift, night),
    'its street is open to deliveries 06:00 to 08:05, outside the shift of vehicle v0, 09:00 to 17:00',
  )
})

test('a stop may require some drivers and exclude others', () => {
  const who = (required: string[], excluded: string[], ...names: (string | undefined)[]) =>
    problemOf(
      { drivers: { required, excluded } },
      names.map((name) => (name === undefined ? {} : { driver: name })),
    )
  assert.deepEqual(blocked(drivers, problemOf({}, [{}, { driver: 'Ada' }])), [false, false])
  assert.deepEqual(blocked(drivers, who(['Ada', 'Bo'], [], 'Ada', 'Bo', 'Cy', undefined)), [false, false, true, true])
  assert.deepEqual(blocked(drivers, who([], ['Ada'], 'Ada', 'Bo', undefined)), [true, false, false])
  assert.equal(said(drivers, who(['Ada', 'Bo'], ['Ada', 'Bo'], 'Ada')), 'requires and excludes Ada and Bo')
  assert.equal(
    said(drivers, who([], ['Ada', 'Bo'], 'Ada', 'Bo', 'Ada')),
    'must not be driven by Ada or Bo; nobody else drives a vehicle that could take it',
  )
  assert.equal(
    said(drivers, who(['Ada', 'Bo'], ['Ada'], 'Cy', 'Bo'), [0]),
    'needs Bo as its driver, who drives no vehicle that could otherwise take it',
  )
  assert.equal(
    said(drivers, who(['Ada', 'Bo'], [], 'Cy', undefined)),
    'needs Ada or Bo as its driver, who drives no vehicle in this build',
  )
})

test('goods come from their pickup to their delivery on one vehicle in time', () => {
  const problem = (maxSeconds?: number, over: Partial<Vehicle> = {}): Problem => {
    const made = problemOf({}, [over, {}])
    const from = { stop: 0, ...(maxSeconds !== undefined && { maxSeconds }) }
    return { ...made, stops: [made.stops[0]!, { ...made.stops[1]!, from }] }
  }
  const isBlocked = (one: Problem) => [0, 1].map((each) => pair.blocks(one, each, 0))
  assert.deepEqual(blocked(pair, problemOf({}, [{ maxStops: 1 }])), [false])
  assert.deepEqual(isBlocked(problem(60)), [false, false])
  assert.deepEqual(isBlocked(problem(59)), [true, true])
  assert.deepEqual(isBlocked(problem(undefined, { maxStops: 2 })), [false, false])
  assert.deepEqual(isBlocked(problem(undefined, { maxStops: 1 })), [true, true])
  assert.equal(said(pair, problem()), 'no vehicle can bring it from a to b in time')
  assert.equal(said(pair, problem(), [0]), 'vehicle v0 can’t bring it from a to b in time')
  assert.equal(said(pair, problem(0)), 'no vehicle can bring it from a to b within 0 minutes')
  assert.equal(said(pair, problem(300), [1]), 'vehicle v1 can’t bring it from a to b within 5 minutes')
})

test('a stop that fits alone is left off for lack of room, a lock or a missing vehicle', () => {
  const problem = problemOf({}, [{}, {}])
  const locked = problemOf({ lock: { vehicle: 1 } }, [{}, {}])
  assert.deepEqual(
    [
      noRoomMessage(problemOf({}, []), 0, []),
      noRoomMessage(problem, 0, []),
      noRoomMessage(locked, 0, []),
      noRoomMessage(problem, 0, [1]),
      noRoomMessage(problem, 0, [0, 1]),
    ].map((message) => inEnglish(message)),
    [
      'there is no vehicle in this build',
      'no vehicle in this build may serve it',
      'vehicle v1, to which it is locked, may not serve it',
      'fits alone on vehicle v1, but not together with its other stops',
      'fits alone on any of 2 vehicles, but not together with the other stops',
    ],
  )
})

test('a vehicle has a maximum number of stops', () => {
  const problem = problemOf({}, [{ maxStops: 0 }, { maxStops: 1 }])
  assert.deepEqual(blocked(maxStops, problem), [true, false])
  assert.equal(said(maxStops, problem, [1]), 'vehicle v1 already has its maximum of 1 stops')
  assert.equal(said(maxStops, problem), 'the 2 vehicles that could take it already have their maximum number of stops')
})

test('a load or a pickup must fit in each dimension', () => {
  const problem = problemOf({ load: [null, 9], pickup: [11] }, [
    { capacity: [11, 9] },
    { capacity: [10, 9] },
    { capacity: [20, 8] },
    { capacity: [9, 3] },
  ])
  assert.deepEqual(blocked(capacity, problem), [false, true, true, true])
  assert.deepEqual(
    problem.vehicles.map((_, index) => exceededDimension(problem, 0, index)),
    [-1, 0, 1, 0],
  )
  assert.equal(said(capacity, problem, [3, 1]), 'weighs 11 lb; the largest vehicle that could take it, v1, holds 10 lb')
  assert.equal(said(capacity, problem, [2]), 'has 9 pieces; the largest vehicle that could take it, v2, holds 8 pieces')
  assert.equal(blocked(capacity, problemOf({ load: [null] }, [{ capacity: [0] }]))[0], false, 'an unknown load')
})

test('the drive to a stop and back must not exceed the driving time', () => {
  const problem = problemOf({}, [
    { maxDrive: 1200 },
    { maxDrive: 1199 },
    { maxDrive: 1000 },
    { end: null, maxDrive: 600 },
    {},
  ])
  assert.deepEqual(blocked(drivingTime, problem), [false, true, true, false, false])
  assert.equal(
    said(drivingTime, problem, [2, 1]),
    'the trip takes 20 minutes of driving; vehicle v1 may drive for 20 minutes',
  )
  assert.equal(
    said(drivingTime, problemOf({}, [{ maxDrive: 60 }, { maxDrive: 60, end: null }])),
    'the trip takes 10 minutes of driving; vehicle v1 may drive for 1 minute',
  )
})

test('a vehicle needs each required skill', () => {
  const problem = problemOf({ skills: ['lift', 'crane'] }, [{ skills: ['crane', 'lift'] }, { skills: ['lift'] }, {}])
  assert.deepEqual(blocked(skills, problem), [false, true, true])
  assert.deepEqual(blocked(skills, problemOf({}, [{}])), [false])
  assert.equal(
    said(skills, problem, [2, 1]),
    'needs lift and crane; v1, the closest match of the vehicles that could otherwise take it, lacks crane',
  )
  assert.equal(
    said(skills, problemOf({ skills: ['lift', 'crane'] }, [{ skills: ['lift'] }, {}])),
    'needs crane; no vehicle in this build has it',
  )
})

test('a vehicle carries the temperature class of the goods', () => {
  const problem = problemOf({ temperatureClass: 'FROZEN' }, [{ temperatureClasses: ['DRY', 'FROZEN'] }, {}, {}])
  assert.deepEqual(blocked(temperature, problem), [false, true, true])
  assert.equal(
    said(temperature, problem, [1, 2]),
    'needs a vehicle that carries frozen goods; the vehicles that could otherwise take it do not',
  )
  assert.equal(
    said(temperature, problem, [1]),
    'needs a vehicle that carries frozen goods; vehicle v1, which could otherwise take it, does not',
  )
  assert.equal(
    said(temperature, problemOf({ temperatureClass: 'FROZEN' }, [{}, {}])),
    'needs a vehicle that carries frozen goods; none in this build does',
  )
})

test('the trip to a stop alone must not exceed the working time', () => {
  const problem = problemOf({}, [
    { maxDuration: 1500 },
    { maxDuration: 1499 },
    { maxDuration: 1300 },
    { end: null, maxDuration: 900 },
  ])
  assert.deepEqual(blocked(workingTime, problem), [false, true, true, false])
  assert.equal(said(workingTime, problem, [2, 1]), 'the trip takes 25 minutes; vehicle v1 may be out for 25 minutes')
  assert.equal(
    said(workingTime, problemOf({}, [{ maxDuration: 1260 }])),
    'the trip takes 25 minutes; vehicle v0 may be out for 21 minutes',
  )
})

test('service must start in a window, unless lateness is allowed', () => {
  const at = 8 * HOUR + 600
  const window = (start: number, end: number) => ({ windows: [{ start, end }] })
  assert.deepEqual(blocked(timeWindow, problemOf({}, [{}])), [false])
  assert.deepEqual(blocked(timeWindow, problemOf(window(0, at), [{}])), [false])
  assert.deepEqual(blocked(timeWindow, problemOf(window(0, at - 1), [{}])), [true])
  assert.deepEqual(blocked(timeWindow, problemOf(window(0, at - 1), [{}], { latenessCostPerSecond: 1 })), [false])
  assert.deepEqual(blocked(timeWindow, problemOf(window(0, 8 * HOUR - 1), [{}])), [false], 'outside the shift')
  assert.equal(
    said(timeWindow, problemOf(window(0, at - 60), [{ shiftStart: 8.5 * HOUR }, {}])),
    'its window closes at 08:09; vehicle v1 can be there at 08:10 at the earliest',
  )
})

test('the trip to a stop alone must lie in the shift', () => {
  const back = 8 * HOUR + 1500
  const problem = problemOf({}, [
    { shiftEnd: back },
    { shiftEnd: back - 1 },
    { shiftEnd: back - 600 },
    { end: null, shiftEnd: back - 600 },
  ])
  assert.deepEqual(blocked(shift, problem), [false, true, true, false])
  assert.deepEqual(
    problem.vehicles.map((_, index) => shiftOverrunOf(problem, 0, index)),
    [0, 1, 600, 0],
  )
  assert.equal(
    said(shift, problem, [2, 1]),
    'the vehicle would be back at 08:25, 1 minute after the shift of vehicle v1, 08:00 to 08:24',
  )
  assert.equal(
    said(shift, problemOf({}, [{ end: null, shiftEnd: back - 900 }])),
    'service there would end at 08:15, 5 minutes after the shift of vehicle v0, 08:00 to 08:10',
  )
  assert.equal(
    said(shift, problem, [0]),
    'with its breaks, the trip does not fit in the shift of vehicle v0, 08:00 to 08:25',
  )
  const afternoon = problemOf({ windows: [{ start: 18 * HOUR, end: 19 * HOUR }] }, [{}, { leavesLate: true }])
  assert.deepEqual(blocked(shift, afternoon), [true, true])
  for (const index of [0, 1])
    assert.equal(
      said(shift, afternoon, [index]),
      `its window 18:00 to 19:00 is outside the shift of vehicle v${index}, 08:00 to 17:00`,
    )
  const morning = problemOf({ windows: [{ start: 6 * HOUR, end: 7 * HOUR }] }, [{}, { leavesLate: true }])
  assert.equal(said(shift, morning, [1]), 'its window ended at 07:00, before vehicle v1 can leave at 08:00')
  assert.equal(
    said(shift, morning, [0]),
    'its window 06:00 to 07:00 is outside the shift of vehicle v0, 08:00 to 17:00',
  )
})

test('the parts of windows in the shift, and the times of a single stop', () => {
  const windows = [
    { start: 7 * HOUR, end: 9 * HOUR },
    { start: 16 * HOUR, end: 18 * HOUR },
    { start: 20 * HOUR, end: 21 * HOUR },
  ]
  const parts = (first: Partial<Stop>, objective = {}) => windowsInShift(problemOf(first, [{}], objective), 0, 0)
  const whole = { start: 8 * HOUR, end: 17 * HOUR }
  assert.deepEqual(parts({ windows }), [
    { start: 8 * HOUR, end: 9 * HOUR },
    { start: 16 * HOUR, end: 17 * HOUR },
  ])
  assert.deepEqual(parts({}), [whole])
  assert.deepEqual(parts({ windows }, { latenessCostPerSecond: 1 }), [whole])
  assert.deepEqual(parts({ windows: windows.slice(1) }, { latenessCostPerSecond: 1 }), [{ ...whole, start: 16 * HOUR }])
  assert.deepEqual(parts({ windows: windows.slice(2) }, { latenessCostPerSecond: 1 }), [])
  const touching = [
    { start: 7 * HOUR, end: 8 * HOUR },
    { start: 17 * HOUR, end: 18 * HOUR },
  ]
  assert.equal(parts({ windows: touching }).length, 2)

  const collects = [{ location: 2, seconds: 120 }]
  const collected = problemOf({ collect: 0 }, [{ collects }, { serviceFactor: 2, end: null }])
  assert.deepEqual(timesOfSingleStop(collected, 0, 0), { arrival: 8 * HOUR + 660 + 120 + 60, rest: 900 })
  assert.deepEqual(timesOfSingleStop(collected, 0, 1), { arrival: 8 * HOUR + 600, rest: 600 })
})

test('breaks must fit around the trip', () => {
  const due = (from: number, to: number) => ({
    windowStart: from * HOUR,
    windowEnd: to * HOUR,
    seconds: HOUR,
    paid: false,
  })
  const shiftEnd = 8 * HOUR + 1500
  const problem = problemOf({}, [
    { shiftEnd },
    { shiftEnd, breaks: [due(8, 9.1)] },
    { shiftEnd: shiftEnd + HOUR, breaks: [due(8, 9.1)] },
    { shiftEnd: shiftEnd - 1, breaks: [due(8, 9.1)] },
    { breaks: [due(8, 9), due(12, 13)] },
  ])
  assert.deepEqual(blocked(breaks, problem), [false, true, false, false, false])
  assert.equal(said(breaks, problem, [1]), 'the break of vehicle v1, 08:00 to 09:06, can’t be taken around it')
  assert.equal(
    said(breaks, problem, [4]),
    'the breaks of vehicle v4, 08:00 to 09:00 and 12:00 to 13:00, can’t be taken around it',
  )
})

test('goods must be ready before the vehicle has to leave', () => {
  const shiftEnd = 8 * HOUR + 1800
  const problem = (at?: number) =>
    problemOf(at === undefined ? {} : { ready: at }, [{ shiftEnd }, { shiftEnd: shiftEnd - 1000 }])
  assert.deepEqual(blocked(ready, problem()), [false, false])
  assert.deepEqual(blocked(ready, problem(8 * HOUR + 300)), [false, false], 'the second shift is too short anyway')
  assert.deepEqual(blocked(ready, problem(8 * HOUR + 301)), [true, false])
  const late = problem(9 * HOUR)
  assert.equal(said(ready, late, [0]), 'it is ready to load at 09:00, too late for vehicle v0 to make it')
  assert.equal(said(ready, late), 'it is ready to load at 09:00, too late for every vehicle to make it')
})

test('roads must lead to a stop and back', () => {
  const problem = problemOf({}, [{}, { end: null }, { startName: 'the depot' }])
  const side = problem.locations
  const closed = (...legs: [number, number][]): Problem => {
    const durations = problem.durations.slice()
    for (const [from, to] of legs) durations[from * side + to] = Infinity
    return { ...problem, durations }
  }
  assert.deepEqual(blocked(unreachable, problem), [false, false, false])
  assert.deepEqual(blocked(unreachable, closed([1, 0])), [true, false, true])
  assert.deepEqual(blocked(unreachable, closed([0, 1])), [true, true, true])
  const noMeters = { ...problem, distances: problem.distances.with(1, Infinity) }
  assert.deepEqual(blocked(unreachable, noMeters), [true, true, true])
  assert.equal(said(unreachable, closed([0, 1])), 'no vehicle in this build has a road to it and back')
  const named = closed([0, 1])
  const bridge = text('a road')
  const withBridge = { ...named, stops: named.stops.map((one) => ({ ...one, obstacles: [null, bridge, null] })) }
  assert.equal(said(unreachable, withBridge), 'a road', 'the obstacle of any of the vehicles is the reason')
  assert.equal(said(unreachable, withBridge, [0]), 'no vehicle in this build has a road to it and back')
  const cutOff = closed([0, 1], [0, 2])
  assert.equal(
    said(unreachable, cutOff, [0, 2]),
    'no road leads from where vehicle v0 starts, the depot to any stop of this build and back',
  )
  assert.equal(
    said(unreachable, closed([0, 1], [2, 0]), [2]),
    'no road leads from the depot to any stop of this build and back',
  )
  const alone = { ...cutOff, stops: cutOff.stops.slice(0, 1) }
  assert.equal(
    said(unreachable, alone),
    'no vehicle in this build has a road to it and back',
    'one stop proves nothing',
  )
})
