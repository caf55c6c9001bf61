import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FinishedRouteTimes, learnPaceFrom } from '../../../src/domain/forecast/learn-pace.ts'
import { driveFactorOf, visitSeconds } from '../../../src/domain/planning/plan-pace.ts'

/** A route of 12 stops whose drives take `parking` seconds and `drive` times as long as expected. */
const finishedRoute = ({ drive = 1, parking = 0, service = 1 }): FinishedRouteTimes => ({
  driverId: null,
  legs: Array.from({ length: 12 }, (_, i) => ({ expected: 300 + 60 * i, actual: drive * (300 + 60 * i + parking) })),
  visits: Array.from({ length: 12 }, () => ({ expected: 300, actual: 300 * service, hasLearnedTime: false })),
  startDelay: 0,
  stops: 12,
  reportedLate: 0,
  skippedStops: 0,
  breaks: { planned: 0, taken: 0 },
})
const learnedFrom = (routes: number, differences: Parameters<typeof finishedRoute>[0]) =>
  learnPaceFrom(
    Array.from({ length: routes }, () => finishedRoute(differences)),
    '2030-05-06',
  )

test('plans keep plain times until ten routes are finished', () => {
  assert.equal(learnedFrom(9, { drive: 1.5 }).plan, null)
  assert.notEqual(learnedFrom(10, { drive: 1.5 }).plan, null)
  assert.equal(learnedFrom(10, {}).routes, 10)
})

test('plans include the measured parking, slow drives and long visits', () => {
  const { plan } = learnedFrom(60, { drive: 1.2, parking: 90, service: 1.3 })
  assert.ok(plan)
  assert.ok(Math.abs(plan.driveFactor - 1.2) < 0.05, `drives ${plan.driveFactor}`)
  assert.ok(Math.abs(plan.stopSeconds - 1.2 * 90) < 12, `parking ${plan.stopSeconds}`)
  assert.ok(Math.abs(plan.serviceFactor - 1.3) < 0.06, `visits ${plan.serviceFactor}`)
  const [fiveMinutes, twentyMinuteDrive] = [visitSeconds(plan, 5), 1_200 * driveFactorOf(plan, 1)]
  assert.ok(Math.abs(fiveMinutes + twentyMinuteDrive - (390 + 108 + 1_440)) < 90)
})

test('taps that are all sent at once still leave a plan most of its driving time', () => {
  const { plan } = learnedFrom(60, { drive: 0, service: 0 })
  assert.deepEqual(plan && [plan.driveFactor, plan.serviceFactor], [0.7, 0.5])
})

test('without a measured pace, visits and drives take the plain times', () => {
  assert.equal(visitSeconds(null, 7.5), 450)
  assert.equal(driveFactorOf(undefined, 1.4), 1.4)
})
