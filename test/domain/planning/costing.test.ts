import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFarFromRoad, roadsName, snappedMeters } from '../../../src/domain/planning/costing.ts'
import { milesOf, minutesOf, perMeter, perSecond } from '../../../src/domain/planning/units.ts'

test('trucks have road legs of their own', () => {
  assert.equal(roadsName('osrm', 'CAR'), 'osrm')
  assert.equal(roadsName('osrm', 'TRUCK'), 'osrm:truck')
})

test('a distance to the road counts above 100 meters, and is doubtful above 500', () => {
  assert.deepEqual([null, 100, 100.4, 640.6].map(snappedMeters), [null, null, 100, 641])
  assert.deepEqual([null, 500, 500.1].map(isFarFromRoad), [false, false, true])
})

test('miles and minutes have two decimals, and costs are converted exactly', () => {
  assert.deepEqual([milesOf(1_609.344), milesOf(5_000), minutesOf(100)], [1, 3.11, 1.67])
  assert.equal(perMeter(1_609.344), 1)
  assert.equal(perSecond(7_200), 2)
})
