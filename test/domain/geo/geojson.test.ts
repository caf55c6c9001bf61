import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { areaFromGeoJson } from '../../../src/domain/geo/geojson.ts'
import { render } from '../../../src/texts/text.ts'

const polygon = (...ring: unknown[]) => ({ type: 'Polygon', coordinates: [ring] })
const a = [-77.1, 38.9]
const b = [-77, 38.9]
const c = [-77, 39]

describe('an area in GeoJSON', () => {
  it('is a geometry, a Feature, or the first of a FeatureCollection', () => {
    const geometry = polygon(a, b, c, a)
    const feature = { type: 'Feature', properties: null, geometry }
    const other = { type: 'Feature', geometry: polygon(c, b, a, c) }
    for (const value of [geometry, feature, { type: 'FeatureCollection', features: [feature, other] }])
      assert.deepEqual(areaFromGeoJson(value), { area: geometry })
  })

  it('closes an open ring and drops altitudes', () => {
    assert.deepEqual(areaFromGeoJson(polygon([...a, 12], b, c)), { area: polygon(a, b, c, a) })
  })

  it('keeps holes and several polygons', () => {
    const several = {
      type: 'MultiPolygon',
      coordinates: [
        [[a, b, c, a]],
        [
          [a, b, c, a],
          [a, c, b, a],
        ],
      ],
    }
    assert.deepEqual(areaFromGeoJson(several), { area: several })
  })

  it('names the location of a fault', () => {
    const faults: [unknown, RegExp][] = [
      [{ type: 'Point', coordinates: a }, /must be a Polygon or a MultiPolygon/],
      [{ type: 'FeatureCollection', features: [] }, /must be a Polygon or a MultiPolygon/],
      [null, /must be a Polygon or a MultiPolygon/],
      [polygon([0, 91], b, c), /coordinates\.0\.0\.1 must be at most 90/],
      [polygon(a, [-180.1, 0], c), /coordinates\.0\.1\.0 must be at least -180/],
      [polygon(a, b, 'c'), /coordinates\.0\.2 must be \[longitude, latitude\]/],
      [polygon(a, b, a), /at least three corners/],
      [{ type: 'Polygon', coordinates: [] }, /must have a ring/],
      [{ type: 'Polygon', coordinates: 'none' }, /coordinates/],
    ]
    for (const [value, expected] of faults) {
      const read = areaFromGeoJson(value)
      assert.match('fault' in read ? render(read.fault) : 'no fault', expected)
    }
  })
})
