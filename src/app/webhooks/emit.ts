// Queues events for every endpoint that subscribed to them, in the transaction of what happened.
import type { Event } from '../../domain/webhooks/event.ts'
import { endpointsFor, insertDeliveries } from '../../store/webhooks/webhook-deliveries.ts'
import type { Context, WriteTx } from '../context.ts'

/** One delivery row for each endpoint and event, due now. A paused endpoint gets it on resume. */
export async function emit(ctx: Context, tx: WriteTx, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return
  const endpoints = await endpointsFor(tx)
  const pending = events.flatMap(({ name, facts }) =>
    endpoints
      .filter(({ events: chosen }) => chosen.length === 0 || chosen.includes(name))
      .map(({ endpointId }) => ({ deliveryId: ctx.newId(), endpointId, event: name, facts, dueAt: ctx.now })),
  )
  insertDeliveries(tx, pending, ctx.now)
  if (pending.length > 0) ctx.wake('webhooks')
}
