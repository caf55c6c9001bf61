// A tap that could not count is kept for the office, on its route and in its order's history: none is lost silently.
import { audit } from '../../store/audit.ts'
import { keepTap, orderOfStop, type RecordedTap } from '../../store/driver-taps.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'

export async function keepRefused(ctx: Context, tap: Omit<RecordedTap, 'refused'>, error: unknown): Promise<void> {
  // A fault of ours, or one that passes: the phone sends it again.
  if (!(error instanceof AppError) || error.kind === 'unavailable' || error.retryAfterSeconds !== undefined) return
  const refused = error.code
  await ctx.db.asBusiness(ctx.businessId, async (tx) => {
    if (!(await keepTap(tx, ctx.businessId, { ...tap, refused }))) return
    const orderId = tap.stopId && (await orderOfStop(tx, ctx.businessId, tap.stopId))
    audit(tx, ctx, {
      action: 'driver.tap_refused',
      ...(orderId ? { entity: 'order', entityId: orderId } : { entity: 'route', entityId: tap.routeId }),
      detail: { tap: tap.kind, at: tap.claimedAt.toISOString(), refused },
    })
  })
}
