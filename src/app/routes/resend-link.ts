// Texts a new link to the driver for the office. The previous link is revoked.
import { routeRefusal } from '../../domain/routes/route.ts'
import { audit } from '../../store/audit/audit.ts'
import { findDriver } from '../../store/fleet/fleet.ts'
import type { Context } from '../context.ts'
import { conflicting, throwIfRefused } from '../errors.ts'
import { textObstacle, textingToDriver } from '../customers/messages/text-obstacle.ts'
import { notifyDriver } from '../customers/messages/notify.ts'
import { renewDriverLink } from './driver-link.ts'
import { lockedRoute } from './locked-route.ts'

export async function resendLink(ctx: Context, routeId: string) {
  const texting = await textingToDriver(ctx, { routeId })
  return ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    throwIfRefused(routeRefusal(route.status, 'work'))
    const driver = route.driverId ? await findDriver(tx, route.driverId) : null
    if (!driver?.phone)
      throw conflicting('NO_PHONE', 'There is no driver with a phone number on this route; assign one first.')
    await renewDriverLink(ctx, tx, route.routeId)
    await notifyDriver(ctx, tx, route, driver)
    audit(tx, ctx, { action: 'route.link-renewed', entity: 'route', entityId: route.routeId })
    return { driver: driver.name, no_text: textObstacle(ctx, driver.phone, texting) }
  })
}
