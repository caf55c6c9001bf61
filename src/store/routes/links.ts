// Whom a link leads to, by its hash and across businesses: for the system role.
import type { RouteStatus } from '../../domain/routes/route.ts'
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
  /** The business's phone, for the driver. */
  phone: string | null
  /** Another link took its place, or the route was cancelled. */
  ended: boolean
}

/** The route that a driver link opens or opened. */
export async function routeByLink(tx: SystemTx, hash: Buffer): Promise<LinkedRoute | null> {
  const routes = tx
    .selectFrom('routes as r')
    .innerJoin('businesses as b', 'b.businessId', 'r.businessId')
    .select(['r.businessId', 'b.timeZone', 'r.routeId', 'r.driverId', 'r.status', 'r.completedAt', 'b.contactPhone'])
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
  return row
    ? {
        businessId: row.businessId,
        timeZone: row.timeZone,
        routeId: row.routeId,
        driverId: row.driverId,
        status: row.status,
        completedAt: row.completedAt,
        phone: row.contactPhone,
        ended: !live,
      }
    : null
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
