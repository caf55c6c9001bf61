import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodePolyline, encodePolyline, metersFromLine, simplify } from '../../../src/domain/geo/polyline.ts'

test('the example of the format’s own description is decoded', () => {
  const points = [
    { lat: 38.5, lng: -120.2 },
    { lat: 40.7, lng: -120.95 },
    { lat: 43.252, lng: -126.453 },
  ]
  assert.equal(encodePolyline(points), '_p~iF~ps|U_ulLnnqC_mqNvxq`@')
  assert.deepEqual(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@'), points)
})

const degrees = (most: number) => fc.integer({ min: -most * 1e5, max: most * 1e5 }).map((value) => value / 1e5)
const line = fc.array(fc.record({ lat: degrees(90), lng: degrees(180) }), { maxLength: 50 })

test('a decoded line equals the encoded one, with 5 digits and with 6', () => {
  fc.assert(
    fc.property(line, fc.constantFrom(5, 6), (points, digits) => {
      const back = decodePolyline(encodePolyline(points, digits), digits)
      assert.equal(back.length, points.length)
      for (const [i, { lat, lng }] of back.entries()) {
        assert.ok(Math.abs(lat - (points[i]?.lat ?? 0)) < 1e-5)
        assert.ok(Math.abs(lng - (points[i]?.lng ?? 0)) < 1e-5)
      }
    }),
  )
})

test('an invalid line is refused', () => {
  assert.throws(() => decodePolyline('_p~iF~ps|U_'), /not an encoded/)
  assert.throws(() => decodePolyline('é'), /not an encoded/)
})

test('a simplified line keeps its ends and strays no farther than allowed', () => {
  const step = fc.record({ north: fc.integer({ min: -50, max: 50 }), east: fc.integer({ min: -50, max: 50 }) })
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
      let at = { lat: 38.9, lng: -77 }
      const points = steps.map(({ north, east }) => (at = { lat: at.lat + north / 1e5, lng: at.lng + east / 1e5 }))
      const simple = simplify(points, 10)
      assert.deepEqual([simple[0], simple.at(-1)], [points[0], points.at(-1)])
      for (const point of points) {
        const strays = simple.slice(1).map((to, i) => metersFromLine(point, simple[i] ?? to, to))
        assert.ok(Math.min(...strays, simple.length < 2 ? 0 : Infinity) <= 10.01)
      }
    }),
  )
  const straight = [0, 1, 2, 3].map((i) => ({ lat: 38.9, lng: -77 + i / 1000 }))
  assert.equal(simplify(straight, 5).length, 2)
})
