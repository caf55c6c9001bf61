// Shows, texts or replaces the link of a driver page for the office.
import { audit } from '../../store/audit/audit.ts'
import type { ActionOn } from '../../domain/audit.ts'
import type { Driver } from '../../store/fleet/fleet.ts'
import type { Context, WriteTx } from '../context.ts'
import { conflicting } from '../errors.ts'
import { textObstacle, textingToDriver } from '../customers/messages/text-obstacle.ts'
import { notifyHome } from '../customers/messages/notify.ts'
import { lockActiveDriver, driverPageLinkId, homeUrl, renewHome } from './driver-page-link.ts'

/** The link holder sees the driver's routes, so the audit log records who opened the link. */
export const showHome = (ctx: Context, driverId: string) =>
  shareLink(ctx, driverId, 'driver.home_shown', driverPageLinkId)

/** Replaces the link. The previous link stops working. */
export const replaceHome = (ctx: Context, driverId: string) =>
  shareLink(ctx, driverId, 'driver.home_renewed', renewHome)

export const textHome = (ctx: Context, driverId: string) =>
  shareLink(ctx, driverId, 'driver.home_texted', async (_ctx, tx, _id, driver) => {
    if (!driver.phone) throw conflicting('NO_PHONE', 'This driver has no phone number; add one first.')
    const homeId = await driverPageLinkId(ctx, tx, driverId)
    await notifyHome(ctx, tx, driver)
    return homeId
  })

/** `no_text`: why a text message would not reach the driver. Null if it would. */
async function shareLink(
  ctx: Context,
  driverId: string,
  action: ActionOn<'driver'>,
  link: (ctx: Context, tx: WriteTx, driverId: string, driver: Driver) => Promise<string>,
) {
  const texting = await textingToDriver(ctx, { driverId })
  return ctx.write(async (tx) => {
    const driver = await lockActiveDriver(tx, driverId)
    const homeId = await link(ctx, tx, driverId, driver)
    audit(tx, ctx, { action, entity: 'driver', entityId: driverId })
    return { url: homeUrl(ctx, homeId), driver: driver.name, no_text: textObstacle(ctx, driver.phone, texting) }
  })
}
