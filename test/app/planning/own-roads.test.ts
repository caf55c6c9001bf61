// Cars and trucks in one plan: what it is made on, and each route timed on its own roads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  compileProblem,
  type PlanInput,
  type PlanVehicle,
  placesOf,
} from '../../../src/app/planning/compile-problem.ts'
import { commonRoads, onOwnRoads, type OwnRoads } from '../../../src/app/planning/own-roads.ts'
import { anyDay } from '../../../src/app/planning/planned-day.ts'
import type { DistanceTable } from '../../../src/app/ports/roads.ts'
import type { Costing } from '../../../src/domain/planning/costing.ts'
import { check } from '../../../src/engine/check.ts'
import { solve } from '../../../src/engine/solve.ts'

const depot = { lat: 0, lng: 0 }
const vehicle = (id: string, costing: Costing): PlanVehicle => ({
  id,
  costing,
  start: depot,
  end: depot,
  shiftStart: '08:00',
  shiftEnd: '17:00',
  capacityLbs: null,
  temperatureClasses: ['DRY'],
  maxStops: 2,
  fixedCost: 0,
  costPerMile: 1,
  costPerHour: 2,
  breaks: [],
})
const stop = (
  id: string,
  lat: number,
  lock: PlanInput['stops'][number]['lock'] = null,
): PlanInput['stops'][number] => ({
  id,
  point: { lat, lng: 0 },
  windowStart: null,
  windowEnd: '12:00',
  serviceMinutes: 5,
  loadWeightLbs: null,
  temperatureClass: 'DRY',
  priority: 0,
  lock,
})
const inputOf = (stops: PlanInput['stops']): PlanInput => ({
  day: anyDay,
  vehicles: [vehicle('van', 'CAR'), vehicle('truck', 'TRUCK')],
  stops,
  objective: { useAllVehicles: true, balance: 'stops', latenessCostPerSecond: null, change: null },
  trafficFactor: 1.2,
})
const tableOf = (rows: number[][], seconds: number, members: Partial<DistanceTable> = {}): DistanceTable => ({
  distances: Float64Array.from(rows.flat()),
  durations: Float64Array.from(rows.flat().map((meters) => meters * seconds)),
  source: 'valhalla',
  estimated: false,
  estimateReason: null,
  asked: true,
  ...members,
})
const rows = [
  [0, 1000, 2000, 3000],
  [1100, 0, 1200, 2100],
  [2200, 1300, 0, 1000],
  [3100, 2400, 900, 0],
]
const shut = (place: number) => rows.map((row, i) => row.map((leg, j) => (i === place || j === place ? Infinity : leg)))
const stops = [stop('a', 1), stop('b', 2), stop('c', 3)]
const ownOf = (car: DistanceTable, truck: DistanceTable): OwnRoads =>
  new Map([
    ['CAR', car],
    ['TRUCK', truck],
  ])

test('one kind of vehicle is planned on its table as it is', () => {
  const input = { ...inputOf(stops), vehicles: [vehicle('van', 'CAR')] }
  const table = tableOf(rows, 0.1)
  const common = commonRoads(input, placesOf(input).indexOf, new Map([['CAR', table]]))
  assert.equal(common.table, table)
  assert.equal(common.input, input)
})

test('two kinds are planned on the slower of each leg; estimates and doubts of either are said', () => {
  const input = inputOf(stops)
  const slowOnce = rows.map((row, i) => row.map((leg, j) => (i === 1 && j === 2 ? 9_000 : leg)))
  const own = ownOf(
    tableOf(slowOnce, 0.1, { roadMeters: [0, 900, null, null] }),
    tableOf(rows, 0.2, { estimated: true, estimateReason: 'PROVIDER_DOWN', roadMeters: [0, 20, 30, null] }),
  )
  const { table, input: barred } = commonRoads(input, placesOf(input).indexOf, own)
  assert.equal(table.durations[6], 900)
  assert.equal(table.durations[9], 260)
  assert.deepEqual(table.roadMeters, [0, 20, 30, null])
  assert.deepEqual([table.estimated, table.estimateReason], [true, 'PROVIDER_DOWN'])
  assert.deepEqual(barred.stops, stops)
})

