import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { extentOf } from '../../../src/domain/zones/zone.ts'

const box = (west: number, south: number, east: number, north: number): [number, number][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

describe('the extent of a zone', () => {
  it('is the area on the sphere: a cell of one degree at the equator and at 60 degrees', () => {
    // R² Δλ Δ(sin φ)
    assert.ok(Math.abs(squareKilometers(box(10, 0, 11, 1)) - 12_363.7) < 1)
    assert.ok(Math.abs(squareKilometers(box(10, 60, 11, 61)) - 6_088.5) < 1)
    assert.equal(
      squareKilometers(box(10, 0, 11, 1).reverse()).toFixed(6),
      squareKilometers(box(10, 0, 11, 1)).toFixed(6),
    )
  })

  it('excludes holes from the area and includes every part in its box', () => {
    const whole = extentOf({ type: 'Polygon', coordinates: [box(0, 0, 2, 2)] })
    const hole = extentOf({ type: 'Polygon', coordinates: [box(0.5, 0.5, 1, 1)] })
    const both = extentOf({
      type: 'MultiPolygon',
      coordinates: [[box(0, 0, 2, 2), box(0.5, 0.5, 1, 1)], [box(-5, -1, -4, 0)]],
    })
    const second = extentOf({ type: 'Polygon', coordinates: [box(-5, -1, -4, 0)] })
    assert.ok(Math.abs(both.area - (whole.area - hole.area + second.area)) < 1)
    assert.deepEqual([both.west, both.south, both.east, both.north], [-5, -1, 2, 2])
  })
})

const squareKilometers = (ring: [number, number][]) => extentOf({ type: 'Polygon', coordinates: [ring] }).area / 1e6
