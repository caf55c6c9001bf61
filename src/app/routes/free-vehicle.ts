// One route a vehicle and day. A planned route without stops gives way to the next that needs its vehicle.
import { text } from '../../texts/text.ts'
import { holdsVehicle } from '../../domain/routes/route.ts'
import { lockVehicles, type Vehicle } from '../../store/fleet/fleet.ts'
import { openRoutes, type OpenRoute } from '../../store/routes/routes.ts'
import type { WriteTx } from '../context.ts'
import { conflicting } from '../errors.ts'

/** The empty route that the vehicle has that day, if any. Throws when it has one to drive. */
export async function emptyRouteOf(tx: WriteTx, vehicle: Vehicle, day: string): Promise<OpenRoute | null> {
  await lockVehicles(tx, [vehicle.vehicleId])
  const routes = await openRoutes(tx, day)
  const route = routes.find(({ vehicleId }) => vehicleId === vehicle.vehicleId)
  if (route && holdsVehicle(route))
    throw conflicting('VEHICLE_BUSY', text('{vehicle} has a route that day already.', { vehicle: vehicle.name }))
  return route ?? null
}
