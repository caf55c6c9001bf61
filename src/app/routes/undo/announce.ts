// Announces an undo after its rows are written back: sends events, customer notices and messages to drivers, and writes
// the audit log. Compares the states before and after the undo.
import type { ActionOn } from '../../../domain/audit.ts'
import { changedFields, fieldChanges, type Order } from '../../../domain/orders/order.ts'
import { isRunning } from '../../../domain/routes/route.ts'
import { UNDO_MS } from '../../../domain/undo/step.ts'
import { event } from '../../../domain/webhooks/event.ts'
import { audit } from '../../../store/audit/audit.ts'
import { findDriver } from '../../../store/fleet/fleet.ts'
import { type Route, saveEnd } from '../../../store/routes/routes.ts'
import type { StopRead } from '../../../store/routes/stops.ts'
import type { UndoStep } from '../../../store/undo/undo-steps.ts'
import type { Context, WriteTx } from '../../context.ts'
import { queueDriverPush } from '../../driving/queue-driver-push.ts'
import { notifyDriver, notifyNotComing } from '../../customers/messages/notify.ts'
import { recordUpdate } from '../../orders/write-order.ts'
import { renewDriverLink } from '../driver-link.ts'
import { finishOrWait } from '../finish-if-over.ts'
import { eventDriver, routeEvent, stopEvent } from '../route-events.ts'
import { emitEtaChanges } from '../emit-eta-changes.ts'
import { emit } from '../../integrations/webhooks/emit.ts'
import { noteCancelled } from './step.ts'
import type { StepUnderWay } from '../../../domain/undo/step.ts'
import type { Scene } from './scene.ts'

/**
 * A route and its stops before and after the undo. `was` is null if the route did not exist before, and `is` if it
 * doesn't exist after.
 */
interface Turn {
  was: Route | null
  is: Route | null
  stopsBefore: StopRead[]
  stopsAfter: StopRead[]
}

export async function announceRoutes(
  ctx: Context,
  tx: WriteTx,
  redo: StepUnderWay,
  before: Scene,
  after: Scene,
): Promise<void> {
  const routeIds = [...new Set([...before.routes.keys(), ...after.routes.keys()])].toSorted()
  const turns = routeIds.map(
    (routeId): Turn => ({
      was: before.routes.get(routeId) ?? null,
      is: after.routes.get(routeId) ?? null,
      stopsBefore: before.stops.filter((stop) => stop.routeId === routeId),
      stopsAfter: after.stops.filter((stop) => stop.routeId === routeId),
    }),
  )
  // Announce stops that leave routes before stops that join others.
  for (const turn of turns) await announceLeft(ctx, tx, turn, after)
  for (const turn of turns) await announceRoute(ctx, tx, turn, after)
  const action = actionOf(redo)
  for (const { was, is, stopsBefore, stopsAfter } of turns)
    if (JSON.stringify([was, stopsBefore]) !== JSON.stringify([is, stopsAfter]))
      audit(tx, ctx, { action, entity: 'route', entityId: (is ?? was)?.routeId ?? '' })
}

function actionOf({ kind, isUndo }: StepUnderWay): ActionOn<'route'> {
  if (!isUndo) return 'route.change_redone'
  return kind === 'ROUTES_BUILT' ? 'route.build_undone' : 'route.change_undone'
}

const without = (stops: readonly StopRead[], others: readonly StopRead[]): StopRead[] =>
  stops.filter(({ stopId }) => !others.some((other) => other.stopId === stopId))

async function announceLeft(ctx: Context, tx: WriteTx, turn: Turn, { orders }: Scene): Promise<void> {
  const { was, stopsBefore, stopsAfter } = turn
  if (!was || !isRunning(was.status)) return
  const left = without(stopsBefore, stopsAfter)
  const driver = await eventDriver(tx, was)
  const released = left.filter(({ orderId }) => orders.get(orderId)?.status !== 'CANCELLED')
  emit(
    ctx,
    tx,
    released.map((stop) => stopEvent(ctx, 'order.unassigned', was, stop, driver, 'OPEN')),
  )
  await notifyNotComing(ctx, tx, was, left)
}

