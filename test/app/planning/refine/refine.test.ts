// Tests plans with more locations than a provider's table has: 84 real addresses, and the roads among them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import { readRoadTable } from '../../../../bench/distances/road-table.ts'
import type { PlanInput } from '../../../../src/app/planning/compile/plan-input.ts'
import { anyDay } from '../../../../src/app/planning/compile/planned-day.ts'
import { type SolveBudget, type SolvedPlan, solvePlan } from '../../../../src/app/planning/solve/solve-plan.ts'
import type { RoadDistances } from '../../../../src/app/ports/roads.ts'
import type { Point } from '../../../../src/domain/orders/order.ts'
import { solve } from '../../../../src/engine/solve.ts'

const PLACES = 85
const VEHICLES = 4
const real = readRoadTable('test/data/matrices/roads-201.json.gz')
const side = real.points.length
const places = real.points.slice(0, PLACES)
const positions = new Map(real.points.map(({ lat, lng }, i) => [`${lat},${lng}`, i]))
const legAt = (from: Point, to: Point): number =>
  (positions.get(`${from.lat},${from.lng}`) ?? 0) * side + (positions.get(`${to.lat},${to.lng}`) ?? 0)

/** Returns a provider that records the size of each table and fails after `most` tables. */
function provider(most = Infinity): RoadDistances & { sides: number[] } {
  const sides: number[] = []
  return {
    name: 'valhalla',
    sides,
    table: async (points) => {
      sides.push(points.length)
      if (sides.length > most) throw new Error('down')
      const legs = points.flatMap((from) => points.map((to) => legAt(from, to)))
      return {
        durations: Float64Array.from(legs, (leg) => real.durations[leg] as number),
        distances: Float64Array.from(legs, (leg) => real.distances[leg] as number),
      }
    },
    ways: async () => [],
  }
}

const [depot, ...stops] = places as [Point, ...Point[]]
const input: PlanInput = {
  day: anyDay,
  vehicles: Array.from({ length: VEHICLES }, (_, i) => ({
    id: `van ${i}`,
    costing: 'CAR',
    start: depot,
    end: depot,
    shiftStart: '08:00',
    shiftEnd: '18:00',
    capacityLbs: null,
    temperatureClasses: ['DRY'],
    maxStops: 28,
    fixedCost: 0,
    costPerMile: 0,
    costPerHour: 36,
    breaks: [],
  })),
  stops: stops.map((point, i) => ({
    id: `stop ${i}`,
    point,
    windowStart: null,
    windowEnd: null,
    serviceMinutes: 4,
    loadWeightLbs: null,
    temperatureClass: 'DRY',
    lock: null,
  })),
  objective: { useAllVehicles: true, balance: 'none', latenessCostPerSecond: null, change: null },
  trafficFactor: 1,
}

const planned = (
  distances: RoadDistances,
  refine: boolean,
  budget: Pick<SolveBudget, 'seconds' | 'onProgress'> = {},
  asked: (seconds: number | undefined) => void = () => {},
): Promise<SolvedPlan> =>
  solvePlan(
    {
      businessId: 'business',
      distances,
      log: pino({ level: 'silent' }),
      solver: {
        solve: async (_, problem, { seconds }) => {
          asked(seconds)
          return solve(problem, { iterations: 300, seed: 1 })
        },
      },
    },
    input,
    { refine, ...budget },
  )

/** Driving minutes of the routes on roads. */
const minutes = ({ solution }: SolvedPlan): number =>
  solution.routes.reduce((sum, route) => {
    const chain = [depot, ...route.visits.map(({ stop }) => stops[stop] as Point), depot]
    const legs = chain.slice(1).map((to, i) => real.durations[legAt(chain[i] as Point, to)] as number)
    return sum + legs.reduce((all, leg) => all + leg, 0) / 60
  }, 0)

