// A route and its stops as answered.
import { dayToWire } from '../../contract/fields.ts'
import type { RouteOut, RouteWithStops, StopOut } from '../../contract/routes.ts'
import { type RouteRead, readRoute } from '../../store/routes/routes.ts'
import { readStops, type StopRead } from '../../store/routes/stops.ts'
import type { Tx } from '../../store/database.ts'
import type { Context } from '../context.ts'
import { missing } from '../errors.ts'
import { proofLinks } from '../proofs/proof-links.ts'
import { milesOf, minutesOf, round } from '../planning/units.ts'
import { addressToWire, instant, trackingUrl } from '../orders/order-wire.ts'

export const routeToWire = (route: RouteRead): RouteOut => ({
  route_uuid: route.routeId,
  name: route.name,
  status: route.status,
  date: dayToWire(route.day),
  vehicle: { vehicle_uuid: route.vehicleId, name: route.vehicleName },
  driver: route.driverId && route.driverName !== null ? { driver_uuid: route.driverId, name: route.driverName } : null,
  depot: route.depot,
  planned_start: instant(route.plannedStart),
  planned_end: instant(route.plannedEnd),
  started_at: instant(route.startedAt),
  completed_at: instant(route.completedAt),
  distance_miles: milesOf(route.distanceMeters),
  drive_minutes: minutesOf(route.driveSeconds),
  load_weight_lbs: round(route.loadWeightLbs),
  stop_count: route.stopCount,
  distance_source: route.distanceSource,
  distances_estimated: route.distancesEstimated,
})

export const stopToWire = (ctx: Context, stop: StopRead): StopOut => ({
  stop_uuid: stop.stopId,
  external_ref: stop.externalRef,
  order_uuid: stop.orderId,
  sequence: stop.sequence,
  status: stop.status,
  locked: stop.locked,
  planned_arrival: stop.plannedArrival.toISOString(),
  eta: instant(stop.eta),
  window_start: stop.windowStart,
  window_end: stop.windowEnd,
  service_minutes: stop.serviceMinutes,
  arrived_at: instant(stop.arrivedAt),
  delivered_at: instant(stop.deliveredAt),
  finished_at: instant(stop.finishedAt),
  reason: stop.reason,
  driver_notes: stop.driverNotes,
  settles_at: instant(stop.settlesAt),
  undo_count: stop.undoCount,
  address: addressToWire(stop),
  customer_name: stop.customerName,
  proof: stop.proofs.length > 0 ? proofLinks(stop.proofs, ctx.now, ctx) : null,
  tracking_url: trackingUrl(stop.orderId, ctx),
})

/** Routes with their stops in driving order, in the order given. */
export async function routesWithStops(ctx: Context, tx: Tx, routes: readonly RouteRead[]): Promise<RouteWithStops[]> {
  const stops = await readStops(
    tx,
    routes.map((route) => route.routeId),
  )
  return routes.map((route) => ({
    ...routeToWire(route),
    stops: stops.filter((stop) => stop.routeId === route.routeId).map((stop) => stopToWire(ctx, stop)),
  }))
}

/** One route with its stops, or a 404. */
export async function routeWithStops(ctx: Context, tx: Tx, routeId: string): Promise<RouteWithStops> {
  const route = await readRoute(tx, routeId)
  const [read] = route ? await routesWithStops(ctx, tx, [route]) : []
  if (!read) throw missing('route with that uuid')
  return read
}
