// Sends stop.eta_changed for stops of a dispatched route. The event is sent only if the difference between expected and
// planned arrival has changed by another step.
import { type EtaChange, isWorthAnEvent, lateMinutes } from '../../domain/webhooks/eta-change.ts'
import type { Route } from '../../store/routes/routes.ts'
import type { StopRead, TimeRange } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { emit } from '../integrations/webhooks/emit.ts'
import { eventDriver, stopEvent } from './route-events.ts'

export interface Expected {
  eta: Date
  etaRange: TimeRange | null
}

/**
 * Sends the events. `before` are the stops before the change, and `etas` the new expected arrivals, keyed by stop ID.
 */
export async function emitEtaChanges(
  ctx: Context,
  tx: WriteTx,
  route: Route,
  before: readonly StopRead[],
  etas: ReadonlyMap<string, Expected>,
): Promise<void> {
  const changed = before.flatMap((stop): { stop: StopRead; change: EtaChange; range: TimeRange | null }[] => {
    const after = etas.get(stop.stopId)
    if (!stop.eta || !after) return []
    const change = { plannedArrival: stop.plannedArrival, before: stop.eta, after: after.eta }
    return isWorthAnEvent(change) ? [{ stop, change, range: after.etaRange }] : []
  })
  if (changed.length === 0) return
  const driver = await eventDriver(tx, route)
  emit(
    ctx,
    tx,
    changed.map(({ stop, change: { plannedArrival, before: was, after }, range }) =>
      stopEvent(ctx, 'stop.eta_changed', route, stop, driver, stop.status, {
        eta: after.toISOString(),
        ...(range && { eta_from: range.from.toISOString(), eta_to: range.to.toISOString() }),
        planned_arrival: plannedArrival.toISOString(),
        late_minutes: lateMinutes(after, plannedArrival),
        previous_late_minutes: lateMinutes(was, plannedArrival),
      }),
    ),
  )
}
