// Dismisses refused taps of the driver after the office has read them. Dismissed taps stay in the history.
import { audit } from '../../store/audit/audit.ts'
import { resolveRefused } from '../../store/routes/driver-taps.ts'
import type { Context, WriteTx } from '../context.ts'
import { lockedRoute } from '../routes/locked-route.ts'

/** Dismisses the taps at one stop, or, if `stopId` is null, those that concern only the route. */
export const dismissRefused = (ctx: Context, routeId: string, stopId: string | null): Promise<void> =>
  ctx.write(async (tx) => {
    await lockedRoute(tx, routeId)
    await dismissAt(ctx, tx, { routeId, stopId })
  })

/** Like `dismissRefused`. The caller holds the route's lock. */
export async function dismissAt(
  ctx: Context,
  tx: WriteTx,
  { routeId, stopId }: { routeId: string; stopId: string | null },
): Promise<void> {
  if ((await resolveRefused(tx, { routeId, stopId }, ctx.now)) === 0) return
  audit(tx, ctx, {
    action: 'driver.taps_dismissed',
    entity: 'route',
    entityId: routeId,
    detail: { stop_uuid: stopId },
  })
}
