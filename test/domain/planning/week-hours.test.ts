import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  ALWAYS,
  areSameHours,
  containsHours,
  hoursInBoth,
  hoursInEither,
  hoursOfDay,
  isAlways,
  isWithin,
  WEEK_MINUTES,
  weekHours,
} from '../../../src/domain/planning/week-hours.ts'

const spans = fc.array(fc.tuple(fc.nat(WEEK_MINUTES), fc.nat(WEEK_MINUTES)), { maxLength: 6 })
const minute = fc.nat(WEEK_MINUTES - 1)

test('sets of hours contain the same minutes as their definitions', () => {
  fc.assert(
    fc.property(spans, spans, minute, (one, other, at) => {
      const [a, b] = [weekHours(one), weekHours(other)]
      assert.equal(
        isWithin(a, at),
        one.some(([start, end]) => start <= at && at < end),
      )
      assert.equal(isWithin(hoursInBoth(a, b), at), isWithin(a, at) && isWithin(b, at))
      assert.equal(isWithin(hoursInEither(a, b), at), isWithin(a, at) || isWithin(b, at))
      assert.ok(containsHours(hoursInEither(a, b), a) && containsHours(a, hoursInBoth(a, b)))
      assert.equal(areSameHours(a, b), JSON.stringify(a) === JSON.stringify(b))
    }),
  )
})

test('adjacent spans are joined, and empty ones are dropped', () => {
  assert.deepEqual(
    weekHours([
      [60, 120],
      [0, 60],
      [300, 300],
      [500, 400],
    ]),
    [[0, 120]],
  )
  assert.ok(isAlways(ALWAYS) && !isAlways([]) && !isAlways([[0, 100]]))
})

test('a day has the part of each span that lies in the day', () => {
  const night = weekHours([
    [22 * 60, 30 * 60],
    [46 * 60, 54 * 60],
  ])
  assert.deepEqual(hoursOfDay(night, 0), [[22 * 60, 24 * 60]])
  assert.deepEqual(hoursOfDay(night, 1), [
    [0, 6 * 60],
    [22 * 60, 24 * 60],
  ])
  assert.deepEqual(hoursOfDay(night, 3), [])
})
