// npm run bench replan -- [--seeds 20] [--seconds 0.8] [--matrix FILE.json] [--free 4]
// Fits 5 urgent deliveries into 10 vans that have just left with 175 stops, one day per seed. Reports the changes of
// the plan with the fewest changes, its extra driving compared with a new plan for all vans, and the duration of the
// three plans.
import { compileProblem } from '../src/app/planning/compile/compile-problem.ts'
import type { PlanInput } from '../src/app/planning/compile/plan-input.ts'
import { anyDay } from '../src/app/planning/compile/planned-day.ts'
import { goalPlan } from '../src/app/planning/input/replan-input.ts'
import { restsOf } from '../src/app/planning/replan/rests-of.ts'
import { ruleFaults } from '../src/app/planning/replan/rule-faults.ts'
import { legsOf, timedVans } from '../src/app/planning/replan/timed-van.ts'
import {
  type TimedVan,
  type ReplanDay,
  type ReplanStop,
  currentRemainders,
  type RemainingStops,
  type ReplanVehicle,
} from '../src/app/planning/input/vans.ts'
import type { Point } from '../src/domain/orders/order.ts'
import { median } from '../src/domain/planning/median.ts'
import { REPLAN_GOALS, type ReplanGoal, visitChanges } from '../src/domain/routes/replan.ts'
import { check } from '../src/engine/check.ts'
import type { Problem } from '../src/engine/problem.ts'
import { solve } from '../src/engine/solve.ts'
import { readRoadTable } from './distances/road-table.ts'
import { seeded } from './random.ts'
import { parseOptions } from './given-options.ts'

const options = parseOptions({ seeds: 20, seconds: 0.8, free: 4, matrix: 'test/data/matrices/roads-201.json.gz' })

const VANS = 10
const STOPS = 175
const URGENT = 5
const HOUR = 3600

const table = readRoadTable(options.matrix)
const own = new Map([['CAR' as const, table]])
/** The matrix has no coordinates, so the latitude of a location is its index. */
const place = (number: number): Point => ({ lat: number, lng: 0 })
const indexOf = ({ lat }: Point): number => lat

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Returns a stop at the location with this index in the matrix. A third of the stops have a window of 2 hours. */
function stopAt(number: number, draw: () => number): ReplanStop {
  const opens = draw() < 1 / 3 ? 9 + Math.floor(7 * draw()) : null
  return {
    orderId: `stop ${number}`,
    externalRef: `stop ${number}`,
    status: 'PENDING',
    locked: false,
    point: place(number),
    windowStart: opens === null ? null : `${twoDigits(opens)}:00`,
    windowEnd: opens === null ? null : `${twoDigits(opens + 2)}:00`,
    serviceMinutes: 5,
    loadWeightLbs: null,
    temperatureClass: 'DRY',
  }
}

const van = (number: number, rest: readonly ReplanStop[], leaves: number): ReplanVehicle => ({
  routeId: `van ${number}`,
  name: `van ${number}`,
  status: 'IN_PROGRESS',
  costing: 'CAR',
  capacityLbs: null,
  temperatureClasses: ['DRY'],
  maxStops: 25,
  end: place(0),
  from: place(0),
  leaves,
  shiftEnd: 18 * HOUR,
  homeBy: null,
  out: false,
  grown: new Map(),
  stopsBefore: 0,
  aboardLbs: 0,
  rest,
})

const solved = (problem: Problem, seconds: number, seed: number) => {
  const solution = solve(problem, { seconds, seed })
  const faults = check(problem, solution)
  if (faults.length > 0) throw new Error(faults[0])
  return solution
}

/** The day as built in the morning, with each van at its departure. */
function builtDay(stops: readonly ReplanStop[], newcomers: readonly ReplanStop[], seed: number): ReplanDay {
  const vans = Array.from({ length: VANS }, (_, number) => van(number, [], 8 * HOUR))
  const empty: ReplanDay = { day: anyDay, trafficFactor: 1, vans, newcomers: stops }
  const plan = goalPlan(empty, 'LEAST_DRIVING', new Map())
  const { initial: _none, ...input } = plan.input
  const objective: PlanInput['objective'] = {
    useAllVehicles: true,
    balance: 'none',
    latenessCostPerSecond: null,
    change: null,
  }
  const solution = solved(compileProblem({ ...input, objective }, indexOf, own), options.free, seed)
  const rests = restsOf(plan, solution)
  return {
    ...empty,
    newcomers,
    vans: vans.map((_, number) => {
      const departure = solution.routes.find(({ vehicle }) => vehicle === number)?.departure
      return van(number, rests.get(`van ${number}`) ?? [], departure ?? 8 * HOUR)
    }),
  }
}

