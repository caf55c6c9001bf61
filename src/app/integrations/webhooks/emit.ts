// Logs events and queues them for each subscribed endpoint, in the transaction of the change.
import type { Event } from '../../../domain/webhooks/event.ts'
import { CHOSEN_EVENTS } from '../../../domain/webhooks/event-names.ts'
import { insertEvents } from '../../../store/webhooks/events.ts'
import type { Context, WriteTx } from '../../context.ts'

/**
 * Queues the statements without waiting for them. Pass `areHeard` as false if it is known that no endpoint subscribes.
 */
export function emit(ctx: Context, tx: WriteTx, events: readonly Event[], areHeard = true): void {
  insertEvents(
    tx,
    events.map(({ name, facts }) => ({ eventId: ctx.newId(), event: name, facts, at: ctx.now })),
    ctx.now,
    areHeard,
  )
  // Events that endpoints must select explicitly, such as orders that a system writes all day, wait for the job's next
  // poll.
  if (events.some(({ name }) => !(CHOSEN_EVENTS as readonly string[]).includes(name))) ctx.wake('webhooks')
}
