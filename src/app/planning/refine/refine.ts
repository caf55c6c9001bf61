// Plans larger than a provider's table: made on estimates, then improved on road tables of one route or of two
// neighboring routes at a time (docs/distances.md#more-places-than-a-table-has).
import { MAX_TABLE_POINTS } from '../../../contract/limits.ts'
import type { Costing } from '../../../domain/planning/costing.ts'
import { straightLineMeters } from '../../../domain/geo/geo.ts'
import type { Point } from '../../../domain/orders/order.ts'
import type { Course } from '../../../engine/course.ts'
import { compareLeftOff, leftOffOf } from '../../../engine/left-off.ts'
import type { Problem } from '../../../engine/problem.ts'
import { check } from '../../../engine/check.ts'
import type { Solution, SolvedRoute, Unassigned } from '../../../engine/solution.ts'
import type { Context } from '../../context.ts'
import type { DistanceTable } from '../../ports/roads.ts'
import { SolverBusy, type SolveProgress } from '../../ports/solver.ts'
import type { PlanInput } from '../compile/plan-input.ts'
import { distanceTable, type RoadsContext } from '../roads/distances.ts'
import { partOf } from './part-problem.ts'
import { placesAmong, routesOnRoads } from './routes-on-roads.ts'

/** Tables asked for, by vehicle and in all; what is known already does not count. */
const TABLES_A_VEHICLE = 5
const MOST_TABLES = 100
const MOST_MS = 30_000
const SWEEPS = 2
const NEIGHBORS = 2
const SECONDS_A_ROUTE = 0.3
const SECONDS_A_PAIR = 0.5

export interface Refined {
  routes: SolvedRoute[]
  unassigned: Unassigned[]
  /** Vehicles whose routes are planned and timed on roads, all of their legs. */
  onRoads: ReadonlySet<number>
  /** The roads of such routes, as far as they were just asked for. */
  learnt: LearntRoads[]
  /** What was solved again, in order. */
  parts: SolvedPart[]
}

/** A part of the plan as it was solved again: all that its answer rests on. */
export interface SolvedPart {
  vehicles: number[]
  stops: number[]
  places: number[]
  durations: Float64Array
  distances: Float64Array
  course: Course
}

export interface LearntRoads {
  points: readonly Point[]
  table: DistanceTable
  costing: Costing
}

interface RouteRoads {
  /** Positions among the points. */
  places: number[]
  table: DistanceTable
}

type Refining = RoadsContext & Pick<Context, 'businessId' | 'solver'>

interface Budget {
  /** When planning began, by the clock of `performance`. */
  since: number
  seed?: number
  /** Longest time for all; absent: `MOST_MS`. */
  seconds?: number
  signal?: AbortSignal
  /** Hears of each plan that is taken over, as a whole. */
  onProgress?: (progress: SolveProgress) => void
}

