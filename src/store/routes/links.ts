// Finds the owner of a link by the hash of the link, across businesses. For the system role.
import type { RouteStatus } from '../../domain/routes/route-status.ts'
import type { SystemTx } from '../database.ts'

export interface LinkedBusiness {
  businessId: string
  timeZone: string
}

export interface LinkedRoute extends LinkedBusiness {
  routeId: string
  driverId: string | null
  status: RouteStatus
  completedAt: Date | null
  phoneAt: Date | null
  /** Phone number of the business, for the driver. */
  phone: string | null
  /** The link was replaced, or the route was canceled. */
  ended: boolean
}

/** Returns the route that a current or ended driver link belongs to. Null if there is none. */
export async function routeByLink(tx: SystemTx, hash: Buffer): Promise<LinkedRoute | null> {
  const routes = tx
    .selectFrom('routes as r')
    .innerJoin('businesses as b', 'b.businessId', 'r.businessId')
    .select(['r.businessId', 'b.timeZone', 'r.routeId', 'r.driverId', 'r.status', 'r.completedAt', 'r.phoneAt'])
    .select('b.contactPhone')
  const live = await routes
    .where((eb) => eb.or([eb('r.linkHash', '=', hash), eb('r.previousLinkHash', '=', hash)]))
    .executeTakeFirst()
  const row =
    live ??
    (await routes
      .innerJoin('endedLinks as e', (on) =>
        on.onRef('e.businessId', '=', 'r.businessId').onRef('e.routeId', '=', 'r.routeId'),
      )
      .where('e.hash', '=', hash)
      .executeTakeFirst())
  if (!row) return null
  const { contactPhone: phone, ...route } = row
  return { ...route, phone, ended: !live }
}

export interface LinkedDriverPage extends LinkedBusiness {
  driverId: string
  /** Phone number of the business, for the driver. */
  phone: string | null
  /** The link was replaced, or the driver is no longer active. */
  ended: boolean
}

/** Returns the driver whose driver page a current or ended link belongs to. Null if there is none. */
export async function driverPageByLink(tx: SystemTx, hash: Buffer): Promise<LinkedDriverPage | null> {
  const row = await tx
    .selectFrom('driverHomes as h')
    .innerJoin('businesses as b', 'b.businessId', 'h.businessId')
    .select(['h.businessId', 'b.timeZone', 'h.driverId', 'h.endedAt', 'b.contactPhone'])
    .where((eb) => eb.or([eb('h.hash', '=', hash), eb('h.previousHash', '=', hash)]))
    .executeTakeFirst()
  if (!row) return null
  const { businessId, timeZone, driverId, endedAt, contactPhone: phone } = row
  return { businessId, timeZone, driverId, phone, ended: endedAt !== null }
}

export async function orderByLink(tx: SystemTx, hash: Buffer): Promise<(LinkedBusiness & { orderId: string }) | null> {
  const row = await tx
    .selectFrom('orders as o')
    .innerJoin('businesses as b', 'b.businessId', 'o.businessId')
    .select(['o.businessId', 'b.timeZone', 'o.orderId'])
    .where((eb) => eb.or([eb('o.trackingHash', '=', hash), eb('o.previousTrackingHash', '=', hash)]))
    .executeTakeFirst()
  return row ? { businessId: row.businessId, timeZone: row.timeZone, orderId: row.orderId } : null
}
