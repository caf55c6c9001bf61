// The clock and the random numbers of a simulated day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namedRandom } from '../../../src/domain/test-days/named-random.ts'
import { stopVisit } from '../../../src/domain/test-days/stop-visit.ts'
import { realTime, virtualTime } from '../../../src/domain/test-days/test-day.ts'

const START = new Date('2026-11-23T08:00:00Z')
const CREATED = new Date('2026-11-20T10:00:00Z')
const after = (date: Date, seconds: number) => new Date(date.getTime() + seconds * 1000)

test('the clock of a simulated day runs at its speed, and both times convert into each other', () => {
  const day = { speed: 60, virtualStart: START, createdAt: CREATED }
  assert.equal(virtualTime(day, CREATED), START.getTime())
  assert.equal(virtualTime(day, after(CREATED, 10)), after(START, 600).getTime())
  assert.deepEqual(realTime(day, after(START, 600).getTime()), after(CREATED, 10))
  const byEvents = { ...day, speed: null }
  assert.equal(virtualTime(byEvents, CREATED), Infinity)
  assert.deepEqual(realTime(byEvents, START.getTime()), new Date(0))
})

test('the same name gives the same numbers, spread from 0 to 1', () => {
  const [one, same, other] = ['a', 'a', 'b'].map(namedRandom)
  const numbers = Array.from({ length: 1_000 }, () => one?.() ?? 0)
  assert.deepEqual(
    numbers,
    numbers.map(() => same?.()),
  )
  assert.notEqual(numbers[0], other?.())
  assert.ok(numbers.every((number) => number >= 0 && number < 1))
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  assert.ok(mean > 0.45 && mean < 0.55, String(mean))
})

const NEVER = { failedShare: 0, lateShare: 0, offlineShare: 0, undoneShare: 0 }
const ALWAYS = { failedShare: 1, lateShare: 1, offlineShare: 1, undoneShare: 1 }

test('the shares determine the events of a visit, and each share affects only its own event', () => {
  for (const name of ['1', '2', '3']) {
    const plain = stopVisit(name, NEVER)
    assert.deepEqual([plain.outcome, plain.heldUp, plain.misTap, plain.offline], ['DELIVERED', 0, null, null])
    assert.ok(plain.driveFactor >= 0.85 && plain.driveFactor < 1.15)
    assert.ok(plain.serviceFactor >= 0.6 && plain.serviceFactor < 1.4)
    const full = stopVisit(name, ALWAYS)
    assert.equal(full.outcome, 'FAILED')
    assert.ok(full.heldUp >= 300 && full.heldUp <= 1_500)
    assert.ok(full.misTap && full.misTap.undoneAfter >= 8 && full.misTap.undoneAfter <= 60)
    assert.ok(full.misTap.rightAfter >= 4 && full.misTap.rightAfter <= 20)
    assert.ok(full.offline !== null && full.offline >= 120 && full.offline <= 600)
    assert.deepEqual(stopVisit(name, { ...ALWAYS, undoneShare: 0 }), { ...full, misTap: null })
    assert.equal(full.driveFactor, plain.driveFactor)
  }
})