test('a plan too large for one table is improved on tables of one and two routes, with less driving', async () => {
  const roads = provider()
  const [estimated, refined] = [await planned(roads, false), await planned(roads, true)]
  assert.ok(roads.sides.length >= VEHICLES && roads.sides.length <= 5 * VEHICLES, `${roads.sides.length} tables`)
  assert.ok(Math.max(...roads.sides) <= 61)
  assert.deepEqual([estimated.roads.source, estimated.roads.estimated], ['straight_line', true])
  assert.deepEqual(
    [refined.roads.source, refined.roads.estimated, refined.roads.estimateReason],
    ['valhalla', false, null],
  )
  const served = refined.solution.routes.flatMap(({ visits }) => visits.map(({ stop }) => stop))
  assert.equal(new Set(served).size, stops.length)
  const onRoads = refined.solution.routes.reduce((sum, { driveSeconds }) => sum + driveSeconds / 60, 0)
  assert.ok(Math.abs(onRoads - minutes(refined)) < 1e-6, 'the times are those of the roads')
  assert.ok(minutes(refined) < 0.97 * minutes(estimated), `${minutes(refined)} of ${minutes(estimated)} minutes`)
  const learnt = refined.learnt.filter(({ table }) => table.asked)
  assert.equal(learnt.length, VEHICLES)
  for (const { points, table } of learnt)
    for (const [i, from] of points.entries())
      for (const [j, to] of points.entries())
        assert.equal(table.durations[i * points.length + j], real.durations[legAt(from, to)])
})

test('if the provider fails during refinement, each route shows whether it is on roads, and the plan that it is estimated', async () => {
  const { solution, sourceOf, roads, learnt } = await planned(provider(2), true)
  assert.deepEqual([roads.source, roads.estimated, roads.estimateReason], ['straight_line', true, 'TABLE_TOO_LARGE'])
  assert.deepEqual(
    solution.routes.map(({ vehicle }) => sourceOf(vehicle).estimated),
    [false, false, true, true],
  )
  assert.equal(learnt.filter((one) => one.table.asked).length, 2)
})

test('a provider with a price per leg is requested for single routes only', async () => {
  const paid = { ...provider(), priced: true }
  const { roads } = await planned(paid, true)
  assert.deepEqual([paid.sides.length, roads.estimated], [VEHICLES, false])
})

test('the time limit includes refinement: a hanging provider does not extend it', async (t) => {
  const hanging: RoadDistances = { ...provider(), table: () => new Promise(() => {}) }
  const seconds: (number | undefined)[] = []
  const { roads } = await planned(hanging, true, { seconds: 1 }, (asked) => seconds.push(asked))
  assert.deepEqual(seconds, [0.5])
  assert.deepEqual([roads.estimated, roads.estimateReason], [true, 'TABLE_TOO_LARGE'])
  const within: number[] = []
  // Each search takes ten milliseconds on this clock, however busy the machine is.
  let now = 0
  t.mock.method(performance, 'now', () => now)
  await planned(provider(), true, { seconds: 0.4 }, (asked) => {
    within.push(asked ?? Infinity)
    now += 10
  })
  assert.ok(within.length > 1 && Math.max(...within) <= 0.2, within.join())
})

test('an observer gets the figures of the whole plan after each improvement', async () => {
  const heard: { unassigned: number; driveSeconds: number; seconds: number }[] = []
  const { solution } = await planned(provider(), true, { onProgress: (progress) => heard.push(progress) })
  assert.ok(heard.length >= VEHICLES)
  const last = heard.at(-1)
  const driven = solution.routes.reduce((sum, { driveSeconds }) => sum + driveSeconds, 0)
  assert.ok(last && Math.abs(last.driveSeconds - driven) < 1e-6)
  assert.equal(last.unassigned, solution.unassigned.length)
  assert.deepEqual(
    heard.map(({ seconds }) => seconds),
    heard.map(({ seconds }) => seconds).sort((a, b) => a - b),
  )
})
