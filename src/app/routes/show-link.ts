// Shows the driver's link to the office, for use if texts are not configured or the driver is present.
import { audit } from '../../store/audit/audit.ts'
import { findDriver } from '../../store/fleet/fleet.ts'
import { findDriverLink } from '../../store/routes/routes.ts'
import type { Context } from '../context.ts'
import { conflicting } from '../errors.ts'
import { textObstacle, textingToDriver } from '../customers/messages/text-obstacle.ts'
import { driverUrl } from './driver-link.ts'
import { lockedRoute } from './locked-route.ts'

/**
 * Returns the driver's link. Everyone with the link can act as the driver, so the audit log records who saw it.
 * `no_text` is the reason why the driver got no text message.
 */
export async function showLink(ctx: Context, routeId: string) {
  const texting = await textingToDriver(ctx, { routeId })
  return ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    const nonce = (await findDriverLink(tx, routeId))?.nonce
    if (!nonce) throw conflicting('ROUTE_NOT_RUNNING', 'Only a route that is under way has a driver’s link.')
    const driver = route.driverId ? await findDriver(tx, route.driverId) : null
    audit(tx, ctx, { action: 'route.link-shown', entity: 'route', entityId: routeId })
    return {
      url: driverUrl(ctx, routeId, nonce),
      driver: driver?.name ?? null,
      no_text: driver && textObstacle(ctx, driver.phone, texting),
    }
  })
}
