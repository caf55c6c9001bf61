// POST /routes/{route_uuid}/stops/{stop_uuid}/status (docs/spec/routes.md#stop-outcome).
import { piecesOf } from '../../domain/orders/pieces.ts'
import { differenceFault, isPartial, type ItemDifference, itemOutcomes } from '../../domain/routes/item-outcomes.ts'
import { missingAnswersRefusal, type DoorAnswers } from '../../domain/routes/door-checks.ts'
import { missingProofRefusal } from '../../domain/routes/proof.ts'
import { routeRefusal } from '../../domain/routes/route.ts'
import { missingScansRefusal, type Scans } from '../../domain/routes/scanning.ts'
import {
  type Outcome,
  OUTCOME_EFFECT,
  outcomeRefusal,
  outcomeTimesFault,
  plausibleTime,
} from '../../domain/routes/stop.ts'
import { audit } from '../../store/audit/audit.ts'
import { type Business, findBusiness } from '../../store/settings/businesses.ts'
import type { TapOfOutcome } from '../../store/receipts/receipts.ts'
import { goodsOf, moveOrders } from '../../store/orders/orders.ts'
import { proofKinds } from '../../store/routes/proofs.ts'
import { saveStop, type StopRead } from '../../store/routes/stops.ts'
import type { Context } from '../context.ts'
import { AppError, invalid, missing, throwIfRefused } from '../errors.ts'
import { notifyNotComing } from '../customers/messages/notify.ts'
import { releaseOrders } from '../orders/release-orders.ts'
import { sealProof } from '../driving/proofs/seal-proof.ts'
import { doorNeeds } from '../orders/door-code.ts'
import { beginRoute } from './begin-route.ts'
import { headToNext } from './head-to-stop.ts'
import { stopOnLockedRoute, type StopRef } from './locked-route.ts'
import { wasOnTime } from './on-time.ts'
import { recordedChecks } from './recorded-checks.ts'
import { projectEtas } from './retime.ts'
import { settle } from './settle.ts'
import { stopAnswer } from './stop-answer.ts'

export interface OutcomeInput {
  status: Outcome
  reason: string | null
  driverNotes: string | null
  leftWhere: string | null
  /** Items that were not delivered as ordered. Null if there are none. */
  differences: readonly ItemDifference[] | null
  scans: Scans | null
  checks: DoorAnswers | null
  /** True if the office records a driver's report. In this case, the differences need not match the current order. */
  ofDriver?: boolean
  /**
   * The driver's tap with the outcome, which is not stored yet. The receipt needs it if the outcome settles
   * immediately.
   */
  tap?: TapOfOutcome
  /** Time of the outcome. Null: now. */
  occurredAt: Date | null
  arrivedAt: Date | null
}

export async function recordOutcome(ctx: Context, ref: StopRef, input: OutcomeInput) {
  return ctx.write(async (tx) => {
    const { route, stop } = await stopOnLockedRoute(tx, ref)
    throwIfRefused(routeRefusal(route.status, 'work'))
    throwIfRefused(outcomeRefusal(stop, input.status))
    const occurredAt = outcomeTime(ctx, route.dispatchedAt ?? ctx.now, input)
    const business = await findBusiness(tx)
    if (!business) throw missing('business')
    throwIfRefused(missingProofRefusal(input.status, business, await proofKinds(tx, stop.stopId)))
    const order = await goodsOf(tx, stop.orderId)
    // Only drivers must scan pieces and do the checks at the door, because other reporters were not there.
    const atDoor = ctx.actor.kind === 'DRIVER'
    if (atDoor) checkAtDoor(business, order, input)
    const checks = await recordedChecks(
      ctx,
      tx,
      { ...ref, orderId: stop.orderId },
      input.checks,
      atDoor || input.ofDriver === true,
    )
    const misfit = atDoor || input.ofDriver ? null : differenceFault(order.items ?? [], input.differences ?? [])
    if (misfit) throw invalid(`items.${misfit.index}.${misfit.field}`, misfit.message)

    const { order: becomes, held } = OUTCOME_EFFECT[input.status]
    const hold = held && business.undoWindowSeconds > 0
    const outcome = {
      ...stop,
      status: input.status,
      arrivedAt: input.arrivedAt ?? stop.arrivedAt,
      finishedAt: occurredAt,
      deliveredAt: input.status === 'DELIVERED' ? occurredAt : null,
      reason: input.reason,
      driverNotes: input.driverNotes ?? stop.driverNotes,
      leftWhere: input.status === 'DELIVERED' ? input.leftWhere : null,
      scans: input.scans,
      checks,
      itemOutcomes: itemOutcomes(order.items ?? [], input.differences ?? []),
      skippedPoint: becomes === 'OPEN' ? stop.point : null,
      settlesAt: hold ? new Date(ctx.now.getTime() + business.undoWindowSeconds * 1000) : null,
    }
    const finished: StopRead = { ...outcome, onTime: wasOnTime(ctx.calendar, route.day, outcome) }
    await saveStop(tx, finished)
    await sealProof(tx, finished)
    const released = becomes === 'OPEN'
    if (released) await releaseOrders(tx, [stop.orderId])
    else await moveOrders(tx, [stop.orderId], { status: becomes })
    const running = await beginRoute(ctx, tx, route, occurredAt)
    await projectEtas(ctx, tx, running)
    if (released) await notifyNotComing(ctx, tx, running, [finished])
    if (!hold) await settle(ctx, tx, running, [{ ...finished, current: !released }], input.tap)
    // After a driver's tap, the driver is on the way to the next stop. After any other report, `settle` announces the
    // next stop, once the outcome can't be undone any more.
    if (ctx.actor.kind === 'DRIVER') await headToNext(ctx, tx, running, occurredAt)
    audit(tx, ctx, {
      action: 'stop.outcome',
      entity: 'stop',
      entityId: stop.stopId,
      detail: {
        status: input.status,
        occurred_at: occurredAt.toISOString(),
        ...(input.reason && { reason: input.reason }),
        ...(finished.itemOutcomes && { items: finished.itemOutcomes.filter(isPartial) }),
        ...(checks && { checks }),
        ...(input.scans?.reason && { not_scanned: input.scans.reason }),
      },
    })
    return stopAnswer(ctx, tx, ref)
  })
}

/** Returns the time of the outcome, by default now. Throws if the times of the outcome are impossible. */
function outcomeTime(ctx: Context, dispatchedAt: Date, { occurredAt, arrivedAt }: OutcomeInput): Date {
  const now = plausibleTime(ctx.now, dispatchedAt, ctx.now)
  const time = occurredAt ?? now
  const fault = outcomeTimesFault({ occurredAt: time, arrivedAt }, dispatchedAt, now)
  if (fault) throw new AppError('invalid', 'INVALID', fault.message, { fields: [fault.field] })
  return time
}

/** Throws if a driver's report of a delivery lacks scans or answers that the business or the order requires. */
function checkAtDoor(
  business: Business,
  order: Awaited<ReturnType<typeof goodsOf>>,
  { status, scans, checks }: OutcomeInput,
): void {
  if (status !== 'DELIVERED') return
  throwIfRefused(missingScansRefusal(business.scanDoor, piecesOf(order), scans))
  throwIfRefused(missingAnswersRefusal(doorNeeds(order.rules, business), checks))
}
