// Plans the routes of a build without writing them. `writeBuild` writes the plan.
import type { FixOut, OfficeUnassigned, BuildBody, UnassignedOut } from '../../../contract/build.ts'
import { isFarFromRoad } from '../../../domain/planning/costing.ts'
import type { Point } from '../../../domain/orders/order.ts'
import { OTHER_DRIVER_COST } from '../../../domain/planning/insertion.ts'
import type { NearestFix, Solution } from '../../../engine/solution.ts'
import { findOrdersConfirmedByOffice } from '../../../store/addresses/confirmed-locations.ts'
import { storeRoadMeters } from '../../../store/orders/orders.ts'
import { readRoutes } from '../../../store/routes/routes.ts'
import type { Context, WriteTx } from '../../context.ts'
import { conflicting } from '../../errors.ts'
import { areaVehicles } from '../../fleet/areas.ts'
import type { PlanInput } from '../compile/plan-input.ts'
import { knownRoads, storeFetchedTable } from '../roads/known-roads.ts'
import type { RoadsSummary } from '../roads/tables-by-vehicle.ts'
import { type DatedDay, datedDay } from '../compile/planned-day.ts'
import { type PlanRoads, roadsOf, type SolveBudget, solveOn, type SolvedPlan } from '../solve/solve-plan.ts'
import { routesWithStops } from '../../routes/route-wire.ts'
import { commitPlan, type SolvedBuild } from './write-build.ts'
import type { Gathered, GatheredBuild, UnassignedOrder } from '../input/gather-build.ts'
import { buildInput } from '../input/build-input.ts'

export interface BuildPlan extends SolvedPlan {
  gathered: GatheredBuild
  day: DatedDay
  input: PlanInput
}

/**
 * Solves the build. If another plan for the same deliveries and vehicles was made before, pass its `roads`, so that
 * they are not requested again.
 */
export async function solveBuild(
  ctx: Context,
  body: BuildBody,
  gathered: GatheredBuild,
  budget: SolveBudget,
  roads?: PlanRoads,
): Promise<BuildPlan> {
  const day = datedDay(ctx.calendar, body.date)
  const input = withPreferredVehicles(
    buildInput(ctx, gathered, body, day),
    await areaVehicles(
      ctx,
      body.date,
      gathered.vehicles.map(({ vehicle }) => vehicle),
      gathered.orders.map(({ point }) => point),
    ),
  )
  const solving = { ...ctx, knownRoads: knownRoads(ctx) }
  const solved = await solveOn(solving, roads ?? (await roadsOf(solving, input)), input, {
    seed: body.options?.seed,
    refine: true,
    ...budget,
  }).catch((error: unknown) => {
    throw budget.signal?.aborted ? buildCanceledError() : error
  })
  if (budget.signal?.aborted) throw buildCanceledError()
  return { ...solved, gathered, day, input }
}

/**
 * Sets the preferred vehicles of each delivery: the vehicles in whose area the delivery lies. `vehicles` has their
 * indexes per delivery.
 */
const withPreferredVehicles = (input: PlanInput, vehicles: readonly (readonly number[])[] | null): PlanInput =>
  vehicles === null
    ? input
    : {
        ...input,
        stops: input.stops.map((stop, i) => ({ ...stop, preferredVehicles: vehicles[i] ?? [] })),
        objective: { ...input.objective, otherVehicleCost: OTHER_DRIVER_COST },
      }

/**
 * Stores data that the provider returned for this plan: road legs, and each location's distance to the nearest road.
 */
export async function storeFetchedRoads(ctx: Context, tx: WriteTx, { gathered, points, roads, learnt }: BuildPlan) {
  for (const { points: among, table, vehicle } of learnt) await storeFetchedTable(ctx, tx, among, table, vehicle)
  await storeRoadMeters(tx, await withoutConfirmed(tx, roadMetersOf(gathered, points, roads)))
}

