// Skips one date of a rule, moves it to another day, or resets it (docs/spec/recurring-orders.md#exceptions).
import type { RecurringDateBody, RecurringOrderOut } from '../../../contract/recurring-order.ts'
import { isDateOf } from '../../../domain/orders/recurrence.ts'
import { audit } from '../../../store/audit/audit.ts'
import { readOrder } from '../../../store/orders/orders.ts'
import { datesOf, type RecurringDate, removeDates, saveDate } from '../../../store/orders/recurring-orders.ts'
import type { Context, WriteTx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { cancelOrder } from '../cancel-order.ts'
import { writeOrder } from '../write-order.ts'
import { refuseEnded } from './change-recurring.ts'
import { changedRuleToWire } from './create-recurring.ts'
import { makeOrders, onLockedRule } from './make-orders.ts'

export async function setRecurringDate(
  ctx: Context,
  recurringOrderId: string,
  { date, skipped, moved_to }: RecurringDateBody,
): Promise<RecurringOrderOut> {
  const today = ctx.calendar.dayOf(ctx.now)
  if (date < today) throw invalid('date', 'has passed')
  if (moved_to !== null && moved_to < today) throw invalid('moved_to', 'has passed')
  const wanted = { skipped: skipped ?? false, movedTo: moved_to === date ? null : moved_to }
  return onLockedRule(ctx, recurringOrderId, null, async (tx, recurring, placed) => {
    refuseEnded(recurring)
    if (!isDateOf(recurring.schedule, date)) throw invalid('date', 'is not one of the dates of the rule')
    const dates = await datesOf(tx, [recurringOrderId], today)
    const before = dates.find((one) => one.date === date) ?? AS_THE_RULE
    if (before.skipped === wanted.skipped && before.movedTo === wanted.movedTo)
      return changedRuleToWire(ctx, tx, recurringOrderId)
    const made = await applyDateException(ctx, tx, before, wanted, date)
    if (made || wanted.skipped || wanted.movedTo)
      await saveDate(tx, recurringOrderId, { date, ...wanted, ...(made ?? NONE) })
    else await removeDates(tx, recurringOrderId, [date])
    audit(tx, ctx, {
      action: 'recurring_order.date_changed',
      entity: 'recurring_order',
      entityId: recurringOrderId,
      detail: { date, ...wanted },
    })
    await makeOrders(ctx, tx, recurring, placed)
    return changedRuleToWire(ctx, tx, recurringOrderId)
  })
}

const NONE = { orderId: null, madeFor: null }
const AS_THE_RULE = { skipped: false, movedTo: null, ...NONE }

/**
 * Applies a change of one date to its existing order: cancels or moves the order. Returns the order that the date has
 * afterwards. Null if it has none.
 */
async function applyDateException(
  ctx: Context,
  tx: WriteTx,
  { orderId }: Pick<RecurringDate, 'orderId'>,
  { skipped, movedTo }: Pick<RecurringDate, 'skipped' | 'movedTo'>,
  date: string,
): Promise<{ orderId: string; madeFor: string } | null> {
  const order = orderId && (await readOrder(tx, { orderId }))
  if (!order) return null
  if (skipped) {
    await cancelOrder(ctx.joining(tx), order.externalRef, 'This date of the recurring order was skipped.')
    return null
  }
  const madeFor = movedTo ?? date
  await writeOrder(ctx, tx, { ...order, deliveryDate: madeFor, allowedDays: null }, null)
  return { orderId: order.orderId, madeFor }
}
