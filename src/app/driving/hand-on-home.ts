// The link of a driver's own page, for the office to hand on: shown, texted, or replaced by another.
import { audit } from '../../store/audit/audit.ts'
import type { ActionOn } from '../../domain/audit.ts'
import type { Driver } from '../../store/fleet/fleet.ts'
import type { Context, WriteTx } from '../context.ts'
import { conflicting } from '../errors.ts'
import { noText, textingToDriver } from '../customers/messages/no-text.ts'
import { notifyHome } from '../customers/messages/notify.ts'
import { drivingDriver, homeOf, homeUrl, renewHome } from './home-link.ts'

/** Who has the link sees the driver's routes, so it is written down who was shown it. */
export const showHome = (ctx: Context, driverId: string) => handOn(ctx, driverId, 'driver.home_shown', homeOf)

/** The link before stops working. */
export const replaceHome = (ctx: Context, driverId: string) => handOn(ctx, driverId, 'driver.home_renewed', renewHome)

export const textHome = (ctx: Context, driverId: string) =>
  handOn(ctx, driverId, 'driver.home_texted', async (_ctx, tx, _id, driver) => {
    if (!driver.phone) throw conflicting('NO_PHONE', 'This driver has no phone number; add one first.')
    const homeId = await homeOf(ctx, tx, driverId)
    await notifyHome(ctx, tx, driver)
    return homeId
  })

/** `no_text` is why no text would reach the driver. */
async function handOn(
  ctx: Context,
  driverId: string,
  action: ActionOn<'driver'>,
  link: (ctx: Context, tx: WriteTx, driverId: string, driver: Driver) => Promise<string>,
) {
  const texting = await textingToDriver(ctx, { driverId })
  return ctx.write(async (tx) => {
    const driver = await drivingDriver(tx, driverId)
    const homeId = await link(ctx, tx, driverId, driver)
    audit(tx, ctx, { action, entity: 'driver', entityId: driverId })
    return { url: homeUrl(ctx, homeId), driver: driver.name, no_text: noText(ctx, driver.phone, texting) }
  })
}
