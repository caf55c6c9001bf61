// POST /routes/replan: proposes up to three plans for running routes. Nothing changes until one is accepted
// (docs/spec/routes.md#re-plan).
import type { ReplanBody, ReplanUnassigned, ReplanOut } from '../../../contract/replan.ts'
import { dayToWire } from '../../../contract/fields.ts'
import type { HandOver } from '../../../domain/routes/pauses.ts'
import { changesDelay } from '../../../domain/routes/delay.ts'
import { sum } from '../../../domain/sum.ts'
import { leastDriving, REPLAN_GOALS, type ReplanGoal } from '../../../domain/routes/replan.ts'
import { bestOf } from '../../../engine/best.ts'
import { compareUnassigned, unassignedCounts } from '../../../engine/unassigned.ts'
import type { Problem } from '../../../engine/problem.ts'
import type { Solution } from '../../../engine/solution.ts'
import { insertReplan } from '../../../store/routes/replans.ts'
import type { ReplanPlan } from '../../../domain/routes/replan-plan.ts'
import type { Context } from '../../context.ts'
import { conflicting } from '../../errors.ts'
import { knownRoads, storeFetchedTable } from '../roads/known-roads.ts'
import { type RoadsSummary, summaryOf } from '../roads/tables-by-vehicle.ts'
import { fetchedRoads, roadsOf, solveOn } from '../solve/solve-plan.ts'
import { unassignedByPlan, planToWire } from './replan-wire.ts'
import { type GatheredReplan, gatherReplan } from '../input/gather-replan.ts'
import { findPlaces } from '../input/hand-over-places.ts'
import { goalPlan, placesOfDay } from '../input/replan-input.ts'
import { restsOf, tripsOf } from './rests-of.ts'
import { ruleFaults } from './rule-faults.ts'
import { legsOf, timedVans } from './timed-van.ts'
import {
  type TimedVan,
  handOverOn,
  currentRemainders,
  type ReplanStop,
  type RemainingStops,
  type Trips,
  type ReplanVehicle,
} from '../input/vans.ts'

const EXPIRES_AFTER_MS = 5 * 60_000

/** Maximum seconds of the search for one plan, so that three plans are ready within three seconds. */
const MAX_SECONDS = 0.8
const searchSeconds = (stops: number): number => Math.min(MAX_SECONDS, 0.2 + 0.005 * stops)

/** Callbacks of a caller that watches which plan is being made and can cancel it. */
export interface ReplanObserver {
  signal?: AbortSignal
  onPlan?: (goal: ReplanGoal, number: number) => void
}

export async function proposeReplan(ctx: Context, body: ReplanBody, onlooker: ReplanObserver = {}): Promise<ReplanOut> {
  const found = await findPlaces(ctx, body)
  const replan = await ctx.read((tx) => gatherReplan(ctx, tx, body, found))
  const roadsContext = { ...ctx, knownRoads: knownRoads(ctx) }
  const places = placesOfDay(replan)
  const roads = await roadsOf(roadsContext, places)
  const legOf = legsOf(replan, roads.tables, roads.indexOf)
  const now = timedVans(replan, currentRemainders(replan), legOf)

  const made: GoalResult[] = []
  for (const [number, goal] of REPLAN_GOALS.entries()) {
    if (onlooker.signal?.aborted) throw replanCanceledError()
    onlooker.onPlan?.(goal, number)
    const plan = goalPlan(replan, goal, now)
    const {
      problem,
      solution,
      roads: on,
    } = await solveOn(roadsContext, roads, plan.input, {
      seconds: body.options?.time_limit_seconds ?? searchSeconds(plan.stops.length),
      seed: body.options?.seed,
      ...(onlooker.signal && { signal: onlooker.signal }),
    }).catch((error: unknown) => {
      throw onlooker.signal?.aborted ? replanCanceledError() : error
    })
    const rests = restsOf(plan, solution)
    const trips = tripsOf(replan, plan, solution)
    const faults = ruleFaults(replan, rests)
    if (faults.length > 0) {
      ctx.log.error(
        { faults: faults.slice(0, 20), goal },
        'bug: a plan breaks a rule of re-planning; it is not offered',
      )
      continue
    }
    made.push({
      goal,
      problem,
      solution,
      after: timedVans(replan, rests, legOf, trips),
      plan: planOf(replan, body, rests, trips),
      leftOff: unassignedByPlan(ctx, replan, plan, solution, rests),
      on,
    })
  }
  const worth = bestPlanPerGoal(made).filter(
    ({ plan: { routes, off, delays = [] }, leftOff }) =>
      routes.length + off.length + leftOff.length > 0 || delays.some(changesDelay),
  )

  const { source, estimated, estimateReason } = made.find((one) => one.on.estimated)?.on ?? summaryOf(roads.tables)
  const replanId = ctx.newId()
  const expiresAt = new Date(ctx.now.getTime() + EXPIRES_AFTER_MS)
  return ctx.write(async (tx) => {
    for (const { points, table, vehicle } of fetchedRoads(places, roads.points, roads.tables))
      await storeFetchedTable(ctx, tx, points, table, vehicle)
    const { basis } = replan
    const plans = worth.map(({ plan }) => plan)
    await insertReplan(tx, { replanId, createdAt: ctx.now, expiresAt, acceptedAt: null, basis, plans })
    return {
      replan_uuid: replanId,
      date: dayToWire(body.date),
      expires_at: expiresAt.toISOString(),
      plans: worth.map(({ after, plan, leftOff }) => planToWire(replan, plan, { before: now, after, leftOff })),
      distance_source: source,
      distances_estimated: estimated,
      estimate_reason: estimateReason,
    }
  })
}

