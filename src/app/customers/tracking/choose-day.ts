// Lets the customer choose another day for the next attempt of a failed delivery, or for a delivery that is not
// dispatched yet.
import { choosableDays, mayChoose, type Offer, isSameOffer } from '../../../domain/orders/another-day.ts'
import { repeatRefusal } from '../../../domain/orders/repeat.ts'
import type { Tx } from '../../../store/database.ts'
import { wasToldNotComing } from '../../../store/messages/messages.ts'
import { readOrder } from '../../../store/orders/orders.ts'
import type { OrderRead } from '../../../store/orders/order-rows.ts'
import { repeatsOf } from '../../../store/orders/repeated-orders.ts'
import { type Business, findBusiness } from '../../../store/settings/businesses.ts'
import { fittingDays } from '../../zones/availability/fitting-days.ts'
import type { Context } from '../../context.ts'
import { conflicting, missing } from '../../errors.ts'
import { nextReference, repeatOrder, stateOf } from '../../orders/repeat-order.ts'
import { type ManualEdit, reschedule } from '../../orders/edit-orders.ts'

/** Customers are bound by zones and dates like a dispatcher without an override. */
const AS_BOOKED: ManualEdit = { maySetZonesAside: false, override: null }

/** Returns whether the customer may choose a day for the delivery now. */
export async function canChoose(ctx: Context, tx: Tx, business: Business, order: OrderRead): Promise<boolean> {
  const { orderId, status, deliveryDate } = order
  // Open pages poll, so skip the queries if a choice is impossible.
  if (business.chooseDaysAhead === 0 || (status !== 'FAILED' && status !== 'OPEN')) return false
  const repeats = await repeatsOf(tx, orderId)
  const postponed = status === 'OPEN' && (await wasToldNotComing(tx, orderId, deliveryDate))
  const mayRepeat = repeatRefusal(stateOf(order, repeats)) === null
  return mayChoose({ status, deliveryDate, mayRepeat, postponed }, business, ctx.now, ctx.calendar)
}

/**
 * Returns the delivery and the days and windows that currently fit. Throws `DAY_FIXED` if the customer can't choose.
 */
export async function offersFor(ctx: Context, orderId: string): Promise<{ order: OrderRead; offers: Offer[] }> {
  const { business, order } = await ctx.read(async (tx) => {
    const found = { business: await findBusiness(tx), order: await readOrder(tx, { orderId }) }
    if (!found.business || !found.order) throw missing('delivery')
    if (!(await canChoose(ctx, tx, found.business, found.order)))
      throw conflicting('DAY_FIXED', 'The day of this delivery can’t be changed here. Contact us instead.')
    return { business: found.business, order: found.order }
  })
  const days = choosableDays(business, ctx.now, ctx.calendar).filter(
    (day) => order.status === 'FAILED' || day !== order.deliveryDate,
  )
  return { order, offers: await fittingDays(ctx, order, days, business.chooseWindows) }
}

/**
 * Reschedules the delivery, or creates the next attempt of a failed one. Throws `DAY_TAKEN` if the offer no longer
 * fits.
 */
export async function chooseDay(ctx: Context, orderId: string, chosen: Offer): Promise<void> {
  const { order, offers } = await offersFor(ctx, orderId)
  if (!offers.some((offer) => isSameOffer(offer, chosen)))
    throw conflicting('DAY_TAKEN', 'This day is no longer free. Go back and choose another.')
  if (order.status !== 'FAILED') return reschedule(ctx, order, chosen, AS_BOOKED)
  const externalRef = await ctx.read((tx) => nextReference(ctx, tx, order))
  await repeatOrder(ctx, orderId, { externalRef, ...chosen }, AS_BOOKED)
}
