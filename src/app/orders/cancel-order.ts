// POST /orders/{external_ref}/cancel, and cancellation by the office (docs/spec/orders.md#cancel).
import { inWords } from '../in-words.ts'
import type { CancelledOut } from '../../contract/orders.ts'
import { decideCancel } from '../../domain/orders/order.ts'
import type { Warning } from '../../domain/routes/manual-warnings.ts'
import { silenceWarnings } from '../../domain/routes/silence.ts'
import type { CancelledOrder } from '../../domain/undo/step.ts'
import { event } from '../../domain/webhooks/event.ts'
import { audit } from '../../store/audit/audit.ts'
import { lockOrder } from '../../store/orders/lock-orders.ts'
import { moveOrders, readOrder } from '../../store/orders/orders.ts'
import { lockRoute } from '../../store/routes/routes.ts'
import { readStops } from '../../store/routes/stops.ts'
import { keepOrderCancelled } from '../../store/undo/undo-steps.ts'
import type { Context } from '../context.ts'
import { missing, valueOrThrow } from '../errors.ts'
import { removeStops } from '../routes/remove-stops.ts'
import { noteCancelled } from '../routes/undo/step.ts'
import { emit } from '../integrations/webhooks/emit.ts'
import { orderToWire } from './order-wire.ts'

/**
 * Cancels the order. If an office user canceled it, the business's endpoints get an event
 * (docs/spec/webhooks.md#events): at once, or at the end of the undo window if the cancellation can be undone.
 */
export async function cancelOrder(ctx: Context, externalRef: string, reason: string | null): Promise<CancelledOut> {
  return ctx.write(async (tx) => {
    const locked = await lockOrder(tx, externalRef)
    if (!locked) throw missing('delivery with that reference')
    const { order } = locked
    let warnings: Warning[] = []
    if (valueOrThrow(decideCancel(order.status, locked.route)) === 'cancel') {
      const at = ctx.now.toISOString()
      await moveOrders(tx, [order.orderId], { status: 'CANCELLED', routeId: null, stopId: null })
      const route = order.routeId ? await lockRoute(tx, order.routeId) : null
      if (route) {
        const stops = await readStops(tx, [route.routeId])
        const own = stops.filter(({ stopId }) => stopId === order.stopId)
        warnings = silenceWarnings(route, own, ctx.now)
        await removeStops(ctx, tx, route, own)
      }
      audit(tx, ctx, {
        action: 'order.cancelled',
        entity: 'order',
        entityId: order.orderId,
        ...(reason && { detail: { reason } }),
      })
      const cancelled = { orderId: order.orderId, at, reason }
      if (ctx.step) await noteCancelled(ctx, tx, ctx.step, [cancelled])
      else if (ctx.actor.kind === 'OFFICE') emit(ctx, tx, [cancelledEvent(externalRef, cancelled)])
    } else if (ctx.actor.kind === 'API') await keepOrderCancelled(tx, order.orderId)
    const read = await readOrder(tx, { orderId: order.orderId })
    if (!read) throw missing('delivery with that reference')
    return { ...orderToWire(read, ctx), ...(warnings.length > 0 && { warnings: inWords(ctx, warnings) }) }
  })
}

/** Returns the event of a canceled order. */
export const cancelledEvent = (externalRef: string, { orderId, at, reason }: CancelledOrder) =>
  event('order.cancelled', {
    external_ref: externalRef,
    order_uuid: orderId,
    occurred_at: at,
    cancelled_at: at,
    reason,
    status: 'CANCELLED',
    source: 'OFFICE',
  })