/** `problem` is what the solution was found on, over the points. `judge` hears what is wrong with an answer. */
export async function refine(
  ctx: Refining,
  { vehicles, trafficFactor }: Pick<PlanInput, 'vehicles' | 'trafficFactor'>,
  points: readonly Point[],
  problem: Problem,
  solution: Solution,
  judge: (faults: string[]) => void,
  { since, seed, seconds: limit = Infinity, signal, onProgress }: Budget,
): Promise<Refined> {
  const until = performance.now() + Math.min(MOST_MS, 1_000 * limit)
  let iterations = solution.iterations
  let tablesLeft = Math.min(MOST_TABLES, TABLES_A_VEHICLE * vehicles.length)
  const plan = routesOnRoads(solution)
  const roads = new Map<number, RouteRoads>()
  const parts: SolvedPart[] = []
  const pointAt = (place: number): Point => points[place] as Point
  const costingOf = (vehicle: number): Costing => vehicles[vehicle]?.costing ?? 'CAR'
  const { stopsOf } = plan
  const placesOf = (of: readonly number[], stops: readonly number[]) => placesAmong(problem, of, stops)

  const mayJoin = (stop: number, of: readonly number[]): boolean => {
    const lock = problem.stops[stop]?.lock
    return !lock || of.includes(lock.vehicle)
  }
  const priorityOf = (stop: number): number => problem.stops[stop]?.priority ?? 0
  /** Solves the vehicles' routes on their roads. False where there are no roads to be had, or nothing came of it. */
  const solveAgain = async (of: readonly number[], seconds: number): Promise<boolean> => {
    const carried = of.flatMap(stopsOf)
    const room = MAX_TABLE_POINTS - placesOf(of, carried).length
    if (carried.length === 0 || room < 0 || tablesLeft === 0) return false
    if (signal?.aborted || performance.now() >= until) return false
    const stops = [
      ...carried,
      ...(of.length > 1
        ? plan
            .leftOff()
            .filter((stop) => mayJoin(stop, of))
            .sort((a, b) => priorityOf(b) - priorityOf(a))
            .slice(0, room)
        : []),
    ]
    const places = placesOf(of, stops)
    const costing = costingOf(of[0] as number)
    // A provider that is too slow for what is left of the time is no longer waited for.
    const table = await soonEnough(distanceTable(ctx, places.map(pointAt), costing), until - performance.now())
    if (table?.asked) tablesLeft--
    if (!table || table.estimated) {
      tablesLeft = 0
      return false
    }
    const part = partOf(problem, of, of.map(stopsOf), stops, places, table, trafficFactor)
    const left = (until - performance.now()) / 1_000
    if (left <= 0) return false
    let course: Course | null = null
    const budget = {
      seconds: Math.min(seconds, left),
      onCourse: (taken: Course) => void (course = taken),
      ...(seed !== undefined && { seed }),
      ...(signal && { signal }),
    }
    const answer = await ctx.solver.solve(ctx.businessId, part, budget).catch((error: unknown) => {
      if (error instanceof SolverBusy) return null
      throw error
    })
    if (!answer) {
      tablesLeft = 0
      return false
    }
    judge(check(part, answer))
    iterations += answer.iterations
    const off = leftOffOf(
      part.stops,
      answer.unassigned.map(({ stop }) => stop),
    )
    const offBefore = leftOffOf(
      part.stops,
      stops
        .slice(carried.length)
        .keys()
        .map((at) => carried.length + at),
    )
    if (of.length > 1 && compareLeftOff(off, offBefore) > 0) return false
    const before = of.map(stopsOf).join(';')
    for (const vehicle of of) roads.set(vehicle, { places, table })
    const { durations, distances } = table
    if (course) parts.push({ vehicles: [...of], stops, places, durations, distances, course })
    plan.takeOver(of, stops, answer)
    tell()
    return of.map(stopsOf).join(';') !== before
  }

  const tell = (): void => {
    const routes = plan.routes()
    onProgress?.({
      seconds: (performance.now() - since) / 1_000,
      iterations,
      cost: solution.cost,
      unassigned: plan.unassigned().length,
      distance: routes.reduce((sum, { distance }) => sum + distance, 0),
      driveSeconds: routes.reduce((sum, { driveSeconds }) => sum + driveSeconds, 0),
    })
  }

  for (const vehicle of vehicles.keys()) await solveAgain([vehicle], SECONDS_A_ROUTE)
  // Two routes' table has four times the legs of one route's: too dear where each leg is paid for.
  const tried = new Set<string>()
  for (let sweep = 0; sweep < (ctx.distances?.priced ? 0 : SWEEPS); sweep++) {
    let helped = false
    for (const vehicle of vehicles.keys())
      for (const neighbor of neighborsOf(vehicle)) {
        const pair = [vehicle, neighbor].sort((a, b) => a - b)
        const key = pair.map((one) => `${one}:${stopsOf(one).join()}`).join(' ')
        if (tried.has(key)) continue
        tried.add(key)
        if (await solveAgain(pair, SECONDS_A_PAIR)) helped = true
      }
    if (!helped) break
  }

  return {
    routes: plan.routes(),
    unassigned: plan.unassigned(),
    parts,
    onRoads: new Set(roads.keys()),
    learnt: [...roads].flatMap(([vehicle, { places, table }]): LearntRoads[] => {
      const own = placesOf([vehicle], stopsOf(vehicle))
      if (!table.asked || own.length < 2) return []
      return [{ points: own.map(pointAt), table: cut(table, places, own), costing: costingOf(vehicle) }]
    }),
  }

  /** The routes nearest by, of vehicles on the same roads. */
  function neighborsOf(vehicle: number): number[] {
    const own = middleOf(stopsOf(vehicle))
    return [...vehicles.keys()]
      .flatMap((other) => {
        const there = middleOf(stopsOf(other))
        const alike = other !== vehicle && costingOf(other) === costingOf(vehicle)
        return own && there && alike ? [{ other, meters: straightLineMeters(own, there) }] : []
      })
      .sort((a, b) => a.meters - b.meters)
      .slice(0, NEIGHBORS)
      .map(({ other }) => other)
  }

  function middleOf(route: readonly number[]): Point | null {
    const at = route.map((stop) => pointAt((problem.stops[stop] as Problem['stops'][number]).location))
    const mean = (figure: (point: Point) => number): number =>
      at.reduce((sum, point) => sum + figure(point), 0) / at.length
    return at.length === 0 ? null : { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) }
  }
}

/** Null when it takes longer than so many milliseconds. */
async function soonEnough<T>(answer: Promise<T>, ms: number): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, Math.max(0, ms), null)
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** The legs among some of a table's places. */
function cut(table: DistanceTable, places: readonly number[], wanted: readonly number[]): DistanceTable {
  const at = wanted.map((place) => places.indexOf(place))
  const among = (legs: Float64Array): Float64Array =>
    Float64Array.from(at.flatMap((i) => at.map((j) => legs[i * places.length + j] as number)))
  const { source, estimated, estimateReason, asked } = table
  return {
    durations: among(table.durations),
    distances: among(table.distances),
    source,
    estimated,
    estimateReason,
    asked,
  }
}
