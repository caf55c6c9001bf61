// Events for receivers (docs/spec/webhooks.md#payload): one payload for all events. Fields that don't apply are null.
import { dayOf, iso, type Route, type Stop, type World } from './world.ts'

export interface EmittedEvent {
  event: string
  facts: Record<string, unknown>
}

const MEMBERS =
  'external_ref order_uuid stop_uuid route_uuid route_name route_date driver status undone_status previous_status ' +
  'occurred_at arrived_at delivered_at delivered_on started_at completed_at cancelled_at corrected_at reason counts ' +
  'driver_notes left_where source undo_count changed_fields corrected_fields released_external_refs'
const NULL_FACTS = Object.fromEntries(MEMBERS.split(' ').map((member) => [member, null]))

const onRoute = (route: Route) => ({
  route_uuid: route.routeId,
  route_name: route.vehicle.name,
  route_date: route.day,
  driver: route.vehicle.driver && { name: route.vehicle.driver.name },
})

export const stopEvent = (
  world: World,
  event: string,
  route: Route,
  stop: Stop,
  status: string,
  more: Record<string, unknown> = {},
): EmittedEvent => ({
  event,
  facts: {
    ...NULL_FACTS,
    ...onRoute(route),
    external_ref: stop.order.input.external_ref,
    order_uuid: stop.order.orderId,
    stop_uuid: stop.stopId,
    status,
    occurred_at: iso(stop.finishedAt ?? world.now),
    delivered_at: iso(stop.deliveredAt),
    delivered_on: stop.deliveredAt === null ? null : dayOf(world, stop.deliveredAt),
    arrived_at: iso(stop.arrivedAt),
    reason: stop.reason,
    driver_notes: stop.notes,
    undo_count: stop.undoCount,
    ...more,
  },
})

/** Returns the event of a route that ended. `released`: stops that left the route by the same change. */
export function routeEvent(
  event: 'route.completed' | 'route.cancelled',
  route: Route,
  released: readonly Stop[],
): EmittedEvent {
  const of = (status: string) => route.stops.filter((stop) => stop.status === status)
  const refs = [...released, ...of('SKIPPED')].map(({ order }) => order.input.external_ref)
  return {
    event,
    facts: {
      ...NULL_FACTS,
      ...onRoute(route),
      status: route.status,
      occurred_at: iso(route.completedAt ?? route.cancelledAt),
      started_at: iso(route.startedAt),
      completed_at: iso(route.completedAt),
      cancelled_at: iso(route.cancelledAt),
      counts: {
        total: route.stops.length + released.length,
        delivered: of('DELIVERED').length,
        failed: of('FAILED').length,
        skipped: of('SKIPPED').length,
        released: refs.length,
      },
      released_external_refs: refs,
    },
  }
}
