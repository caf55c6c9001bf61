// POST /routes/build: gather, solve off the event loop, recheck and commit (brief: Routes; contract: Routes).
import { created, type Input } from '../../../contract/endpoint.ts'
import type { BuildBody, buildRoutes as endpoint, UnassignedOut } from '../../../contract/routes.ts'
import { check } from '../../../engine/check.ts'
import type { Problem } from '../../../engine/problem.ts'
import type { Solution } from '../../../engine/solution.ts'
import { keepPairs } from '../../../store/distance-pairs.ts'
import { readRoutes } from '../../../store/routes.ts'
import type { Context } from '../../context.ts'
import { distanceTable } from '../../distances.ts'
import { conflicting } from '../../errors.ts'
import { exclusively } from '../../exclusively.ts'
import type { DistanceTable } from '../../ports.ts'
import { routesWithStops } from '../route-wire.ts'
import { commitPlan, PlanOutdated } from './commit.ts'
import { type Gathered, gather, type LeftOff } from './gather.ts'
import { type Places, placesOf, problemOf } from './problem.ts'

/** How often a build starts over when what it planned on changed meanwhile. */
const TRIES = 3

export const buildRoutes = async (ctx: Context, { body }: Input<typeof endpoint>) =>
  exclusively(ctx, 'build', buildRunning, async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await buildOnce(ctx, body)
      } catch (error) {
        if (!(error instanceof PlanOutdated)) throw error
        if (attempt === TRIES) throw keptChanging()
      }
    }
  })

async function buildOnce(ctx: Context, body: BuildBody) {
  const gathered = await ctx.read((tx) => gather(ctx, tx, body))
  const places = placesOf(gathered)
  const table = await distanceTable(ctx, places.points)
  const problem = problemOf(gathered, body, ctx.calendar, places, table)
  const solution = await ctx.solver.solve(ctx.businessId, problem, {
    seconds: body.options?.time_limit_seconds,
    seed: body.options?.seed,
  })
  assureSound(ctx, problem, solution)

  return ctx.commit(async (tx) => {
    if (!table.estimated) await keepRoadLegs(ctx, tx, places, table)
    const routeIds = await commitPlan(ctx, tx, body.date, gathered, solution, table)
    const routes = await readRoutes(tx, ctx.businessId, { routeIds })
    return created({
      routes: await routesWithStops(ctx, tx, routes),
      unassigned: [...gathered.leftOff, ...leftOffBy(solution, gathered)].map(unassignedToWire),
      distance_source: table.source,
      distances_estimated: table.estimated,
      estimate_reason: table.estimateReason,
    })
  })
}

const keepRoadLegs = (ctx: Context, tx: Parameters<typeof keepPairs>[0], places: Places, table: DistanceTable) =>
  keepPairs(tx, ctx.businessId, table.source, places.points, table, ctx.now)

/** A wrong plan is a bug, never an answer. */
function assureSound(ctx: Context, problem: Problem, solution: Solution): void {
  const faults = check(problem, solution)
  if (faults.length === 0) return
  ctx.log.error({ faults, problem: JSON.stringify(problem, plainArrays) }, 'the solver answered a wrong plan')
  throw new Error(`the solver answered a wrong plan: ${faults[0]}`)
}

const plainArrays = (_key: string, value: unknown): unknown => (value instanceof Float64Array ? [...value] : value)

const leftOffBy = (solution: Solution, { orders }: Gathered): LeftOff[] =>
  solution.unassigned.map(({ stop, reason, nearestFix }) => ({
    order: orders[stop] as Gathered['orders'][number],
    reason,
    nearestFix: nearestFix?.message ?? null,
  }))

const unassignedToWire = ({ order, reason, nearestFix }: LeftOff): UnassignedOut => ({
  external_ref: order.externalRef,
  order_uuid: order.orderId,
  reason,
  nearest_fix: nearestFix,
})

const buildRunning = () =>
  conflicting('BUILD_RUNNING', 'A build is already running for this business; wait until it is done.')

const keptChanging = () =>
  conflicting('BUILD_OUTDATED', 'The deliveries or routes kept changing while they were planned; build again.')
