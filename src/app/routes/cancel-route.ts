// POST /routes/{route_uuid}/cancel (docs/spec/routes.md#cancel).
import { inWords } from '../in-words.ts'
import { routeRefusal } from '../../domain/routes/route.ts'
import { FINISHED_STOP } from '../../domain/routes/stop.ts'
import { silenceWarnings } from '../../domain/routes/silence.ts'
import { audit } from '../../store/audit/audit.ts'
import { touchOrders } from '../../store/orders/orders.ts'
import { type Route, saveRoute, setDriverLink } from '../../store/routes/routes.ts'
import { currentOrders, deleteStops, readStops } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { throwIfRefused } from '../errors.ts'
import { queueDriverPush } from '../driving/queue-driver-push.ts'
import { notifyNotComing } from '../customers/messages/notify.ts'
import { releaseOrders } from '../orders/release-orders.ts'
import { emit } from '../integrations/webhooks/emit.ts'
import { lockedRoute } from './locked-route.ts'
import { eventDriver, routeEvent, stopEvent } from './route-events.ts'
import { routeWithStops } from './route-wire.ts'

export async function cancelRoute(ctx: Context, routeId: string) {
  return ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    const warnings = silenceWarnings(route, await readStops(tx, [routeId]), ctx.now)
    await cancelLocked(ctx, tx, route)
    return {
      ...(await routeWithStops(ctx, tx, routeId)),
      ...(warnings.length > 0 && { warnings: inWords(ctx, warnings) }),
    }
  })
}

/** Cancels the route. The caller must hold the route's lock. */
export async function cancelLocked(ctx: Context, tx: WriteTx, route: Route): Promise<void> {
  throwIfRefused(routeRefusal(route.status, 'cancel'))
  const stops = await readStops(tx, [route.routeId])
  const finished = stops.filter((stop) => FINISHED_STOP[stop.status])
  const released = stops.filter((stop) => !FINISHED_STOP[stop.status])

  const cancelled: Route = { ...route, status: 'CANCELLED', cancelledAt: ctx.now }
  await saveRoute(tx, cancelled)
  await setDriverLink(tx, route.routeId, null)
  await releaseOrders(tx, currentOrders(released))
  await touchOrders(tx, currentOrders(finished))
  await deleteStops(
    tx,
    released.map((stop) => stop.stopId),
  )

  await queueDriverPush(ctx, tx, route, 'TAKEN')
  await notifyNotComing(ctx, tx, cancelled, released)

  const driver = await eventDriver(tx, route)
  const dispatched = route.status !== 'PLANNED'
  emit(ctx, tx, [
    ...(dispatched ? released : []).map((stop) => stopEvent(ctx, 'order.unassigned', cancelled, stop, driver, 'OPEN')),
    routeEvent('route.cancelled', cancelled, finished, driver, released),
  ])
  audit(tx, ctx, {
    action: 'route.cancelled',
    entity: 'route',
    entityId: route.routeId,
    detail: { released: released.length },
  })
}
