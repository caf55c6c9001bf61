// Corrects a settled outcome for the office, even after the route has ended, and sends stop.corrected
// (docs/spec/routes.md#undo).
import { sameJson } from '../../domain/orders/order.ts'
import { differenceFault, type ItemDifference, itemOutcomes } from '../../domain/routes/item-outcomes.ts'
import type { DoorChecks } from '../../domain/routes/door-checks.ts'
import { correctionRefusal, isOutcome, type Outcome, OUTCOME_EFFECT } from '../../domain/routes/stop.ts'
import { audit } from '../../store/audit/audit.ts'
import { lockOrders } from '../../store/orders/lock-orders.ts'
import { moveOrders } from '../../store/orders/orders.ts'
import { saveStop, type StopRead } from '../../store/routes/stops.ts'
import { dropOutcomeMessages } from '../../store/messages/messages.ts'
import type { Context, WriteTx } from '../context.ts'
import { invalid, missing, throwIfRefused } from '../errors.ts'
import { notifyCorrected, notifyOutcome } from '../customers/messages/notify.ts'
import { releaseOrders } from '../orders/release-orders.ts'
import { issueReceipt } from '../customers/receipts/issue-receipt.ts'
import { emit } from '../integrations/webhooks/emit.ts'
import { replaceVisit } from './record-visit.ts'
import { stopOnLockedRoute, type StopRef } from './locked-route.ts'
import { wasOnTime } from './on-time.ts'
import { refuseRepeated } from './refuse-repeated.ts'
import { eventDriver, stopEvent } from './route-events.ts'
import { readSkippedOrderState } from './skipped-order-state.ts'
import { stopAnswer } from './stop-answer.ts'

export interface Correction {
  status: Outcome
  reason: string | null
  driverNotes: string | null
  leftWhere: string | null
  /** Items that were not delivered as ordered. If null or absent, the recorded differences stay. */
  differences?: readonly ItemDifference[] | null
  /**
   * Results of the checks at the door, if the office accepts a driver's report. If null or absent, the recorded results
   * stay.
   */
  checks?: DoorChecks | null
  /** True if the office accepts a driver's report, which need not match the current order. */
  ofDriver?: boolean
  /** The actual time of the outcome. Null keeps the recorded time. */
  occurredAt: Date | null
}

export async function correctStop(ctx: Context, ref: StopRef, correction: Correction) {
  return ctx.write(async (tx) => {
    const { route, stop } = await stopOnLockedRoute(tx, ref)
    const [order] = await lockOrders(tx, [stop.orderId])
    if (!order) throw missing('delivery of the stop')
    const since = await readSkippedOrderState(tx, route, stop, order)
    // A driver who reports the outcome had the delivery at the door, so later changes of the order don't matter.
    throwIfRefused(correctionRefusal(stop, correction.status, correction.ofDriver ? { ...since, misfits: [] } : since))
    if (correction.status !== 'FAILED') await refuseRepeated(tx, stop)

    // Compare with the items of the recorded outcome, if there are any. They may include items that the driver counted
    // and that are not in the order.
    const items = stop.itemOutcomes ?? order.items ?? []
    const { differences } = correction
    const misfit = correction.ofDriver ? null : differenceFault(items, differences ?? [])
    if (misfit) throw invalid(`items.${misfit.index}.${misfit.field}`, misfit.message)
    const outcomes = differences ? itemOutcomes(items, differences) : stop.itemOutcomes

    const finishedAt = correction.occurredAt ?? stop.finishedAt
    const outcome = {
      ...stop,
      status: correction.status,
      reason: correction.reason,
      driverNotes: correction.driverNotes,
      leftWhere: correction.status === 'DELIVERED' ? correction.leftWhere : null,
      checks: correction.status === 'SKIPPED' ? null : (correction.checks ?? stop.checks),
      itemOutcomes: correction.status === 'DELIVERED' ? outcomes : null,
      finishedAt,
      skippedPoint: correction.status === 'SKIPPED' ? (stop.skippedPoint ?? stop.point) : null,
      deliveredAt: correction.status === 'DELIVERED' ? finishedAt : null,
    }
    const corrected: StopRead = { ...outcome, onTime: wasOnTime(ctx.calendar, route.day, outcome) }
    const fields = correctedFields(stop, corrected)
    if (fields.length > 0) {
      await saveStop(tx, corrected)
      await replaceVisit(ctx, tx, corrected)
      const { order: becomes } = OUTCOME_EFFECT[correction.status]
      if (becomes !== 'OPEN') {
        const { routeId, stopId } = stop
        await moveOrders(tx, [stop.orderId], { status: becomes, routeId, stopId })
      } else if (stop.status !== correction.status) await releaseOrders(tx, [stop.orderId])
      if (stop.status !== correction.status) await emitCorrected(ctx, tx, corrected)
      const driver = await eventDriver(tx, route)
      emit(ctx, tx, [
        stopEvent(ctx, 'stop.corrected', route, corrected, driver, correction.status, {
          previous_status: isOutcome(stop.status) ? stop.status : null,
          corrected_fields: fields,
          corrected_at: ctx.now.toISOString(),
        }),
      ])
      if (fields.some((field) => field === 'status' || field === 'finished_at')) await issueReceipt(ctx, tx, corrected)
      audit(tx, ctx, {
        action: 'stop.corrected',
        entity: 'stop',
        entityId: stop.stopId,
        detail: { from: stop.status, to: correction.status, fields },
      })
    }
    return stopAnswer(ctx, tx, ref)
  })
}

/**
 * Notifies the customer of the correction. If the message about the wrong outcome has not been sent yet, only the right
 * outcome is sent.
 */
async function emitCorrected(ctx: Context, tx: WriteTx, corrected: StopRead): Promise<void> {
  const untold = await dropOutcomeMessages(tx, corrected.orderId)
  await notifyCorrected(ctx, tx, corrected.orderId)
  if (untold) await notifyOutcome(ctx, tx, corrected)
}

function correctedFields(before: StopRead, after: StopRead): string[] {
  const fields = {
    status: before.status !== after.status,
    reason: before.reason !== after.reason,
    driver_notes: before.driverNotes !== after.driverNotes,
    left_where: before.leftWhere !== after.leftWhere,
    checks: !sameJson(before.checks, after.checks),
    item_outcomes: !sameJson(before.itemOutcomes, after.itemOutcomes),
    finished_at: before.finishedAt?.getTime() !== after.finishedAt?.getTime(),
  }
  return Object.entries(fields).flatMap(([field, changed]) => (changed ? [field] : []))
}
