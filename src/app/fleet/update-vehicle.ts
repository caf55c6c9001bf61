// Changes a vehicle if its version is current. Routes planned earlier keep their shift.
import type { Tx } from '../../store/database.ts'
import { findDriver, readVehicles, saveVehicle, type Vehicle, type Versioned } from '../../store/fleet/fleet.ts'
import type { App } from '../context.ts'
import { refuseUnknownZones } from './areas.ts'
import { refuseUnknownDepot } from './depot-of-vehicle.ts'
import { type AuditedChange, changeWithAudit, notSavedError, notFoundError } from '../business/audited-change.ts'

export async function updateVehicle(app: App, businessId: string, vehicle: Vehicle & Versioned): Promise<void> {
  const entry: AuditedChange = {
    action: 'vehicle.changed',
    entity: 'vehicle',
    entityId: vehicle.vehicleId,
    from: async (tx: Tx) => (await readVehicles(tx, { vehicleIds: [vehicle.vehicleId] }))[0],
    to: vehicle,
  }
  await changeWithAudit(app, businessId, entry, async (tx) => {
    if (vehicle.driverId && !(await findDriver(tx, vehicle.driverId))) throw notFoundError('driver')
    await refuseUnknownDepot(tx, vehicle.depotId)
    await refuseUnknownZones(tx, vehicle.rules)
    if (!(await saveVehicle(tx, vehicle))) throw await notSavedError(tx, entry, 'this vehicle')
  })
}
