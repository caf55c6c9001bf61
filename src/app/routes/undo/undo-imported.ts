// Removes the orders that an import added, so that the file can be imported again. Orders that the import changed stay
// changed.
import { type Said, text } from '../../../texts/text.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { ImportedOrders } from '../../../domain/undo/step.ts'
import { audit } from '../../../store/audit/audit.ts'
import { addedByImport } from '../../../store/orders/imports.ts'
import { lockOrders } from '../../../store/orders/lock-orders.ts'
import { ordersOnDispatchedRoutes } from '../../../store/routes/stops.ts'
import type { Context, WriteTx } from '../../context.ts'
import { removeOrders } from '../../orders/remove-orders.ts'
import { stateInWords } from '../../../domain/state-words.ts'
import type { Undone } from './take-back-step.ts'

export async function undoImported(ctx: Context, tx: WriteTx, imported: readonly ImportedOrders[]): Promise<Undone> {
  const left: Undone['left'] = []
  let orders = 0
  for (const { importId } of imported) {
    const added = await lockOrders(tx, await addedByImport(tx, importId))
    const sent = await ordersOnDispatchedRoutes(
      tx,
      added.map(({ orderId }) => orderId),
    )
    const removed: Order[] = []
    for (const order of added) {
      const message = undoObstacle(order, sent.has(order.orderId))
      if (message) left.push({ order_uuid: order.orderId, external_ref: order.externalRef, message: ctx.say(message) })
      else removed.push(order)
    }
    await removeOrders(ctx, tx, removed, 'Import undone')
    orders += removed.length
    audit(tx, ctx, {
      action: 'import.undone',
      entity: 'import',
      entityId: importId,
      detail: { orders: removed.length },
    })
  }
  return { orders, left }
}

function undoObstacle({ status }: Order, wasSent: boolean): Said | null {
  if (status === 'SCHEDULED') return 'It is on a route that was sent.'
  if (status !== 'OPEN') return text('It is {state} now.', { state: stateInWords(status) })
  return wasSent ? 'It was on a route that was sent.' : null
}