async function announceRoute(ctx: Context, tx: WriteTx, turn: Turn, after: Scene): Promise<void> {
  const { was, is, stopsBefore, stopsAfter } = turn
  if (!was || !is) return
  const driver = await eventDriver(tx, is)
  if (is.status === 'CANCELLED' && was.status !== 'CANCELLED')
    emit(ctx, tx, [routeEvent('route.cancelled', is, stopsAfter, driver, without(stopsBefore, stopsAfter))])
  if (!isRunning(is.status)) return
  const joined = without(stopsAfter, stopsBefore)
  const stayed = stopsBefore.filter(({ stopId }) => stopsAfter.some((stop) => stop.stopId === stopId))
  const headed = stopsAfter.filter(
    ({ stopId, status }) =>
      status === 'EN_ROUTE' && stayed.some((stop) => stop.stopId === stopId && stop.status !== 'EN_ROUTE'),
  )
  await emitEtaChanges(
    ctx,
    tx,
    is,
    stayed,
    new Map(stopsAfter.flatMap(({ stopId, eta, etaRange }) => (eta ? [[stopId, { eta, etaRange }] as const] : []))),
  )
  emit(ctx, tx, [
    ...joined.map((stop) => stopEvent(ctx, 'stop.scheduled', is, stop, driver, 'SCHEDULED')),
    ...headed.map((stop) => stopEvent(ctx, 'stop.en_route', is, stop, driver, 'EN_ROUTE')),
  ])
  const hasEnded = await endOrWait(ctx, tx, turn, after)
  await notifyDrivers(ctx, tx, turn, hasEnded)
}

/**
 * Ends the route if it is over. Returns whether it has ended. If the undo removed its last stop again, the route gets a
 * new undo window instead.
 */
async function endOrWait(ctx: Context, tx: WriteTx, { is, stopsBefore, stopsAfter }: Turn, after: Scene) {
  if (!is) return false
  if (is.endsAt) await saveEnd(tx, is.routeId, new Date(ctx.now.getTime() + UNDO_MS))
  const left = without(stopsBefore, stopsAfter)
  // Don't end a route that hands over goods, because its driver must still hand them over.
  const handsOver = after.stops.some(({ handOver }) => handOver?.routeId === is.routeId)
  if (is.endsAt || left.length === 0 || handsOver) return false
  return (await finishOrWait(ctx, tx, is, left)) === 'ENDED'
}

async function notifyDrivers(ctx: Context, tx: WriteTx, turn: Turn, hasEnded: boolean): Promise<void> {
  const { was, is, stopsBefore, stopsAfter } = turn
  if (!was || !is) return
  if (was.driverId !== is.driverId) {
    await queueDriverPush(ctx, tx, was, 'TAKEN')
    await queueDriverPush(ctx, tx, is, 'GIVEN')
    await renewDriverLink(ctx, tx, is.routeId)
    await notifyDriver(ctx, tx, is, is.driverId ? await findDriver(tx, is.driverId) : null)
    return
  }
  const wayOf = (stops: readonly StopRead[]) => stops.map(({ stopId, trip }) => `${stopId} ${trip}`).join()
  const isNews = wayOf(stopsBefore) !== wayOf(stopsAfter) || was.vehicleId !== is.vehicleId
  if (isNews) await queueDriverPush(ctx, tx, is, hasEnded ? 'TAKEN' : 'CHANGED')
}

/** Announces changed orders: orders that are open again or canceled again, and orders with another day. */
export async function announceOrders(
  ctx: Context,
  tx: WriteTx,
  step: UndoStep,
  redo: StepUnderWay,
  before: Scene,
  after: Scene,
): Promise<void> {
  const cancelled = step.kind === 'ORDERS_CANCELLED' ? step.detail : []
  for (const order of after.orders.values()) {
    const was = before.orders.get(order.orderId)
    if (!was) continue
    const noted = cancelled.find(({ orderId }) => orderId === order.orderId)
    const { orderId } = order
    if (was.status === 'CANCELLED' && order.status !== 'CANCELLED') {
      audit(tx, ctx, { action: 'order.cancellation_undone', entity: 'order', entityId: orderId })
      if (noted?.told) emit(ctx, tx, [orderReopenedEvent(ctx, order)])
      await noteCancelled(ctx, tx, redo, [{ orderId, at: ctx.now.toISOString(), reason: noted?.reason ?? null }])
    } else if (was.status !== 'CANCELLED' && order.status === 'CANCELLED') {
      audit(tx, ctx, { action: 'order.cancelled', entity: 'order', entityId: orderId })
      await noteCancelled(ctx, tx, redo, [{ orderId, at: ctx.now.toISOString(), reason: noted?.reason ?? null }])
    }
    const fields = changedFields(was, order)
    if (fields.length > 0) await recordUpdate(ctx, tx, order, fields, fieldChanges(was, order))
  }
}

/** Returns the event for an order that is open again. It is sent only if endpoints have received the cancellation. */
const orderReopenedEvent = (ctx: Context, { externalRef, orderId, attempt }: Order) =>
  event('order.updated', {
    external_ref: externalRef,
    order_uuid: orderId,
    attempt,
    status: 'OPEN',
    occurred_at: ctx.now.toISOString(),
    changed_fields: ['status'],
    source: 'OFFICE',
  })
