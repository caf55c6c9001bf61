import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ParallelHouse,
  estimateOnStreet,
  exactHouse,
  type House,
} from '../../../src/domain/addresses/estimate-on-street.ts'
import type { Line } from '../../../src/domain/addresses/street-lines.ts'

/** A step of 0.001 degrees of latitude is about 111 m. */
const house = (number: number, lat: number, lng = -77): House => ({ number, numberSuffix: '', lat, lng })
const SOUTH_TO_NORTH: Line = [
  { lat: 38.9, lng: -77 },
  { lat: 38.92, lng: -77 },
]
const known = (
  houses: readonly House[],
  lines: readonly Line[] = [],
  parallelHouses: readonly ParallelHouse[] = [],
) => ({
  houses,
  lines,
  parallelHouses,
})
const near = (lat: number | undefined, expected: number) =>
  assert.ok(Math.abs((lat ?? 0) - expected) < 0.0002, `${lat}`)

test('a known house is itself, with or without its letter', () => {
  const houses = [house(10, 38.9), { ...house(10, 38.9001), numberSuffix: 'a' }, house(12, 38.9002)]
  assert.deepEqual(exactHouse(houses, 10, 'a'), { point: { lat: 38.9001, lng: -77 }, precision: 'EXACT' })
  assert.deepEqual(exactHouse(houses, 12, 'b')?.point, { lat: 38.9002, lng: -77 })
  assert.equal(exactHouse(houses, 14, ''), null)
})

test('a house between known houses is located by its number, first by those on its side of the street', () => {
  const even = [100, 104, 112, 116].map((number) => house(number, 38.9 + (number - 100) * 1e-4))
  const odd = [101, 105, 113, 117].map((number) => house(number, 38.9 + (number - 101) * 1e-4 + 0.0008))
  const sides = [...even, ...odd]
  const [evenAt, oddAt] = [108, 109].map((number) => estimateOnStreet(known(sides), number))
  assert.equal(evenAt?.precision, 'BETWEEN')
  assert.ok((evenAt?.point.lat ?? 0) < (oddAt?.point.lat ?? 0) - 0.0002, JSON.stringify([evenAt, oddAt]))
})

test('a house is next to the line of its street like the houses around it', () => {
  // The even numbers are 17 m to the west of the line, the odd ones equally far to the east.
  const even = [house(100, 38.905, -77.0002), house(120, 38.9062, -77.0002)]
  const place = estimateOnStreet(known(even, [SOUTH_TO_NORTH]), 110)
  near(place?.point.lat, 38.9056)
  assert.ok(Math.abs((place?.point.lng ?? 0) + 77.0002) < 1e-5, 'on the side of the even numbers')
  const odd = estimateOnStreet(known(even, [SOUTH_TO_NORTH.toReversed()]), 111)
  assert.ok(
    Math.abs((odd?.point.lng ?? 0) + 76.9998) < 1e-5,
    'on the opposite side, whatever the direction of the line',
  )
})

test('a location is less exact if the known numbers are fewer and farther away', () => {
  assert.equal(estimateOnStreet(known([house(100, 38.9), house(120, 38.901)]), 110)?.precision, 'BETWEEN')
  assert.equal(estimateOnStreet(known([house(100, 38.9)]), 190)?.precision, 'STREET')
  assert.equal(estimateOnStreet(known([house(100, 38.9)]), 510), null)
  assert.equal(estimateOnStreet(known([house(100, 38.9), house(160, 38.95)]), 130), null)
})

test('parallel streets locate a number on a street without houses, but crossing streets don’t', () => {
  const beside = [500, 520, 540, 560, 580].map((number) => ({
    number,
    lat: 38.91 + (number - 540) * 1e-5,
    lng: -76.998,
    heading: { east: 0, north: 1 },
  }))
  const across = beside.map((one, i) => ({ ...one, lat: 38.915 + i * 1e-4, heading: { east: 1, north: 0 } }))
  const place = estimateOnStreet(known([], [SOUTH_TO_NORTH], [...beside, ...across]), 540)
  assert.equal(place?.precision, 'BETWEEN')
  near(place?.point.lat, 38.91)
  assert.equal(estimateOnStreet(known([], [SOUTH_TO_NORTH], across), 540), null)
})

test('parallel streets cannot move a number past the next houses of its own street', () => {
  const own = [house(500, 38.902), house(580, 38.9045)]
  const misled = [530, 536, 540, 544, 550].map((number) => ({
    number,
    lat: 38.915,
    lng: -77.001,
    heading: { east: 0, north: 1 },
  }))
  near(estimateOnStreet(known(own, [SOUTH_TO_NORTH], misled), 540)?.point.lat, 38.90325)
})

test('a short street needs no known number, but a long one does', () => {
  const short: Line = [
    { lat: 38.9, lng: -77 },
    { lat: 38.9015, lng: -77 },
  ]
  assert.equal(estimateOnStreet(known([], [short]), 12)?.precision, 'BETWEEN')
  assert.equal(estimateOnStreet(known([], [SOUTH_TO_NORTH]), 12), null)
  assert.equal(estimateOnStreet(known([]), 12), null)
})
