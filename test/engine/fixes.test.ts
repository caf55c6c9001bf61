import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '../../src/engine/problem.ts'
import { solve } from '../../src/engine/solve.ts'
import { clock } from '../../src/engine/words.ts'
import { HOUR, plane, stop, vehicle } from './problems.ts'
import { inEnglish } from '../helpers/in-english.ts'

const fixOf = (problem: Problem) => solve(problem, { iterations: 500 }).unassigned[0]!.nearestFix!

test('a window that closes too early gets the needed extension', () => {
  const late = stop('a', { windows: [{ start: 7 * HOUR, end: 8 * HOUR }] })
  const { kind, amount, message } = fixOf(plane([[6000, 0]], [late], [vehicle('v')]))
  assert.deepEqual([kind, amount, inEnglish(message)], ['WINDOW', 600, 'extend its window to 08:10, for vehicle v'])
})

test('a problem with a 12-hour clock has such times in its messages, also on the next day', () => {
  const late = stop('a', { windows: [{ start: 3 * HOUR, end: 4 * HOUR }] })
  const problem: Problem = { ...plane([[6000, 0]], [late], [vehicle('v')]), clock: 'H12' }
  assert.equal(
    inEnglish(solve(problem, { iterations: 10 }).unassigned[0]!.reason.message),
    'its window 3:00 AM to 4:00 AM is outside the shift of vehicle v, 8:00 AM to 5:00 PM',
  )
  assert.deepEqual(
    [0, 12 * HOUR, 13 * HOUR + 300, 24 * HOUR, 37 * HOUR].map((seconds) => clock(problem, seconds)),
    ['12:00 AM', '12:00 PM', '1:05 PM', '12:00 AM (+1)', '1:00 PM (+1)'],
  )
})

test('a window that ended before the vehicle can leave today is named so, not as outside its shift', () => {
  const reasonFor = (windows: { start: number; end: number }[]) => {
    const late = vehicle('v', { shiftStart: 11.5 * HOUR, leavesLate: true })
    return inEnglish(
      solve(plane([[6000, 0]], [stop('a', { windows })], [late]), { iterations: 10 }).unassigned[0]!.reason.message,
    )
  }
  assert.equal(
    reasonFor([{ start: 10 * HOUR, end: 11 * HOUR }]),
    'its window ended at 11:00, before vehicle v can leave at 11:30',
  )
  assert.equal(
    reasonFor([{ start: 20 * HOUR, end: 21 * HOUR }]),
    'its window 20:00 to 21:00 is outside the shift of vehicle v, 11:30 to 17:00',
  )
})

test('large amounts are grouped', () => {
  const { message } = solve(
    plane([[6000, 0]], [stop('a', { load: [99_999.5] })], [vehicle('v', { capacity: [2_000] })]),
    {
      iterations: 10,
    },
  ).unassigned[0]!.reason
  assert.equal(inEnglish(message), 'weighs 99,999.5 lb; the largest vehicle that could take it, v, holds 2,000 lb')
})

test('a load that is too heavy gets the missing pounds', () => {
  const problem = plane([[6000, 0]], [stop('a', { load: [140] })], [vehicle('v', { capacity: [100] })])
  assert.equal(inEnglish(fixOf(problem).message), 'add 40 lb of capacity to vehicle v')
})

test('a change that more than doubles a value or reaches past the day is not offered', () => {
  const far = (over: Partial<Parameters<typeof stop>[1]>, van: Partial<Parameters<typeof vehicle>[1]>) =>
    solve(plane([[6000, 0]], [stop('a', over)], [vehicle('v', van)]), { iterations: 10, seed: 1 }).unassigned[0]!
      .nearestFix
  assert.equal(far({ load: [99_780] }, { capacity: [100] }), null)
  assert.equal(far({ serviceSeconds: 20 * HOUR }, {}), null)
})

test('a shift that is too short gets the missing minutes', () => {
  const problem = plane([[6000, 0]], [stop('a', { serviceSeconds: 9 * HOUR })], [vehicle('v')])
  assert.equal(inEnglish(fixOf(problem).message), 'extend the shift of vehicle v by 20 minutes, to 17:20')
})

test('a class without a vehicle gets the vehicle that could carry it', () => {
  const problem = plane([[6000, 0]], [stop('a', { temperatureClass: 'FROZEN' })], [vehicle('v')])
  assert.equal(inEnglish(fixOf(problem).message), 'let vehicle v carry frozen goods')
})

test('a skill without a vehicle gets the vehicle that could have it', () => {
  const problem = plane(
    [[6000, 0]],
    [stop('a', { skills: ['helper', 'lift gate'] })],
    [vehicle('v'), vehicle('w', { skills: ['helper'] })],
  )
  const [left] = solve(problem, { iterations: 500 }).unassigned
  assert.deepEqual(inEnglish(left!.reason), {
    code: 'SKILL',
    message: 'needs lift gate; no vehicle in this build has it',
  })
  assert.equal(inEnglish(left!.nearestFix!.message), 'give vehicle w the skill lift gate')
})

