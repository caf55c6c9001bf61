// Locks stops to their route and position, so that re-planning does not move them. Also unlocks them.
import { routeRefusal } from '../../../domain/routes/route.ts'
import { audit } from '../../../store/audit/audit.ts'
import { FINISHED_STOP } from '../../../domain/routes/stop.ts'
import { routesOfOrders } from '../../../store/orders/orders.ts'
import { lockStopsInPlace, readStops } from '../../../store/routes/stops.ts'
import type { Context } from '../../context.ts'
import { throwIfRefused } from '../../errors.ts'
import { lockedRoute } from '../locked-route.ts'
import { routeWithStops } from '../route-wire.ts'

export async function lockStops(ctx: Context, routeId: string, stopIds: string[], locked: boolean) {
  return ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    throwIfRefused(routeRefusal(route.status, 'cancel'))
    await lockStopsInPlace(tx, route.routeId, stopIds, locked)
    audit(tx, ctx, {
      action: locked ? 'stops.locked' : 'stops.unlocked',
      entity: 'route',
      entityId: route.routeId,
      detail: { stops: stopIds.length },
    })
    return routeWithStops(ctx, tx, route.routeId)
  })
}

/** Locks or unlocks the unfinished stops of these orders on all routes. */
export const lockOrders = (ctx: Context, orderIds: readonly string[], locked: boolean) =>
  ctx.write(async (tx) => {
    const asked = new Set(orderIds)
    for (const routeId of (await routesOfOrders(tx, orderIds)).toSorted()) {
      await lockedRoute(tx, routeId)
      const meant = (await readStops(tx, [routeId])).filter(
        ({ orderId, current, status }) => asked.has(orderId) && current && !FINISHED_STOP[status],
      )
      const stopIds = meant.map(({ stopId }) => stopId)
      if (stopIds.length > 0) await lockStops(ctx.joining(tx), routeId, stopIds, locked)
    }
    return null
  })
