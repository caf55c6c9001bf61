// Notifies the business's endpoints of canceled deliveries at the end of their undo window
// (docs/spec/webhooks.md#events).
import { lockStep, saveSettled } from '../../../store/undo/undo-steps.ts'
import { lockOrders } from '../../../store/orders/lock-orders.ts'
import type { Context, WriteTx } from '../../context.ts'
import { cancelledEvent } from '../../orders/cancel-order.ts'
import { emit } from '../../integrations/webhooks/emit.ts'

/**
 * Sends the events of the step, unless it was undone or has been settled. An order that was added to the step after an
 * earlier call gets its own event later.
 */
export async function settleStep(ctx: Context, tx: WriteTx, stepId: string): Promise<void> {
  const step = await lockStep(tx, stepId)
  if (step?.kind !== 'ORDERS_CANCELLED' || !step.settlesAt || step.settlesAt > ctx.now) return
  const untold = step.detail.filter(({ told }) => !told)
  const orders = await lockOrders(
    tx,
    untold.map(({ orderId }) => orderId),
  )
  const refOf = new Map(orders.map(({ orderId, externalRef }) => [orderId, externalRef]))
  const events = untold.flatMap((one) => {
    const externalRef = refOf.get(one.orderId)
    return externalRef === undefined ? [] : [cancelledEvent(externalRef, one)]
  })
  emit(ctx, tx, events)
  await saveSettled(
    tx,
    stepId,
    step.detail.map((one) => ({ ...one, told: true as const })),
  )
}
