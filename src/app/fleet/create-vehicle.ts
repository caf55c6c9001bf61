// Creates a vehicle with its default driver and start depot.
import { findDriver, insertVehicle, type Vehicle } from '../../store/fleet/fleet.ts'
import type { App } from '../context.ts'
import { refuseUnknownZones } from './areas.ts'
import { refuseUnknownDepot } from './depot-of-vehicle.ts'
import { changeWithAudit, notFoundError } from '../business/audited-change.ts'

export async function createVehicle(
  app: App,
  businessId: string,
  {
    costing = 'CAR',
    rules = null,
    ...input
  }: Omit<Vehicle, 'vehicleId' | 'active' | 'costing' | 'rules'> & Partial<Pick<Vehicle, 'costing' | 'rules'>>,
): Promise<{ vehicleId: string }> {
  const vehicleId = app.newId()
  return changeWithAudit(
    app,
    businessId,
    { action: 'vehicle.created', entity: 'vehicle', entityId: vehicleId },
    async (tx) => {
      if (input.driverId && !(await findDriver(tx, input.driverId))) throw notFoundError('driver')
      await refuseUnknownDepot(tx, input.depotId)
      await refuseUnknownZones(tx, rules)
      await insertVehicle(tx, { vehicleId, ...input, costing, rules, active: true })
      return { vehicleId }
    },
  )
}
