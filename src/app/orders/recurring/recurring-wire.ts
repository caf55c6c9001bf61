// Converts recurring orders to the wire format, with their next dates and the orders of these dates.
import { dayToWire } from '../../../contract/fields.ts'
import { DATES_SHOWN, RecurringOrderOut } from '../../../contract/recurring-order.ts'
import { pickForWire } from '../../../contract/wire.ts'
import { nextDates, type Schedule } from '../../../domain/orders/recurrence.ts'
import type { Tx } from '../../../store/database.ts'
import { datesOf, type RecurringOrder, type ShownDate } from '../../../store/orders/recurring-orders.ts'
import type { Context } from '../../context.ts'

export async function recurringToWire(
  ctx: Context,
  tx: Tx,
  page: readonly RecurringOrder[],
): Promise<RecurringOrderOut[]> {
  const today = ctx.calendar.dayOf(ctx.now)
  const dates = await datesOf(
    tx,
    page.map(({ recurringOrderId }) => recurringOrderId),
    today,
  )
  return page.map((recurring) => {
    const own = dates.filter(({ recurringOrderId }) => recurringOrderId === recurring.recurringOrderId)
    return pickForWire(
      RecurringOrderOut,
      {
        order: Object.fromEntries(Object.entries(recurring.template).filter(([, value]) => value !== null)),
        schedule: scheduleToWire(recurring.schedule),
        next_dates: recurring.endedAt ? [] : shownDates(recurring.schedule, own, today),
      },
      recurring,
    )
  })
}

const scheduleToWire = ({
  every,
  unit,
  weekdays,
  dayOfMonth,
  start,
  end,
  count,
  closedDays,
}: Schedule): RecurringOrderOut['schedule'] => ({
  every,
  unit,
  weekdays: [...weekdays],
  day_of_month: dayOfMonth,
  start_date: dayToWire(start),
  end_date: end && dayToWire(end),
  count,
  closed_days: closedDays,
})

const shownDates = (
  schedule: Schedule,
  dates: readonly ShownDate[],
  today: string,
): RecurringOrderOut['next_dates'] => {
  const known = new Map(dates.map((one) => [one.date, one]))
  return nextDates(schedule, today, DATES_SHOWN).map((date) => {
    const { skipped = false, movedTo = null, order = null } = known.get(date) ?? {}
    return {
      date: dayToWire(date),
      skipped,
      moved_to: movedTo && dayToWire(movedTo),
      order: order && {
        order_uuid: order.orderId,
        external_ref: order.externalRef,
        status: order.status,
        delivery_date: dayToWire(order.deliveryDate),
      },
    }
  })
}
