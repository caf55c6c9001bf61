// Breaks that are ahead of a route, and the unpaid minutes of its pauses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  breakSecondsBetween,
  breaksTaken,
  isBreakAhead,
  type Pause,
  placeOfHandOver,
  unpaidMinutes,
  withBreakEnded,
  withBreakStarted,
} from '../../../src/domain/routes/pauses.ts'

const at = (minute: number) => new Date(minute * 60_000)
const pause = (start: number, end: number, more: Partial<Pause> = {}): Pause => ({
  kind: 'BREAK',
  which: 0,
  start: at(start),
  end: at(end),
  before: null,
  paid: false,
  lateMinutes: 0,
  ...more,
})

test('a planned break is ahead until its planned end, another one while it fits into its window', () => {
  const window = { end: at(100), minutes: 30 }
  const ahead = (pauses: Pause[], minute: number) => isBreakAhead(pauses, 0, window, at(minute))
  assert.deepEqual([ahead([pause(20, 50)], 49), ahead([pause(20, 50)], 50)], [true, false])
  assert.deepEqual([ahead([], 70), ahead([], 71)], [true, false])
  const others = [pause(20, 50, { which: 1 }), pause(20, 50, { kind: 'RELOAD' })]
  assert.ok(ahead(others, 60), 'another break or a reload is not this break')
})

test('only unpaid pauses count as unpaid', () => {
  assert.equal(unpaidMinutes([]), 0)
  assert.equal(unpaidMinutes([pause(20, 50), pause(60, 75), pause(80, 90, { paid: true })]), 45)
})

test('a hand-over is named by its vehicle, and by its location if that has a name', () => {
  assert.equal(placeOfHandOver({ from_route: 'Van 1', name: null }), 'Van 1')
  assert.equal(placeOfHandOver({ from_route: 'Van 1', name: 'Main depot' }), 'Van 1 (Main depot)')
})

test('a recorded break is the planned one from half an hour before its window, otherwise an additional one', () => {
  const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 23, hour, minute))
  const lunch = { which: 0, start: at(12), end: at(13), paid: false }
  const start = (time: Date) => withBreakStarted([], [lunch], { at: time, minutes: 30, before: 4 })[0]
  assert.deepEqual(
    [at(11, 29), at(11, 30), at(12, 45)].map((time) => [
      start(time)?.which,
      start(time)?.paid,
      start(time)?.lateMinutes,
    ]),
    [
      [1, true, 0],
      [0, false, 0],
      [0, false, 15],
    ],
  )
  const [taken] = withBreakEnded(withBreakStarted([], [lunch], { at: at(12), minutes: 30, before: 4 }), at(12, 20))
  assert.ok(taken)
  assert.deepEqual([taken.recorded, taken.end], ['ENDED', at(12, 20)])
  const window = { end: at(13), minutes: 30 }
  assert.equal(isBreakAhead([taken], 0, window, at(12, 10)), false)
  const again = withBreakStarted([taken], [lunch], { at: at(15), minutes: 10, before: null })
  assert.deepEqual(
    again.map(({ which }) => which),
    [0, 1],
  )
  const seconds = (time: Date) => time.getTime() / 1000
  const breaks = breaksTaken(again, at(15, 30))
  assert.equal(breakSecondsBetween(breaks, seconds(at(12, 10)), seconds(at(15, 5))), 900)
  assert.equal(
    breakSecondsBetween(breaks, seconds(at(15, 5)), Infinity),
    1_500,
    'a break that runs longer than expected',
  )
})
