import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimatedTable, legErrors, planAndDrive } from '../../../bench/distances/measure.ts'
import { readRoadTable, tableAmong } from '../../../bench/distances/road-table.ts'
import { bandsOf, calibratedLeg, calibrationOf } from '../../../src/domain/planning/calibration.ts'
import { estimateLeg, straightLineMeters } from '../../../src/domain/geo/geo.ts'
import { ROADS_201, ROADS_61 } from '../../helpers/data.ts'

const line = Array.from({ length: 40 }, (_, i) => ({ lat: 38.9 + i / 1_000, lng: -77 }))
const [a = { lat: 0, lng: 0 }, b = { lat: 0, lng: 0 }] = [line[0], line[20]]

/** Roads twice as long as the straight line, driven at 5 m/s. */
const roads = {
  durations: Float64Array.from(line.flatMap((from) => line.map((to) => (straightLineMeters(from, to) * 2) / 5))),
  distances: Float64Array.from(line.flatMap((from) => line.map((to) => straightLineMeters(from, to) * 2))),
}

test('estimates adapt to the length and speed of the measured roads', () => {
  const calibration = calibrationOf(bandsOf(line, roads))
  const straight = straightLineMeters(a, b)
  const { meters, seconds } = calibratedLeg(calibration, a, b)
  assert.ok(Math.abs(meters / (straight * 2) - 1) < 0.02, `${meters} m`)
  assert.ok(Math.abs(seconds / ((straight * 2) / 5) - 1) < 0.02, `${seconds} s`)
  const far = calibratedLeg(calibration, a, { lat: 39.9, lng: -77 })
  assert.ok(Math.abs(far.meters / far.seconds - 5) < 0.1, 'the speed stays the same beyond the measured distances')
  assert.deepEqual(calibratedLeg(calibration, a, a), { meters: 0, seconds: 0 })
})

test('a sample of a large table is summed, with every location as origin and destination', () => {
  const side = 600
  const places = Array.from({ length: side }, (_, i) => ({ lat: 38.9, lng: -77 + i / 1_000 }))
  const legs = (figure: (i: number, j: number) => number) =>
    Float64Array.from({ length: side ** 2 }, (_, at) => figure(Math.floor(at / side), at % side))
  const sums = bandsOf(places, { distances: legs(() => 1), durations: legs((_, j) => (j === 7 ? 1 : 0)) })
  const count = (figure: (band: (typeof sums)[number]) => number) => sums.reduce((sum, band) => sum + figure(band), 0)
  assert.ok(count(({ legs: seen }) => seen) <= 40_000 && count(({ legs: seen }) => seen) > 30_000)
  assert.ok(count(({ roadSeconds }) => roadSeconds) > 20, 'each column is included')
})

test('the defaults apply if few or no roads were measured', () => {
  assert.equal(calibrationOf([]), null)
  assert.equal(calibrationOf(bandsOf(line.slice(0, 4), roads)), null)
  assert.deepEqual(calibratedLeg(null, a, b), estimateLeg(a, b))
})

test('legs without a route are ignored, and a farther leg is never faster', () => {
  const unreachable = { ...roads, durations: roads.durations.map(() => Infinity) }
  assert.deepEqual(bandsOf(line, unreachable), [])
  const odd = calibrationOf([
    { band: 3, legs: 50, straightMeters: 50 * 900, roadMeters: 50 * 1_000, roadSeconds: 50 * 300 },
    { band: 5, legs: 50, straightMeters: 50 * 1_800, roadMeters: 50 * 2_000, roadSeconds: 50 * 200 },
  ])
  assert.ok(calibratedLeg(odd, a, line[15] ?? a).seconds <= calibratedLeg(odd, a, line[18] ?? a).seconds)
})

test('on real roads the median error is at most 12 %, and routes planned on estimates cost little more', () => {
  const asked = readRoadTable(ROADS_61)
  const own = new Set(asked.points.map(({ lat, lng }) => `${lat},${lng}`))
  const seen = tableAmong(readRoadTable(ROADS_201), ({ lat, lng }) => !own.has(`${lat},${lng}`))
  assert.equal(seen.points.length, 140)
  const estimated = estimatedTable(asked.points, calibrationOf(bandsOf(seen.points, seen)))
  const { median } = legErrors(estimated.durations, asked.durations)
  assert.ok(median <= 0.12, `${median}`)
  const onEstimates = planAndDrive(estimated, asked, 4, 1)
  const onRoads = planAndDrive(asked, asked, 4, 1)
  assert.equal(onEstimates.stops, 60)
  assert.ok(onEstimates.realMinutes <= onRoads.realMinutes * 1.2, `${onEstimates.realMinutes} minutes`)
  assert.ok(Math.abs(onEstimates.plannedMinutes / onEstimates.realMinutes - 1) < 0.12)
})

test('each leg is counted in the band of its length, and beyond the last band', () => {
  const at = (meters: number) => ({ lat: 38.9 + meters / 111_195, lng: -77 })
  const places = [at(0), at(0.5), at(700), at(90_000)]
  const figures = { distances: new Float64Array(16).fill(10), durations: new Float64Array(16).fill(2) }
  const bands = bandsOf(places, figures)
  // The legs between the first two places are too short to count.
  assert.equal(
    bands.reduce((sum, { legs }) => sum + legs, 0),
    10,
  )
  const far = bands.reduce((last, band) => (band.band > last.band ? band : last))
  assert.deepEqual([far.legs, far.roadMeters, far.roadSeconds], [6, 60, 12])
  const estimated = bandsOf(places, { ...figures, estimatedLegs: new Uint8Array(16).fill(1) })
  assert.deepEqual(estimated, [])
  const noMeters = bandsOf(places, { ...figures, distances: figures.distances.with(3, Infinity) })
  assert.equal(
    noMeters.reduce((sum, { legs }) => sum + legs, 0),
    9,
  )
})

test('a leg longer than the last average is stretched, and one of equal length is the average', () => {
  const bands = [{ band: 3, legs: 30, straightMeters: 30 * 1_000, roadMeters: 30 * 1_500, roadSeconds: 30 * 120 }]
  const calibration = calibrationOf(bands)
  const leg = (meters: number) => calibratedLeg(calibration, a, { ...a, lat: a.lat + meters / 111_195 })
  assert.ok(Math.abs(leg(2_000).meters - 3_000) < 3)
  assert.ok(Math.abs(leg(2_000).seconds - 240) < 1)
  assert.ok(Math.abs(leg(500).meters - 750) < 3)
  assert.deepEqual(calibratedLeg(calibration, a, a), { meters: 0, seconds: 0 })
})
