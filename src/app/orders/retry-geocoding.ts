// Geocodes addresses again that were not found, because a new geocoder or a new region may find them now.
import { audit } from '../../store/audit/audit.ts'
import { retryGeocodingOf } from '../../store/orders/orders.ts'
import { businessesWithUnlocatedOrders, ordersWithoutLocation } from '../../store/orders/orders-to-geocode.ts'
import { type App, type Context, makeContext } from '../context.ts'

const PORTION = 500
/**
 * One day. The query for deliveries of today begins one day earlier in UTC, because some time zones still have the
 * previous day.
 */
const DAY_MS = 86_400_000

/**
 * Marks the open deliveries whose address was not found as pending, for the job that geocodes them. Returns their
 * number.
 */
export const retryGeocoding = (ctx: Context, orderIds: readonly string[]): Promise<number> =>
  ctx.write(async (tx) => {
    const due = await retryGeocodingOf(tx, orderIds)
    for (const entityId of due) audit(tx, ctx, { action: 'order.looked_up_again', entity: 'order', entityId })
    if (due.length > 0) ctx.wake('place-orders')
    return due.length
  })

/** Like `retryGeocoding`, but for all businesses, and for all their deliveries of today and later. */
export async function retryAllGeocoding(app: App): Promise<number> {
  const yesterday = new Date(app.clock().getTime() - DAY_MS).toISOString().slice(0, 10)
  let found = 0
  for (const { businessId, timeZone } of await app.db.asSystem((tx) => businessesWithUnlocatedOrders(tx, yesterday))) {
    const actor = { kind: 'OPERATOR', id: null } as const
    const ctx = makeContext(app, { businessId, timeZone, actor, requestId: null, idempotency: null })
    const from = ctx.calendar.dayOf(ctx.now)
    for (let after: string | null = null, more = true; more; ) {
      const orderIds = await ctx.read((tx) => ordersWithoutLocation(tx, from, after, PORTION))
      found += await retryGeocoding(ctx, orderIds)
      after = orderIds.at(-1) ?? null
      more = orderIds.length === PORTION
    }
  }
  return found
}
