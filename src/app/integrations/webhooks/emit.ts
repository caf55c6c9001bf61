// Logs events, and queues them for every endpoint that subscribed to them, in the transaction of what happened.
import type { Event } from '../../../domain/webhooks/event.ts'
import { CHOSEN_EVENTS } from '../../../domain/webhooks/event-names.ts'
import { insertEvents } from '../../../store/webhooks/events.ts'
import type { Context, WriteTx } from '../../context.ts'

/** Nothing is waited for. `areHeard` is false where it is known that no endpoint hears of them. */
export function emit(ctx: Context, tx: WriteTx, events: readonly Event[], areHeard = true): void {
  insertEvents(
    tx,
    events.map(({ name, facts }) => ({ eventId: ctx.newId(), event: name, facts, at: ctx.now })),
    ctx.now,
    areHeard,
  )
  // What is only for those who chose it, such as the orders that a system writes all day, waits for the job's next look.
  if (events.some(({ name }) => !(CHOSEN_EVENTS as readonly string[]).includes(name))) ctx.wake('webhooks')
}
