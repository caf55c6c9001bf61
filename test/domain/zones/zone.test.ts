import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cornersOf, extentOf, metersToBox, ringsOf } from '../../../src/domain/zones/zone.ts'

const box = (west: number, south: number, east: number, north: number): [number, number][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

describe('the extent of a zone', () => {
  it('is the area on the sphere: a cell of one degree at the equator and at 60 degrees', () => {
    // Area of a box on a sphere: R² Δλ Δ(sin φ).
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

describe('a zone', () => {
  const coordinates = [box(0, 0, 2, 2), box(0.5, 0.5, 1, 1)]

  it('has the rings and corners of all its polygons', () => {
    assert.equal(ringsOf({ type: 'Polygon', coordinates }).length, 2)
    assert.equal(ringsOf({ type: 'MultiPolygon', coordinates: [coordinates, coordinates] }).length, 4)
    assert.equal(cornersOf({ type: 'MultiPolygon', coordinates: [coordinates, coordinates] }), 16)
  })

  it('is as far as the nearest point of its box', () => {
    const here = { west: 10, south: 60, east: 11, north: 61 }
    assert.equal(metersToBox(here, { lat: 60.5, lng: 10.5 }), 0)
    const south = metersToBox(here, { lat: 59, lng: 10.5 })
    assert.ok(Math.abs(south - 111_195) < 200, String(south))
    // One degree of longitude is half as long at 60 degrees.
    const west = metersToBox(here, { lat: 60, lng: 9 })
    assert.ok(Math.abs(west - 55_597) < 200, String(west))
    assert.equal(metersToBox(here, { lat: 62, lng: 10.2 }), south)
    assert.equal(metersToBox(here, { lat: 60, lng: 12 }), west)
    const corner = metersToBox(here, { lat: 60, lng: 9 - 1e-9 })
    assert.ok(Math.abs(corner - west) < 1)
  })
})
