// Makes the orders of a recurring order's rule for the next days, each order once. Stores when the next order is due.
import { OrderTemplate } from '../../../contract/recurring-order.ts'
import type { OrderInput } from '../../../domain/orders/order.ts'
import { nextDates, type Occurrence, occurrences, type Schedule } from '../../../domain/orders/recurrence.ts'
import { repeatReferences } from '../../../domain/orders/repeat.ts'
import { opensOn } from '../../../domain/zones/availability.ts'
import {
  datesOf,
  findRecurring,
  lockRecurring,
  type RecurringOrder,
  saveDate,
  saveDueAt,
} from '../../../store/orders/recurring-orders.ts'
import { takenReferences } from '../../../store/orders/repeated-orders.ts'
import type { Context, WriteTx } from '../../context.ts'
import { invalid, missing } from '../../errors.ts'
import { zonesAround } from '../../zones/zones-around.ts'
import { orderFromWire } from '../order-wire.ts'
import { geocode, type GeocodeResult, placedAt } from '../geocode-order.ts'
import { refuseExisting } from '../edit-orders.ts'
import { writeOrder } from '../write-order.ts'

export async function lockedRule(tx: WriteTx, recurringOrderId: string): Promise<RecurringOrder> {
  const recurring = await lockRecurring(tx, recurringOrderId)
  if (!recurring) throw missing('recurring order with that id')
  return recurring
}

/** Refuses a rule without a date from today on, because it would make no orders. */
export function refusePast(ctx: Context, schedule: Schedule): void {
  if (nextDates(schedule, ctx.calendar.dayOf(ctx.now), 1).length > 0) return
  const field = schedule.count === null ? 'end_date' : 'count'
  throw invalid(`schedule.${field}`, 'leaves the rule without a date from today on')
}

/** Thrown if the rule has changed since its address was geocoded. */
class RuleChanged extends Error {}

/**
 * Runs `work` on the locked rule, with the location of its orders, or of `template` if it is set. The address is
 * geocoded before the transaction. If the rule changes in between, everything starts over.
 */
export async function onLockedRule<T>(
  ctx: Context,
  recurringOrderId: string,
  template: object | null,
  work: (tx: WriteTx, recurring: RecurringOrder, placed: GeocodeResult) => Promise<T>,
): Promise<T> {
  for (;;) {
    const seen = await ctx.read((tx) => findRecurring(tx, recurringOrderId))
    if (!seen) throw missing('recurring order with that id')
    const placed = await placeOf(ctx, { template: template ?? seen.template })
    try {
      return await ctx.write(async (tx) => {
        const recurring = await lockedRule(tx, recurringOrderId)
        if (!template && recurring.version !== seen.version) throw new RuleChanged()
        return work(tx, recurring, placed)
      })
    } catch (error) {
      if (!(error instanceof RuleChanged)) throw error
    }
  }
}

/**
 * Before the transaction: returns the location of the rule's address. Geocodes it each time, because a dispatcher may
 * have confirmed another location since.
 */
export async function placeOf(ctx: Context, recurring: Pick<RecurringOrder, 'template'>): Promise<GeocodeResult> {
  const input = inputOf(recurring, '', '')
  return input.givenPoint ? placedAt(input.givenPoint) : geocode(ctx, input)
}

/** Returns the rule's order with this reference and day. */
export const inputOf = (
  { template }: Pick<RecurringOrder, 'template'>,
  externalRef: string,
  deliveryDate: string,
): OrderInput =>
  // Parse the template again, because an older template lacks fields that orders got in later versions.
  orderFromWire({
    ...OrderTemplate.parse(template),
    external_ref: externalRef,
    delivery_date: deliveryDate,
    delivery_by: null,
    goods_from: null,
    max_ride_minutes: null,
  })

/** Makes the due orders. The caller must hold the rule's lock. The rule's dates show which orders exist already. */
export async function makeOrders(
  ctx: Context,
  tx: WriteTx,
  recurring: RecurringOrder,
  placed: GeocodeResult,
): Promise<void> {
  const { calendar, now } = ctx
  const { recurringOrderId, schedule, daysAhead } = recurring
  const today = calendar.dayOf(now)
  const dates = await datesOf(tx, [recurringOrderId], today)
  const made = new Set(dates.filter(({ orderId }) => orderId !== null).map(({ date }) => date))
  const { due, next } = occurrences(schedule, dates, today, calendar.addDays(today, daysAhead))
  for (const occurrence of due) {
    if (made.has(occurrence.date)) continue
    const madeFor = await dayFor(ctx, tx, recurring, occurrence, placed)
    const externalRef = await freeReference(ctx, tx, `${recurring.externalRef}-${occurrence.date}`)
    const input = inputOf(recurring, externalRef, madeFor)
    const { order } = await writeOrder(ctx, tx, input, placed, refuseExisting(externalRef))
    const movedTo = occurrence.day === occurrence.date ? null : occurrence.day
    await saveDate(tx, recurringOrderId, {
      date: occurrence.date,
      skipped: false,
      movedTo,
      orderId: order.order_uuid,
      madeFor,
    })
  }
  await saveDueAt(tx, recurringOrderId, next === null ? null : calendar.startOfDay(calendar.addDays(next, -daysAhead)))
}

/**
 * Returns the reference, with a number appended if it is taken. It may belong to an order that was canceled when the
 * rule changed, or to an order that another system sent.
 */
async function freeReference(ctx: Context, tx: WriteTx, reference: string): Promise<string> {
  const tried = [reference, ...repeatReferences(reference, 50)]
  const taken = await takenReferences(tx, tried)
  return tried.find((each) => !taken.has(each)) ?? `${reference}-${ctx.newId().slice(-4)}`
}

/** Maximum days after a closed day that are searched for an open day. */
const LOOKED_AT = 14

/** Returns the day of the order. If the rule avoids closed days, the next day on which a zone is open. */
async function dayFor(
  ctx: Context,
  tx: WriteTx,
  { schedule }: RecurringOrder,
  { date, day }: Occurrence,
  { point }: GeocodeResult,
): Promise<string> {
  if (schedule.closedDays === 'KEEP' || !point || day !== date) return day
  const days = Array.from({ length: LOOKED_AT + 1 }, (_, i) => ctx.calendar.addDays(day, i))
  const zones = await zonesAround(ctx, point, days, tx)
  const open = days.find((each) =>
    zones.some(({ zone, closures }) => opensOn({ ...zone, closures }, each, ctx.calendar)),
  )
  return open ?? day
}