/** Re-plans all vans without a cost for changes. `status` determines whether the goods count as loaded on their van. */
function freely(replan: ReplanDay, status: ReplanVehicle['status'], seed: number): RemainingStops {
  const vans = replan.vans.map((one): ReplanVehicle => ({ ...one, status }))
  const plan = goalPlan({ ...replan, vans }, 'LEAST_DRIVING', new Map())
  const input: PlanInput = { ...plan.input, objective: { ...plan.input.objective, change: null } }
  return restsOf(plan, solved(compileProblem(input, indexOf, own), options.free, seed))
}

interface Measured {
  reordered: number[]
  moved: number
  broken: number
  leftOff: number
  /**
   * Percent of extra driving compared with a new plan: with the goods where they are, and as if no goods were on board.
   */
  extra: number
  extraUnloaded: number
  freeMoved: number
}

const results = new Map<ReplanGoal, Measured[]>(REPLAN_GOALS.map((goal) => [goal, []]))
const seconds: number[] = []
for (let seed = 1; seed <= options.seeds; seed++) {
  const draw = seeded(seed)
  const numbers = Array.from({ length: 200 }, (_, i) => ({ number: i + 1, key: draw() }))
  const chosen = numbers.sort((a, b) => a.key - b.key).map(({ number }) => stopAt(number, draw))
  const replan = builtDay(chosen.slice(0, STOPS), chosen.slice(STOPS, STOPS + URGENT), seed)
  const legOf = legsOf(replan, own, indexOf)
  const now = timedVans(replan, currentRemainders(replan), legOf)
  const free = timedVans(replan, freely(replan, 'IN_PROGRESS', seed), legOf)
  const unloaded = timedVans(replan, freely(replan, 'DISPATCHED', seed), legOf)
  const freeMoved = changesOf(now, unloaded).filter(({ kind }) => kind === 'MOVED').length
  const late = new Set(
    [...now.values()].flatMap(({ visits }) =>
      visits.filter(({ lateSeconds }) => lateSeconds > 0).map(({ orderId }) => orderId),
    ),
  )
  const began = performance.now()
  for (const goal of REPLAN_GOALS) {
    const plan = goalPlan(replan, goal, now)
    const rests = restsOf(plan, solved(compileProblem(plan.input, indexOf, own), options.seconds, seed))
    const faults = ruleFaults(replan, rests)
    if (faults.length > 0) throw new Error(faults[0])
    const after = timedVans(replan, rests, legOf)
    const changes = changesOf(now, after)
    const visits = [...after.values()].flatMap((timed) => timed.visits)
    results.get(goal)?.push({
      reordered: replan.vans.map(
        ({ routeId }) => changes.filter(({ kind, after }) => kind === 'REORDERED' && after.routeId === routeId).length,
      ),
      moved: changes.filter(({ kind }) => kind === 'MOVED').length,
      broken: visits.filter(({ orderId, lateSeconds }) => lateSeconds > 0 && !late.has(orderId)).length,
      leftOff: STOPS + URGENT - visits.length,
      extra: percentMore(after, free),
      extraUnloaded: percentMore(after, unloaded),
      freeMoved,
    })
  }
  seconds.push((performance.now() - began) / 1000)
  const [fewest] = REPLAN_GOALS.map((goal) => results.get(goal)?.at(-1))
  console.log(`seed ${seed}: ${JSON.stringify(fewest)}`)
}

function percentMore(than: ReadonlyMap<string, TimedVan>, free: ReadonlyMap<string, TimedVan>): number {
  const driven = (timed: ReadonlyMap<string, TimedVan>) =>
    [...timed.values()].reduce((sum, { driveSeconds }) => sum + driveSeconds, 0)
  return 100 * (driven(than) / driven(free) - 1)
}

function changesOf(before: ReadonlyMap<string, TimedVan>, after: ReadonlyMap<string, TimedVan>) {
  return visitChanges([...before.values()], [...after.values()])
}

const middle = (numbers: readonly number[]): string => median(numbers).toFixed(1)
for (const [goal, days] of results) {
  const perVan = days.flatMap(({ reordered }) => reordered)
  console.log(
    [
      goal.padEnd(15),
      `re-ordered per van: median ${middle(perVan)}, most ${Math.max(...perVan)}`,
      `changed van: ${Math.max(...days.map(({ moved }) => moved))}`,
      `kept windows broken: ${Math.max(...days.map(({ broken }) => broken))}`,
      `left off: ${Math.max(...days.map(({ leftOff }) => leftOff))}`,
      `driving over a free plan: median ${middle(days.map(({ extra }) => extra))} %, most ${Math.max(...days.map(({ extra }) => extra)).toFixed(1)} %`,
      `over one of empty vans: median ${middle(days.map(({ extraUnloaded }) => extraUnloaded))} %`,
    ].join('; '),
  )
}
const freeMoved = [...(results.get('FEWEST_CHANGES') ?? [])].map((day) => day.freeMoved)
console.log(`free plan of empty vans: stops that change van: ${Math.min(...freeMoved)} to ${Math.max(...freeMoved)}`)
console.log(`three plans: median ${middle(seconds)} s, longest ${Math.max(...seconds).toFixed(1)} s`)
