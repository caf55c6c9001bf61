// Breaks that are ahead of a route, and the unpaid minutes of its pauses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBreakAhead, type Pause, placeOfHandOver, unpaidMinutes } from '../../../src/domain/routes/pauses.ts'

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
