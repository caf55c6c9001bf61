// POST /routes/{route_uuid}/stops/{stop_uuid}/undo: undoes an outcome (docs/spec/routes.md#undo).
import { routeRefusal } from '../../domain/routes/route.ts'
import { decideUndo } from '../../domain/routes/stop.ts'
import { audit } from '../../store/audit/audit.ts'
import { lockOrders } from '../../store/orders/lock-orders.ts'
import { moveOrders, touchOrders } from '../../store/orders/orders.ts'
import { dropOutcomeMessages } from '../../store/messages/messages.ts'
import { saveStop } from '../../store/routes/stops.ts'
import type { Context } from '../context.ts'
import { missing, valueOrThrow, throwIfRefused } from '../errors.ts'
import { notifyCorrected } from '../customers/messages/notify.ts'
import { issueReceipt } from '../customers/receipts/issue-receipt.ts'
import { emit } from '../integrations/webhooks/emit.ts'
import { clearOtherHeadings } from './head-to-stop.ts'
import { replaceVisit } from './record-visit.ts'
import { stopOnLockedRoute, type StopRef } from './locked-route.ts'
import { refuseRepeated } from './refuse-repeated.ts'
import { projectEtas } from './retime.ts'
import { eventDriver, stopEvent } from './route-events.ts'
import { readSkippedOrderState } from './skipped-order-state.ts'
import { stopAnswer } from './stop-answer.ts'

/**
 * Undoes the driver's last report for the stop. This is its outcome or, if it has none, its arrival. No event is sent
 * for an arrival.
 */
export const undoLastReport = (ctx: Context, ref: StopRef) =>
  ctx.write(async (tx) => {
    const { route, stop } = await stopOnLockedRoute(tx, ref)
    if (stop.status !== 'ARRIVED') return undoOutcome(ctx.joining(tx), ref)
    throwIfRefused(routeRefusal(route.status, 'work'))
    await clearOtherHeadings(tx, stop)
    await saveStop(tx, { ...stop, status: 'EN_ROUTE', arrivedAt: null })
    await touchOrders(tx, [stop.orderId])
    await projectEtas(ctx, tx, route)
    audit(tx, ctx, { action: 'stop.arrival_undone', entity: 'stop', entityId: stop.stopId })
    return stopAnswer(ctx, tx, ref)
  })

export async function undoOutcome(ctx: Context, ref: StopRef) {
  return ctx.write(async (tx) => {
    const { route, stop } = await stopOnLockedRoute(tx, ref)
    throwIfRefused(routeRefusal(route.status, 'work'))
    const [order] = await lockOrders(tx, [stop.orderId])
    if (!order) throw missing('delivery of the stop')
    await refuseRepeated(tx, stop)
    const { status, undone } = valueOrThrow(decideUndo(stop, await readSkippedOrderState(tx, route, stop, order)))
    const held = stop.settlesAt !== null
    const open = {
      ...stop,
      status,
      finishedAt: null,
      deliveredAt: null,
      reason: null,
      leftWhere: null,
      scans: null,
      itemOutcomes: null,
      checks: null,
      settlesAt: null,
      undoCount: stop.undoCount + 1,
      onTime: null,
      skippedPoint: null,
    }
    await saveStop(tx, open)
    // Reset the next stop, which has been EN_ROUTE since the outcome.
    await clearOtherHeadings(tx, open)
    await moveOrders(tx, [stop.orderId], {
      status: 'SCHEDULED',
      routeId: route.routeId,
      stopId: stop.stopId,
    })
    await projectEtas(ctx, tx, route)
    // If the undo window has not ended (`held`), nobody was notified of the outcome, so nothing needs a correction.
    if (!held) {
      await dropOutcomeMessages(tx, stop.orderId)
      await notifyCorrected(ctx, tx, stop.orderId)
      await replaceVisit(ctx, tx, open)
      const driver = await eventDriver(tx, route)
      emit(ctx, tx, [
        stopEvent(ctx, 'stop.undone', route, open, driver, status, {
          undone_status: undone,
          occurred_at: ctx.now.toISOString(),
        }),
      ])
      await issueReceipt(ctx, tx, open)
    }
    audit(tx, ctx, { action: 'stop.undone', entity: 'stop', entityId: stop.stopId, detail: { undone, held } })
    return stopAnswer(ctx, tx, ref)
  })
}
