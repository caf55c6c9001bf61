// Checks zones and dates of deliveries that the office adds or moves (docs/spec/orders.md#zones-and-dates).
import { inSequence } from '../../../texts/text.ts'
import { inWords } from '../../in-words.ts'
import { bookingReasons, zoneDay } from '../../../domain/zones/availability.ts'
import { type Order, type OrderInput, type Point, sameJson } from '../../../domain/orders/order.ts'
import type { Tx } from '../../../store/database.ts'
import { hasZones } from '../../../store/zones/zones.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { ordersPerDay, zonesAround } from '../zones-around.ts'

type Booked = Pick<OrderInput, 'deliveryDate'> & { point: Point | null }

/**
 * Throws if the zones at the location don't deliver on the day. An order with unchanged day and location is not
 * checked. If the order has no location yet, only its date is checked.
 */
export async function refuseUnbookable(ctx: Context, tx: Tx, current: Order | null, next: Booked): Promise<void> {
  if (current && current.deliveryDate === next.deliveryDate && sameJson(current.point, next.point)) return
  const { calendar, now } = ctx
  const day = next.deliveryDate
  const today = calendar.dayOf(now)
  const served = next.point && (await hasZones(tx)) ? await daysAround(ctx, tx, current, next.point, day) : null
  const reasons = served ? bookingReasons(served, day, today) : day < today ? bookingReasons([], day, today) : []
  if (reasons.length === 0) return
  const fields = [reasons[0]?.code === 'NOT_SERVED' ? 'address' : 'delivery_date']
  throw new AppError('unprocessable', 'NOT_BOOKABLE', inSequence(reasons.map(({ message }) => message)), {
    fields,
    details: { reasons: inWords(ctx, reasons) },
  })
}

async function daysAround(ctx: Context, tx: Tx, current: Order | null, point: Point, day: string) {
  const judged = []
  for (const around of await zonesAround(ctx, point, [day], tx)) {
    const { zone, closures } = around
    const counted = current?.deliveryDate === day && current.point && zone.prepared.holds(current.point)
    const others = ((await ordersPerDay(around)).get(day) ?? 0) - (counted ? 1 : 0)
    judged.push(zoneDay({ ...zone, closures }, day, others, ctx.now, ctx.calendar))
  }
  return judged
}
