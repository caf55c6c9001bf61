// Starts the route for the driver: DISPATCHED → IN_PROGRESS. An early start is allowed. A second start changes nothing.
import { routeRefusal } from '../../domain/routes/route.ts'
import { audit } from '../../store/audit/audit.ts'
import type { Context } from '../context.ts'
import { throwIfRefused } from '../errors.ts'
import { beginRoute } from './begin-route.ts'
import { headToNext } from './head-to-stop.ts'
import { lockedRoute } from './locked-route.ts'
import { projectEtas } from './retime.ts'
import { routeWithStops } from './route-wire.ts'

export async function startRoute(ctx: Context, routeId: string, occurredAt: Date) {
  return ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    throwIfRefused(routeRefusal(route.status, 'work'))
    if (route.status === 'DISPATCHED') {
      const begun = await beginRoute(ctx, tx, route, occurredAt)
      await headToNext(ctx, tx, begun, occurredAt)
      await projectEtas(ctx, tx, begun)
      audit(tx, ctx, { action: 'route.started', entity: 'route', entityId: route.routeId })
    }
    return routeWithStops(ctx, tx, route.routeId)
  })
}
