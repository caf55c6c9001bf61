// Records the outcome that a driver's late taps report, with their photos and signatures, when the office accepts it.
// The stop may still be on its route, with or without another outcome, or may have been removed. Its delivery may be on
// another route now.
import { text } from '../../texts/text.ts'
import { tripsTaken } from '../../domain/routes/trips.ts'
import { reportedOutcome } from '../../domain/routes/late-taps.ts'
import { itemOutcomes } from '../../domain/routes/item-outcomes.ts'
import { isRunning } from '../../domain/routes/route.ts'
import { FINISHED_STOP, isOutcome, plausibleTime } from '../../domain/routes/stop.ts'
import { stateInWords } from '../../domain/state-words.ts'
import { audit } from '../../store/audit/audit.ts'
import { lockOrders } from '../../store/orders/lock-orders.ts'
import { moveOrders, routesOfOrders } from '../../store/orders/orders.ts'
import { type LateTap, lateTapsAt, orderOfStop, resolveRefused } from '../../store/routes/driver-taps.ts'
import { insertProof } from '../../store/routes/proofs.ts'
import { takeRefusedProofs } from '../../store/routes/refused-proofs.ts'
import type { Route } from '../../store/routes/routes.ts'
import { insertStops, readStop, readStops, saveStop, type StopRead } from '../../store/routes/stops.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Context, WriteTx } from '../context.ts'
import { conflicting, missing } from '../errors.ts'
import { releaseOrders } from '../orders/release-orders.ts'
import { sealProof } from './proofs/seal-proof.ts'
import { issueReceipt } from '../customers/receipts/issue-receipt.ts'
import { correctStop } from '../routes/correct-stop.ts'
import { freshStop } from '../routes/fresh-stop.ts'
import { lockedRoutes, type StopRef } from '../routes/locked-route.ts'
import { wasOnTime } from '../routes/on-time.ts'
import { recordedChecks } from '../routes/recorded-checks.ts'
import { recordOutcome } from '../routes/record-outcome.ts'
import { eventDriver, stopEvent } from '../routes/route-events.ts'
import { settle } from '../routes/settle.ts'
import { removeStops } from '../routes/remove-stops.ts'
import { emit } from '../integrations/webhooks/emit.ts'
import { dismissAt } from './dismiss-refused.ts'

export const recordLateOutcome = (ctx: Context, ref: StopRef): Promise<void> =>
  ctx.write(async (tx) => {
    const orderId = await orderOfStop(tx, ref.stopId)
    const { route, other } = await lockRouteAndOther(tx, ref.routeId, orderId)
    const [order] = orderId ? await lockOrders(tx, [orderId]) : []
    const known = await readStop(tx, ref.routeId, ref.stopId)
    const reported = report(route, await lateTapsAt(tx, ref), known, ctx.now)
    if (!reported) throw missing('rejected driver action with an outcome')
    if (!order)
      throw conflicting(
        'ORDER_MOVED_ON',
        'This delivery is on a route of another depot now. Somebody who works for all depots can record this.',
      )
    // If the stop was removed and an earlier late outcome restored the delivery, the delivery has a new stop on this
    // route.
    const at = known ?? (order.routeId === ref.routeId ? await readStop(tx, ref.routeId, order.stopId ?? '') : null)
    if (reported.status !== 'SKIPPED' && order.routeId !== null && order.routeId !== ref.routeId)
      await removeFromOtherRoute(ctx, tx, route, other, order)
    if (at) await recordAtStop(ctx, tx, ref, at, reported)
    else await recordOffRoute(ctx, tx, ref, route, order, reported)
    await resolveRefused(tx, ref, ctx.now)
  })

/** Locks the route and, if the delivery is on another route now, that route, too. */
async function lockRouteAndOther(
  tx: WriteTx,
  routeId: string,
  orderId: string | null,
): Promise<{ route: Route; other: Route | null }> {
  const now = orderId ? await routesOfOrders(tx, [orderId]) : []
  const locked = await lockedRoutes(tx, [...new Set([routeId, ...now])])
  const route = locked.find((one) => one.routeId === routeId)
  if (!route) throw missing('route with that uuid')
  return { route, other: locked.find((one) => one !== route) ?? null }
}

