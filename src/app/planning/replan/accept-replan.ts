// POST /routes/replan/{replan_uuid}/accept: writes one plan of a proposal, unless the routes have changed since.
import { text } from '../../../texts/text.ts'
import { inWords } from '../../in-words.ts'
import type { AcceptOut } from '../../../contract/replan.ts'
import type { HandPlan } from '../../../domain/routes/manual-planning.ts'
import type { ReplanGoal } from '../../../domain/routes/replan.ts'
import type { HandOver } from '../../../domain/routes/pauses.ts'
import { ROUTE_GATE } from '../../../domain/routes/route.ts'
import { silenceWarnings } from '../../../domain/routes/silence.ts'
import { saveLoadWeight } from '../../../store/orders/orders.ts'
import { ordersById } from '../../../store/orders/orders-to-build.ts'
import { lockReplan, markAccepted } from '../../../store/routes/replans.ts'
import type { ReplanBasis, ReplanPlan } from '../../../domain/routes/replan-plan.ts'
import { readRoutes, type Route } from '../../../store/routes/routes.ts'
import { readStops, saveStop, type StopRead } from '../../../store/routes/stops.ts'
import type { Context, WriteTx } from '../../context.ts'
import { conflicting, invalid, missing, type AppError } from '../../errors.ts'
import { emit } from '../../integrations/webhooks/emit.ts'
import { gatherPlan, type PlanStop } from '../../routes/manual/gather-plan.ts'
import { versionOf } from '../../routes/manual/version.ts'
import { writePlan } from '../../routes/manual/write-plan.ts'
import { lockedRoute, lockedRoutes } from '../../routes/locked-route.ts'
import { eventDriver, routeNow } from '../../routes/route-events.ts'
import { writeDelay } from '../../routes/report-delay.ts'
import { timeRest } from '../../routes/retime.ts'
import { routesWithStops } from '../../routes/route-wire.ts'
import { changedSince } from './stale.ts'

export async function acceptReplan(ctx: Context, replanId: string, goal: ReplanGoal): Promise<AcceptOut> {
  return ctx.write(async (tx) => {
    const replan = await lockReplan(tx, replanId)
    if (!replan) throw missing('proposal with that uuid')
    if (replan.acceptedAt) throw conflicting('REPLAN_ACCEPTED', 'A plan of this proposal was accepted already.')
    if (replan.expiresAt <= ctx.now)
      throw conflicting('REPLAN_EXPIRED', 'This proposal is too old; ask for a new one. Nothing was changed.')
    const plan = replan.plans.find(({ goals }) => goals.includes(goal))
    if (!plan) throw noSuchPlanError(replan.plans)
    const before = await unchangedRoutes(ctx, tx, replan.basis, plan)
    await storeChangedStops(tx, plan, before)
    await saveDelays(ctx, tx, plan)
    await writeReplan(ctx, tx, plan, before, replanId)
    await followDelays(ctx, tx, plan)
    await markAccepted(tx, replanId, ctx.now)
    const routes = await readRoutes(tx, { routeIds: before.map(({ route }) => route.routeId) })
    for (const route of routes)
      emit(ctx, tx, [routeNow('route.replanned', route, await eventDriver(tx, route), ctx.now)])
    const warnings = await warningsOf(ctx, tx, before)
    return {
      routes: await routesWithStops(ctx, tx, routes),
      ...(warnings.length > 0 && { warnings: inWords(ctx, warnings) }),
    }
  })
}

/**
 * Returns a warning if stops were removed from a route whose driver's phone is silent, because the driver may have
 * served them already.
 */
async function warningsOf(ctx: Context, tx: WriteTx, before: readonly Before[]) {
  const staying = new Set(
    (await readStops(tx, idsOf(before.map(({ route }) => route)))).map(
      ({ routeId, orderId }) => `${routeId} ${orderId}`,
    ),
  )
  return before.flatMap(({ route, stops }) =>
    silenceWarnings(
      route,
      stops.filter(({ routeId, orderId }) => !staying.has(`${routeId} ${orderId}`)),
      ctx.now,
    ),
  )
}

const idsOf = (routes: readonly Route[]): string[] => routes.map(({ routeId }) => routeId)

interface Before {
  route: Route
  stops: StopRead[]
}

/** Locks the routes that the plan changes. Throws a 409 that lists the changes if they differ from the plan's basis. */
async function unchangedRoutes(ctx: Context, tx: WriteTx, basis: ReplanBasis, plan: ReplanPlan): Promise<Before[]> {
  const routes = await lockedRoutes(
    tx,
    plan.routes.map((one) => one.routeId),
  )
  const stopsOf = Map.groupBy(await readStops(tx, idsOf(routes)), ({ routeId }) => routeId)
  const found = routes.map((route) => ({ route, stops: stopsOf.get(route.routeId) ?? [] }))
  const concerned = new Set([
    ...plan.routes.flatMap(({ orderIds }) => orderIds),
    ...found.flatMap(({ stops }) => stops.map(({ orderId }) => orderId)),
  ])
  const changes = changedSince(
    basis,
    found,
    await ordersById(
      tx,
      Object.keys(basis.orders).filter((orderId) => concerned.has(orderId)),
    ),
  )
  const [first] = changes
  if (!first) return found
  throw conflicting(
    'REPLAN_STALE',
    text('{change} since this was proposed. Nothing was changed; ask for a new proposal.', { change: first.message }),
    { changes: inWords(ctx, changes) },
  )
}

