// The driver's link, for the office to hand on itself: where texts are not set up, or the driver stands beside the desk.
import { audit } from '../../store/audit/audit.ts'
import { findDriver } from '../../store/fleet/fleet.ts'
import { findDriverLink } from '../../store/routes/routes.ts'
import type { Context } from '../context.ts'
import { conflicting } from '../errors.ts'
import { noText, textingToDriver } from '../customers/messages/no-text.ts'
import { driverUrl } from './driver-link.ts'
import { lockedRoute } from './locked-route.ts'

/** Who has the link is the driver, so it is written down who was shown it. `no_text` is why the driver was not texted. */
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
      no_text: driver && noText(ctx, driver.phone, texting),
    }
  })
}
