// Settles outcomes at the end of their undo window. Endpoints and customers are notified of an outcome only now
// (docs/spec/routes.md#undo).
import { isOutcome, OUTCOME_EFFECT } from '../../domain/routes/stop.ts'
import { touchOrders } from '../../store/orders/orders.ts'
import type { TapOfOutcome } from '../../store/receipts/receipts.ts'
import type { Route } from '../../store/routes/routes.ts'
import { currentOrders, saveStop, type StopRead } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { notifyOutcome } from '../customers/messages/notify.ts'
import { issueReceipt } from '../customers/receipts/issue-receipt.ts'
import { emit } from '../integrations/webhooks/emit.ts'
import { finishIfOver } from './finish-if-over.ts'
import { headToNext } from './head-to-stop.ts'
import { recordVisit } from './record-visit.ts'
import { eventDriver, stopEvent } from './route-events.ts'

/**
 * Settles finished stops of a route. The caller must hold its lock. `tap` is the driver's tap, if it has not been
 * stored yet.
 */
export async function settle(
  ctx: Context,
  tx: WriteTx,
  route: Route,
  stops: readonly StopRead[],
  tap: TapOfOutcome | null = null,
): Promise<void> {
  const driver = await eventDriver(tx, route)
  for (const stop of stops) {
    if (!isOutcome(stop.status)) continue
    await saveStop(tx, { ...stop, settlesAt: null })
    emit(ctx, tx, [stopEvent(ctx, OUTCOME_EFFECT[stop.status].event, route, stop, driver, stop.status)])
    await issueReceipt(ctx, tx, stop, tap)
    if (stop.status !== 'SKIPPED') await notifyOutcome(ctx, tx, stop)
    await recordVisit(ctx, tx, stop)
  }
  await touchOrders(tx, currentOrders(stops))
  if (await finishIfOver(ctx, tx, route)) return
  const last = stops.map(({ finishedAt }) => finishedAt ?? ctx.now).reduce((a, b) => (a > b ? a : b), new Date(0))
  if (route.status === 'IN_PROGRESS') await headToNext(ctx, tx, route, last)
}
