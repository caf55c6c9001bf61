// The vehicles that can be planned on a day, with their depot, driver and planned route.
import { type Depot, type Driver, readDepots, readDrivers, type Vehicle } from '../../../store/fleet/fleet.ts'
import type { Tx } from '../../../store/database.ts'
import type { Route } from '../../../store/routes/routes.ts'
import type { StopRead } from '../../../store/routes/stops.ts'
import { depotOf } from '../../fleet/depot-of-vehicle.ts'

export interface PlannedVehicle {
  vehicle: Vehicle
  depot: Depot
  /** Name of the driver of the planned route, or of the vehicle's default driver if it has no such route. */
  driver: string | null
  /**
   * The vehicle's PLANNED route of that day with its stops. The build re-plans it, or fills it if it is empty. Null if
   * the vehicle has no such route.
   */
  replanned: { route: Route; stops: StopRead[] } | null
}

/**
 * Returns the vehicles with their depot and planned route. The depot is `depotId` if it is set, otherwise the vehicle's
 * own depot. Vehicles without a depot are omitted. `stops` must contain the stops of the routes in `routeOf`.
 */
export async function plannedVehicles(
  tx: Tx,
  vehicles: readonly Vehicle[],
  routeOf: ReadonlyMap<string, Route>,
  stops: readonly StopRead[],
  depotId: string | null = null,
): Promise<PlannedVehicle[]> {
  const depots = await readDepots(tx)
  const drivers = driverNames(await readDrivers(tx))
  return vehicles.flatMap((vehicle): PlannedVehicle[] => {
    const depot = depotOf(depots, depotId ?? vehicle.depotId)
    const route = routeOf.get(vehicle.vehicleId)
    const replanned = route ? { route, stops: stops.filter(({ routeId }) => routeId === route.routeId) } : null
    return depot ? [{ vehicle, depot, driver: drivers(route ?? vehicle), replanned }] : []
  })
}

/** Returns a function that returns the name of the driver of a route or vehicle, or null if it has no driver. */
export function driverNames(drivers: readonly Driver[]): (driven: { driverId: string | null }) => string | null {
  const names = new Map(drivers.map(({ driverId, name }) => [driverId, name]))
  return ({ driverId }) => (driverId && names.get(driverId)) ?? null
}
