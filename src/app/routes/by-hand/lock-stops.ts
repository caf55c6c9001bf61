// Locks stops to their route and position, so that re-planning leaves them there, or unlocks them.
import { routeRefusal } from '../../../domain/routes/route.ts'
import { audit } from '../../../store/audit/audit.ts'
import { lockStopsInPlace } from '../../../store/routes/stops.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors.ts'
import { lockedRoute } from '../locked-route.ts'
import { routeWithStops } from '../route-wire.ts'

export async function lockStops(ctx: Context, routeId: string, stopIds: string[], locked: boolean) {
  return ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    refuse(routeRefusal(route.status, 'cancel'))
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
