// POST /orders/{external_ref}/cancel, and the office's (docs/spec/orders.md#cancel).
import type { OrderOut } from '../../contract/orders.ts'
import { decideCancel } from '../../domain/orders/order.ts'
import type { CancelledOrder } from '../../domain/undo.ts'
import { event } from '../../domain/webhooks/event.ts'
import { audit } from '../../store/audit/audit.ts'
import { lockOrder, moveOrders, readOrder } from '../../store/orders/orders.ts'
import { lockRoute } from '../../store/routes/routes.ts'
import { readStops } from '../../store/routes/stops.ts'
import { keepCancelled } from '../../store/undo/undo-steps.ts'
import type { Context } from '../context.ts'
import { missing, orThrow } from '../errors.ts'
import { takeOff } from '../routes/take-off.ts'
import { placeOf, recordStep, type StepUnderWay } from '../undo/record-step.ts'
import { emit } from '../webhooks/emit.ts'
import { orderToWire } from './order-wire.ts'

/**
 * The business's systems hear of it, unless they did it themselves (docs/spec/webhooks.md#events): at once, or with a step
 * that can be taken back, once that is settled.
 */
export async function cancelOrder(
  ctx: Context,
  externalRef: string,
  reason: string | null,
  step: StepUnderWay | null = null,
): Promise<OrderOut> {
  return ctx.write(async (tx) => {
    const locked = await lockOrder(tx, externalRef)
    if (!locked) throw missing('delivery with that reference')
    const { order } = locked
    if (orThrow(decideCancel(order.status, locked.route)) === 'cancel') {
      const at = ctx.now.toISOString()
      const place = step && (await placeOf(tx, order))
      await moveOrders(tx, [order.orderId], { status: 'CANCELLED', routeId: null, stopId: null })
      const route = order.routeId ? await lockRoute(tx, order.routeId) : null
      if (route) {
        const stops = await readStops(tx, [route.routeId])
        await takeOff(
          ctx,
          tx,
          route,
          stops.filter(({ stopId }) => stopId === order.stopId),
        )
      }
      audit(tx, ctx, {
        action: 'order.cancelled',
        entity: 'order',
        entityId: order.orderId,
        ...(reason && { detail: { reason } }),
      })
      const cancelled = { orderId: order.orderId, at, reason }
      if (step) await recordStep(ctx, tx, step, { kind: 'ORDERS_CANCELLED', detail: [{ ...cancelled, place }] })
      else if (ctx.actor.kind === 'OFFICE') emit(ctx, tx, [cancelledEvent(externalRef, cancelled)])
    } else if (ctx.actor.kind === 'API') await keepCancelled(tx, order.orderId)
    const read = await readOrder(tx, { orderId: order.orderId })
    if (!read) throw missing('delivery with that reference')
    return orderToWire(read, ctx)
  })
}

/** What the business's systems hear of a delivery that the office cancelled. */
export const cancelledEvent = (externalRef: string, { orderId, at, reason }: Omit<CancelledOrder, 'place'>) =>
  event('order.cancelled', {
    external_ref: externalRef,
    order_uuid: orderId,
    occurred_at: at,
    cancelled_at: at,
    reason,
    status: 'CANCELLED',
    source: 'OFFICE',
  })
