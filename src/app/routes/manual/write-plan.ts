// Writes the result of a dispatcher's moves: stops, orders, events, and the times of every affected route.
import type { ActionOn } from '../../../domain/audit.ts'
import { serviceOn, convertServiceMinutes, type VehicleRules } from '../../../domain/planning/rules.ts'
import type { HandPlan, HandRoute } from '../../../domain/routes/manual-planning.ts'
import { isRunning } from '../../../domain/routes/route.ts'
import { audit } from '../../../store/audit/audit.ts'
import { findBusiness } from '../../../store/settings/businesses.ts'
import { assignStops, moveOrders } from '../../../store/orders/orders.ts'
import type { Route } from '../../../store/routes/routes.ts'
import {
  deleteStops,
  insertStops,
  placeStops,
  readStops,
  saveStop,
  type Stop,
  type StopRead,
} from '../../../store/routes/stops.ts'
import type { Context, WriteTx } from '../../context.ts'
import { missing } from '../../errors.ts'
import { queueDriverPush } from '../../driving/queue-driver-push.ts'
import { notifyNotComing } from '../../customers/messages/notify.ts'
import { releaseOrders } from '../../orders/release-orders.ts'
import { emit } from '../../integrations/webhooks/emit.ts'
import { finishOrWait } from '../finish-if-over.ts'
import { freshStop } from '../fresh-stop.ts'
import { headToNext } from '../head-to-stop.ts'
import { followDetour, projectEtas, retime } from '../retime.ts'
import { eventDriver, stopEvent } from '../route-events.ts'
import type { GatheredPlan, PlanStop } from './gather-plan.ts'

/** Writes the plan. Returns the IDs of the changed routes. */
export async function writePlan(
  ctx: Context,
  tx: WriteTx,
  before: GatheredPlan,
  plan: HandPlan<PlanStop>,
  recorded: Recorded = { action: 'route.changed_by_hand' },
): Promise<Set<string>> {
  const off = plan.pool.flatMap(({ stop }) => stop ?? [])
  const changes = before.routes.flatMap(({ route, stops }) => changeOf(route, stops, plan) ?? [])
  await announceLeaving(ctx, tx, changes)
  const left = changes.flatMap((change) => change.left.map(({ orderId }) => orderId))
  await releaseOrders(tx, left)
  await deleteStops(
    tx,
    off.map(({ stopId }) => stopId),
  )
  for (const { route, now, joined } of changes) {
    await addDeliveries(ctx, tx, route, now.vehicle.rules, joined)
    await placeStops(tx, route.routeId, await placesOf(tx, now))
  }
  // Time the routes only now, because every stop must be in its new position first.
  for (const { route, stops, now, joined, left } of changes) {
    await notifyNotComing(ctx, tx, route, left)
    const handsOver = plan.routes.some((other) =>
      other.stops.some(({ orderId, handOver }) => handOver?.routeId === route.routeId && isLeaving(left, orderId)),
    )
    const hasEnded = await retimeRoute(ctx, tx, route, stops, { joined, left, handsOver })
    await announceJoining(ctx, tx, route, joined)
    await queueDriverPush(ctx, tx, route, hasEnded ? 'TAKEN' : 'CHANGED')
    audit(tx, ctx, {
      action: recorded.action,
      entity: 'route',
      entityId: route.routeId,
      detail: { stops: now.stops.length, added: joined.length, before: stops.length, ...recorded.detail },
    })
  }
  return new Set(changes.map(({ route }) => route.routeId))
}

const isLeaving = (left: readonly StopRead[], orderId: string): boolean => left.some((stop) => stop.orderId === orderId)

/** The entry for the audit log. */
interface Recorded {
  action: ActionOn<'route'>
  detail?: Record<string, unknown>
}

interface Change {
  route: Route
  stops: readonly StopRead[]
  now: HandRoute<PlanStop>
  joined: readonly PlanStop[]
  left: readonly StopRead[]
}

/** Returns the change of a route, or null if the moves don't change it. */
function changeOf(route: Route, stops: readonly StopRead[], plan: HandPlan<PlanStop>): Change | null {
  const now = plan.routes.find(({ routeId }) => routeId === route.routeId)
  if (!now || sameStops(stops, now)) return null
  return {
    route,
    stops,
    now,
    joined: now.stops.filter(({ stop }) => stop?.routeId !== route.routeId),
    left: stops.filter(({ orderId }) => !now.stops.some((stop) => stop.orderId === orderId)),
  }
}

