// POST /routes/build: gather, solve off the event loop, recheck and commit (docs/spec/routes.md#build).
import type { FixOut, OfficeUnassigned } from '../../../contract/office/day.ts'
import type { BuildBody, UnassignedOut } from '../../../contract/routes.ts'
import { isFarFromRoad } from '../../../domain/planning/costing.ts'
import type { Point } from '../../../domain/orders/order.ts'
import type { NearestFix, Solution } from '../../../engine/solution.ts'
import { confirmedByOffice } from '../../../store/addresses/confirmed-locations.ts'
import { keepRoadMeters } from '../../../store/orders/orders.ts'
import { readRoutes } from '../../../store/routes/routes.ts'
import type { Context, WriteTx } from '../../context.ts'
import { conflicting } from '../../errors.ts'
import { exclusively } from '../../exclusively.ts'
import { knownRoads, learnRoads } from '../../planning/known-roads.ts'
import type { RoadsSummary } from '../../planning/own-roads.ts'
import type { SolveProgress } from '../../ports/solver.ts'
import { datedDay } from '../../planning/planned-day.ts'
import { solvePlan } from '../../planning/solve-plan.ts'
import { routesWithStops } from '../route-wire.ts'
import { commitPlan, PlanOutdated } from './commit.ts'
import { type Gathered, type GatheredBuild, gather, type LeftOff } from './gather.ts'
import { planInput } from './plan-input.ts'

/** How often a build starts over when what it planned on changed meanwhile. */
const TRIES = 3

/** Someone looks on: told how the plan gets better, and may call it off. */
export interface Onlooker {
  signal?: AbortSignal
  onProgress?: (progress: SolveProgress) => void
}

export const buildRoutes = (ctx: Context, body: BuildBody) => build(ctx, body, {}, unassignedToWire)

/** As `buildRoutes`, with fixes as data. Nothing is written once it is called off. */
export const buildWatched = (ctx: Context, body: BuildBody, onlooker: Onlooker) =>
  build(ctx, body, onlooker, (left): OfficeUnassigned => ({ ...unassignedToWire(left), fix: left.fix }))

/** `toWire` shapes what is left off. */
const build = async <T>(ctx: Context, body: BuildBody, onlooker: Onlooker, toWire: (left: LeftOff) => T) =>
  exclusively(ctx, 'build', buildRunning, async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await buildOnce(ctx, body, onlooker, toWire)
      } catch (error) {
        if (!(error instanceof PlanOutdated)) throw error
        if (attempt === TRIES) throw keptChanging()
      }
    }
  })

async function buildOnce<T>(ctx: Context, body: BuildBody, onlooker: Onlooker, toWire: (left: LeftOff) => T) {
  const gathered = await ctx.read((tx) => gather(ctx, tx, body))
  if (gathered.wanted.size === 0) throw nothingRoutable(gathered.leftOff.map(toWire))
  const day = datedDay(ctx.calendar, body.date)
  const input = planInput(ctx, gathered, body, day)
  const { solution, points, roads, sourceOf, learnt } = await solvePlan(
    { ...ctx, knownRoads: knownRoads(ctx) },
    input,
    {
      seconds: body.options?.time_limit_seconds,
      seed: body.options?.seed,
      refine: true,
      ...onlooker,
    },
  ).catch((error: unknown) => {
    throw onlooker.signal?.aborted ? calledOff() : error
  })
  if (onlooker.signal?.aborted) throw calledOff()
  const unassigned = [...gathered.leftOff, ...leftOffBy(solution, gathered)].map(toWire)
  if (!routesAny(solution, gathered)) throw nothingRoutable(unassigned)

  return ctx.write(async (tx) => {
    for (const { points: among, table, costing } of learnt) await learnRoads(ctx, tx, among, table, costing)
    await keepRoadMeters(tx, await withoutConfirmed(tx, roadMetersOf(gathered, points, roads)))
    const routeIds = await commitPlan(ctx, tx, { date: body.date, day, gathered, input, solution, sourceOf })
    const routes = await readRoutes(tx, { routeIds })
    return {
      routes: await routesWithStops(ctx, tx, routes),
      unassigned,
      distance_source: roads.source,
      distances_estimated: roads.estimated,
      estimate_reason: roads.estimateReason,
    }
  })
}

/** How far each order is from any road, where the provider has just said so. */
function roadMetersOf({ orders }: Gathered, points: readonly Point[], { roadMeters }: RoadsSummary) {
  if (!roadMeters) return []
  const metersAt = new Map(points.map(({ lat, lng }, i) => [`${lat},${lng}`, roadMeters[i] ?? null]))
  return orders.map(({ orderId, point }) => ({ orderId, meters: metersAt.get(`${point.lat},${point.lng}`) ?? null }))
}

/** A place that the office said is right is no longer in doubt. */
async function withoutConfirmed(tx: WriteTx, found: ReturnType<typeof roadMetersOf>) {
  const far = found.filter(({ meters }) => isFarFromRoad(meters)).map(({ orderId }) => orderId)
  const confirmed = await confirmedByOffice(tx, far)
  return found.map((one) => (confirmed.has(one.orderId) ? { ...one, meters: null } : one))
}

const routesAny = ({ routes }: Solution, { orders, wanted }: GatheredBuild): boolean =>
  routes.some(({ visits }) => visits.some(({ stop }) => wanted.has(orders[stop]?.orderId ?? '')))

const leftOffBy = (solution: Solution, { orders, vehicles }: Gathered): LeftOff[] =>
  solution.unassigned.map(({ stop, reason, nearestFix }) => ({
    order: orders[stop] as Gathered['orders'][number],
    reason,
    nearestFix: nearestFix?.message ?? null,
    fix: nearestFix && fixToWire(nearestFix, vehicles),
  }))

const FIXES_OF_TIME: ReadonlySet<NearestFix['kind']> = new Set(['WINDOW', 'SHIFT', 'WORKING_TIME', 'DRIVING_TIME'])

const fixToWire = ({ kind, vehicle, amount }: NearestFix, vehicles: Gathered['vehicles']): FixOut => ({
  kind,
  vehicle_uuid: vehicle === null ? null : (vehicles[vehicle]?.vehicle.vehicleId ?? null),
  amount: FIXES_OF_TIME.has(kind) && typeof amount === 'number' ? Math.round(amount / 60) : amount,
})

const unassignedToWire = ({ order, reason, nearestFix }: LeftOff): UnassignedOut => ({
  external_ref: order.externalRef,
  order_uuid: order.orderId,
  reason,
  nearest_fix: nearestFix,
})

const buildRunning = () =>
  conflicting('BUILD_RUNNING', 'A build is already running for this business; wait until it is done.')

const nothingRoutable = (unassigned: readonly unknown[]) =>
  conflicting('NOTHING_ROUTABLE', 'None of these deliveries can be routed.', { unassigned })

const calledOff = () => conflicting('BUILD_CALLED_OFF', 'The build was called off; nothing was changed.')

const keptChanging = () =>
  conflicting('BUILD_OUTDATED', 'The deliveries or routes kept changing while they were planned; build again.')
