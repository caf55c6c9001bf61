// Converts routes and stops to the wire format.
import { dayToWire } from '../../contract/fields.ts'
import { LoadCheckOut, PauseOut, RouteOut, type RouteWithStops, StopOut } from '../../contract/routes.ts'
import type { StreetOut } from '../../contract/street.ts'
import { pickForWire } from '../../contract/wire.ts'
import type { LoadCheck } from '../../domain/routes/scanning.ts'
import type { Pause } from '../../domain/routes/pauses.ts'
import { type RouteRead, readRoute } from '../../store/routes/routes.ts'
import { readStops, type StopRead } from '../../store/routes/stops.ts'
import type { Tx } from '../../store/database.ts'
import type { Context } from '../context.ts'
import { missing } from '../errors.ts'
import { proofLinks } from '../driving/proofs/proof-links.ts'
import { milesOf, minutesOf, roundToHundredths } from '../../domain/planning/units.ts'
import { addressToWire, expectedToWire, moreWindowsToWire, trackingUrl } from '../orders/order-wire.ts'

export const routeToWire = (route: RouteRead): RouteOut => {
  const { vehicleId, vehicleName, driverId, driverName, pauses, terms, loadChecks, ...own } = route
  return pickForWire(
    RouteOut,
    {
      date: dayToWire(route.day),
      vehicle: { vehicle_uuid: vehicleId, name: vehicleName },
      driver: driverId && driverName !== null ? { driver_uuid: driverId, name: driverName } : null,
      distance_miles: milesOf(route.distanceMeters),
      drive_minutes: minutesOf(route.driveSeconds),
      load_weight_lbs: roundToHundredths(route.loadWeightLbs),
      ...(terms?.start && { start: terms.start }),
      ...(terms?.end !== undefined && { end: terms.end }),
      ...(pauses.length > 0 && { pauses: pauses.map(pauseToWire) }),
      ...(loadChecks.length > 0 && { load_checks: loadChecks.map(loadCheckToWire) }),
    },
    own,
  )
}

const pauseToWire = ({ before, which, handOver, recorded, ...pause }: Pause): PauseOut => {
  const trip = pause.kind === 'RELOAD' && { trip: which }
  return pickForWire(
    PauseOut,
    { before_sequence: before, recorded, ...trip, ...(handOver && handOverToWire(handOver)) },
    pause,
  )
}

export const handOverToWire = ({ by, name, lat, lng }: NonNullable<Pause['handOver']>) => ({
  hand_over: { from_route: by, name, lat, lng },
})

export const loadCheckToWire = ({ missing: without, orderIds, ...check }: LoadCheck): LoadCheckOut =>
  pickForWire(
    LoadCheckOut,
    {
      missing: without.map(({ code, externalRef }) => ({ code, external_ref: externalRef })),
      order_uuids: orderIds,
    },
    check,
  )

export const stopToWire = (
  ctx: Context,
  { itemOutcomes, scans, checks, ...stop }: StopRead,
  street: StreetOut | null = null,
): StopOut =>
  pickForWire(
    StopOut,
    {
      street: street ?? undefined,
      address: addressToWire(stop),
      ...expectedToWire(stop, ctx.now),
      ...moreWindowsToWire(stop),
      item_outcomes: itemOutcomes ?? undefined,
      scanned: scans ?? undefined,
      checks: checks ?? undefined,
      proof: stop.proofs.length > 0 ? proofLinks(stop.proofs, ctx.now, ctx) : null,
      tracking_url: trackingUrl(stop.orderId, ctx),
    },
    stop,
  )

/** Returns the routes in the given order, with their stops in driving order. */
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

/** Returns a route with its stops, or throws a 404. */
export async function routeWithStops(ctx: Context, tx: Tx, routeId: string): Promise<RouteWithStops> {
  const route = await readRoute(tx, routeId)
  const [read] = route ? await routesWithStops(ctx, tx, [route]) : []
  if (!read) throw missing('route with that uuid')
  return read
}
