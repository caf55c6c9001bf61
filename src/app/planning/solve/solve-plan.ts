// Requests distances, solves off the event loop, and checks the solution.
import { inEnglishOnly } from '../../../texts/text.ts'
import type { Point } from '../../../domain/orders/order.ts'
import { check } from '../../../engine/check.ts'
import type { SearchTrace } from '../../../engine/search-trace.ts'
import type { Problem } from '../../../engine/problem.ts'
import type { Solution } from '../../../engine/solution.ts'
import { InvalidProblem, validate } from '../../../engine/validate.ts'
import type { Context } from '../../context.ts'
import { distanceTable, type RoadsContext } from '../roads/distances.ts'
import { AppError, tooManyBuildsError } from '../../errors.ts'
import type { DistanceTable } from '../../ports/roads.ts'
import { SolverBusy, type SolveOptions } from '../../ports/solver.ts'
import { compileProblem, placesOf } from '../compile/compile-problem.ts'
import type { PlanInput, PlanPlaces, PlanVehicle } from '../compile/plan-input.ts'
import {
  differentVehicles,
  estimateReasonOf,
  type RoadsSummary,
  summaryOf,
  tableFor,
  type TablesByVehicle,
} from '../roads/tables-by-vehicle.ts'
import { withObstacles } from './obstacles.ts'
import { type FetchedRoads, refine, type SolvedPart } from '../refine/refine.ts'

export interface SolvedPlan {
  problem: Problem
  solution: Solution
  /**
   * Locations of the plan. `roads` summarizes the road tables among them; it is `estimated` if any route has estimates.
   */
  points: Point[]
  roads: RoadsSummary
  /** Returns the source of the distances on a vehicle's route. */
  sourceOf: (vehicle: number) => Pick<DistanceTable, 'source' | 'estimated'>
  /** Road tables of the plan, so that the caller can store those that were just requested. */
  learnt: FetchedRoads[]
  /** The data that is needed to repeat the plan. */
  search: PlanSearch
}

/**
 * Data that a repetition of the plan needs in addition to its problem: the trace of the search, and the parts that the
 * refinement solved again.
 */
export interface PlanSearch {
  course: SearchTrace
  parts: readonly SolvedPart[]
  trafficFactor: number
}

/**
 * Limits of a solve. `seconds` limits the search and the refinement together. If it is absent, the limit depends on the
 * number of stops.
 */
export interface SolveBudget extends Omit<SolveOptions, 'course' | 'onCourse'> {
  /** Whether to refine a plan that has more locations than a provider's table can have. */
  refine?: boolean
}

/** The locations of a plan and the road tables among them, for one or several solves. */
export interface PlanRoads {
  points: Point[]
  indexOf: (point: Point) => number
  tables: TablesByVehicle
}

export async function roadsOf(ctx: RoadsContext, places: PlanPlaces): Promise<PlanRoads> {
  const { points, indexOf } = placesOf(places)
  return { points, indexOf, tables: await tablesByVehicle(ctx, places, points) }
}

/**
 * Solves a plan. Throws a 400 if the plan contradicts itself. `fieldOf` converts the problem's path
 * (`stops.3.lock.position`) to the field name in this error. Throws a 429 if the solver's queue is full. If a solution
 * breaks a rule, the solver has a bug, which is logged and thrown.
 */
export async function solvePlan(
  ctx: SolveContext,
  input: PlanInput,
  budget: SolveBudget,
  fieldOf: (path: string) => string = (path) => path,
): Promise<SolvedPlan> {
  return solveOn(ctx, await roadsOf(ctx, input), input, budget, fieldOf)
}

type SolveContext = RoadsContext & Pick<Context, 'businessId' | 'solver'>

/**
 * Like `solvePlan`, but with road tables that the caller has requested already. They may contain more locations than
 * the plan.
 */
