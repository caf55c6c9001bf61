// The orders that an import added are removed, so that the file can be imported again; what it changed stays.
import type { UndoneOut } from '../../contract/office/undo.ts'
import type { ImportedOrders } from '../../domain/undo.ts'
import { audit } from '../../store/audit/audit.ts'
import { addedByImport } from '../../store/orders/imports.ts'
import { deleteOrders, lockOrders } from '../../store/orders/orders.ts'
import { lockRoute } from '../../store/routes/routes.ts'
import type { Context, WriteTx } from '../context.ts'
import { cancelledEvent, cancelOrder } from '../orders/cancel-order.ts'
import { emit } from '../webhooks/emit.ts'

const REASON = 'Import undone'

/** Those on planned routes leave them; the business's systems hear that none of them comes. */
export async function undoImported(ctx: Context, tx: WriteTx, imported: readonly ImportedOrders[]): Promise<UndoneOut> {
  const left: UndoneOut['left'] = []
  const removed: string[] = []
  for (const { importId } of imported) {
    const before = removed.length
    for (const { orderId, externalRef, status, routeId } of await lockOrders(tx, await addedByImport(tx, importId))) {
      const route = routeId ? await lockRoute(tx, routeId) : null
      const message =
        status === 'OPEN' || (status === 'SCHEDULED' && route?.status === 'PLANNED')
          ? null
          : status === 'SCHEDULED'
            ? 'It is on a route that was sent.'
            : `It is ${status} meanwhile.`
      if (message) {
        left.push({ order_uuid: orderId, external_ref: externalRef, message })
        continue
      }
      if (status === 'SCHEDULED') await cancelOrder(ctx.joining(tx), externalRef, REASON)
      else emit(ctx, tx, [cancelledEvent(externalRef, { orderId, at: ctx.now.toISOString(), reason: REASON })])
      removed.push(orderId)
    }
    const orders = removed.length - before
    audit(tx, ctx, { action: 'import.undone', entity: 'import', entityId: importId, detail: { orders } })
  }
  await deleteOrders(tx, removed)
  return { orders: removed.length, off_route: 0, left }
}
