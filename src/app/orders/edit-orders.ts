// Adds, edits and reschedules orders for office users. Zones and dates are checked unless an owner overrides them.
import { text } from '../../texts/text.ts'
import type { BulkResult } from '../../contract/office/orders.ts'
import type { OrderBody, OrderOut } from '../../contract/order.ts'
import { type Offer, withOffer } from '../../domain/orders/another-day.ts'
import { changedFields, withoutShown } from '../../domain/orders/order.ts'
import { isRunning } from '../../domain/routes/route.ts'
import { lastChangeBy } from '../../store/audit/audit.ts'
import { readOrder } from '../../store/orders/orders.ts'
import type { OrderRead } from '../../store/orders/order-rows.ts'
import { readStops } from '../../store/routes/stops.ts'
import { refuseUnbookable } from '../zones/availability/booking.ts'
import type { Context, WriteTx } from '../context.ts'
import { AppError, conflicting, missing } from '../errors.ts'
import { moveStops } from '../routes/manual/move-stops.ts'
import { versionOf } from '../routes/manual/version.ts'
import { lockedRoute } from '../routes/locked-route.ts'
import { orderFromWire } from './order-wire.ts'
import { geocodeIfChanged, type WriteCheck, writeOrder } from './write-order.ts'
import { writeWithStreet } from './write-with-street.ts'
import { cancelOrder } from './cancel-order.ts'

export interface ManualEdit {
  maySetZonesAside: boolean
  override: boolean | null
}

export async function addOrder(ctx: Context, order: OrderBody, by: ManualEdit): Promise<OrderOut> {
  const guard = refuseExisting(order.external_ref, checkBookable(ctx, by))
  const { outcome, order: written } = await writeWithStreet(ctx, orderFromWire(order), guard)
  if (outcome !== 'created') throw referenceTakenError(order.external_ref)
  return written
}

export const refuseExisting =
  (externalRef: string, guard: WriteCheck = async () => {}): WriteCheck =>
  async (tx, current, next) => {
    if (current) throw referenceTakenError(externalRef)
    await guard(tx, current, next)
  }

/**
 * Replaces the fields that the form shows. The metadata stays, because it belongs to the caller's own system.
 */
export async function editOrder(
  ctx: Context,
  orderId: string,
  { order, version }: { order: OrderBody; version: string },
  by: ManualEdit,
): Promise<OrderOut> {
  const seen = await requireOrder(ctx, orderId)
  if (order.external_ref !== seen.externalRef)
    throw conflicting('REFERENCE_FIXED', 'A delivery’s reference can’t change; cancel it and add another.')
  if (seen.changedAt.toISOString() !== version) throw await orderChangedError(ctx, seen)
  const input = orderFromWire(order)
  const merged = { ...withoutShown(seen, input), metadata: input.metadata ?? seen.metadata }
  const guard: WriteCheck = async (tx, current, next) => {
    await checkVersion(ctx, seen, version)(tx, current, next)
    await checkBookable(ctx, by)(tx, current, next)
  }
  return (await writeWithStreet(ctx, merged, guard)).order
}

/** Sets only the service time. */
export async function setServiceMinutes(
  ctx: Context,
  orderId: string,
  serviceMinutes: number,
  version: string,
): Promise<OrderOut> {
  const seen = await requireOrder(ctx, orderId)
  return (await writeWithStreet(ctx, { ...seen, serviceMinutes }, checkVersion(ctx, seen, version))).order
}

const checkVersion =
  (ctx: Context, seen: OrderRead, version: string): WriteCheck =>
  async (tx) => {
    const now = await readOrder(tx, { orderId: seen.orderId })
    if (now?.changedAt.toISOString() !== version) throw await orderChangedError(ctx, seen)
  }

/**
 * Moves each order to the day in a separate transaction. An order that can't move stays on its route and doesn't affect
 * the others.
 */
