// Locks stops to their route and place, so that planning anew leaves them there, or unlocks them.
import { ok } from '../../../contract/endpoint.ts'
import { routeRefusal } from '../../../domain/routes/route.ts'
import { audit } from '../../../store/audit/audit.ts'
import { lockStopsInPlace } from '../../../store/routes/stops.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors.ts'
import { lockedRoute } from '../locked-route.ts'
import { routeWithStops } from '../route-wire.ts'

export async function lockStops(ctx: Context, input: { route_uuid: string; stop_uuids: string[]; locked: boolean }) {
  return ctx.commit(async (tx) => {
    const route = await lockedRoute(tx, input.route_uuid)
    refuse(routeRefusal(route.status, 'cancel'))
    await lockStopsInPlace(tx, route.routeId, input.stop_uuids, input.locked)
    audit(tx, ctx, {
      action: input.locked ? 'stops.locked' : 'stops.unlocked',
      entity: 'route',
      entityId: route.routeId,
      detail: { stops: input.stop_uuids.length },
    })
    return ok(await routeWithStops(ctx, tx, route.routeId))
  })
}
