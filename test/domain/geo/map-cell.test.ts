import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellOf, cellsAround, withNeighbors } from '../../../src/domain/geo/map-cell.ts'

test('cells are whole numbers that fit a database integer', () => {
  for (const lat of [-90, -38.9, 0, 38.9, 90])
    for (const lng of [-180, -77, 0, 77, 180]) {
      const cell = cellOf({ lat, lng })
      assert.ok(Number.isInteger(cell) && Math.abs(cell) < 2 ** 31, `${lat} ${lng}`)
    }
})

test('near points are in the surrounding cells, and far ones are not', () => {
  const place = { lat: 38.9, lng: -77 }
  const around = new Set(cellsAround([place], 500))
  for (const [lat, lng] of [
    [38.9044, -77],
    [38.8956, -77],
    [38.9, -76.9943],
    [38.9, -77.0057],
  ] as const)
    assert.ok(around.has(cellOf({ lat, lng })), `${lat} ${lng}`)
  assert.ok(!around.has(cellOf({ lat: 38.92, lng: -77 })))
  assert.deepEqual(new Set(withNeighbors([cellOf(place)])).size, 9)
})
