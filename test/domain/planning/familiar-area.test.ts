import assert from 'node:assert/strict'
import { test } from 'node:test'
import { familiarShares } from '../../../src/domain/planning/familiar-area.ts'

const here = { lat: 38.915, lng: -77.025 }
const visit = (driverId: string, deliveries: number, row = 3891) => ({ driverId, row, column: -7703, deliveries })

test('a driver has a share of the deliveries in an area, by vehicle and stop', () => {
  const shares = familiarShares(
    [visit('ann', 3), visit('bo', 1), visit('bo', 5, 3892)],
    ['ann', 'bo', null],
    [here, { lat: 38.9299, lng: -77.0201 }],
  )
  assert.deepEqual(shares, [
    [0.75, 0],
    [0.25, 1],
    [0, 0],
  ])
})

test('fewer than three deliveries are not a habit, and without habits the result is null', () => {
  assert.equal(familiarShares([visit('ann', 2)], ['ann'], [here]), null)
  assert.equal(familiarShares([visit('cy', 9)], ['ann'], [here]), null)
  assert.equal(familiarShares([], ['ann'], [here]), null)
})
