// What receivers are told, by the contract: one payload for all events; what does not apply is null.
import { dayOf, iso, type Route, type Stop, type World } from './world.ts'

export interface Told {
  event: string
  facts: Record<string, unknown>
}

const NOTHING = {
  external_ref: null,
  order_uuid: null,
  stop_uuid: null,
  route_uuid: null,
  route_name: null,
  route_date: null,
  status: null,
  occurred_at: null,
  delivered_at: null,
  delivered_on: null,
  arrived_at: null,
  reason: null,
  driver_notes: null,
  driver: null,
  undo_count: null,
  undone_status: null,
  previous_status: null,
  corrected_fields: null,
  corrected_at: null,
  changed_fields: null,
  source: null,
  started_at: null,
  completed_at: null,
  cancelled_at: null,
  counts: null,
  released_external_refs: null,
}

const onRoute = (route: Route) => ({
  route_uuid: route.routeId,
  route_name: route.vehicle.name,
  route_date: route.day,
  driver: route.vehicle.driver && { name: route.vehicle.driver.name },
})

export const tellStop = (
  world: World,
  event: string,
  route: Route,
  stop: Stop,
  status: string,
  more: Record<string, unknown> = {},
): Told => ({
  event,
  facts: {
    ...NOTHING,
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

/** `released` came off the route by the same change. */
export function tellRoute(event: 'route.completed' | 'route.cancelled', route: Route, released: readonly Stop[]): Told {
  const of = (status: string) => route.stops.filter((stop) => stop.status === status)
  const refs = [...released, ...of('SKIPPED')].map(({ order }) => order.input.external_ref)
  return {
    event,
    facts: {
      ...NOTHING,
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
