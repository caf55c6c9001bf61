// The office makes an outcome of what the driver tapped and what could not count: delivered, with its pictures. The stop
// may be there, with another outcome or none, or off its route.
import { tripsTaken } from '../../domain/routes/trips.ts'
import { conflict } from '../../domain/refusal.ts'
import { itemOutcomes } from '../../domain/routes/item-outcomes.ts'
import { FINISHED_STOP, plausibleTime } from '../../domain/routes/stop.ts'
import { audit } from '../../store/audit/audit.ts'
import { lockOrders, moveOrders } from '../../store/orders/orders.ts'
import { lastRefused, orderOfStop, resolveRefused } from '../../store/routes/driver-taps.ts'
import { insertProof } from '../../store/routes/proofs.ts'
import { takeRefusedProofs } from '../../store/routes/refused-proofs.ts'
import type { Route } from '../../store/routes/routes.ts'
import { insertStops, readStop, readStops, saveStop, type StopRead } from '../../store/routes/stops.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Context, WriteTx } from '../context.ts'
import { missing, refuse } from '../errors.ts'
import { sealProof } from '../proofs/seal-proof.ts'
import { issueReceipt } from '../receipts/issue-receipt.ts'
import { correctStop } from '../routes/correct-stop.ts'
import { freshStop } from '../routes/fresh-stop.ts'
import { lockedRoute, type StopRef } from '../routes/locked-route.ts'
import { onTime } from '../routes/on-time.ts'
import { recordedChecks } from '../routes/recorded-checks.ts'
import { recordOutcome } from '../routes/record-outcome.ts'
import { settle } from '../routes/settle.ts'

export const deliverAfterAll = (ctx: Context, ref: StopRef): Promise<void> =>
  ctx.write(async (tx) => {
    const route = await lockedRoute(tx, ref.routeId)
    const orderId = await orderOfStop(tx, ref.stopId)
    const [order] = orderId ? await lockOrders(tx, [orderId]) : []
    const tapped = await lastRefused(tx, ref)
    if (!order || !tapped) throw missing('rejected action of the driver')
    const at = plausibleTime(tapped.countedAt, route.dispatchedAt ?? ctx.now, ctx.now)
    const known = await readStop(tx, ref.routeId, ref.stopId)
    const stop = known ?? (await putBack(ctx, tx, route, order))
    const proofs = await takeRefusedProofs(tx, ref)
    for (const proof of proofs) await addRefused(ctx, tx, stop, proof)
    const driverNotes = tapped.notes ?? stop.driverNotes
    const { leftWhere, scans, checks: answers, itemDifferences: differences } = tapped
    const checks = await recordedChecks(ctx, tx, { ...ref, orderId: order.orderId }, answers, true)
    const outcomes = itemOutcomes(order.items ?? [], differences ?? [])
    if (!known)
      await deliver(ctx, tx, route, { ...stop, driverNotes, leftWhere, scans, checks, itemOutcomes: outcomes }, at)
    else {
      const outcome = { status: 'DELIVERED' as const, reason: null, driverNotes, leftWhere, occurredAt: at }
      if (!FINISHED_STOP[stop.status])
        await recordOutcome(ctx.joining(tx), ref, {
          ...outcome,
          differences,
          scans,
          checks: answers,
          ofDriver: true,
          arrivedAt: null,
        })
      else if (stop.status !== 'DELIVERED')
        await correctStop(ctx.joining(tx), ref, { ...outcome, differences, checks, ofDriver: true })
      const now = await readStop(tx, ref.routeId, ref.stopId)
      if (now) await sealProof(tx, now)
      // Of an outcome that stays as it is, only what proves it is new.
      if (now && stop.status === 'DELIVERED' && !stop.settlesAt && proofs.length > 0) await issueReceipt(ctx, tx, now)
    }
    await resolveRefused(tx, ref, ctx.now)
  })

async function addRefused(
  ctx: Context,
  tx: WriteTx,
  { stopId }: StopRead,
  proof: Parameters<typeof insertProof>[2],
): Promise<void> {
  await insertProof(tx, stopId, proof)
  audit(tx, ctx, {
    action: 'stop.proof',
    entity: 'stop',
    entityId: stopId,
    detail: {
      kind: proof.kind,
      proof_uuid: proof.proofId,
      sha256: proof.sha256.toString('hex'),
      ...(proof.item && { item: proof.item.name }),
    },
  })
}

/** The delivery as the last stop of the route that it was taken off. */
async function putBack(ctx: Context, tx: WriteTx, route: Route, order: Order): Promise<StopRead> {
  if (order.status !== 'OPEN' || order.routeId !== null)
    refuse(
      conflict(
        'ORDER_MOVED_ON',
        'This delivery is on another route or no longer open. Remove it from that route first.',
      ),
    )
  const { routeId } = route
  const stopId = ctx.newId()
  const stops = await readStops(tx, [routeId])
  const sequence = 1 + stops.length
  const trip = Math.max(...tripsTaken(stops, route, ctx.now))
  const planned = { legMeters: 0, legSeconds: 0, plannedArrival: ctx.now, plannedDeparture: ctx.now }
  const serviceMinutes = order.serviceMinutes ?? 0
  await insertStops(tx, [
    freshStop({ stopId, routeId, orderId: order.orderId, sequence, trip, serviceMinutes, ...planned }),
  ])
  await moveOrders(tx, [order.orderId], { status: 'DELIVERED', routeId, stopId })
  const stop = await readStop(tx, routeId, stopId)
  if (!stop) throw missing('stop with that uuid on the route')
  return stop
}

async function deliver(ctx: Context, tx: WriteTx, route: Route, stop: StopRead, at: Date): Promise<void> {
  const times = { finishedAt: at, deliveredAt: at, plannedArrival: at, plannedDeparture: at }
  const outcome: StopRead = { ...stop, ...times, status: 'DELIVERED' }
  const delivered: StopRead = { ...outcome, onTime: onTime(ctx.calendar, route.day, outcome) }
  await saveStop(tx, delivered)
  await sealProof(tx, delivered)
  await settle(ctx, tx, route, [{ ...delivered, current: true }])
  audit(tx, ctx, {
    action: 'stop.outcome',
    entity: 'stop',
    entityId: stop.stopId,
    detail: { status: 'DELIVERED', occurred_at: at.toISOString() },
  })
}
