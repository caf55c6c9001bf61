// Changes or deactivates a driver if the version is current.
import type { Tx } from '../../store/database.ts'
import { type Driver, readDrivers, saveDriver, type Versioned } from '../../store/fleet/fleet.ts'
import type { App } from '../context.ts'
import { type AuditedChange, changeWithAudit, notSavedError } from '../business/audited-change.ts'
import { endDriverPage } from '../driving/driver-page-link.ts'
import { requirePhoneNumber } from './create-driver.ts'

export async function updateDriver(
  app: App,
  businessId: string,
  driver: Driver & Versioned & { active: boolean },
): Promise<void> {
  const entry: AuditedChange = {
    action: 'driver.changed',
    entity: 'driver',
    entityId: driver.driverId,
    from: async (tx: Tx) => (await readDrivers(tx)).find(({ driverId }) => driverId === driver.driverId),
    to: driver,
  }
  await changeWithAudit(app, businessId, entry, async (tx, business) => {
    requirePhoneNumber(driver.phone, business)
    if (!(await saveDriver(tx, driver))) throw await notSavedError(tx, entry, 'this driver')
    // An inactive driver sees no routes. A driver who becomes active again gets a new link.
    if (!driver.active) await endDriverPage(tx, driver.driverId, app.clock())
  })
}
