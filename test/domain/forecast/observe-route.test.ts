// Driving and service times that the taps of a route show.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { observeRoute, type ReportedStop } from '../../../src/domain/forecast/observe-route.ts'

const EMPTY_ROADS = { from: 0, slotSeconds: 900, factors: [1] }
const stop = (arrivedAt: number, finishedAt: number): ReportedStop => ({
  isSkipped: false,
  arrivedAt,
  finishedAt,
  driveSeconds: 600,
  serviceSeconds: 300,
  hasLearnedTime: false,
  opensAt: null,
  isReportedLate: false,
})

test('legs and visits are the times between taps', () => {
  const { legs, visits, reportedLate } = observeRoute([stop(700, 1_000), stop(1_650, 2_000)], 0, [], EMPTY_ROADS)
  assert.deepEqual(
    legs.map(({ actual }) => actual),
    [700, 650],
  )
  assert.deepEqual(
    visits.map(({ actual }) => actual),
    [300, 350],
  )
  assert.equal(reportedLate, 0)
})

test('an outcome that is tapped at the next stop, or together with the arrival, shows no times', () => {
  const atNext = observeRoute([stop(700, 1_640), stop(1_650, 2_000)], 0, [], EMPTY_ROADS)
  assert.deepEqual([atNext.legs.length, atNext.visits.map(({ actual }) => actual), atNext.reportedLate], [0, [350], 1])
  const together = observeRoute([stop(1_000, 1_010), stop(1_650, 2_000)], 0, [], EMPTY_ROADS)
  assert.deepEqual(
    [together.legs.length, together.visits.map(({ actual }) => actual), together.reportedLate],
    [0, [350], 1],
  )
})