/** Result of the search for one goal. */
interface GoalResult {
  goal: ReplanGoal
  problem: Problem
  solution: Solution
  after: ReadonlyMap<string, TimedVan>
  plan: ReplanPlan
  leftOff: ReplanUnassigned[]
  on: RoadsSummary
}

/**
 * Assigns to each goal the best of all plans. The searches are short, so the search for one goal may find a plan that
 * is better for another goal.
 */
function bestPlanPerGoal(made: readonly GoalResult[]): GoalResult[] {
  const solutions = made.map(({ solution }) => solution)
  // For LEAST_DRIVING, compare driving times: the plan with this name must have the least driving. The search itself
  // also minimizes working hours.
  const leftOff = made.map(({ problem, solution: { unassigned } }) =>
    unassignedCounts(
      problem.stops,
      unassigned.map(({ stop }) => stop),
    ),
  )
  const figures = made.map(({ after }, i) => ({
    // Number of other plans with fewer or less important unassigned stops.
    leftOff: leftOff.filter((other) => compareUnassigned(other, leftOff[i] as number[]) < 0).length,
    lateSeconds: sum([...after.values()], ({ lateSeconds }) => lateSeconds),
    driveSeconds: sum([...after.values()], ({ driveSeconds }) => driveSeconds),
  }))
  for (const { goal, problem } of made) {
    const best = bestOf(problem, solutions)
    made[goal === 'LEAST_DRIVING' ? leastDriving(figures, best) : best]?.plan.goals.push(goal)
  }
  return made.filter(({ plan }) => plan.goals.length > 0)
}

function planOf(replan: GatheredReplan, body: ReplanBody, rests: RemainingStops, trips: Trips): ReplanPlan {
  const planned = new Set([...rests.values()].flat().map(({ orderId }) => orderId))
  const grown = (body.grown ?? []).flatMap(({ stop_uuid, service_minutes, load_weight_lbs }) => {
    const route = replan.basis.routes.find(({ stops }) => stops.some(({ stopId }) => stopId === stop_uuid))
    const stop = route?.stops.find(({ stopId }) => stopId === stop_uuid)
    return route && stop
      ? [
          {
            routeId: route.routeId,
            stopId: stop_uuid,
            orderId: stop.orderId,
            serviceMinutes: service_minutes ?? null,
            loadWeightLbs: load_weight_lbs ?? null,
          },
        ]
      : []
  })
  const changed = replan.vans.filter(
    ({ routeId, rest, out }) =>
      grown.some((one) => one.routeId === routeId) ||
      idsOf(out ? rest.filter(({ locked }) => locked) : rests.get(routeId)) !== idsOf(rest) ||
      (!out && rest.some(({ orderId, trip = 1 }) => trip !== (trips.get(orderId) ?? 1))),
  )
  return {
    goals: [],
    routes: changed.map((van) => {
      const { routeId, rest, out } = van
      // Stops that a dispatcher locked stay on their route even if its vehicle can't continue.
      const stops = out ? rest.filter(({ locked }) => locked) : (rests.get(routeId) ?? [])
      const orderIds = stops.map(({ orderId }) => orderId)
      const handOvers = stops.map((stop) => handOverToKeep(van, stop))
      return {
        routeId,
        orderIds,
        ...(!out && { trips: orderIds.map((orderId) => trips.get(orderId) ?? 1) }),
        ...(handOvers.some(Boolean) && { handOvers }),
      }
    }),
    off: replan.vans.flatMap(({ rest, out }) =>
      rest.flatMap(({ orderId, locked }) => (planned.has(orderId) || (out && locked) ? [] : [orderId])),
    ),
    delays: (body.late ?? []).map(({ route_uuid: routeId, minutes, replace }) => ({
      routeId,
      minutes,
      ...(replace && { replace }),
    })),
    grown: grown.map(({ routeId: _route, ...one }) => one),
  }
}

const idsOf = (stops: readonly ReplanStop[] | undefined): string => (stops ?? []).map(({ orderId }) => orderId).join()

function handOverToKeep(van: ReplanVehicle, stop: ReplanStop): HandOver | null {
  const { ready: _, ...handOver } = handOverOn(van, stop) ?? {}
  return 'routeId' in handOver ? handOver : null
}

const replanCanceledError = () =>
  conflicting('SOLVE_CALLED_OFF', 'The caller disconnected before the plans were ready.')
