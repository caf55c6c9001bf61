// Cars and trucks in one plan: each route is planned and timed on the roads of its own vehicle.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileProblem, placesOf } from '../../../../src/app/planning/compile/compile-problem.ts'
import type { PlanInput, PlanVehicle } from '../../../../src/app/planning/compile/plan-input.ts'
import { type TablesByVehicle, summaryOf, tableFor } from '../../../../src/app/planning/roads/tables-by-vehicle.ts'
import { anyDay } from '../../../../src/app/planning/compile/planned-day.ts'
import type { DistanceTable } from '../../../../src/app/ports/roads.ts'
import type { Costing } from '../../../../src/domain/planning/costing.ts'
import { check } from '../../../../src/engine/check.ts'
import { solve } from '../../../../src/engine/solve.ts'

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
const stops = [stop('a', 1), stop('b', 2), stop('c', 3)]
const tablesOf = (car: DistanceTable, truck: DistanceTable): TablesByVehicle =>
  new Map([
    ['CAR', car],
    ['TRUCK', truck],
  ])

test('one kind of vehicle is planned on its unchanged table', () => {
  const input = { ...inputOf(stops), vehicles: [vehicle('truck', 'TRUCK')], trafficFactor: 1 }
  const table = tableOf(rows, 0.1)
  const tables: TablesByVehicle = new Map([['TRUCK', table]])
  const problem = compileProblem(input, placesOf(input).indexOf, tables)
  assert.equal(problem.durations, table.durations)
  assert.deepEqual([problem.otherRoads, problem.vehicles[0]?.roads], [undefined, undefined])
  assert.equal(tableFor(tables, { costing: 'CAR' }), table)
})

test('each vehicle drives on its own roads, with the traffic of the day', () => {
  const input = inputOf(stops)
  const tables = tablesOf(tableOf(rows, 0.1), tableOf(rows, 0.2))
  const problem = compileProblem(input, placesOf(input).indexOf, tables)
  assert.deepEqual(
    problem.vehicles.map(({ id, roads }) => [id, roads]),
    [
      ['van', undefined],
      ['truck', 0],
    ],
  )
  assert.ok(Math.abs((problem.durations[1] ?? 0) - 120) < 1e-9)
  assert.ok(Math.abs((problem.otherRoads?.[0]?.durations[1] ?? 0) - 240) < 1e-9)
})

test('vehicles of one kind have the table of their own size; equal tables are in the problem once', () => {
  const truck = vehicle('truck', 'TRUCK')
  const input = { ...inputOf(stops), vehicles: [truck, { ...truck, size: { heightMeters: 3 } }, truck] }
  const [usual, low] = [tableOf(rows, 0.1), tableOf(rows, 0.2)]
  const { indexOf } = placesOf(input)
  const keys = ['TRUCK', 'TRUCK 3////'] as const
  const roadsOf = (tables: TablesByVehicle) =>
    compileProblem(input, indexOf, tables).vehicles.map(({ roads }) => roads ?? null)
  assert.deepEqual(
    roadsOf(
      new Map([
        [keys[0], usual],
        [keys[1], low],
      ]),
    ),
    [null, 0, null],
  )
  assert.deepEqual(roadsOf(new Map(keys.map((key) => [key, usual]))), [null, null, null])
  const shared = compileProblem(input, indexOf, new Map(keys.map((key) => [key, usual])))
  assert.equal(shared.otherRoads, undefined)
  assert.throws(
    () =>
      roadsOf(
        new Map([
          [keys[0], usual],
          ['CAR', low],
        ]),
      ),
    /no roads for TRUCK 3/,
  )
})

test('the summary has the estimates and road distances of all tables', () => {
  const tables = tablesOf(
    tableOf(rows, 0.1, { roadMeters: [0, 900, null, null] }),
    tableOf(rows, 0.2, {
      source: 'straight_line',
      estimated: true,
      estimateReason: 'PROVIDER_DOWN',
      roadMeters: [0, 20, 30, null],
    }),
  )
  assert.deepEqual(summaryOf(tables), {
    source: 'straight_line',
    estimated: true,
    estimateReason: 'PROVIDER_DOWN',
    roadMeters: [0, 20, 30, null],
  })
  assert.deepEqual(summaryOf(new Map([['CAR', tableOf(rows, 0.1)]])), {
    source: 'valhalla',
    estimated: false,
    estimateReason: null,
  })
})

test('a stop that only the van reaches in time is on the van, and each route is timed on its own roads', () => {
  const early = [stop('a', 1), { ...stop('b', 2), windowEnd: '08:10' }, stop('c', 3)]
  const input = inputOf(early)
  const tables = tablesOf(tableOf(rows, 0.2), tableOf(rows, 0.4))
  const { indexOf } = placesOf(input)
  const problem = compileProblem(input, indexOf, tables)
  const solution = solve(problem, { iterations: 200, seed: 1 })
  assert.deepEqual(check(problem, solution), [])
  assert.deepEqual(solution.unassigned, [])
  assert.ok(solution.routes.some(({ vehicle, visits }) => vehicle === 0 && visits.some((visit) => visit.stop === 1)))
  for (const route of solution.routes) {
    const speed = route.distance / route.driveSeconds
    assert.ok(Math.abs(speed - 1 / (1.2 * (route.vehicle === 0 ? 0.2 : 0.4))) < 1e-9)
  }
  assert.equal(solution.routes.length, 2)
})
