// Improves plans with more locations than a provider's table can have. Such a plan is first made on straight-line
// estimates. Then the routes are solved again on road tables, one route or two neighboring routes at a time
// (docs/distances.md#more-places-than-a-table-has).
import { MAX_TABLE_POINTS } from '../../../contract/limits.ts'
import { type RoadVehicle, roadVehicleKey } from '../../../domain/planning/road-vehicle.ts'
import { straightLineMeters } from '../../../domain/geo/geo.ts'
import type { Point } from '../../../domain/orders/order.ts'
import type { SearchTrace } from '../../../engine/search-trace.ts'
import { compareUnassigned, unassignedCounts } from '../../../engine/unassigned.ts'
import type { Problem } from '../../../engine/problem.ts'
import { check } from '../../../engine/check.ts'
import type { Solution, SolvedRoute, Unassigned } from '../../../engine/solution.ts'
import type { Context } from '../../context.ts'
import type { DistanceTable } from '../../ports/roads.ts'
import { SolverBusy, type SolveOptions } from '../../ports/solver.ts'
import { sum } from '../../../domain/sum.ts'
import type { PlanInput } from '../compile/plan-input.ts'
import { distanceTable, type RoadsContext } from '../roads/distances.ts'
import { partOf } from './part-problem.ts'
import { placesAmong, routesOnRoads } from './routes-on-roads.ts'

/** Maximum tables to request per vehicle. `MAX_TABLES` limits their total. Stored tables don't count. */
const TABLES_A_VEHICLE = 5
const MAX_TABLES = 100
const MAX_MS = 30_000
const SWEEPS = 2
const NEIGHBORS = 2
const SECONDS_A_ROUTE = 0.3
const SECONDS_A_PAIR = 0.5

export interface Refined {
  routes: SolvedRoute[]
  unassigned: Unassigned[]
  /** Vehicles whose routes were solved and timed entirely on road tables. */
  onRoads: ReadonlySet<number>
  /** Road tables of these routes that were just requested, so that they can be stored. */
  learnt: FetchedRoads[]
  /** The parts that were solved again, in the order of solving. A repetition of the build needs them. */
  parts: SolvedPart[]
}

/** A part of the plan that was solved again, with its complete input. */
export interface SolvedPart {
  vehicles: number[]
  stops: number[]
  places: number[]
  durations: Float64Array
  distances: Float64Array
  course: SearchTrace
}

export interface FetchedRoads {
  points: readonly Point[]
  table: DistanceTable
  vehicle: RoadVehicle
}

interface RouteRoads {
  /** Locations of the table, as indexes of the plan's points. */
  places: number[]
  table: DistanceTable
}

type Refining = RoadsContext & Pick<Context, 'businessId' | 'solver'>

/**
 * Limits of a refinement. `seconds` limits the whole refinement, which takes at most `MAX_MS`. `onProgress` receives
 * the figures of the whole plan after each improvement.
 */
interface Budget extends Pick<SolveOptions, 'seed' | 'seconds' | 'signal' | 'stop' | 'onProgress'> {
  /** Time when planning started, from `performance.now()`. */
  since: number
}

/**
 * Returns the initial state of a refinement. `judge` receives the rule violations in the result of each part, and
 * throws if there are any.
 */
const newRefinement = (
  ctx: Refining,
  input: Pick<PlanInput, 'vehicles' | 'trafficFactor'>,
  points: readonly Point[],
  problem: Problem,
  { cost, iterations, ...solution }: Solution,
  judge: (faults: string[]) => void,
  budget: Budget,
) => ({
  ctx,
  input,
  points,
  problem,
  judge,
  budget,
  cost,
  iterations,
  plan: routesOnRoads(solution),
  /** Road tables of the routes that were solved again, keyed by vehicle. */
  roads: new Map<number, RouteRoads>(),
  parts: [] as SolvedPart[],
  until: performance.now() + Math.min(MAX_MS, 1_000 * (budget.seconds ?? Infinity)),
  tablesLeft: Math.min(MAX_TABLES, TABLES_A_VEHICLE * input.vehicles.length),
})

type Refinement = ReturnType<typeof newRefinement>

