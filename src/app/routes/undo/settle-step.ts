// The end of the undo window of canceled deliveries: the business's endpoints are notified
// (docs/spec/webhooks.md#events).
import { lockStep, saveSettled } from '../../../store/undo/undo-steps.ts'
import { lockOrders } from '../../../store/orders/orders.ts'
import type { Context, WriteTx } from '../../context.ts'
import { cancelledEvent } from '../../orders/cancel-order.ts'
import { emit } from '../../integrations/webhooks/emit.ts'

/**
 * Sends the events unless the step was undone or already settled. Orders that join the step later are settled
 * separately.
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