/**
 * Removes the delivery from the other route that it was moved to, because the driver of `route` has already visited the
 * customer.
 */
async function removeFromOtherRoute(
  ctx: Context,
  tx: WriteTx,
  route: Route,
  other: Route | null,
  order: Order,
): Promise<void> {
  const stops = other ? await readStops(tx, [other.routeId]) : []
  const stop = stops.find(({ stopId }) => stopId === order.stopId)
  if (!other || !stop)
    throw conflicting('ORDER_MOVED_ON', 'This delivery has just been put on another route. Try again.')
  if (isOutcome(stop.status))
    throw conflicting(
      'ORDER_MOVED_ON',
      text(
        'This delivery is {state} on {other}. If the driver of {route} is right, correct the outcome there; then dismiss this.',
        { state: stateInWords(stop.status), other: other.name, route: route.name },
      ),
    )
  if (stop.status === 'ARRIVED')
    throw conflicting(
      'ORDER_MOVED_ON',
      text('The driver of {other} is at this delivery now. Call that driver first.', { other: other.name }),
    )
  await releaseOrders(tx, [order.orderId])
  if (isRunning(other.status)) {
    const driver = await eventDriver(tx, other)
    emit(ctx, tx, [stopEvent(ctx, 'order.unassigned', other, stop, driver, 'OPEN')])
  }
  await removeStops(ctx, tx, other, [stop])
  audit(tx, ctx, {
    action: 'route.changed_by_hand',
    entity: 'route',
    entityId: other.routeId,
    detail: { stops: stops.length - 1, added: 0, before: stops.length },
  })
}

type Reported = NonNullable<ReturnType<typeof report>>

/** Combines the driver's late taps at a stop. Returns null if they report no outcome. */
function report(route: Route, taps: readonly LateTap[], stop: StopRead | null, now: Date) {
  const kinds = taps.map(({ kind }) => kind)
  const status = reportedOutcome(kinds, stop?.status ?? null)
  const tapped = taps.findLast(({ kind }) => kind === status) ?? taps.at(-1)
  if (!status || !tapped) return null
  const at = (tap: LateTap) => plausibleTime(tap.countedAt, route.dispatchedAt ?? now, now)
  const occurredAt = at(tapped)
  const arrival = taps.findLast(({ kind, countedAt }) => kind === 'ARRIVE' && countedAt <= tapped.countedAt)
  const { reason, leftWhere, scans, checks, itemDifferences: differences } = tapped
  // A note stays until a later tap has another note, even if a tap was undone. Taps that are not late follow the same
  // rule.
  const driverNotes = taps.findLast(({ notes }) => notes !== null)?.notes ?? null
  const arrivedAt = arrival ? at(arrival) : null
  return { status, reason, driverNotes, leftWhere, scans, checks, differences, occurredAt, arrivedAt }
}

/**
 * Records the outcome at `known`, the stop that the delivery has on the route. If that stop already has this outcome,
 * only the photos and signatures are added. `late` is the stop at which the driver tapped.
 */
async function recordAtStop(
  ctx: Context,
  tx: WriteTx,
  late: StopRef,
  known: StopRead,
  reported: Reported,
): Promise<void> {
  const { status } = reported
  const ref = { routeId: late.routeId, stopId: known.stopId }
  const driverNotes = reported.driverNotes ?? known.driverNotes
  const proofs = await addLateProofs(ctx, tx, late, known)
  if (!FINISHED_STOP[known.status])
    await recordOutcome(ctx.joining(tx), ref, { ...reported, driverNotes, ofDriver: true })
  else if (known.status !== status) {
    const checks = await recordedChecks(ctx, tx, { ...ref, orderId: known.orderId }, reported.checks, true)
    await correctStop(ctx.joining(tx), ref, { ...reported, driverNotes, checks, ofDriver: true })
  }
  const now = await readStop(tx, ref.routeId, ref.stopId)
  if (now) await sealProof(tx, now)
  // The outcome is unchanged, but its proof is new, so it needs a new receipt.
  if (now && known.status === status && !known.settlesAt && proofs > 0) await issueReceipt(ctx, tx, now)
}

