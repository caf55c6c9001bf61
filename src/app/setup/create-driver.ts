// Creates a driver. The link of a dispatched route goes to their phone.
import { insertDriver } from '../../store/fleet.ts'
import type { App } from '../context.ts'
import { asOperator } from './as-operator.ts'

export async function createDriver(
  app: App,
  businessId: string,
  input: { name: string; phone: string | null; email: string | null },
): Promise<{ driverId: string }> {
  const driverId = app.newId()
  await asOperator(app, businessId, { action: 'driver.created', entity: 'driver', entityId: driverId }, (tx) =>
    insertDriver(tx, businessId, { driverId, ...input }),
  )
  return { driverId }
}