export async function solveOn(
  ctx: SolveContext,
  { points, indexOf, tables }: PlanRoads,
  input: PlanInput,
  budget: SolveBudget,
  fieldOf: (path: string) => string = (path) => path,
): Promise<SolvedPlan> {
  const problem = await withObstacles(ctx, input, compileProblem(input, indexOf, tables))
  refuseContradictions(problem, fieldOf)
  const summary = summaryOf(tables)
  const refines = budget.refine === true && summary.estimateReason === 'TABLE_TOO_LARGE'
  // If the plan will be refined, half of the time is for solving it on estimates and half for the refinement.
  const part = refines && budget.seconds !== undefined ? { ...budget, seconds: budget.seconds / 2 } : budget
  const since = performance.now()
  let course: SearchTrace = { seed: budget.seed ?? 1, rounds: [] }
  const onCourse = (taken: SearchTrace) => void (course = taken)
  const solution = await ctx.solver.solve(ctx.businessId, problem, { ...part, onCourse }).catch((error: unknown) => {
    throw error instanceof SolverBusy ? tooManyBuildsError() : error
  })
  const judge = (faults: string[]): void => {
    if (faults.length === 0) return
    ctx.log.error({ faults: faults.slice(0, 20), stops: problem.stops.length }, 'bug: the solver broke a rule')
    throw new Error(`the solver's answer breaks a rule: ${faults[0]}`)
  }
  judge(check(problem, solution))
  const refined = refines ? await refine(ctx, input, points, problem, solution, judge, { ...part, since }) : null
  const onRoads = (vehicle: number): boolean => refined?.onRoads.has(vehicle) === true
  const routes = refined?.routes ?? solution.routes
  const provider = ctx.distances && routes.every(({ vehicle }) => onRoads(vehicle)) ? ctx.distances.name : null
  const tableOf = (vehicle: number) => tableFor(tables, input.vehicles[vehicle] as PlanVehicle)
  const reasons = new Map(
    routes.flatMap((route) => {
      const reason = estimateReasonOf(problem, route, tableOf(route.vehicle))
      return reason ? [[route.vehicle, reason] as const] : []
    }),
  )
  const reason = [...reasons.values()].includes('OUTSIDE_REGIONS') ? 'OUTSIDE_REGIONS' : 'BETWEEN_REGIONS'
  const planned =
    reasons.size > 0 && !summary.estimated
      ? ({ ...summary, estimated: true, estimateReason: reason } as const)
      : summary
  return {
    problem,
    points,
    roads: refined && provider ? { ...summary, source: provider, estimated: false, estimateReason: null } : planned,
    solution: { ...solution, routes, unassigned: refined?.unassigned ?? solution.unassigned },
    sourceOf: (vehicle) => {
      if (ctx.distances && onRoads(vehicle)) return { source: ctx.distances.name, estimated: false }
      const { source, estimated } = tableOf(vehicle)
      return { source, estimated: estimated || reasons.has(vehicle) }
    },
    search: { course, parts: refined?.parts ?? [], trafficFactor: input.trafficFactor },
    learnt: [...fetchedRoads(input, points, tables), ...(refined?.learnt ?? [])],
  }
}

async function tablesByVehicle(
  ctx: RoadsContext,
  { vehicles }: PlanPlaces,
  points: readonly Point[],
): Promise<TablesByVehicle> {
  const tables = [...differentVehicles(vehicles)].map(
    async ([key, vehicle]) => [key, await distanceTable(ctx, points, vehicle)] as const,
  )
  return new Map(await Promise.all(tables))
}

/** Returns the tables of a plan with the vehicles that they are for. */
export const fetchedRoads = (
  { vehicles }: Pick<PlanPlaces, 'vehicles'>,
  points: readonly Point[],
  tables: TablesByVehicle,
): FetchedRoads[] =>
  [...differentVehicles(vehicles)].map(([, vehicle]) => ({ points, table: tableFor(tables, vehicle), vehicle }))

function refuseContradictions(problem: Problem, fieldOf: (path: string) => string): void {
  try {
    validate(problem)
  } catch (error) {
    if (!(error instanceof InvalidProblem)) throw error
    const fields = error.fields.map(fieldOf)
    throw new AppError('invalid', 'CONTRADICTION', inEnglishOnly(`${fields[0]}: ${error.message}.`), { fields })
  }
}
