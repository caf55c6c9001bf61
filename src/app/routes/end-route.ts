// Ends the route for the driver and skips its unfinished stops (docs/spec/routes.md#route-states). The route is
// complete once no outcome is in its undo window.
import { routeRefusal } from '../../domain/routes/route.ts'
import { FINISHED_STOP } from '../../domain/routes/stop.ts'
import { audit } from '../../store/audit/audit.ts'
import { saveEnd } from '../../store/routes/routes.ts'
import { readStops, saveStop, type StopRead } from '../../store/routes/stops.ts'
import type { Context } from '../context.ts'
import { throwIfRefused } from '../errors.ts'
import { notifyNotComing } from '../customers/messages/notify.ts'
import { releaseOrders } from '../orders/release-orders.ts'
import { beginRoute } from './begin-route.ts'
import { lockedRoute } from './locked-route.ts'
import { routeWithStops } from './route-wire.ts'
import { settle } from './settle.ts'

export async function endRoute(ctx: Context, routeId: string, occurredAt: Date) {
  return ctx.write(async (tx) => {
    const locked = await lockedRoute(tx, routeId)
    throwIfRefused(routeRefusal(locked.status, 'work'))
    if (locked.endsAt) await saveEnd(tx, routeId, null)
    const route = { ...locked, endsAt: null }
    const running = await beginRoute(ctx, tx, route, occurredAt)
    const stops = await readStops(tx, [route.routeId])
    const skipped = stops
      .filter(({ status }) => !FINISHED_STOP[status])
      .map(
        (stop): StopRead => ({
          ...stop,
          status: 'SKIPPED',
          finishedAt: occurredAt,
          skippedPoint: stop.point,
          current: false,
        }),
      )
    for (const stop of skipped) await saveStop(tx, stop)
    const released = skipped.map(({ orderId }) => orderId)
    await releaseOrders(tx, released)
    await notifyNotComing(ctx, tx, running, skipped)
    await settle(ctx, tx, running, skipped)
    audit(tx, ctx, {
      action: 'route.ended',
      entity: 'route',
      entityId: route.routeId,
      detail: { skipped: skipped.length },
    })
    return routeWithStops(ctx, tx, route.routeId)
  })
}
