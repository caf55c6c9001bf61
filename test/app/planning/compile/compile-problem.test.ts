import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarOf } from '../../../../src/app/calendar.ts'
import { compileProblem, placesOf } from '../../../../src/app/planning/compile/compile-problem.ts'
import type { PlanStop, PlanVehicle } from '../../../../src/app/planning/compile/plan-input.ts'
import { anyDay, datedDay } from '../../../../src/app/planning/compile/planned-day.ts'

const depot = { lat: 38.9, lng: -77 }
const vehicle: PlanVehicle = {
  id: 'van',
  start: depot,
  end: depot,
  shiftStart: '08:00',
  shiftEnd: '17:00',
  capacityLbs: null,
  temperatureClasses: ['DRY'],
  maxStops: null,
  fixedCost: 3,
  costPerMile: 1_609.344,
  costPerHour: 36,
  costing: 'CAR' as const,
  breaks: [{ start: '12:00', end: '13:00', minutes: 30 }],
}
const stop: PlanStop = {
  id: 'a',
  point: { lat: 38.95, lng: -77 },
  windowStart: null,
  windowEnd: null,
  serviceMinutes: 5,
  loadWeightLbs: null,
  temperatureClass: 'DRY',
  lock: null,
}
const objective = { useAllVehicles: false, balance: 'none', latenessCostPerSecond: null, change: null } as const

function compiled(stops: PlanStop[], vehicles = [vehicle], day = anyDay) {
  const places = placesOf({ vehicles, stops })
  const zeros = new Float64Array(places.points.length ** 2)
  const table = { durations: zeros, distances: zeros }
  return {
    ...compileProblem({ day, vehicles, stops, objective, trafficFactor: 1 }, places.indexOf, new Map([['CAR', table]])),
    points: places.points,
  }
}

test('each location is requested once, whatever the number of its stops', () => {
  const { points, locations, vehicles, stops } = compiled(
    [stop, { ...stop, id: 'b' }, { ...stop, id: 'c', point: depot }],
    [vehicle, { ...vehicle, id: 'open', end: null }],
  )
  assert.deepEqual(points, [depot, stop.point])
  assert.equal(locations, 2)
  assert.deepEqual(
    vehicles.map(({ start, end }) => [start, end]),
    [
      [0, 0],
      [0, null],
    ],
  )
  assert.deepEqual(
    stops.map(({ location }) => location),
    [1, 1, 0],
  )
})

test('locations are projected to meters from the first one, also across the antimeridian', () => {
  const places = compiled([stop]).places ?? new Float64Array()
  assert.deepEqual([...places.subarray(0, 3)], [0, 0, 0])
  assert.equal(Math.round(places[3] ?? 0), 5560)
  const fiji = { lat: 0, lng: 179.99 }
  const east = compiled([{ ...stop, point: { lat: 0, lng: -179.99 } }], [{ ...vehicle, start: fiji, end: fiji }])
  assert.equal(Math.round(east.places?.[2] ?? 0), 2224)
})

test('a window without a start or end extends to that end of the day; without a window, any time is allowed', () => {
  const { stops } = compiled([
    stop,
    { ...stop, id: 'b', windowStart: '10:00' },
    { ...stop, id: 'c', windowEnd: '10:00' },
    { ...stop, id: 'd', windowStart: '09:00', windowEnd: '10:00' },
  ])
  assert.deepEqual(
    stops.map(({ windows }) => windows),
    [[], [{ start: 36_000, end: 86_340 }], [{ start: 0, end: 36_000 }], [{ start: 32_400, end: 36_000 }]],
  )
})

test('pounds, miles and hours become the units of the engine, and no limit becomes Infinity', () => {
  const [built] = compiled([stop]).vehicles
  assert.deepEqual(
    [built?.capacity, built?.maxStops, built?.costPerMeter, built?.costPerSecond],
    [[Infinity], Infinity, 1, 0.01],
  )
  assert.deepEqual(built?.breaks, [{ windowStart: 43_200, windowEnd: 46_800, seconds: 1_800 }])
})

test('in the hour that a clock change skips, a window or break never ends before it starts', () => {
  const springs = datedDay(calendarOf('America/New_York'), '2027-03-14')
  const night = { ...vehicle, breaks: [{ start: '02:45', end: '03:15', minutes: 20 }] }
  const { stops, vehicles } = compiled([{ ...stop, windowStart: '02:45', windowEnd: '03:15' }], [night], springs)
  const [window] = stops[0]?.windows ?? []
  assert.deepEqual(window, { start: 3.75 * 3_600, end: 3.75 * 3_600 })
  const [rest] = vehicles[0]?.breaks ?? []
  assert.equal(rest && rest.windowEnd - rest.windowStart, 20 * 60)
})
