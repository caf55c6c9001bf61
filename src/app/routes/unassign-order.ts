// Takes an unfinished delivery off its route: order.unassigned when the route had been dispatched (docs/spec/orders.md#order-states).
import { ok } from '../../contract/endpoint.ts'
import { routeRefusal } from '../../domain/route.ts'
import { FINISHED_STOP } from '../../domain/stop.ts'
import { audit } from '../../store/audit.ts'
import type { Context } from '../context.ts'
import { conflicting, refuse } from '../errors.ts'
import { releaseOrders } from '../orders/release-orders.ts'
import { emit } from '../webhooks/emit.ts'
import { lockedStop } from './locked-route.ts'
import { eventDriver, stopEvent } from './route-events.ts'
import { routeWithStops } from './route-wire.ts'
import { takeOff } from './take-off.ts'

export async function unassignOrder(ctx: Context, input: { route_uuid: string; stop_uuid: string }) {
  return ctx.commit(async (tx) => {
    const { route, stop } = await lockedStop(ctx, tx, input)
    refuse(routeRefusal(route.status, 'cancel'))
    if (FINISHED_STOP[stop.status])
      throw conflicting('STOP_FINISHED', `This stop is already ${stop.status} and stays on its route.`)
    await releaseOrders(ctx, tx, [stop.orderId])
    if (route.status !== 'PLANNED') {
      const driver = await eventDriver(ctx, tx, route)
      await emit(ctx, tx, [stopEvent(ctx, 'order.unassigned', route, stop, driver, 'OPEN')])
    }
    await takeOff(ctx, tx, route, [stop])
    audit(tx, ctx, {
      action: 'order.unassigned',
      entity: 'order',
      entityId: stop.orderId,
      detail: { route_uuid: route.routeId },
    })
    return ok(await routeWithStops(ctx, tx, route.routeId))
  })
}
