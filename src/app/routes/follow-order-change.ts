// Applies a change of an order to its PLANNED route (docs/spec/orders.md#changes-on-a-route).
import type { Order } from '../../domain/orders/order.ts'
import { serviceOn } from '../../domain/planning/rules.ts'
import { overload } from '../../domain/routes/manual-warnings.ts'
import { windowsOf } from '../../domain/planning/windows.ts'
import { findBusiness } from '../../store/settings/businesses.ts'
import { readVehicles } from '../../store/fleet/fleet.ts'
import { moveOrders } from '../../store/orders/orders.ts'
import { lockRoute } from '../../store/routes/routes.ts'
import { readStops, saveStop } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { retime } from './retime.ts'
import { removeStops } from './remove-stops.ts'

/**
 * Removes the order from the route if it no longer fits. Otherwise recalculates the route's times if the change affects
 * them.
 */
export async function applyOrderChange(ctx: Context, tx: WriteTx, before: Order, after: Order): Promise<void> {
  const route = before.routeId ? await lockRoute(tx, before.routeId) : null
  if (!route) return
  const stops = await readStops(tx, [route.routeId])
  const stop = stops.find(({ orderId }) => orderId === after.orderId)
  const [vehicle] = await readVehicles(tx, { vehicleIds: [route.vehicleId] })
  if (!stop || !vehicle) return
  const { loadWeightLbs, rules } = before
  const stopsBefore = stops.map((one) => (one === stop ? { ...one, loadWeightLbs, rules } : one))
  const fits =
    after.deliveryDate === route.day &&
    after.point !== null &&
    vehicle.temperatureClasses.includes(after.temperatureClass) &&
    overload(vehicle, stops) <= overload(vehicle, stopsBefore)
  if (!fits) {
    await moveOrders(tx, [after.orderId], { routeId: null, stopId: null, cameOffAt: ctx.now })
    await removeStops(ctx, tx, route, [stop])
  } else if (timingFingerprint(before) !== timingFingerprint(after)) {
    const business = await findBusiness(tx)
    const asked = after.serviceMinutes ?? business?.serviceMinutes
    const serviceMinutes = asked === undefined ? stop.serviceMinutes : serviceOn(vehicle.rules, asked)
    if (serviceMinutes !== stop.serviceMinutes) await saveStop(tx, { ...stop, serviceMinutes })
    await retime(ctx, tx, route)
  }
}

/** Returns a text that is equal for two versions of an order if their route has the same times. */
const timingFingerprint = (order: Order): string =>
  JSON.stringify([order.point, windowsOf(order), order.serviceMinutes, order.rules?.readyAt, order.rules?.streetHours])
