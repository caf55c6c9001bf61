// Repeats a failed or canceled delivery: copies it under a new reference and date, and links the two.
import type { OrderDetailOut } from '../../contract/order-actions.ts'
import type { OrderOut } from '../../contract/order.ts'
import { dayToWire } from '../../contract/fields.ts'
import { type Offer, withOffer } from '../../domain/orders/another-day.ts'
import { nextAttempt, repeatReferences, repeatRefusal, isActiveRepeat } from '../../domain/orders/repeat.ts'
import { audit } from '../../store/audit/audit.ts'
import type { Tx } from '../../store/database.ts'
import { lockOrder } from '../../store/orders/lock-orders.ts'
import { readOrder } from '../../store/orders/orders.ts'
import type { OrderRead } from '../../store/orders/order-rows.ts'
import {
  firstReference,
  linkRepeat,
  type Repeats,
  repeatsOf,
  takenReferences,
} from '../../store/orders/repeated-orders.ts'
import type { Context } from '../context.ts'
import { missing, throwIfRefused } from '../errors.ts'
import { orderToWire } from './order-wire.ts'
import { writeOrder } from './write-order.ts'
import { checkBookable, type ManualEdit, requireOrder, refuseExisting } from './edit-orders.ts'

export async function repeatOrder(
  ctx: Context,
  orderId: string,
  { externalRef, ...offer }: { externalRef: string } & Offer,
  by: ManualEdit,
): Promise<OrderOut> {
  const seen = await requireOrder(ctx, orderId)
  return ctx.write(async (tx) => {
    // Lock the order with its route. An undo of the failure, or the request of a second click, then waits for this
    // transaction.
    await lockOrder(tx, seen.externalRef)
    const failed = await readOrder(tx, { orderId })
    if (!failed) throw missing('delivery with that id')
    const repeats = await repeatsOf(tx, orderId)
    const made = repeats.as && (await readOrder(tx, { orderId: repeats.as.orderId }))
    // The request of a second click gets the repeat that the first click made.
    if (made && isActiveRepeat(made) && made.externalRef === externalRef && made.deliveryDate === offer.day)
      return orderToWire(made, ctx)
    throwIfRefused(repeatRefusal(stateOf(failed, repeats)))
    const placed = { point: failed.point, placement: failed.placement, candidates: failed.candidates }
    const input = { ...withOffer(failed, offer), externalRef }
    const { order } = await writeOrder(ctx, tx, input, placed, refuseExisting(externalRef, checkBookable(ctx, by)))
    const attempt = nextAttempt(failed)
    const { customerInstructions, externalRef: repeatOf } = failed
    await linkRepeat(tx, { orderId, repeatId: order.order_uuid, attempt, repeatOf, customerInstructions }, ctx.now)
    const detail = { repeat: externalRef }
    audit(tx, ctx, { action: 'order.repeated', entity: 'order', entityId: orderId, detail })
    return { ...order, attempt, repeat_of: repeatOf, customer_instructions: customerInstructions }
  })
}

export const stateOf = ({ status, stop }: OrderRead, { of, as }: Repeats) => ({
  status,
  held: stop !== null && stop.settlesAt !== null,
  of,
  repeat: as,
})

/** Number of possible references that one query checks. */
const TRIED = 50

/**
 * Returns the links to the original and to the repeat of an order. Also suggests a repeat: the next free reference, for
 * tomorrow.
 */
export async function readRepeat(ctx: Context, tx: Tx, order: OrderRead): Promise<OrderDetailOut['repeat']> {
  const repeats = await repeatsOf(tx, order.orderId)
  const refusal = repeatRefusal(stateOf(order, repeats))
  const linked = (other: Repeats['of']) =>
    other && !other.elsewhere
      ? { order_uuid: other.orderId, external_ref: other.externalRef, status: other.status }
      : null
  return {
    of: linked(repeats.of),
    as: linked(repeats.as),
    suggested: refusal ? null : { external_ref: await nextReference(ctx, tx, order), delivery_date: tomorrow(ctx) },
    refused: refusal && ctx.say(refusal.message),
  }
}

export async function nextReference(ctx: Context, tx: Tx, order: OrderRead): Promise<string> {
  const first = (await firstReference(tx, order.orderId)) ?? order.externalRef
  const tried = repeatReferences(first, TRIED)
  const taken = await takenReferences(tx, tried)
  return tried.find((reference) => !taken.has(reference)) ?? `${order.externalRef}-${ctx.newId().slice(-4)}`
}

const tomorrow = ({ calendar, now }: Context): string => dayToWire(calendar.addDays(calendar.dayOf(now), 1))
