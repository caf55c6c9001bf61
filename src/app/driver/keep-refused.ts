// A tap that could not count is kept for the office, on its route and in its order's history: none is lost silently.
// Far more than a route can have are somebody's noise: past a number they are kept without a row in the audit log, which
// nobody can empty, and then no more.
import { MAX_AUDITED_REFUSED_TAPS, MAX_REFUSED_TAPS } from '../../contract/limits.ts'
import { audit } from '../../store/audit/audit.ts'
import { countRefusedTaps, keepTap, orderOfStop, type RecordedTap } from '../../store/routes/driver-taps.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'

export async function keepRefused(ctx: Context, tap: Omit<RecordedTap, 'refused'>, error: unknown): Promise<void> {
  // A fault of ours, or one that passes: the phone sends it again.
  if (!(error instanceof AppError) || error.kind === 'unavailable' || error.retryAfterSeconds !== undefined) return
  const refused = error.code
  await ctx.db.asBusiness(ctx.businessId, async (tx) => {
    const before = await countRefusedTaps(tx, tap.routeId, MAX_REFUSED_TAPS)
    if (before >= MAX_REFUSED_TAPS) return
    if (!(await keepTap(tx, { ...tap, refused })) || before >= MAX_AUDITED_REFUSED_TAPS) return
    const orderId = tap.stopId && (await orderOfStop(tx, tap.stopId))
    audit(tx, ctx, {
      action: 'driver.tap_refused',
      ...(orderId ? { entity: 'order', entityId: orderId } : { entity: 'route', entityId: tap.routeId }),
      detail: { tap: tap.kind, at: tap.claimedAt.toISOString(), refused },
    })
  })
}
