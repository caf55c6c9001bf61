// Addresses that were not found are looked up again: another geocoder, or more of the map, may know them by now.
import { audit } from '../../store/audit/audit.ts'
import { makePending } from '../../store/orders/orders.ts'
import { businessesWithUnplaced, unplacedFrom } from '../../store/orders/orders-to-place.ts'
import { type App, type Context, makeContext } from '../context.ts'

const PORTION = 500
/** Somewhere the day before goes on. */
const DAY_MS = 86_400_000

/** How many of the deliveries are looked up again: those that are open and were not found. The job does it. */
export const lookUpAgain = (ctx: Context, orderIds: readonly string[]): Promise<number> =>
  ctx.write(async (tx) => {
    const due = await makePending(tx, orderIds)
    for (const entityId of due) audit(tx, ctx, { action: 'order.looked_up_again', entity: 'order', entityId })
    if (due.length > 0) ctx.wake('place-orders')
    return due.length
  })

/** Of every business, for today and later. */
export async function lookUpAllAgain(app: App): Promise<number> {
  const yesterday = new Date(app.clock().getTime() - DAY_MS).toISOString().slice(0, 10)
  let found = 0
  for (const { businessId, timeZone } of await app.db.asSystem((tx) => businessesWithUnplaced(tx, yesterday))) {
    const actor = { kind: 'OPERATOR', id: null } as const
    const ctx = makeContext(app, { businessId, timeZone, actor, requestId: null, idempotency: null })
    const from = ctx.calendar.dayOf(ctx.now)
    for (let after: string | null = null, more = true; more; ) {
      const orderIds = await ctx.read((tx) => unplacedFrom(tx, from, after, PORTION))
      found += await lookUpAgain(ctx, orderIds)
      after = orderIds.at(-1) ?? null
      more = orderIds.length === PORTION
    }
  }
  return found
}
