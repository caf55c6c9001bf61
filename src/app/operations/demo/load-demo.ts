// Loads the demo business once. Each call issues a new password and key, and adds missing orders of today and tomorrow.
import { OrderBody } from '../../../contract/order.ts'
import { findOrder } from '../../../store/orders/orders.ts'
import { findUserByEmail, setPasswordHash } from '../../../store/users/users.ts'
import { type App, makeContext } from '../../context.ts'
import { putOrder } from '../../orders/put-order.ts'
import { hashPassword } from '../../people/users/passwords.ts'
import { type AuditedChange, changeWithAudit, operatorAuditContext } from '../../business/audited-change.ts'
import { createBusiness } from '../../business/create-business.ts'
import { createDepot } from '../../fleet/create-depot.ts'
import { createDriver } from '../../fleet/create-driver.ts'
import { createKey } from '../../integrations/keys/create-key.ts'
import { createUser } from '../../people/users/create-user.ts'
import { createVehicle } from '../../fleet/create-vehicle.ts'
import { createZone } from '../../zones/create-zone.ts'
import { DEMO_BUSINESS, DEMO_DEPOT, DEMO_FLEET, DEMO_USER, DEMO_ZONES, demoOrders, demoPhone } from './demo-content.ts'

export interface Demo {
  businessId: string
  apiKey: string
  email: string
  password: string
}

export async function loadDemo(app: App): Promise<Demo> {
  const password = app.secrets.randomToken().slice(0, 16)
  const known = await findUserByEmail(app.db, DEMO_USER.email)
  const businessId = known ? known.businessId : await createDemoBusiness(app, password)
  if (known) await changePassword(app, known, password)
  await createTwoDaysOfOrders(app, businessId)
  const { apiKey } = await createKey(app, { businessId, name: 'Demo' })
  return { businessId, apiKey, email: DEMO_USER.email, password }
}

async function createDemoBusiness(app: App, password: string): Promise<string> {
  const { businessId } = await createBusiness(app, DEMO_BUSINESS)
  const { depotId } = await createDepot(app, businessId, DEMO_DEPOT)
  for (const [i, { driver, ...vehicle }] of DEMO_FLEET.entries()) {
    const { driverId } = await createDriver(app, businessId, {
      name: driver,
      phone: demoPhone(i),
      email: null,
      language: null,
    })
    const shift = { shiftStart: '08:00', shiftEnd: '18:00' }
    const temperatureClasses = [...vehicle.temperatureClasses]
    await createVehicle(app, businessId, { ...vehicle, ...shift, temperatureClasses, driverId, depotId })
  }
  for (const zone of DEMO_ZONES) await createZone(app, businessId, zone)
  // Create the user last, because an existing user shows that the demo is complete.
  await createUser(app, businessId, { ...DEMO_USER, password })
  return businessId
}

async function changePassword(app: App, user: { businessId: string; userId: string }, password: string): Promise<void> {
  const hash = await hashPassword(password)
  const entry: AuditedChange = { action: 'user.password_changed', entity: 'user', entityId: user.userId }
  await changeWithAudit(app, user.businessId, entry, (tx) => setPasswordHash(tx, user.userId, hash))
}

async function createTwoDaysOfOrders(app: App, businessId: string): Promise<void> {
  const { actor, requestId } = operatorAuditContext(app, businessId)
  const { timeZone } = DEMO_BUSINESS
  const context = makeContext(app, { businessId, timeZone, actor, requestId, idempotency: null })
  const today = context.calendar.dayOf(context.now)
  const orders = [today, context.calendar.addDays(today, 1)].flatMap(demoOrders).map((order) => OrderBody.parse(order))
  for (const body of orders) {
    // Don't replace an existing order, because it may be under way or delivered.
    const present = await context.read((tx) => findOrder(tx, body.external_ref))
    if (!present) await putOrder(context, body)
  }
}