export const assignDate = (
  ctx: Context,
  orderIds: readonly string[],
  { day, offSentRoutes }: { day: string; offSentRoutes: boolean },
  by: ManualEdit,
): Promise<BulkResult[]> =>
  bulkResults(ctx, orderIds, async (orderId) => {
    const seen = await requireOrder(ctx, orderId)
    const input = withOffer(seen, { day, window: null })
    const geocoded = await geocodeIfChanged(ctx, input)
    await ctx.write(async (tx) => {
      if (offSentRoutes) await leaveSentRoute(ctx, tx, seen)
      await writeOrder(ctx, tx, input, geocoded, checkUnchanged(ctx, seen, by))
    })
  })

/** Removes the order from its route if the route has been sent to a driver. */
async function leaveSentRoute(ctx: Context, tx: WriteTx, seen: OrderRead): Promise<void> {
  if (!seen.route || !isRunning(seen.route.status)) return
  const route = await lockedRoute(tx, seen.route.routeId)
  const order = await readOrder(tx, { orderId: seen.orderId })
  if (!isRunning(route.status) || order?.routeId !== route.routeId) return
  const versions = { [route.routeId]: versionOf(route, await readStops(tx, [route.routeId])) }
  await moveStops(ctx.joining(tx), {
    moves: [{ order_uuids: [order.orderId], to: null }],
    versions,
    preview: false,
  })
}

/**
 * Moves the order to another day, and to another window if one is given. Fails if the order has changed since it was
 * read.
 */
export async function reschedule(ctx: Context, seen: OrderRead, offer: Offer, by: ManualEdit): Promise<void> {
  await writeWithStreet(ctx, withOffer(seen, offer), checkUnchanged(ctx, seen, by))
}

const checkUnchanged =
  (ctx: Context, seen: OrderRead, by: ManualEdit): WriteCheck =>
  async (tx, current, next) => {
    if (current && changedFields(current, seen).length > 0) throw await orderChangedError(ctx, seen)
    await checkBookable(ctx, by)(tx, current, next)
  }

export const cancelOrders = (ctx: Context, orderIds: readonly string[], reason: string | null): Promise<BulkResult[]> =>
  bulkResults(ctx, orderIds, async (orderId) => void (await cancelById(ctx, orderId, reason)))

export const cancelById = async (ctx: Context, orderId: string, reason: string | null): Promise<OrderOut> =>
  cancelOrder(ctx, (await requireOrder(ctx, orderId)).externalRef, reason)

export async function requireOrder(ctx: Context, orderId: string): Promise<OrderRead> {
  const order = await ctx.read((tx) => readOrder(tx, { orderId }))
  if (!order) throw missing('delivery with that id')
  return order
}

export function checkBookable(ctx: Context, { maySetZonesAside, override }: ManualEdit): WriteCheck {
  if (override && !maySetZonesAside)
    throw new AppError('forbidden', 'ROLE', 'Only an owner may override zones and dates.')
  return async (tx, current, next) => (override ? undefined : refuseUnbookable(ctx, tx, current, next))
}

/** Runs `work` for one order after another. A refusal doesn't affect the other orders. */
async function bulkResults(
  { say }: Context,
  orderIds: readonly string[],
  work: (orderId: string) => Promise<void>,
): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  for (const orderId of orderIds) {
    try {
      await work(orderId)
      results.push({ order_uuid: orderId, done: true, message: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({ order_uuid: orderId, done: false, message: say(error.text) })
    }
  }
  return results
}

const referenceTakenError = (reference: string) =>
  conflicting('REFERENCE_TAKEN', text('There is a delivery with the reference {reference} already.', { reference }))

async function orderChangedError(ctx: Context, order: OrderRead): Promise<AppError> {
  const last = await ctx.read((tx) => lastChangeBy(tx, [order.orderId]))
  const by = last?.name ?? ctx.say('Someone else')
  const at = (last?.at ?? order.changedAt).toISOString()
  return conflicting(
    'ORDER_CHANGED',
    text('{by} has changed this delivery since you opened it. Check it, then save again.', { by }),
    { by, at },
  )
}
