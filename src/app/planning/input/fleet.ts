// The vehicles of a day as they can be planned: with their depot, their usual driver and the planned route that they have.
import { type Depot, type Driver, readDepots, readDrivers, type Vehicle } from '../../../store/fleet/fleet.ts'
import type { Tx } from '../../../store/database.ts'
import type { Route } from '../../../store/routes/routes.ts'
import type { StopRead } from '../../../store/routes/stops.ts'
import { depotOf } from '../../fleet/depot-of-vehicle.ts'

export interface PlannedVehicle {
  vehicle: Vehicle
  depot: Depot
  /** The name of its usual driver. */
  driver: string | null
  /** The PLANNED route it has that day, to be planned again or filled, and its stops. */
  replanned: { route: Route; stops: StopRead[] } | null
}

/** Those that have a depot to start from: the one named, else their own. `stops` are those of the routes that they have. */
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
    return depot ? [{ vehicle, depot, driver: drivers(vehicle), replanned }] : []
  })
}

/** Who drives a route, or usually a vehicle, by name. */
export function driverNames(drivers: readonly Driver[]): (driven: { driverId: string | null }) => string | null {
  const names = new Map(drivers.map(({ driverId, name }) => [driverId, name]))
  return ({ driverId }) => (driverId && names.get(driverId)) ?? null
}