/** Refines a solution of the problem. `points` are the locations of the problem. */
export async function refine(...found: Parameters<typeof newRefinement>): Promise<Refined> {
  const at = newRefinement(...found)
  const { ctx, input, points, problem } = at
  for (const vehicle of input.vehicles.keys()) await solvePart(at, [vehicle], SECONDS_A_ROUTE)
  // Then solve pairs of routes, unless the provider charges for each leg: a table of two routes has four times as many
  // legs as a table of one route.
  const tried = new Set<string>()
  for (let sweep = 0; sweep < (ctx.distances?.priced ? 0 : SWEEPS); sweep++) if (!(await sweepPairs(at, tried))) break
  return {
    routes: at.plan.routes(),
    unassigned: at.plan.unassigned(),
    parts: at.parts,
    onRoads: new Set(at.roads.keys()),
    learnt: [...at.roads].flatMap(([vehicle, { places, table }]): FetchedRoads[] => {
      const own = placesAmong(problem, [vehicle], at.plan.stopsOf(vehicle))
      if (!table.asked || own.length < 2) return []
      const among = own.map((place) => points[place] as Point)
      return [{ points: among, table: subTable(table, places, own), vehicle: roadVehicleOf(at, vehicle) }]
    }),
  }
}

const roadVehicleOf = ({ input }: Refinement, vehicle: number): RoadVehicle => input.vehicles[vehicle] as RoadVehicle

/**
 * Solves each pair of neighboring routes together. Skips a pair that was tried before with the same stops. Returns
 * false if no pair changed.
 */
async function sweepPairs(at: Refinement, tried: Set<string>): Promise<boolean> {
  let helped = false
  for (const vehicle of at.input.vehicles.keys())
    for (const neighbor of neighborsOf(at, vehicle)) {
      const pair = [vehicle, neighbor].sort((a, b) => a - b)
      const key = pair.map((one) => `${one}:${at.plan.stopsOf(one).join()}`).join(' ')
      if (tried.has(key)) continue
      tried.add(key)
      if (await solvePart(at, pair, SECONDS_A_PAIR)) helped = true
    }
  return helped
}

/**
 * Solves the routes of these vehicles again on a road table. Returns whether their stops or the order of stops changed.
 */
async function solvePart(at: Refinement, of: readonly number[], seconds: number): Promise<boolean> {
  const { problem, plan, budget } = at
  const carried = of.flatMap(plan.stopsOf)
  const room = MAX_TABLE_POINTS - placesAmong(problem, of, carried).length
  if (carried.length === 0 || room < 0 || at.tablesLeft === 0) return false
  if (budget.signal?.aborted || budget.stop?.aborted || performance.now() >= at.until) return false
  const stops = of.length > 1 ? [...carried, ...stopsThatMayJoin(at, of).slice(0, room)] : carried
  const places = placesAmong(problem, of, stops)
  const table = await tableOf(at, places, roadVehicleOf(at, of[0] as number))
  if (!table) return false
  const part = partOf(problem, of, of.map(plan.stopsOf), stops, places, table, at.input.trafficFactor)
  const solved = await solveWithinBudget(at, part, seconds)
  if (!solved) return false
  const { answer, course } = solved
  at.judge(check(part, answer))
  at.iterations += answer.iterations
  const off = unassignedCounts(
    part.stops,
    answer.unassigned.map(({ stop }) => stop),
  )
  const offBefore = unassignedCounts(
    part.stops,
    stops.slice(carried.length).map((_, i) => carried.length + i),
  )
  if (of.length > 1 && compareUnassigned(off, offBefore) > 0) return false
  const before = of.map(plan.stopsOf).join(';')
  for (const vehicle of of) at.roads.set(vehicle, { places, table })
  const { durations, distances } = table
  if (course) at.parts.push({ vehicles: [...of], stops, places, durations, distances, course })
  plan.takeOver(of, stops, answer)
  reportProgress(at)
  return of.map(plan.stopsOf).join(';') !== before
}