/**
 * Stores the changed service times and loads. Must run before the routes are timed, because their times depend on the
 * service times.
 */
async function storeChangedStops(tx: WriteTx, plan: ReplanPlan, before: readonly Before[]): Promise<void> {
  for (const { stopId, orderId, serviceMinutes, loadWeightLbs } of plan.grown) {
    const stop = before.flatMap(({ stops }) => stops).find((one) => one.stopId === stopId)
    if (stop && serviceMinutes !== null) await saveStop(tx, { ...stop, serviceMinutes })
    if (loadWeightLbs !== null) await saveLoadWeight(tx, orderId, loadWeightLbs)
  }
}

/**
 * Stores the reported delays. A delay applies until the next event on its route. Must run before the routes are timed,
 * because their times depend on the delays.
 */
async function saveDelays(ctx: Context, tx: WriteTx, { delays = [] }: ReplanPlan): Promise<void> {
  for (const delay of delays) await writeDelay(ctx, tx, await lockedRoute(tx, delay.routeId), delay, ctx.now)
}

/** Updates the times of delayed routes whose stops don't change. */
async function followDelays(ctx: Context, tx: WriteTx, { delays = [] }: ReplanPlan): Promise<void> {
  for (const { routeId } of delays) {
    const route = await lockedRoute(tx, routeId)
    if (ROUTE_GATE[route.status].cancel) await timeRest(ctx, tx, route)
  }
}

/** Writes the plan as if a dispatcher had moved all its stops in one step. */
async function writeReplan(
  ctx: Context,
  tx: WriteTx,
  plan: ReplanPlan,
  before: readonly Before[],
  replanId: string,
): Promise<void> {
  const onRoute = new Map(before.flatMap(({ route, stops }) => stops.map(({ orderId }) => [orderId, route.routeId])))
  const moved = plan.routes.flatMap(({ routeId, orderIds }) => orderIds.filter((id) => onRoute.get(id) !== routeId))
  const gathered = await gatherPlan(tx, {
    orderIds: [...moved, ...plan.off],
    routeIds: before.map(({ route }) => route.routeId),
    versions: Object.fromEntries(before.map(({ route, stops }) => [route.routeId, versionOf(route, stops)])),
  })
  const stops = new Map(
    [...gathered.plan.routes.flatMap((route) => route.stops), ...gathered.plan.pool].map((stop) => [
      stop.orderId,
      stop,
    ]),
  )
  const planned = new Map(plan.routes.map((route) => [route.routeId, route]))
  const placed = (orderId: string, routeId: string, trip?: number, handOver?: HandOver | null): PlanStop[] => {
    const stop = stops.get(orderId)
    if (!stop) return []
    const kept = onRoute.get(orderId) === routeId ? stop.handOver : null
    return [{ ...stop, trip: trip ?? stop.trip, handOver: handOver ?? kept ?? null }]
  }
  const gone = new Set([...moved, ...plan.off])
  const target: HandPlan<PlanStop> = {
    routes: gathered.plan.routes.map((route) => {
      const { routeId } = route
      const { orderIds = [], trips, handOvers } = planned.get(routeId) ?? {}
      const stays = ({ orderId, status, placed: onMap }: PlanStop): boolean =>
        !gone.has(orderId) && (status !== 'PENDING' || !onMap)
      const rest = orderIds.flatMap((orderId, i) => placed(orderId, routeId, trips?.[i], handOvers?.[i]))
      return { ...route, stops: [...route.stops.filter(stays), ...rest] }
    }),
    pool: plan.off.flatMap((orderId) => stops.get(orderId) ?? []),
  }
  const written = await writePlan(ctx, tx, gathered, target, {
    action: 'route.replanned',
    detail: { replan: replanId },
  })
  for (const { route } of before) {
    const grown = plan.grown.some(({ stopId }) =>
      gathered.routes.some(
        (one) => one.route.routeId === route.routeId && one.stops.some((stop) => stop.stopId === stopId),
      ),
    )
    if (grown && !written.has(route.routeId)) await timeRest(ctx, tx, route)
  }
}

function noSuchPlanError(plans: readonly ReplanPlan[]): AppError {
  const goals = plans.flatMap((plan) => plan.goals)
  return invalid(
    'plan',
    goals.length > 0
      ? text('must be one of {values}', { values: goals.join(', ') })
      : text('names a plan, but the proposal has none'),
  )
}
