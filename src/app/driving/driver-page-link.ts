// The link of a driver page, derived from the secret like a route's link. It works until the office replaces it.
import { text } from '../../texts/text.ts'
import { endDriverPageLink, findDriverPageLink, insertDriverPageLink } from '../../store/fleet/driver-page-links.ts'
import type { Tx } from '../../store/database.ts'
import { type Driver, lockDriver } from '../../store/fleet/fleet.ts'
import { endSubscriptions } from '../../store/fleet/push-subscriptions.ts'
import type { App, Context, WriteTx } from '../context.ts'
import { conflicting, missing } from '../errors.ts'

type Links = Pick<App, 'publicUrl' | 'secrets'>

const driverPageToken = ({ secrets }: Pick<App, 'secrets'>, homeId: string): string =>
  secrets.linkToken('driver-home', homeId, '')

export const driverPagePath = (links: Pick<App, 'secrets'>, homeId: string): string =>
  `/d/home/${driverPageToken(links, homeId)}`

export const driverPageUrl = (links: Links, homeId: string): string => links.publicUrl + driverPagePath(links, homeId)

/** Returns the driver, locked. Throws unless the driver is active. */
export async function lockActiveDriver(tx: WriteTx, driverId: string): Promise<Driver> {
  const driver = await lockDriver(tx, driverId)
  if (!driver) throw missing('driver with that uuid')
  if (!driver.active)
    throw conflicting(
      'DRIVER_NOT_ACTIVE',
      text('{driver} is not active and has no driver page. Make them active first.', { driver: driver.name }),
    )
  return driver
}

/** Returns the link's ID. Creates the link on first use. The caller holds the driver's lock. */
export const driverPageLinkId = async (ctx: Context, tx: WriteTx, driverId: string): Promise<string> =>
  (await findDriverPageLink(tx, driverId)) ?? renewDriverPage(ctx, tx, driverId)

/** Creates a new link. The previous one stops working, and phones that had it get no more notifications. */
export async function renewDriverPage(ctx: Context, tx: WriteTx, driverId: string): Promise<string> {
  await endDriverPage(tx, driverId, ctx.now)
  const homeId = ctx.newId()
  await insertDriverPageLink(tx, {
    homeId,
    driverId,
    hash: ctx.secrets.hash(driverPageToken(ctx, homeId)),
    now: ctx.now,
  })
  return homeId
}

export async function endDriverPage(tx: Tx, driverId: string, now: Date): Promise<void> {
  await endDriverPageLink(tx, driverId, now)
  await endSubscriptions(tx, driverId)
}
