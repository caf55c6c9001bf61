// Checks that a vehicle has at most one route per day. A planned route without stops doesn't count: it is replaced if
// the vehicle gets a new route.
import { text } from '../../texts/text.ts'
import { holdsVehicle } from '../../domain/routes/route.ts'
import { lockVehicles, type Vehicle } from '../../store/fleet/fleet.ts'
import { openRoutes, type OpenRoute } from '../../store/routes/routes.ts'
import type { WriteTx } from '../context.ts'
import { conflicting } from '../errors.ts'

/** Returns the vehicle's empty route of that day, or null. Throws if the vehicle has a route with stops. */
export async function emptyRouteOf(tx: WriteTx, vehicle: Vehicle, day: string): Promise<OpenRoute | null> {
  await lockVehicles(tx, [vehicle.vehicleId])
  const routes = await openRoutes(tx, day)
  const route = routes.find(({ vehicleId }) => vehicleId === vehicle.vehicleId)
  if (route && holdsVehicle(route))
    throw conflicting('VEHICLE_BUSY', text('{vehicle} has a route that day already.', { vehicle: vehicle.name }))
  return route ?? null
}
