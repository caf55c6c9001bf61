// Cancelled deliveries as they were: open again, and on their routes where those still take them.
import type { Undone } from './undone.ts'
import type { CancelledOrder } from '../../domain/undo.ts'
import { stands } from '../../domain/orders/repeat.ts'
import { event } from '../../domain/webhooks/event.ts'
import { audit } from '../../store/audit/audit.ts'
import { lockOrders } from '../../store/orders/orders.ts'
import { repeatsOf } from '../../store/orders/repeated-orders.ts'
import type { Context, WriteTx } from '../context.ts'
import { erasedRef } from '../../store/privacy/anonymize.ts'
import { releaseOrders } from '../orders/release-orders.ts'
import { emit } from '../webhooks/emit.ts'
import { lockPlaces, putBack } from './put-back.ts'
import { stateInWords } from '../../domain/state-words.ts'

/** Who has not heard that it was cancelled never will; who has hears that the delivery is open again. */
export async function undoCancelled(ctx: Context, tx: WriteTx, cancelled: readonly CancelledOrder[]): Promise<Undone> {
  const versions = await lockPlaces(tx, cancelled)
  const orders = await lockOrders(
    tx,
    cancelled.map(({ orderId }) => orderId),
  )
  const open: string[] = []
  const left: Undone['left'] = []
  for (const { orderId, externalRef, status } of orders) {
    const message =
      externalRef === erasedRef(orderId)
        ? 'Its customer was erased meanwhile.'
        : status === 'CANCELLED'
          ? await madeAgain(tx, orderId)
          : `It is ${stateInWords(status)} meanwhile.`
    if (message) left.push({ order_uuid: orderId, external_ref: externalRef, message })
    else open.push(orderId)
  }
  await releaseOrders(tx, open)
  for (const orderId of open)
    audit(tx, ctx, { action: 'order.cancellation_undone', entity: 'order', entityId: orderId })
  const told = new Set(cancelled.flatMap((one) => (one.told ? one.orderId : [])))
  emit(
    ctx,
    tx,
    orders
      .filter(({ orderId }) => open.includes(orderId) && told.has(orderId))
      .map(({ orderId, externalRef, attempt }) =>
        event('order.updated', {
          external_ref: externalRef,
          order_uuid: orderId,
          attempt,
          status: 'OPEN',
          occurred_at: ctx.now.toISOString(),
          changed_fields: ['status'],
          source: 'OFFICE',
        }),
      ),
  )
  const returning = cancelled.filter(({ orderId }) => open.includes(orderId))
  const back = await putBack(ctx, tx, returning, versions)
  return {
    orders: open.length,
    off_route: returning.filter(({ orderId, place }) => place && !back.has(orderId)).length,
    left,
  }
}

/** Goods are brought once: neither beside the delivery that makes this one again, nor beside another repeat of the same. */
async function madeAgain(tx: WriteTx, orderId: string): Promise<string | null> {
  const { of, as } = await repeatsOf(tx, orderId)
  if (stands(as)) return `It is delivered again as ${as.externalRef}.`
  const other = of && (await repeatsOf(tx, of.orderId)).as
  return stands(other) ? `${of?.externalRef} is delivered again as ${other.externalRef}.` : null
}
