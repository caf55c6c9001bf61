// Changes a recurring order, called a rule here, and those of its orders that are not planned yet
// (docs/spec/recurring-orders.md#changes).
import { text } from '../../../texts/text.ts'
import type { RecurringOrderChange, RecurringOrderOut } from '../../../contract/recurring-order.ts'
import { type Changes, changesBetween } from '../../../domain/audit.ts'
import { type Order, type OrderInput, sameJson, withChange } from '../../../domain/orders/order.ts'
import { isDateOf } from '../../../domain/orders/recurrence.ts'
import { audit } from '../../../store/audit/audit.ts'
import { readOrders } from '../../../store/orders/orders.ts'
import {
  datesOf,
  type RecurringOrder,
  removeDates,
  saveDate,
  saveRecurring,
  type ShownDate,
} from '../../../store/orders/recurring-orders.ts'
import { versionConflictError } from '../../version-conflict.ts'
import type { Context, WriteTx } from '../../context.ts'
import { conflicting } from '../../errors.ts'
import { cancelOrder } from '../cancel-order.ts'
import type { GeocodeResult } from '../geocode-order.ts'
import { writeOrder } from '../write-order.ts'
import { changedRuleToWire } from './create-recurring.ts'
import { inputOf, lockedRule, makeOrders, onLockedRule, refusePast } from './make-orders.ts'

export async function changeRecurring(
  ctx: Context,
  recurringOrderId: string,
  body: RecurringOrderChange,
): Promise<RecurringOrderOut> {
  return onLockedRule(ctx, recurringOrderId, body.order, async (tx, before, placed) => {
    if (body.version !== null && body.version !== before.version)
      throw await versionConflictError(tx, recurringOrderId, text('this recurring order'))
    refuseEnded(before)
    if (body.schedule) refusePast(ctx, body.schedule)
    const after: RecurringOrder = {
      ...before,
      template: body.order ?? before.template,
      schedule: body.schedule ?? before.schedule,
      daysAhead: body.days_ahead ?? before.daysAhead,
      version: before.version + 1,
      changedAt: ctx.now,
    }
    const changes = changesOf(before, after)
    if (Object.keys(changes).length === 0) return changedRuleToWire(ctx, tx, recurringOrderId)
    await saveRecurring(tx, after)
    const entry = { action: 'recurring_order.changed', entity: 'recurring_order', entityId: recurringOrderId } as const
    audit(tx, ctx, { ...entry, detail: { changes } })
    await changeExistingOrders(ctx, tx, before, after, placed)
    await makeOrders(ctx, tx, after, placed)
    return changedRuleToWire(ctx, tx, recurringOrderId)
  })
}

/** Ends the rule: makes no more orders and cancels its orders that are not planned yet. */
export async function endRecurring(ctx: Context, recurringOrderId: string): Promise<RecurringOrderOut> {
  return ctx.write(async (tx) => {
    const recurring = await lockedRule(tx, recurringOrderId)
    if (recurring.endedAt) return changedRuleToWire(ctx, tx, recurringOrderId)
    const version = recurring.version + 1
    await saveRecurring(tx, { ...recurring, version, dueAt: null, changedAt: ctx.now, endedAt: ctx.now })
    audit(tx, ctx, { action: 'recurring_order.ended', entity: 'recurring_order', entityId: recurringOrderId })
    for (const { order } of await unplannedOrdersOf(ctx, tx, recurringOrderId))
      await cancelOrder(ctx.joining(tx), order.externalRef, 'The recurring order was ended.')
    return changedRuleToWire(ctx, tx, recurringOrderId)
  })
}

export function refuseEnded({ endedAt }: RecurringOrder): void {
  if (endedAt) throw conflicting('RECURRING_ORDER_ENDED', 'This recurring order has ended; create another one.')
}

/**
 * Changes existing orders, but only the fields that this change of the rule affects, so that manual edits of other
 * fields stay.
 */
async function changeExistingOrders(
  ctx: Context,
  tx: WriteTx,
  before: RecurringOrder,
  after: RecurringOrder,
  placed: GeocodeResult,
): Promise<void> {
  const { recurringOrderId } = after
  const removed: string[] = []
  for (const { made, order } of await unplannedOrdersOf(ctx, tx, recurringOrderId)) {
    if (isDateOf(after.schedule, made.date)) {
      const input = (rule: RecurringOrder): OrderInput => inputOf(rule, order.externalRef, order.deliveryDate)
      await writeOrder(ctx, tx, withChange(order, input(before), input(after)), placed)
    } else {
      await cancelOrder(ctx.joining(tx), order.externalRef, 'The recurring order no longer has this date.')
      if (made.movedTo) await saveDate(tx, recurringOrderId, { ...made, orderId: null, madeFor: null })
      else removed.push(made.date)
    }
  }
  await removeDates(tx, recurringOrderId, removed)
}

/** Returns the rule's open orders for today or later that are on no route. */
async function unplannedOrdersOf(
  ctx: Context,
  tx: WriteTx,
  recurringOrderId: string,
): Promise<{ made: ShownDate; order: Order }[]> {
  const today = ctx.calendar.dayOf(ctx.now)
  const dates = await datesOf(tx, [recurringOrderId], today)
  const orders = await readOrders(
    tx,
    dates.flatMap(({ orderId }) => orderId ?? []),
  )
  const byId = new Map(orders.map((order) => [order.orderId, order]))
  return dates.flatMap((made) => {
    const order = byId.get(made.orderId ?? '')
    return order?.status === 'OPEN' && order.routeId === null && order.deliveryDate >= today ? [{ made, order }] : []
  })
}

function changesOf(before: RecurringOrder, after: RecurringOrder): Changes {
  const [was, is] = [valuesOf(before), valuesOf(after)]
  // Compare as JSON values, because the database returns the members of an object in a different order.
  return changesBetween(
    was,
    Object.fromEntries(Object.entries(is).filter(([name, value]) => !sameJson(was[name], value))),
  )
}

const valuesOf = ({ template, schedule, daysAhead }: RecurringOrder): Record<string, unknown> => ({
  ...template,
  ...schedule,
  daysAhead,
})
