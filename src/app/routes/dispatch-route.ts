// POST /routes/{route_uuid}/dispatch: commits the plan and sends it to its driver (docs/spec/routes.md#dispatch).
import { text } from '../../texts/text.ts'
import { decideDispatch } from '../../domain/routes/route.ts'
import { audit } from '../../store/audit/audit.ts'
import { findBusiness } from '../../store/settings/businesses.ts'
import { findDriver } from '../../store/fleet/fleet.ts'
import { lockOrders } from '../../store/orders/lock-orders.ts'
import { moveOrders } from '../../store/orders/orders.ts'
import { type Route, saveRoute } from '../../store/routes/routes.ts'
import { readStops } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { missing, valueOrThrow } from '../errors.ts'
import { queueDriverPush } from '../driving/queue-driver-push.ts'
import { textObstacle, textingToDriver } from '../customers/messages/text-obstacle.ts'
import { notifyDriver, notifyScheduled } from '../customers/messages/notify.ts'
import { emit } from '../integrations/webhooks/emit.ts'
import { renewDriverLink } from './driver-link.ts'
import { lockedRoute } from './locked-route.ts'
import { expectArrivals } from './retime.ts'
import { routeNow, stopEvent } from './route-events.ts'
import { routeWithStops } from './route-wire.ts'

export async function dispatchRoute(ctx: Context, routeId: string) {
  const texting = await textingToDriver(ctx, { routeId })
  return ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    const stops = await readStops(tx, [route.routeId])
    const shiftEndsAt = ctx.calendar.instantOf(route.day, route.shiftEnd)
    const decision = valueOrThrow(
      decideDispatch({ status: route.status, shiftEndsAt, stopCount: stops.length }, ctx.now),
    )
    const driver = route.driverId ? await findDriver(tx, route.driverId) : null
    if (decision === 'dispatch') await dispatch(ctx, tx, route)
    const untold = driver && textObstacle(ctx, driver.phone, texting)
    return {
      route: await routeWithStops(ctx, tx, route.routeId),
      driver_notified: driver !== null && untold === null,
      warnings: driver
        ? untold
          ? [ctx.say(text('No text to {driver}: {reason}.', { driver: driver.name, reason: untold }))]
          : []
        : [ctx.say('No driver is assigned to this route, so no one was sent the link.')],
    }
  })
}

async function dispatch(ctx: Context, tx: WriteTx, planned: Route): Promise<void> {
  const business = await findBusiness(tx)
  if (!business) throw missing('business')
  const route: Route = { ...planned, status: 'DISPATCHED', dispatchedAt: ctx.now }
  await saveRoute(tx, route)
  await renewDriverLink(ctx, tx, route.routeId)

  const stops = await readStops(tx, [route.routeId])
  const orderIds = stops.map((stop) => stop.orderId)
  await moveOrders(tx, orderIds, { status: 'SCHEDULED' })
  await expectArrivals(ctx, tx, route, [])

  const driver = route.driverId ? await findDriver(tx, route.driverId) : null
  const named = driver && { name: driver.name }
  emit(ctx, tx, [
    ...stops.map((stop) => stopEvent(ctx, 'stop.scheduled', route, stop, named, 'SCHEDULED')),
    routeNow('route.dispatched', route, named, ctx.now),
  ])
  await notifyDriver(ctx, tx, route, driver)
  await queueDriverPush(ctx, tx, route, 'GIVEN')
  await notifyScheduled(ctx, tx, business, await lockOrders(tx, orderIds))
  audit(tx, ctx, {
    action: 'route.dispatched',
    entity: 'route',
    entityId: route.routeId,
    detail: { stops: stops.length },
  })
}
