// What the office does is recorded with all that is needed to take it back, in the transaction that does it.
import type { Order } from '../../domain/orders/order.ts'
import type { PlaceOnRoute } from '../../domain/undo.ts'
import { readStops } from '../../store/routes/stops.ts'
import { findBusiness } from '../../store/settings/businesses.ts'
import { addToStep, type UndoStep } from '../../store/undo/undo-steps.ts'
import type { Context, WriteTx } from '../context.ts'

/** All that a person does at once, also in several transactions. */
export interface StepUnderWay {
  stepId: string
}

export const stepUnderWay = (ctx: Context): StepUnderWay => ({ stepId: ctx.newId() })

/** `cancelled` orders are told of once the business's undo window is over. */
export async function recordStep(
  ctx: Context,
  tx: WriteTx,
  { stepId }: StepUnderWay,
  done: { [K in UndoStep['kind']]: Pick<Extract<UndoStep, { kind: K }>, 'kind' | 'detail'> }[UndoStep['kind']],
): Promise<void> {
  if (ctx.actor.kind !== 'OFFICE' || ctx.actor.id === null) return
  const window = done.kind === 'ORDERS_CANCELLED' ? ((await findBusiness(tx))?.undoWindowSeconds ?? 0) : null
  const settlesAt = window === null ? null : new Date(ctx.now.getTime() + window * 1000)
  await addToStep(tx, { stepId, userId: ctx.actor.id, doneAt: ctx.now, settlesAt, ...done })
  if (window === 0) ctx.wake('settle-outcomes')
}

/** Where the delivery is on its route; the caller holds its lock. */
export async function placeOf(tx: WriteTx, { orderId, routeId }: Order): Promise<PlaceOnRoute | null> {
  if (!routeId) return null
  const stops = await readStops(tx, [routeId])
  const position = stops.findIndex((stop) => stop.orderId === orderId)
  const stop = stops[position]
  return stop ? { routeId, position, trip: stop.trip } : null
}
