// Creates the events of routes and stops.
import { dayToWire } from '../../contract/fields.ts'
import { type Event, type EventFacts, event } from '../../domain/webhooks/event.ts'
import type { EventName } from '../../domain/webhooks/event-names.ts'
import type { Outcome } from '../../domain/routes/stop.ts'
import { findDriver } from '../../store/fleet/fleet.ts'
import type { Route } from '../../store/routes/routes.ts'
import type { StopRead } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { instant } from '../orders/order-wire.ts'

/** Returns the route's driver in the format of events. Null if the route has no driver. */
export async function eventDriver(tx: WriteTx, route: Route): Promise<EventFacts['driver']> {
  const driver = route.driverId ? await findDriver(tx, route.driverId) : null
  return driver && { name: driver.name }
}

export function stopEvent(
  ctx: Context,
  name: EventName,
  route: Route,
  stop: StopRead,
  driver: EventFacts['driver'],
  status: EventFacts['status'],
  more: Partial<EventFacts> = {},
): Event {
  return event(name, {
    external_ref: stop.externalRef,
    order_uuid: stop.orderId,
    attempt: stop.attempt,
    stop_uuid: stop.stopId,
    route_uuid: route.routeId,
    route_name: route.name,
    route_date: dayToWire(route.day),
    status,
    occurred_at: (stop.finishedAt ?? ctx.now).toISOString(),
    delivered_at: instant(stop.deliveredAt),
    delivered_on: stop.deliveredAt && dayToWire(ctx.calendar.dayOf(stop.deliveredAt)),
    arrived_at: instant(stop.arrivedAt),
    reason: stop.reason,
    driver_notes: stop.driverNotes,
    left_where: stop.leftWhere,
    ...(stop.checks && { checks: stop.checks }),
    ...(stop.itemOutcomes && { item_outcomes: stop.itemOutcomes }),
    driver,
    undo_count: stop.undoCount,
    ...more,
  })
}

/** Returns an event with the current state of the route. */
export const routeNow = (
  name: 'route.dispatched' | 'route.started' | 'route.replanned',
  route: Route,
  driver: EventFacts['driver'],
  at: Date,
): Event =>
  event(name, {
    route_uuid: route.routeId,
    route_name: route.name,
    route_date: dayToWire(route.day),
    status: route.status,
    driver,
    occurred_at: at.toISOString(),
    started_at: instant(route.startedAt),
  })

/** Returns the event for the end of a route. `released` are the stops that left the route in the same change. */
export function routeEvent(
  name: 'route.completed' | 'route.cancelled',
  route: Route,
  stops: readonly StopRead[],
  driver: EventFacts['driver'],
  released: readonly StopRead[],
): Event {
  const count = (outcome: Outcome) => stops.filter((stop) => stop.status === outcome).length
  return event(name, {
    route_uuid: route.routeId,
    route_name: route.name,
    route_date: dayToWire(route.day),
    status: route.status,
    driver,
    occurred_at: instant(route.completedAt ?? route.cancelledAt),
    started_at: instant(route.startedAt),
    completed_at: instant(route.completedAt),
    cancelled_at: instant(route.cancelledAt),
    counts: {
      total: stops.length + released.length,
      delivered: count('DELIVERED'),
      failed: count('FAILED'),
      skipped: count('SKIPPED'),
      released: released.length + count('SKIPPED'),
    },
    released_external_refs: [
      ...released.map((stop) => stop.externalRef),
      ...stops.filter((stop) => stop.status === 'SKIPPED').map((stop) => stop.externalRef),
    ],
  })
}
