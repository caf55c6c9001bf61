// Assigns a route to another driver. A dispatched route gets a new link for that driver, and the previous link is
// revoked.
import { inWords } from '../../in-words.ts'
import { isRunning, routeRefusal } from '../../../domain/routes/route.ts'
import { silenceWarnings } from '../../../domain/routes/silence.ts'
import { audit } from '../../../store/audit/audit.ts'
import { findDriver } from '../../../store/fleet/fleet.ts'
import { touchOrders } from '../../../store/orders/orders.ts'
import { saveRoute } from '../../../store/routes/routes.ts'
import { currentOrders, readStops } from '../../../store/routes/stops.ts'
import type { Context } from '../../context.ts'
import { missing, throwIfRefused } from '../../errors.ts'
import { queueDriverPush } from '../../driving/queue-driver-push.ts'
import { textObstacle, textingToDriver } from '../../customers/messages/text-obstacle.ts'
import { notifyDriver } from '../../customers/messages/notify.ts'
import { renewDriverLink } from '../driver-link.ts'
import { lockedRoute } from '../locked-route.ts'
import { routeWithStops } from '../route-wire.ts'

export async function reassignRoute(ctx: Context, routeId: string, driverId: string | null) {
  const texting = await textingToDriver(ctx, { driverId })
  return ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    throwIfRefused(routeRefusal(route.status, 'cancel'))
    const driver = driverId ? await findDriver(tx, driverId) : null
    if (driverId && !driver) throw missing('driver with that uuid')
    const leaves = route.driverId !== driverId
    const warnings = leaves ? silenceWarnings(route, await readStops(tx, [routeId]), ctx.now) : []
    if (leaves) {
      await saveRoute(tx, { ...route, driverId })
      if (isRunning(route.status)) {
        await queueDriverPush(ctx, tx, route, 'TAKEN')
        await queueDriverPush(ctx, tx, { ...route, driverId }, 'GIVEN')
        await renewDriverLink(ctx, tx, route.routeId)
        await notifyDriver(ctx, tx, route, driver)
        await touchOrders(tx, currentOrders(await readStops(tx, [route.routeId])))
      }
      audit(tx, ctx, {
        action: 'route.reassigned',
        entity: 'route',
        entityId: route.routeId,
        detail: { from: route.driverId, to: driverId },
      })
    }
    return {
      route: await routeWithStops(ctx, tx, route.routeId),
      no_text: driver && isRunning(route.status) ? textObstacle(ctx, driver.phone, texting) : null,
      ...(warnings.length > 0 && { warnings: inWords(ctx, warnings) }),
    }
  })
}
