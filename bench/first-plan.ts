// npm run bench first-plan -- [--steps 40000] [--seeds 3] [--tables FILE.json,…]
// Measures the shape of a first build: balance, crossing legs, stops inside another route's area, driving, and number
// of vans. Uses the demo, and three days of real addresses on road distances: the tables of test/data by default, or
// given road tables with `locations`. The number of steps is fixed, so the figures are the same on every machine.
import { DEMO_DEPOT, DEMO_FLEET, demoOrders } from '../src/app/operations/demo/demo-content.ts'
import { compileProblem, placesOf } from '../src/app/planning/compile/compile-problem.ts'
import { BALANCE, COMPACTNESS, VEHICLE_COST } from '../src/app/planning/input/plan-parts.ts'
import type { PlanInput, PlanStop } from '../src/app/planning/compile/plan-input.ts'
import { planShapeMetrics, type PlanShapeMetrics } from '../src/app/planning/solve/plan-shape-metrics.ts'
import { anyDay } from '../src/app/planning/compile/planned-day.ts'
import { milesOf } from '../src/domain/planning/units.ts'
import { estimateLeg } from '../src/domain/geo/geo.ts'
import type { Point, TemperatureClass } from '../src/domain/orders/order.ts'
import { COSTS } from '../src/domain/planning/insertion.ts'
import { median } from '../src/domain/planning/median.ts'
import { check } from '../src/engine/check.ts'
import type { Problem } from '../src/engine/problem.ts'
import { solve } from '../src/engine/solve.ts'
import { readRoadTable, type RoadTable, tableAmong } from './distances/road-table.ts'
import { parseOptions } from './given-options.ts'
import { seeded } from './random.ts'

const options = parseOptions({
  steps: 40_000,
  seeds: 3,
  tables: 'test/data/matrices/roads-61.json.gz,test/data/matrices/roads-201.json.gz',
})
const iterations = options.steps
const seeds = Array.from({ length: options.seeds }, (_, i) => i + 1)

interface Day {
  name: string
  input: Omit<PlanInput, 'objective'>
  /** Road distances. Null if the day uses estimated distances. */
  table: RoadTable | null
}

const vehicleAt = (depot: Point, id: string): PlanInput['vehicles'][number] => ({
  id,
  start: depot,
  end: depot,
  shiftStart: '08:00',
  shiftEnd: '18:00',
  capacityLbs: null,
  temperatureClasses: ['DRY'],
  maxStops: null,
  ...COSTS,
  costing: 'CAR',
  breaks: [],
})

interface DemoOrder {
  address: Point
  items: { quantity: number; unit_weight_lbs: number; temperature_class: TemperatureClass }[]
  window_start?: string
  window_end?: string
}

const stopAt = (id: string, point: Point): PlanStop => ({
  id,
  point,
  windowStart: null,
  windowEnd: null,
  serviceMinutes: 5,
  loadWeightLbs: null,
  temperatureClass: 'DRY',
  lock: null,
})

function demoDay(): Day {
  const orders = demoOrders('2026-01-05') as unknown as DemoOrder[]
  const stops = orders.map(({ address, items: [item], window_start, window_end }, i) => ({
    ...stopAt(`stop ${i}`, { lat: address.lat, lng: address.lng }),
    windowStart: window_start ?? null,
    windowEnd: window_end ?? null,
    loadWeightLbs: item ? item.quantity * item.unit_weight_lbs : null,
    temperatureClass: item?.temperature_class ?? 'DRY',
  }))
  const vehicles = DEMO_FLEET.map(({ name, capacityLbs, temperatureClasses, maxStops }) => ({
    ...vehicleAt(DEMO_DEPOT, name),
    capacityLbs,
    temperatureClasses,
    maxStops,
  }))
  return {
    name: `demo, ${stops.length} stops, ${vehicles.length} vans`,
    input: { day: anyDay, vehicles, stops, trafficFactor: 1 },
    table: null,
  }
}

/** Returns a day with the addresses of the table. A third of the stops have a window of 2 hours. */
function roadDay(table: RoadTable, vans: number): Day {
  const draw = seeded(table.points.length)
  const [depot, ...addresses] = table.points as [Point, ...Point[]]
  const stops = addresses.map((point, i) => {
    const opens = draw() < 1 / 3 ? 9 + Math.floor(7 * draw()) : null
    const hour = (of: number): string => `${String(of).padStart(2, '0')}:00`
    return {
      ...stopAt(`stop ${i}`, point),
      windowStart: opens === null ? null : hour(opens),
      windowEnd: opens === null ? null : hour(opens + 2),
    }
  })
  const vehicles = Array.from({ length: vans }, (_, i) => vehicleAt(depot, `van ${i + 1}`))
  return {
    name: `${stops.length} addresses, ${vans} vans`,
    input: { day: anyDay, vehicles, stops, trafficFactor: 1 },
    table,
  }
}