const sameStops = (stops: readonly StopRead[], { stops: now }: HandRoute<PlanStop>): boolean =>
  stops.length === now.length &&
  stops.every(({ orderId, trip }, i) => orderId === now[i]?.orderId && trip === now[i].trip)

/** Adds deliveries to the route: new stops for unassigned deliveries, existing stops for deliveries of other routes. */
async function addDeliveries(
  ctx: Context,
  tx: WriteTx,
  route: Route,
  rules: VehicleRules | null,
  joined: readonly PlanStop[],
): Promise<void> {
  if (joined.length === 0) return
  const business = await findBusiness(tx)
  if (!business) throw missing('business')
  const made = joined.flatMap(({ order, stop }): Stop[] =>
    order && !stop
      ? [
          freshStop({
            stopId: ctx.newId(),
            routeId: route.routeId,
            orderId: order.orderId,
            sequence: 0,
            serviceMinutes: serviceOn(rules, order.serviceMinutes ?? business.serviceMinutes),
            legMeters: 0,
            legSeconds: 0,
            plannedArrival: ctx.now,
            plannedDeparture: ctx.now,
            eta: route.status === 'PLANNED' ? null : ctx.now,
          }),
        ]
      : [],
  )
  insertStops(tx, made)
  for (const { stop, onVehicle } of joined) {
    const minutes = stop && convertServiceMinutes(onVehicle ?? null, rules, stop.serviceMinutes)
    if (stop && minutes !== null && minutes !== stop.serviceMinutes)
      await saveStop(tx, { ...stop, serviceMinutes: minutes })
  }
  const stops = [...made, ...joined.flatMap(({ stop }) => stop ?? [])]
  await assignStops(
    tx,
    stops.map(({ orderId, stopId }) => ({ orderId, stopId, routeId: route.routeId })),
  )
  if (!isRunning(route.status)) return
  const orderIds = stops.map(({ orderId }) => orderId)
  await moveOrders(tx, orderIds, { status: 'SCHEDULED' })
}

/** Returns the position and load of each stop of the route, in driving order. New stops are included. */
async function placesOf(
  tx: WriteTx,
  route: HandRoute<PlanStop>,
): Promise<Pick<Stop, 'stopId' | 'trip' | 'handOver'>[]> {
  const made = route.stops.some(({ stop }) => !stop) ? await readStops(tx, [route.routeId]) : []
  const madeFor = new Map(made.map((stop) => [stop.orderId, stop.stopId]))
  return route.stops.map(({ orderId, stop, trip, handOver = null }) => ({
    stopId: stop?.stopId ?? madeFor.get(orderId) ?? '',
    trip,
    handOver,
  }))
}

/** Updates the times of the route. Returns true if the route has ended. */
async function retimeRoute(
  ctx: Context,
  tx: WriteTx,
  route: Route,
  before: readonly StopRead[],
  { joined, left, handsOver }: { joined: readonly PlanStop[]; left: readonly StopRead[]; handsOver: boolean },
): Promise<boolean> {
  // Don't end a route that hands over goods, even if no stop is left: its driver must still hand them over.
  if (!handsOver && (await finishOrWait(ctx, tx, route, left)) === 'ENDED') return true
  if (route.status !== 'IN_PROGRESS') {
    await retime(ctx, tx, route)
    return false
  }
  if (left.some(({ status }) => status === 'EN_ROUTE')) await headToNext(ctx, tx, route, ctx.now)
  const joinedOrders = joined.map(({ orderId }) => orderId)
  await projectEtas(ctx, tx, route, joinedOrders)
  await followDetour(ctx, tx, route, before)
  return false
}

/**
 * Sends order.unassigned for stops that leave a dispatched route. Must run before they join another route, because
 * endpoints receive the events in this order.
 */
async function announceLeaving(ctx: Context, tx: WriteTx, changes: readonly Change[]): Promise<void> {
  for (const { route, left } of changes) {
    if (!isRunning(route.status)) continue
    const driver = await eventDriver(tx, route)
    emit(
      ctx,
      tx,
      left.map((stop) => stopEvent(ctx, 'order.unassigned', route, stop, driver, 'OPEN')),
    )
  }
}

async function announceJoining(ctx: Context, tx: WriteTx, route: Route, joined: readonly PlanStop[]): Promise<void> {
  if (!isRunning(route.status) || joined.length === 0) return
  const driver = await eventDriver(tx, route)
  const stops = await readStops(tx, [route.routeId])
  const added = stops.filter(({ orderId }) => joined.some((one) => one.orderId === orderId))
  emit(
    ctx,
    tx,
    added.map((stop) => stopEvent(ctx, 'stop.scheduled', route, stop, driver, 'SCHEDULED')),
  )
}
