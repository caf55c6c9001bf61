// Shows, texts or replaces the link of a driver page for the office.
import { audit } from '../../store/audit/audit.ts'
import type { ActionOn } from '../../domain/audit.ts'
import type { Driver } from '../../store/fleet/fleet.ts'
import type { Context, WriteTx } from '../context.ts'
import { conflicting } from '../errors.ts'
import { textObstacle, textingToDriver } from '../customers/messages/text-obstacle.ts'
import { sendDriverPageLink } from '../customers/messages/notify.ts'
import { lockActiveDriver, driverPageLinkId, driverPageUrl, renewDriverPage } from './driver-page-link.ts'

/**
 * Shows the link to an office user. Anyone who has the link sees the driver's routes, so the audit log records which
 * user it was shown to.
 */
export const showDriverPage = (ctx: Context, driverId: string) =>
  shareLink(ctx, driverId, 'driver.home_shown', driverPageLinkId)

/** Replaces the link. The previous link stops working. */
export const replaceDriverPage = (ctx: Context, driverId: string) =>
  shareLink(ctx, driverId, 'driver.home_renewed', renewDriverPage)

export const textDriverPageLink = (ctx: Context, driverId: string) =>
  shareLink(ctx, driverId, 'driver.home_texted', async (_ctx, tx, _id, driver) => {
    if (!driver.phone) throw conflicting('NO_PHONE', 'This driver has no phone number; add one first.')
    const homeId = await driverPageLinkId(ctx, tx, driverId)
    await sendDriverPageLink(ctx, tx, driver)
    return homeId
  })

/**
 * Changes or reads the link and returns it. `no_text` of the result is the reason why a text message would not reach
 * the driver, or null if it would.
 */
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
    return { url: driverPageUrl(ctx, homeId), driver: driver.name, no_text: textObstacle(ctx, driver.phone, texting) }
  })
}