test('a place that one kind has no way to is left to the other, unless a lock asks for the first', () => {
  const own = ownOf(tableOf(rows, 0.1), tableOf(shut(2), 0.2))
  const input = inputOf(stops)
  const { table, input: barred } = commonRoads(input, placesOf(input).indexOf, own)
  assert.deepEqual(
    barred.stops.map(({ forbiddenVehicles }) => forbiddenVehicles),
    [undefined, [1], undefined],
  )
  assert.equal(table.durations[6], 120, 'as the van drives')
  assert.equal(table.durations[7], 420, 'as the truck drives')
  const locked = inputOf([stop('a', 1), stop('b', 2, { vehicle: 1 }), stop('c', 3)])
  const kept = commonRoads(locked, placesOf(locked).indexOf, own)
  assert.equal(kept.table.durations[6], Infinity)
  assert.ok(kept.input.stops.every(({ forbiddenVehicles }) => forbiddenVehicles === undefined))
})

test('each route is then timed on its own roads, keeps every rule there, and is never later than planned', () => {
  const input = inputOf(stops)
  const own = ownOf(tableOf(rows, 0.5), tableOf(rows, 0.9))
  const { indexOf } = placesOf(input)
  const common = commonRoads(input, indexOf, own)
  const problem = compileProblem(common.input, indexOf, common.table)
  const solution = solve(problem, { iterations: 200, seed: 1 })
  assert.deepEqual(check(problem, solution), [])
  const problemOf = (costing: Costing) => compileProblem(common.input, indexOf, own.get(costing) as DistanceTable)
  const { routes, faults } = onOwnRoads(solution.routes, input.vehicles, problemOf)
  assert.deepEqual(faults, [])
  for (const [i, route] of routes.entries()) {
    const planned = solution.routes[i]
    const speed = route.distance / route.driveSeconds
    assert.ok(Math.abs(speed - 1 / (1.2 * (route.vehicle === 0 ? 0.5 : 0.9))) < 1e-9)
    assert.deepEqual(
      route.visits.map((visit) => visit.stop),
      planned?.visits.map((visit) => visit.stop),
    )
    assert.ok(
      (route.returnTime ?? 0) - route.departure <= (planned?.returnTime ?? 0) - (planned?.departure ?? 0) + 1e-6,
    )
  }
  assert.equal(routes.length, 2)
})

test('whatever the roads and the windows, a plan made on the slower ones can be driven on its own', () => {
  let state = 7
  const random = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const side = 13
  const roads = () => {
    const legs = Array.from({ length: side }, (_, i) =>
      Array.from({ length: side }, (_, j) => (i === j ? 0 : random(30) === 0 ? Infinity : 500 + random(9_000))),
    )
    return tableOf(legs, 0.05 + random(20) / 100)
  }
  for (let trial = 0; trial < 40; trial++) {
    const input = inputOf(
      Array.from({ length: side - 1 }, (_, i) => {
        const from = 8 + random(5)
        const hour = (value: number) => `${String(value).padStart(2, '0')}:00`
        return { ...stop(`${i}`, i + 1), windowStart: hour(from), windowEnd: hour(from + 1 + random(3)) }
      }),
    )
    const vehicles = input.vehicles.map((each) => ({ ...each, maxStops: null }))
    const mixed = { ...input, vehicles: [...vehicles, ...vehicles.map((each) => ({ ...each, id: `${each.id} 2` }))] }
    const { indexOf } = placesOf(mixed)
    const own = ownOf(roads(), roads())
    const common = commonRoads(mixed, indexOf, own)
    const problem = compileProblem(common.input, indexOf, common.table)
    const solution = solve(problem, { iterations: 50, seed: trial })
    assert.deepEqual(check(problem, solution), [])
    const problemOf = (costing: Costing) => compileProblem(common.input, indexOf, own.get(costing) as DistanceTable)
    assert.deepEqual(onOwnRoads(solution.routes, mixed.vehicles, problemOf).faults, [])
  }
})
