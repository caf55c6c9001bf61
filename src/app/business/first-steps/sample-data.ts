// Loads and removes sample data as a whole. The data is recognizably fictitious and has no phone numbers or email
// addresses, so that nobody receives a message.
import { OrderBody } from '../../../contract/order.ts'
import { text } from '../../../texts/text.ts'
import { audit } from '../../../store/audit/audit.ts'
import { insertDepot, insertDriver, insertVehicle, readDepots } from '../../../store/fleet/fleet.ts'
import { lockOrders } from '../../../store/orders/lock-orders.ts'
import { deleteSample, lockSample, routesOfSample, saveSample } from '../../../store/settings/first-steps.ts'
import type { SampleData } from '../../../domain/settings/sample-data.ts'
import type { Context } from '../../context.ts'
import { DEMO_DEPOT, DEMO_FLEET, demoOrders } from '../../operations/demo/demo-content.ts'
import { conflicting, missing } from '../../errors.ts'
import { cancelOrder } from '../../orders/cancel-order.ts'
import { orderFromWire } from '../../orders/order-wire.ts'
import { removeOrders } from '../../orders/remove-orders.ts'
import { refuseExisting } from '../../orders/edit-orders.ts'
import { writeOrder } from '../../orders/write-order.ts'
import { cancelLocked } from '../../routes/cancel-route.ts'
import { lockedRoute } from '../../routes/locked-route.ts'

const REASON = 'Sample data removed'

export const loadSample = (ctx: Context): Promise<{ vehicles: number; orders: number }> =>
  ctx.write(async (tx) => {
    if (await lockSample(tx)) throw conflicting('SAMPLE_LOADED', 'The sample data is loaded already.')
    const depotId = ctx.newId()
    const isDefault = (await readDepots(tx)).length === 0
    await insertDepot(tx, { ...DEMO_DEPOT, depotId, name: 'Sample depot', returnsPlace: null, isDefault })
    const sample: SampleData = { depotId, driverIds: [], vehicleIds: [], orderIds: [] }
    for (const [i, { driver: _driver, name: _name, temperatureClasses, ...vehicle }] of DEMO_FLEET.entries()) {
      const driverId = ctx.newId()
      const vehicleId = ctx.newId()
      const driver = { driverId, name: `Sample driver ${i + 1}`, phone: null, email: null, language: null }
      await insertDriver(tx, driver)
      await insertVehicle(tx, {
        ...vehicle,
        vehicleId,
        name: `Sample van ${i + 1}`,
        temperatureClasses: [...temperatureClasses],
        shiftStart: '08:00',
        shiftEnd: '18:00',
        costing: 'CAR',
        rules: null,
        driverId,
        depotId,
        active: true,
      })
      sample.driverIds.push(driverId)
      sample.vehicleIds.push(vehicleId)
    }
    const today = ctx.calendar.dayOf(ctx.now)
    for (const order of [today, ctx.calendar.addDays(today, 1)].flatMap(sampleOrders)) {
      const input = orderFromWire(OrderBody.parse(order))
      const { order: written } = await writeOrder(ctx, tx, input, null, refuseExisting(input.externalRef))
      sample.orderIds.push(written.order_uuid)
    }
    await saveSample(tx, sample)
    audit(tx, ctx, { action: 'sample.loaded', entity: 'business', entityId: ctx.businessId })
    return { vehicles: sample.vehicleIds.length, orders: sample.orderIds.length }
  })

const sampleOrders = (day: string) =>
  demoOrders(day).map(({ customer_phone: _phone, ...order }, i) => ({
    ...order,
    external_ref: `SAMPLE-${day}-${i + 1}`,
    customer_name: `Sample customer ${i + 1}`,
  }))

/**
 * Removes the sample data. `kept` is the number of sample vehicles, drivers and depots that the business's own data
 * still needs.
 */
export const removeSample = (ctx: Context): Promise<{ kept: number }> =>
  ctx.write(async (tx) => {
    const sample = await lockSample(tx)
    if (!sample) throw missing('sample data')
    for (const routeId of await routesOfSample(tx, sample)) {
      const route = await lockedRoute(tx, routeId)
      if (route.status === 'IN_PROGRESS')
        throw conflicting(
          'SAMPLE_UNDER_WAY',
          text('{route} is under way. End the route first, then remove the sample.', { route: route.name }),
        )
      if (route.status === 'PLANNED' || route.status === 'DISPATCHED') await cancelLocked(ctx, tx, route)
    }
    // Sample deliveries on the business's own routes are canceled, too. The order system gets an event for each sample
    // delivery.
    const orders = await lockOrders(tx, sample.orderIds)
    for (const { externalRef, status } of orders)
      if (status === 'SCHEDULED') await cancelOrder(ctx.joining(tx), externalRef, REASON)
    const open = orders.filter(({ status }) => status === 'OPEN')
    await removeOrders(ctx, tx, open, REASON)
    const kept = await deleteSample(tx, sample)
    await saveSample(tx, null)
    audit(tx, ctx, { action: 'sample.removed', entity: 'business', entityId: ctx.businessId })
    return { kept }
  })
