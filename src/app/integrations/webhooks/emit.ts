// Logs events and queues them for each subscribed endpoint, in the transaction of the change.
import type { Event } from '../../../domain/webhooks/event.ts'
import { CHOSEN_EVENTS } from '../../../domain/webhooks/event-names.ts'
import { insertEvents } from '../../../store/webhooks/events.ts'
import type { Context, WriteTx } from '../../context.ts'

/**
 * Queues the insert statements in the transaction without waiting for them. Pass false as `areHeard` if no endpoint
 * subscribes to the events, to save the lookup.
 */
export function emit(ctx: Context, tx: WriteTx, events: readonly Event[], areHeard = true): void {
  insertEvents(
    tx,
    events.map(({ name, facts }) => ({ eventId: ctx.newId(), event: name, facts, at: ctx.now })),
    ctx.now,
    areHeard,
  )
  // Wakes the job, except for events that endpoints must select explicitly (`CHOSEN_EVENTS`). Order systems cause such
  // events all day, so they wait for the job's next poll.
  if (events.some(({ name }) => !(CHOSEN_EVENTS as readonly string[]).includes(name))) ctx.wake('webhooks')
}
