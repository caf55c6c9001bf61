// Moves a whole route to another vehicle. A planned route gets the vehicle's name, depot, shift and driver. A
// dispatched route keeps its driver, who continues in the other vehicle.
import { convertServiceMinutes, type VehicleRules } from '../../../domain/planning/rules.ts'
import { termsOf, termsOnVehicle } from '../../../domain/routes/terms.ts'
import { carryRefusal } from '../../../domain/routes/manual-planning.ts'
import { routeRefusal } from '../../../domain/routes/route.ts'
import { FINISHED_STOP } from '../../../domain/routes/stop.ts'
import { audit } from '../../../store/audit/audit.ts'
import { readDepots, readVehicles, type Vehicle } from '../../../store/fleet/fleet.ts'
import { touchOrders } from '../../../store/orders/orders.ts'
import { type Route, saveRouteVehicle } from '../../../store/routes/routes.ts'
import { currentOrders, placeStops, readStops, saveStop, type StopRead } from '../../../store/routes/stops.ts'
import type { Context, WriteTx } from '../../context.ts'
import { costingFor } from '../../planning/roads/road-vehicles.ts'
import { missing, throwIfRefused } from '../../errors.ts'
import { depotOf } from '../../fleet/depot-of-vehicle.ts'
import { queueDriverPush } from '../../driving/queue-driver-push.ts'
import { cancelLocked } from '../cancel-route.ts'
import { emptyRouteOf } from '../free-vehicle.ts'
import { lockedRoute } from '../locked-route.ts'
import { retime } from '../retime.ts'
import { routeWithStops } from '../route-wire.ts'
import { refuseStale } from './version.ts'

interface VehicleChange {
  vehicleId: string
  version: string
  /** Load number of each order on the new vehicle, keyed by order ID. */
  trips?: Readonly<Record<string, number>> | undefined
}

export async function changeVehicle(ctx: Context, routeId: string, to: VehicleChange) {
  return ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    throwIfRefused(routeRefusal(route.status, 'cancel'))
    const stops = await readStops(tx, [route.routeId])
    await refuseStale(tx, route, stops, to.version)
    const [vehicle] = await readVehicles(tx, { vehicleIds: [to.vehicleId] })
    if (!vehicle?.active) throw missing('active vehicle with that uuid')
    if (vehicle.vehicleId !== route.vehicleId) {
      throwIfRefused(
        carryRefusal(
          vehicle,
          stops.filter(({ status }) => !FINISHED_STOP[status]),
        ),
      )
      const empty = await emptyRouteOf(tx, vehicle, route.day)
      if (empty) await cancelLocked(ctx, tx, await lockedRoute(tx, empty.routeId))
      const [before] = await readVehicles(tx, { vehicleIds: [route.vehicleId] })
      const rulesBefore = before?.rules ?? null
      const moved = await routeOnVehicle(ctx, tx, route, vehicle)
      await saveRouteVehicle(tx, moved)
      await convertServiceTimes(tx, stops, rulesBefore, vehicle)
      const { trips } = to
      if (trips)
        await placeStops(
          tx,
          routeId,
          stops.map(({ stopId, orderId, trip, handOver }) => ({ stopId, trip: trips[orderId] ?? trip, handOver })),
        )
      if (route.status !== 'IN_PROGRESS') await retime(ctx, tx, moved)
      await touchOrders(tx, currentOrders(stops))
      await queueDriverPush(ctx, tx, route, 'CHANGED')
      audit(tx, ctx, {
        action: 'route.vehicle_changed',
        entity: 'route',
        entityId: route.routeId,
        detail: { from: route.vehicleId, to: vehicle.vehicleId },
      })
    }
    return routeWithStops(ctx, tx, route.routeId)
  })
}

/** Converts the service times of the stops, because the vehicles may have different service factors. */
async function convertServiceTimes(
  tx: WriteTx,
  stops: readonly StopRead[],
  before: VehicleRules | null,
  { rules }: Vehicle,
) {
  for (const stop of stops) {
    const serviceMinutes = convertServiceMinutes(before, rules, stop.serviceMinutes)
    if (!FINISHED_STOP[stop.status] && serviceMinutes !== stop.serviceMinutes)
      await saveStop(tx, { ...stop, serviceMinutes })
  }
}

async function routeOnVehicle(ctx: Context, tx: WriteTx, route: Route, vehicle: Vehicle): Promise<Route> {
  const { vehicleId, shiftStart, shiftEnd } = vehicle
  const [before] = await readVehicles(tx, { vehicleIds: [route.vehicleId] })
  const name = route.name === before?.name ? vehicle.name : route.name
  const costing = costingFor(ctx.distances, vehicle)
  if (route.status !== 'PLANNED')
    return { ...route, vehicleId, name, shiftEnd, costing, terms: termsOnVehicle(route.terms, vehicle.rules) }
  const depots = await readDepots(tx)
  const depot = depotOf(depots, vehicle.depotId)
  return {
    ...route,
    terms: termsOf(vehicle.rules),
    vehicleId,
    name,
    shiftStart,
    shiftEnd,
    costing,
    driverId: vehicle.driverId ?? route.driverId,
    depot: depot ? { name: depot.name, lat: depot.lat, lng: depot.lng } : route.depot,
  }
}
