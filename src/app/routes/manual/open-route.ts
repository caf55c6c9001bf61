// Opens an empty route for a vehicle and a day: returns the existing one or creates it.
import { STRAIGHT_LINE } from '../../../domain/planning/distance-source.ts'
import { termsOf } from '../../../domain/routes/terms.ts'
import { driveFactorOf } from '../../../domain/planning/plan-pace.ts'
import { meanFactor } from '../../../domain/planning/traffic.ts'
import { audit } from '../../../store/audit/audit.ts'
import { readDepots, readVehicles } from '../../../store/fleet/fleet.ts'
import { insertRoute, type Route } from '../../../store/routes/routes.ts'
import { findBusiness } from '../../../store/settings/businesses.ts'
import type { Context, WriteTx } from '../../context.ts'
import { missing } from '../../errors.ts'
import { depotOf, noDepotError } from '../../fleet/depot-of-vehicle.ts'
import { costingFor } from '../../planning/roads/road-vehicles.ts'
import { emptyRouteOf } from '../free-vehicle.ts'
import { routeWithStops } from '../route-wire.ts'

interface NewRoute {
  vehicleId: string
  day: string
}

export const openRoute = (ctx: Context, wanted: NewRoute) =>
  ctx.write(async (tx) => routeWithStops(ctx, tx, await openRouteIn(ctx, tx, wanted)))

/** Opens the route in this transaction. Returns its ID. */
export async function openRouteIn(ctx: Context, tx: WriteTx, { vehicleId, day }: NewRoute): Promise<string> {
  const [vehicle] = await readVehicles(tx, { vehicleIds: [vehicleId] })
  if (!vehicle?.active) throw missing('active vehicle with that uuid')
  const empty = await emptyRouteOf(tx, vehicle, day)
  if (empty) return empty.routeId
  const business = await findBusiness(tx)
  if (!business) throw missing('business')
  const depots = await readDepots(tx)
  const depot = depotOf(depots, vehicle.depotId)
  if (!depot) throw noDepotError()
  const route: Route = {
    routeId: ctx.newId(),
    day,
    name: vehicle.name,
    status: 'PLANNED',
    vehicleId: vehicle.vehicleId,
    driverId: vehicle.driverId,
    depot: { name: depot.name, lat: depot.lat, lng: depot.lng },
    shiftStart: vehicle.shiftStart,
    shiftEnd: vehicle.shiftEnd,
    plannedStart: null,
    plannedEnd: null,
    distanceMeters: 0,
    driveSeconds: 0,
    costing: costingFor(ctx.distances, vehicle),
    trafficFactor: driveFactorOf(business.pace, meanFactor(business.trafficFactors, [vehicle])),
    pace: business.pace,
    distanceSource: ctx.distances?.name ?? STRAIGHT_LINE,
    distancesEstimated: ctx.distances === null,
    dispatchedAt: null,
    startedAt: null,
    completedAt: null,
    cancelledAt: null,
    endsAt: null,
    phoneAt: null,
    terms: termsOf(vehicle.rules),
    pauses: [],
    delay: null,
    loadChecks: [],
  }
  await insertRoute(tx, route)
  audit(tx, ctx, { action: 'route.opened', entity: 'route', entityId: route.routeId })
  return route.routeId
}
