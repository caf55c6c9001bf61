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
  withBreakOver,
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

test('a running break only gets a new end, and other pauses stay', () => {
  const reload = pause(60, 70, { kind: 'RELOAD', which: 2 })
  const running = pause(10, 40, { recorded: 'RUNNING', paid: true })
  const again = withBreakStarted([reload, running], [], { at: at(20), minutes: 60, before: 1 })
  assert.deepEqual(again, [reload, { ...running, end: at(80) }])
})

test('a recorded break replaces only the planned break, and each additional break has its own number', () => {
  const planned = [0, 1].map((which) => ({ which, start: at(60 * which), end: at(60 * which + 60), paid: false }))
  const reload = pause(5, 9, { kind: 'RELOAD', which: 0 })
  const pauses = [pause(0, 30), reload, pause(60, 90, { which: 1 })]
  const started = withBreakStarted(pauses, planned, { at: at(0), minutes: 30, before: null })
  assert.deepEqual(
    started.map(({ kind, which, recorded }) => [kind, which, recorded]),
    [
      ['RELOAD', 0, undefined],
      ['BREAK', 1, undefined],
      ['BREAK', 0, 'RUNNING'],
    ],
  )
  const second = withBreakStarted(withBreakEnded(started, at(20)), planned, { at: at(40), minutes: 30, before: null })
  assert.deepEqual([second.length, second.at(-1)?.which], [3, 1])
  const numbers = [0, 1].reduce<Pause[]>(
    (before) => withBreakEnded(withBreakStarted(before, [], { at: at(5), minutes: 1, before: null }), at(6)),
    [],
  )
  assert.deepEqual(
    numbers.map(({ which }) => which),
    [0, 1],
  )
})

test('a break never ends before its start, and ends only if it is running', () => {
  const ended = pause(10, 20, { recorded: 'ENDED' })
  const running = pause(30, 60, { recorded: 'RUNNING', which: 1 })
  assert.deepEqual(withBreakEnded([ended, running], at(25)), [ended, { ...running, recorded: 'ENDED', end: at(30) }])
})

test('the first event after its start ends a running break', () => {
  const planned = pause(10, 20)
  const running = pause(30, 60, { recorded: 'RUNNING', which: 1 })
  const over = (...events: (Date | null)[]) => withBreakOver([planned, running], events)
  assert.deepEqual(over(at(50), at(20), null, at(40)), [planned, { ...running, recorded: 'ENDED', end: at(40) }])
  assert.deepEqual(over(at(30), null), [planned, running], 'the break began with this event')
  assert.deepEqual(withBreakOver([planned], [at(50)]), [planned])
})

test('only recorded breaks count as taken', () => {
  const now = at(100)
  const breaks = [pause(0, 10), pause(20, 30, { recorded: 'ENDED' }), pause(90, 95, { recorded: 'RUNNING' })]
  assert.deepEqual(breaksTaken(breaks, now), [
    { start: 1_200, end: 1_800 },
    { start: 5_400, end: 6_000 },
  ])
})