function* days(): Generator<Day> {
  yield demoDay()
  const tables = options.tables.split(',').map((file) => readRoadTable(file))
  for (const table of tables) yield roadDay(table, Math.max(2, Math.round(table.points.length / 25)))
  const largest = tables.reduce((a, b) => (b.points.length > a.points.length ? b : a))
  yield roadDay(
    tableAmong(largest, (_, i) => i % 2 === 0),
    6,
  )
}

function problemOf({ input, table }: Day, objective: Problem['objective']): Problem {
  const { points, indexOf } = placesOf(input)
  const at = new Map(table?.points.map(({ lat, lng }, i) => [`${lat},${lng}`, i]))
  const legs = points.flatMap((from) =>
    points.map((to) => {
      if (!table) return estimateLeg(from, to)
      const [i, j] = [from, to].map(({ lat, lng }) => at.get(`${lat},${lng}`) as number) as [number, number]
      const leg = i * table.points.length + j
      return { meters: table.distances[leg] as number, seconds: table.durations[leg] as number }
    }),
  )
  const durations = Float64Array.from(legs, ({ seconds }) => seconds)
  const distances = Float64Array.from(legs, ({ meters }) => meters)
  return compileProblem({ ...input, objective }, indexOf, new Map([['CAR', { durations, distances }]]))
}

/** Returns the number of stops of each route, and the measures of the plan's shape. */
function planAndMeasure(problem: Problem, seed: number): PlanShapeMetrics & { counts: number[] } {
  const solution = solve(problem, { iterations, seed })
  const faults = check(problem, solution)
  if (faults.length > 0) throw new Error(faults[0])
  return { ...planShapeMetrics(problem, solution), counts: solution.routes.map(({ visits }) => visits.length) }
}

const medianFigure = (all: readonly PlanShapeMetrics[], figure: (looks: PlanShapeMetrics) => number): number =>
  median(all.map(figure)) ?? 0

const objective = (over: Partial<Problem['objective']>): Problem['objective'] => ({
  useAllVehicles: true,
  balance: BALANCE.NONE,
  latenessCostPerSecond: null,
  change: null,
  ...over,
})

/** Objectives to compare: one per value of `options.balance`, and the default without `compactness`. */
const OBJECTIVES: Record<string, Problem['objective']> = {
  NONE: objective({}),
  'default, not compact': objective({ balance: 'gentle' }),
  default: objective({ balance: 'gentle', compactness: COMPACTNESS }),
  TIME: objective({ balance: BALANCE.TIME, compactness: COMPACTNESS }),
  FEWEST: objective({ useAllVehicles: false, balance: 'gentle', compactness: COMPACTNESS }),
}

for (const day of days()) {
  console.log(`\n${day.name} (median of ${seeds.length} seeds; stops of the first)`)
  for (const [name, way] of Object.entries(OBJECTIVES)) {
    const fixedCost = way.useAllVehicles ? 0 : VEHICLE_COST
    const vehicles = day.input.vehicles.map((vehicle) => ({ ...vehicle, fixedCost }))
    const problem = problemOf({ ...day, input: { ...day.input, vehicles } }, way)
    const began = performance.now()
    const all = seeds.map((seed) => planAndMeasure(problem, seed))
    const seconds = (performance.now() - began) / 1000 / seeds.length
    const [first] = all
    console.log(
      [
        `  ${name.padEnd(20)}`,
        `vans ${medianFigure(all, ({ routes }) => routes)}`,
        `stops ${first?.counts.join(', ')}`,
        `minutes ${medianFigure(all, ({ shortestSeconds }) => shortestSeconds / 60).toFixed(0)} to ${medianFigure(all, ({ longestSeconds }) => longestSeconds / 60).toFixed(0)}`,
        `miles ${medianFigure(all, ({ meters }) => milesOf(meters)).toFixed(1)}`,
        `hours ${medianFigure(all, ({ workSeconds }) => workSeconds / 3_600).toFixed(1)}`,
        `crossings ${medianFigure(all, ({ crossings }) => crossings)}`,
        `inside another ${medianFigure(all, ({ inside }) => inside)}`,
        `left off ${medianFigure(all, ({ unassigned }) => unassigned)}`,
        `${seconds.toFixed(1)} s`,
      ].join('  '),
    )
  }
}
