// Finds the routes of the given orders whose driver's phone is silent, so that the office is warned before it cancels
// the orders.
import { silentSince } from '../../domain/routes/silence.ts'
import { FINISHED_STOP } from '../../domain/routes/stop.ts'
import { routesOfOrders } from '../../store/orders/orders.ts'
import { readRoutes } from '../../store/routes/routes.ts'
import { readStops } from '../../store/routes/stops.ts'
import type { Context } from '../context.ts'

/** Returns those routes of the orders on which at least one of the orders is still open. */
export const silentRoutes = (ctx: Context, orderIds: readonly string[]) =>
  ctx.read(async (tx) => {
    const routeIds = await routesOfOrders(tx, orderIds)
    const stops = await readStops(tx, routeIds)
    const open = stops.filter(({ orderId, status }) => orderIds.includes(orderId) && !FINISHED_STOP[status])
    const routes = await readRoutes(tx, { routeIds })
    return routes.flatMap((route) => {
      const since = silentSince(route, ctx.now)
      return since && open.some(({ routeId }) => routeId === route.routeId)
        ? [{ name: route.name, silent_since: since.toISOString() }]
        : []
    })
  })