/** Writes the plan as the day's routes. Throws `PlanOutdated` if its input has changed. */
export async function writeBuild<T>(
  ctx: Context,
  tx: WriteTx,
  build: SolvedBuild,
  { source, estimated, estimateReason }: Pick<RoadsSummary, 'source' | 'estimated' | 'estimateReason'>,
  unassigned: T[],
) {
  const routeIds = await commitPlan(ctx, tx, build)
  const routes = await readRoutes(tx, { routeIds })
  return {
    routes: await routesWithStops(ctx, tx, routes),
    unassigned,
    distance_source: source,
    distances_estimated: estimated,
    estimate_reason: estimateReason,
  }
}

/** Returns the meters from each order to the nearest road. Empty if the provider has not just reported them. */
function roadMetersOf({ orders }: Gathered, points: readonly Point[], { roadMeters }: RoadsSummary) {
  if (!roadMeters) return []
  const metersAt = new Map(points.map(({ lat, lng }, i) => [`${lat},${lng}`, roadMeters[i] ?? null]))
  return orders.map(({ orderId, point }) => ({ orderId, meters: metersAt.get(`${point.lat},${point.lng}`) ?? null }))
}

/**
 * Removes the distances of locations that the office confirmed, so that the office doesn't see them as far from a road.
 */
async function withoutConfirmed(tx: WriteTx, found: ReturnType<typeof roadMetersOf>) {
  const far = found.filter(({ meters }) => isFarFromRoad(meters)).map(({ orderId }) => orderId)
  const confirmed = await findOrdersConfirmedByOffice(tx, far)
  return found.map((one) => (confirmed.has(one.orderId) ? { ...one, meters: null } : one))
}

export const isAnyRouted = ({ routes }: Solution, { orders, wanted }: GatheredBuild): boolean =>
  routes.some(({ visits }) => visits.some(({ stop }) => wanted.has(orders[stop]?.orderId ?? '')))

/** Returns all unassigned deliveries: those that could not be planned, and those that the engine left unassigned. */
export const allUnassigned = (solution: Solution, { orders, vehicles, leftOff }: Gathered): UnassignedOrder[] => [
  ...leftOff,
  ...solution.unassigned.map(({ stop, reason, nearestFix }) => ({
    order: orders[stop] as Gathered['orders'][number],
    reason,
    nearestFix: nearestFix?.message ?? null,
    fix: nearestFix && fixToWire(nearestFix, vehicles),
  })),
]

const FIXES_OF_TIME: ReadonlySet<NearestFix['kind']> = new Set([
  'WINDOW',
  'SHIFT',
  'WORKING_TIME',
  'DRIVING_TIME',
  'BREAK',
  'READY',
])

const fixToWire = ({ kind, vehicle, amount }: NearestFix, vehicles: Gathered['vehicles']): FixOut => ({
  kind,
  vehicle_uuid: vehicle === null ? null : (vehicles[vehicle]?.vehicle.vehicleId ?? null),
  amount: FIXES_OF_TIME.has(kind) && typeof amount === 'number' ? Math.round(amount / 60) : amount,
})

export const unassignedToWire = ({ say }: Context, { order, reason, nearestFix }: UnassignedOrder): UnassignedOut => ({
  external_ref: order.externalRef,
  order_uuid: order.orderId,
  reason: { code: reason.code, message: say(reason.message) },
  nearest_fix: nearestFix && say(nearestFix),
})

/** Like `unassignedToWire`, but also returns the fix as data. */
export const unassignedToOffice = (ctx: Context, left: UnassignedOrder): OfficeUnassigned => ({
  ...unassignedToWire(ctx, left),
  fix: left.fix,
})

export const buildRunningError = () =>
  conflicting('BUILD_RUNNING', 'A build is already running for this business; wait until it is done.')

export const nothingRoutableError = (unassigned: readonly unknown[]) =>
  conflicting('NOTHING_ROUTABLE', 'None of these deliveries can be routed.', { unassigned })

export const buildCanceledError = () => conflicting('BUILD_CALLED_OFF', 'The build was canceled. Nothing was changed.')