/** Records the outcome of a stop that was taken off its route. The stop returns to the route as its last one. */
async function recordOffRoute(
  ctx: Context,
  tx: WriteTx,
  ref: StopRef,
  route: Route,
  order: Order,
  reported: Reported,
): Promise<void> {
  const { status, driverNotes, leftWhere, scans, arrivedAt, reason } = reported
  // A skip has no effect here: the delivery is not on this route any more and can be planned again, as after a skip.
  if (status === 'SKIPPED') return dismissAt(ctx, tx, ref)
  if (order.status === 'CANCELLED')
    throw conflicting(
      'ORDER_MOVED_ON',
      text(
        'This delivery was canceled, so it gets no outcome. Tell whoever ordered it that the driver reported it as {state}; then dismiss this.',
        { state: stateInWords(status) },
      ),
    )
  const stop = await restoreStop(ctx, tx, route, order, status)
  await addLateProofs(ctx, tx, ref, stop)
  const checks = await recordedChecks(ctx, tx, { ...ref, orderId: order.orderId }, reported.checks, true)
  const outcomes = itemOutcomes(order.items ?? [], reported.differences ?? [])
  const told = { status, reason, driverNotes, leftWhere, scans, arrivedAt, checks, itemOutcomes: outcomes }
  await settleRestoredStop(ctx, tx, route, { ...stop, ...told }, reported.occurredAt)
}

/** Moves the photos and signatures of the late taps to the stop. Returns their number. */
async function addLateProofs(ctx: Context, tx: WriteTx, ref: StopRef, stop: StopRead): Promise<number> {
  const proofs = await takeRefusedProofs(tx, ref)
  for (const proof of proofs) await addLateProof(ctx, tx, stop, proof)
  return proofs.length
}

async function addLateProof(
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

/** Puts the delivery back as the last stop of the route that it was taken off. */
async function restoreStop(
  ctx: Context,
  tx: WriteTx,
  route: Route,
  order: Order,
  status: 'DELIVERED' | 'FAILED',
): Promise<StopRead> {
  const { routeId } = route
  const stopId = ctx.newId()
  const stops = await readStops(tx, [routeId])
  const sequence = 1 + stops.length
  const trip = Math.max(...tripsTaken(stops, route, ctx.now))
  const planned = { legMeters: 0, legSeconds: 0, plannedArrival: ctx.now, plannedDeparture: ctx.now }
  const serviceMinutes = order.serviceMinutes ?? 0
  insertStops(tx, [freshStop({ stopId, routeId, orderId: order.orderId, sequence, trip, serviceMinutes, ...planned })])
  await moveOrders(tx, [order.orderId], { status, routeId, stopId })
  const stop = await readStop(tx, routeId, stopId)
  if (!stop) throw missing('stop with that uuid on the route')
  return stop
}

/**
 * Records the outcome of a stop that was put back on its route. The outcome settles immediately, because the undo
 * window is only useful for a driver who is still at the door.
 */
async function settleRestoredStop(ctx: Context, tx: WriteTx, route: Route, stop: StopRead, at: Date): Promise<void> {
  const deliveredAt = stop.status === 'DELIVERED' ? at : null
  const outcome: StopRead = { ...stop, finishedAt: at, deliveredAt, plannedArrival: at, plannedDeparture: at }
  const finished: StopRead = { ...outcome, onTime: wasOnTime(ctx.calendar, route.day, outcome) }
  await saveStop(tx, finished)
  await sealProof(tx, finished)
  await settle(ctx, tx, route, [{ ...finished, current: true }])
  audit(tx, ctx, {
    action: 'stop.outcome',
    entity: 'stop',
    entityId: stop.stopId,
    detail: { status: stop.status, occurred_at: at.toISOString(), ...(stop.reason && { reason: stop.reason }) },
  })
}
