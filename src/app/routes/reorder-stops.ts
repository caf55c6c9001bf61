// Reorders the remaining stops for the driver, if the business allows this.
import { routeRefusal } from '../../domain/routes/route.ts'
import { FINISHED_STOP } from '../../domain/routes/stop.ts'
import { audit } from '../../store/audit/audit.ts'
import { findBusiness } from '../../store/settings/businesses.ts'
import { placeStops, readStops } from '../../store/routes/stops.ts'
import type { Context } from '../context.ts'
import { conflicting, throwIfRefused } from '../errors.ts'
import { lockedRoute } from './locked-route.ts'
import { projectEtas } from './retime.ts'
import { routeWithStops } from './route-wire.ts'

/** Reorders the stops. `stopIds` are all unfinished stops in their new order. Finished stops stay before them. */
export async function reorderStops(ctx: Context, routeId: string, stopIds: readonly string[]) {
  return ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    throwIfRefused(routeRefusal(route.status, 'work'))
    const business = await findBusiness(tx)
    if (!business?.driversMayReorder)
      throw conflicting('REORDER_NOT_ALLOWED', 'Only the office can reorder the stops; ask your dispatcher.')
    const stops = await readStops(tx, [route.routeId])
    const done = stops.filter(({ status }) => FINISHED_STOP[status])
    const open = stops.filter(({ status }) => !FINISHED_STOP[status])
    const inOrder = stopIds.flatMap((id) => open.find(({ stopId }) => stopId === id) ?? [])
    if (new Set(inOrder).size < Math.max(open.length, stopIds.length))
      throw conflicting('ROUTE_CHANGED', 'The stops of this route have changed since; their order was not changed.')
    await placeStops(tx, route.routeId, [...done, ...inOrder])
    await projectEtas(ctx, tx, route)
    audit(tx, ctx, { action: 'route.reordered', entity: 'route', entityId: route.routeId })
    return routeWithStops(ctx, tx, route.routeId)
  })
}
