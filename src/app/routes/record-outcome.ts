// POST /routes/{route_uuid}/stops/{stop_uuid}/status (docs/spec/routes.md#stop-outcome).
import type { Input } from '../../contract/endpoint.ts'
import type { recordOutcome as endpoint } from '../../contract/routes.ts'
import { proofMissing } from '../../domain/routes/proof.ts'
import { routeRefusal } from '../../domain/routes/route.ts'
import { OUTCOME_EFFECT, outcomeRefusal, outcomeTimesFault, plausibleTime } from '../../domain/routes/stop.ts'
import { audit } from '../../store/audit/audit.ts'
import { findBusiness } from '../../store/settings/businesses.ts'
import { moveOrders } from '../../store/orders/orders.ts'
import { proofKinds } from '../../store/routes/proofs.ts'
import { saveStop, type StopRead } from '../../store/routes/stops.ts'
import type { Context } from '../context.ts'
import { AppError, missing, refuse } from '../errors.ts'
import { releaseOrders } from '../orders/release-orders.ts'
import { sealProof } from '../proofs/seal-proof.ts'
import { beginRoute } from './begin-route.ts'
import { headToNext } from './head-to-stop.ts'
import { lockedStop } from './locked-route.ts'
import { onTime } from './on-time.ts'
import { projectEtas } from './retime.ts'
import { settle } from './settle.ts'
import { stopAnswer } from './stop-answer.ts'

export async function recordOutcome(ctx: Context, { params, body }: Input<typeof endpoint>) {
  return ctx.commit(async (tx) => {
    const { route, stop } = await lockedStop(tx, params)
    refuse(routeRefusal(route.status, 'work'))
    refuse(outcomeRefusal(stop, body.status))
    const dispatchedAt = route.dispatchedAt ?? ctx.now
    const now = plausibleTime(ctx.now, dispatchedAt, ctx.now)
    const occurredAt = body.occurred_at ?? now
    const fault = outcomeTimesFault({ occurredAt, arrivedAt: body.arrived_at }, dispatchedAt, now)
    if (fault) throw new AppError('invalid', 'INVALID', fault.message, { fields: [fault.field] })
    const business = await findBusiness(tx)
    if (!business) throw missing('business')
    refuse(proofMissing(body.status, business, await proofKinds(tx, stop.stopId)))

    const { order, held } = OUTCOME_EFFECT[body.status]
    const hold = held && business.undoWindowSeconds > 0
    const outcome = {
      ...stop,
      status: body.status,
      arrivedAt: body.arrived_at ?? stop.arrivedAt,
      finishedAt: occurredAt,
      deliveredAt: body.status === 'DELIVERED' ? occurredAt : null,
      reason: body.reason,
      driverNotes: body.driver_notes ?? stop.driverNotes,
      skippedPoint: order === 'OPEN' ? stop.point : null,
      settlesAt: hold ? new Date(ctx.now.getTime() + business.undoWindowSeconds * 1000) : null,
    }
    const finished: StopRead = { ...outcome, onTime: onTime(ctx.calendar, route.day, outcome) }
    await saveStop(tx, finished)
    await sealProof(tx, finished)
    const released = order === 'OPEN'
    if (released) await releaseOrders(tx, [stop.orderId])
    else await moveOrders(tx, [stop.orderId], { status: order })
    const running = await beginRoute(ctx, tx, route, occurredAt)
    await projectEtas(ctx, tx, running)
    if (!hold) await settle(ctx, tx, running, [{ ...finished, current: !released }])
    // A driver's tap says where the driver is. Of any other report nothing may be heard while it can be undone: `settle`.
    if (ctx.actor.kind === 'DRIVER') await headToNext(ctx, tx, running, occurredAt)
    audit(tx, ctx, {
      action: 'stop.outcome',
      entity: 'stop',
      entityId: stop.stopId,
      detail: { status: body.status, occurred_at: occurredAt.toISOString() },
    })
    return stopAnswer(ctx, tx, params)
  })
}
