// Whom a link leads to, by its hash and across businesses: for the system role.
import type { SystemTx } from '../database.ts'

export interface LinkedBusiness {
  businessId: string
  timeZone: string
}

export interface LinkedRoute extends LinkedBusiness {
  routeId: string
  driverId: string | null
  completedAt: Date | null
  /** Another link took its place, or the route was cancelled. */
  ended: boolean
}

/** The route that a driver link opens or opened. */
export async function routeByLink(tx: SystemTx, hash: Buffer): Promise<LinkedRoute | null> {
  const routes = tx
    .selectFrom('routes as r')
    .innerJoin('businesses as b', 'b.business_uuid', 'r.business_uuid')
    .select(['r.business_uuid', 'b.time_zone', 'r.route_uuid', 'r.driver_uuid', 'r.completed_at'])
  const live = await routes
    .where((eb) => eb.or([eb('r.link_hash', '=', hash), eb('r.previous_link_hash', '=', hash)]))
    .executeTakeFirst()
  const row =
    live ??
    (await routes
      .innerJoin('ended_links as e', (on) =>
        on.onRef('e.business_uuid', '=', 'r.business_uuid').onRef('e.route_uuid', '=', 'r.route_uuid'),
      )
      .where('e.hash', '=', hash)
      .executeTakeFirst())
  return row
    ? {
        businessId: row.business_uuid,
        timeZone: row.time_zone,
        routeId: row.route_uuid,
        driverId: row.driver_uuid,
        completedAt: row.completed_at,
        ended: !live,
      }
    : null
}

export async function orderByLink(tx: SystemTx, hash: Buffer): Promise<(LinkedBusiness & { orderId: string }) | null> {
  const row = await tx
    .selectFrom('orders as o')
    .innerJoin('businesses as b', 'b.business_uuid', 'o.business_uuid')
    .select(['o.business_uuid', 'b.time_zone', 'o.order_uuid'])
    .where((eb) => eb.or([eb('o.tracking_hash', '=', hash), eb('o.previous_tracking_hash', '=', hash)]))
    .executeTakeFirst()
  return row ? { businessId: row.business_uuid, timeZone: row.time_zone, orderId: row.order_uuid } : null
}