test('a trip that is too long gets the missing working or driving time', () => {
  const out = plane([[6000, 0]], [stop('a')], [vehicle('v', { maxDuration: 1200 })])
  assert.deepEqual(inEnglish(solve(out, { iterations: 500 }).unassigned[0]!.reason), {
    code: 'WORKING_TIME',
    message: 'the trip takes 25 minutes; vehicle v may be out for 20 minutes',
  })
  assert.equal(inEnglish(fixOf(out).message), 'let vehicle v be out 5 minutes longer, 25 minutes in total')
  const drive = plane([[6000, 0]], [stop('a')], [vehicle('v', { maxDrive: 900 })])
  assert.deepEqual(inEnglish(solve(drive, { iterations: 500 }).unassigned[0]!.reason), {
    code: 'DRIVING_TIME',
    message: 'the trip takes 20 minutes of driving; vehicle v may drive for 15 minutes',
  })
  assert.equal(inEnglish(fixOf(drive).message), 'let vehicle v drive 5 minutes longer, 20 minutes in total')
})

test('a break in the way gets the needed later end', () => {
  const noon = { windowStart: 12 * HOUR, windowEnd: 12.5 * HOUR, seconds: 1800 }
  const wanted = stop('a', { windows: [{ start: 12 * HOUR, end: 12 * HOUR + 300 }] })
  const problem = plane([[6000, 0]], [wanted], [vehicle('v', { breaks: [noon] })])
  assert.deepEqual(inEnglish(solve(problem, { iterations: 500 }).unassigned[0]!.reason), {
    code: 'BREAK',
    message: 'the break of vehicle v, 12:00 to 12:30, can’t be taken around it',
  })
  assert.equal(inEnglish(fixOf(problem).message), 'let the break of vehicle v end 5 minutes later, by 12:35')
})

test('a load that is ready too late gets the latest time to be ready', () => {
  const wanted = stop('a', { ready: 11 * HOUR, windows: [{ start: 9 * HOUR, end: 10 * HOUR }] })
  const problem = plane([[6000, 0]], [wanted], [vehicle('v')])
  const [left] = solve(problem, { iterations: 500 }).unassigned
  assert.deepEqual(inEnglish(left!.reason), {
    code: 'READY',
    message: 'it is ready to load at 11:00, too late for vehicle v to make it',
  })
  const narrow = plane([[6000, 0]], [{ ...wanted, ready: 9.875 * HOUR }], [vehicle('v')])
  const { kind, amount, message } = fixOf(narrow)
  assert.deepEqual([kind, amount, inEnglish(message)], ['READY', 180, 'have it ready to load by 09:49, for vehicle v'])
})

test('too many pieces get the missing capacity', () => {
  const problem = plane([[6000, 0]], [stop('a', { load: [null, 9] })], [vehicle('v', { capacity: [100, 8] })])
  assert.equal(
    inEnglish(solve(problem, { iterations: 500 }).unassigned[0]!.reason.message),
    'has 9 pieces; the largest vehicle that could take it, v, holds 8 pieces',
  )
  assert.equal(inEnglish(fixOf(problem).message), 'add 1 piece of capacity to vehicle v')
})

test('a stop is served after its proposed change', () => {
  const stops = ['a', 'b', 'c'].map((id, i) => stop(id, { load: [i === 2 ? 5 : 50], serviceSeconds: HOUR }))
  const points = [[1000, 0] as const, [2000, 0] as const, [3000, 0] as const]
  const small = vehicle('v', { capacity: [100] })
  const fix = fixOf(plane(points, stops, [small]))
  assert.equal(fix.kind, 'CAPACITY')
  const larger = { ...small, capacity: [100 + Number(fix.amount)] }
  assert.equal(solve(plane(points, stops, [larger]), { iterations: 500 }).unassigned.length, 0)
})

test('a full vehicle may return for a load, or for one more', () => {
  const points = [
    [600, 0],
    [0, 600],
    [-600, 0],
  ] as const
  const stops = ['a', 'b', 'c'].map((id) => stop(id, { load: [60] }))
  const once = plane(points.slice(0, 2), stops.slice(0, 2), [vehicle('v', { capacity: [100] })])
  assert.equal(inEnglish(fixOf(once).message), 'let vehicle v reload at the depot (30 minutes)')
  const reload = { location: 0, seconds: 600, max: 1 }
  const again = plane(points, stops, [vehicle('v', { capacity: [100], reload })])
  const { kind, amount, message } = fixOf(again)
  assert.deepEqual([kind, amount, inEnglish(message)], ['RELOAD', 2, 'allow vehicle v one more reload'])
})