/** Returns stops that were left unassigned in a part and are not locked to another vehicle, highest priority first. */
function stopsThatMayJoin({ problem, plan }: Refinement, of: readonly number[]): number[] {
  const priorityOf = (stop: number): number => problem.stops[stop]?.priority ?? 0
  const mayJoin = (stop: number): boolean => {
    const lock = problem.stops[stop]?.lock
    return !lock || of.includes(lock.vehicle)
  }
  return plan
    .leftOff()
    .filter(mayJoin)
    .sort((a, b) => priorityOf(b) - priorityOf(a))
}

/**
 * Returns the road table of these locations. Returns null if the provider fails or takes too long, and then no further
 * tables are requested.
 */
async function tableOf(at: Refinement, places: readonly number[], vehicle: RoadVehicle): Promise<DistanceTable | null> {
  const points = places.map((place) => at.points[place] as Point)
  const table = await resultWithin(distanceTable(at.ctx, points, vehicle), at.until - performance.now())
  if (table?.asked) at.tablesLeft--
  if (table && !table.estimated) return table
  at.tablesLeft = 0
  return null
}

/**
 * Solves the part within the remaining time. Returns null if no time is left or the solver's queue is full. If the
 * queue is full, no further tables are requested, because they couldn't be used.
 */
async function solveWithinBudget(at: Refinement, part: Problem, seconds: number) {
  const { ctx, budget } = at
  const left = (at.until - performance.now()) / 1_000
  if (left <= 0) return null
  let course: SearchTrace | null = null
  const options = {
    seconds: Math.min(seconds, left),
    onCourse: (taken: SearchTrace) => void (course = taken),
    ...(budget.seed !== undefined && { seed: budget.seed }),
    ...(budget.signal && { signal: budget.signal }),
    ...(budget.stop && { stop: budget.stop }),
  }
  try {
    const answer = await ctx.solver.solve(ctx.businessId, part, options)
    return { answer, course: course as SearchTrace | null }
  } catch (error) {
    if (!(error instanceof SolverBusy)) throw error
    at.tablesLeft = 0
    return null
  }
}

function reportProgress({ plan, budget, iterations, cost }: Refinement): void {
  const routes = plan.routes()
  budget.onProgress?.({
    seconds: (performance.now() - budget.since) / 1_000,
    iterations,
    cost,
    unassigned: plan.unassigned().length,
    distance: sum(routes, ({ distance }) => distance),
    driveSeconds: sum(routes, ({ driveSeconds }) => driveSeconds),
  })
}

/** Returns up to `NEIGHBORS` vehicles with the same roads whose routes are nearest. */
function neighborsOf(at: Refinement, vehicle: number): number[] {
  const own = middleOf(at, vehicle)
  const roads = roadVehicleKey(roadVehicleOf(at, vehicle))
  return [...at.input.vehicles.keys()]
    .flatMap((other) => {
      const there = middleOf(at, other)
      const alike = other !== vehicle && roadVehicleKey(roadVehicleOf(at, other)) === roads
      return own && there && alike ? [{ other, meters: straightLineMeters(own, there) }] : []
    })
    .sort((a, b) => a.meters - b.meters)
    .slice(0, NEIGHBORS)
    .map(({ other }) => other)
}

/** Returns the mean location of a route's stops. Null if the route has no stops. */
function middleOf({ points, problem, plan }: Refinement, vehicle: number): Point | null {
  const stops = plan.stopsOf(vehicle).map((stop) => problem.stops[stop] as Problem['stops'][number])
  const at = stops.map(({ location }) => points[location] as Point)
  const mean = (figure: (point: Point) => number): number => sum(at, figure) / at.length
  return at.length === 0 ? null : { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) }
}

/** Waits for the promise. Returns null if it takes longer than `ms` milliseconds. */
async function resultWithin<T>(answer: Promise<T>, ms: number): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, Math.max(0, ms), null)
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** Returns the part of a table for the wanted locations. */
function subTable(table: DistanceTable, places: readonly number[], wanted: readonly number[]): DistanceTable {
  const at = wanted.map((place) => places.indexOf(place))
  const among = (legs: Float64Array): Float64Array =>
    Float64Array.from(at.flatMap((i) => at.map((j) => legs[i * places.length + j] as number)))
  const { source, estimated, estimateReason, asked } = table
  const [durations, distances] = [among(table.durations), among(table.distances)]
  return { durations, distances, source, estimated, estimateReason, asked }
}
