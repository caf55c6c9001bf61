// The driver ends the route: what is unfinished is skipped (docs/spec/routes.md#route-states). It completes once nothing is held.
import { ok } from '../../contract/endpoint.ts'
import { routeRefusal } from '../../domain/routes/route.ts'
import { FINISHED_STOP } from '../../domain/routes/stop.ts'
import { audit } from '../../store/audit/audit.ts'
import { readStops, saveStop, type StopRead } from '../../store/routes/stops.ts'
import type { Context } from '../context.ts'
import { refuse } from '../errors.ts'
import { releaseOrders } from '../orders/release-orders.ts'
import { beginRoute } from './begin-route.ts'
import { lockedRoute } from './locked-route.ts'
import { routeWithStops } from './route-wire.ts'
import { settle } from './settle.ts'

export async function endRoute(ctx: Context, input: { route_uuid: string; occurredAt: Date }) {
  return ctx.commit(async (tx) => {
    const route = await lockedRoute(tx, input.route_uuid)
    refuse(routeRefusal(route.status, 'work'))
    const running = await beginRoute(ctx, tx, route, input.occurredAt)
    const stops = await readStops(tx, [route.routeId])
    const skipped = stops
      .filter(({ status }) => !FINISHED_STOP[status])
      .map(
        (stop): StopRead => ({
          ...stop,
          status: 'SKIPPED',
          finishedAt: input.occurredAt,
          skippedPoint: stop.point,
          current: false,
        }),
      )
    for (const stop of skipped) await saveStop(tx, stop)
    const released = skipped.map(({ orderId }) => orderId)
    await releaseOrders(tx, released)
    await settle(ctx, tx, running, skipped)
    audit(tx, ctx, {
      action: 'route.ended',
      entity: 'route',
      entityId: route.routeId,
      detail: { skipped: skipped.length },
    })
    return ok(await routeWithStops(ctx, tx, route.routeId))
  })
}
