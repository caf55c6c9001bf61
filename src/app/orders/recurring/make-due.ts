// Makes the due orders of all rules for recurring orders, each rule in its own transaction.
import { findRecurring, recurringDue } from '../../../store/orders/recurring-orders.ts'
import { type App, makeContext } from '../../context.ts'
import { runRecordingFailure } from '../../operations/health/failed-work.ts'
import { lockedRule, makeOrders, placeOf } from './make-orders.ts'

const PORTION = 20

/** Returns true if more rules may be due. */
export async function makeDueOrders(app: App, stopping?: AbortSignal): Promise<boolean> {
  const due = await app.db.asSystem((tx) => recurringDue(tx, app.clock(), PORTION))
  for (const { businessId, timeZone, itemId } of due) {
    if (stopping?.aborted) return false
    await runRecordingFailure(app, 'make-recurring-orders', { businessId, itemId }, () =>
      makeOrdersOfRule(app, businessId, timeZone, itemId),
    )
  }
  return due.length === PORTION
}

async function makeOrdersOfRule(
  app: App,
  businessId: string,
  timeZone: string,
  recurringOrderId: string,
): Promise<void> {
  const ctx = makeContext(app, {
    businessId,
    timeZone,
    actor: { kind: 'SYSTEM', id: null },
    requestId: null,
    idempotency: null,
  })
  const seen = await ctx.read((tx) => findRecurring(tx, recurringOrderId))
  if (!seen) return
  const placed = await placeOf(ctx, seen)
  await ctx.write(async (tx) => {
    // Read the rule again under the lock. If it was changed or another process made its orders, its location and due
    // time no longer apply.
    const recurring = await lockedRule(tx, recurringOrderId)
    if (recurring.version !== seen.version || recurring.dueAt === null || recurring.dueAt > ctx.now) return
    await makeOrders(ctx, tx, recurring, placed)
  })
}
