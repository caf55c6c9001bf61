// Finds changes of a skipped stop's order since the skip. An undo or correction of the skip checks them, because the
// order may no longer fit the route.
import { type Order, sameJson } from '../../domain/orders/order.ts'
import type { SkippedOrderState } from '../../domain/routes/stop.ts'
import { readVehicles } from '../../store/fleet/fleet.ts'
import type { Route } from '../../store/routes/routes.ts'
import type { StopRead } from '../../store/routes/stops.ts'
import type { WriteTx } from '../context.ts'

export async function readSkippedOrderState(
  tx: WriteTx,
  route: Route,
  stop: StopRead,
  order: Order,
): Promise<SkippedOrderState> {
  const onARoute = order.routeId !== null && order.stopId !== stop.stopId
  if (stop.status !== 'SKIPPED') return { status: order.status, onARoute, misfits: [] }
  const [vehicle] = await readVehicles(tx, { vehicleIds: [route.vehicleId] })
  // `skippedPoint` is null if an older version recorded the skip. In that case, the address counts as unchanged.
  const moved = stop.skippedPoint !== null && !sameJson(order.point, stop.skippedPoint)
  const misfits: SkippedOrderState['misfits'] = [
    ...(order.deliveryDate === route.day ? [] : (['delivery_date'] as const)),
    ...(moved ? (['address'] as const) : []),
    ...(vehicle?.temperatureClasses.includes(order.temperatureClass) ? [] : (['temperature_class'] as const)),
  ]
  return { status: order.status, onARoute, misfits }
}
