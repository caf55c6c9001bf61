// POST /recurring-orders: creates a rule and immediately the orders that are due.
import { text } from '../../../texts/text.ts'
import type { RecurringOrderBody, RecurringOrderOut } from '../../../contract/recurring-order.ts'
import { audit } from '../../../store/audit/audit.ts'
import { insertRecurring, type RecurringOrder } from '../../../store/orders/recurring-orders.ts'
import type { Context, WriteTx } from '../../context.ts'
import { conflicting } from '../../errors.ts'
import { lockedRule, makeOrders, placeOf, refusePast } from './make-orders.ts'
import { recurringToWire } from './recurring-wire.ts'

export async function createRecurring(ctx: Context, body: RecurringOrderBody): Promise<RecurringOrderOut> {
  refusePast(ctx, body.schedule)
  const recurring: RecurringOrder = {
    recurringOrderId: ctx.newId(),
    externalRef: body.external_ref,
    template: body.order,
    schedule: body.schedule,
    daysAhead: body.days_ahead,
    version: 1,
    dueAt: null,
    createdAt: ctx.now,
    changedAt: ctx.now,
    endedAt: null,
  }
  const placed = await placeOf(ctx, recurring)
  return ctx.write(async (tx) => {
    if (!(await insertRecurring(tx, recurring)))
      throw conflicting(
        'REFERENCE_TAKEN',
        text('There is a recurring order with the reference {external_ref} already.', {
          external_ref: body.external_ref,
        }),
      )
    const { recurringOrderId: entityId } = recurring
    audit(tx, ctx, { action: 'recurring_order.created', entity: 'recurring_order', entityId })
    await makeOrders(ctx, tx, recurring, placed)
    return changedRuleToWire(ctx, tx, entityId)
  })
}

/** Returns the rule after a change in the same transaction. */
export async function changedRuleToWire(
  ctx: Context,
  tx: WriteTx,
  recurringOrderId: string,
): Promise<RecurringOrderOut> {
  const [shown] = await recurringToWire(ctx, tx, [await lockedRule(tx, recurringOrderId)])
  return shown as RecurringOrderOut
}
