// Recurring orders, as a dispatcher keeps them.
import { changeRecurring, endRecurring } from '../../app/orders/recurring/change-recurring.ts'
import { createRecurring } from '../../app/orders/recurring/create-recurring.ts'
import { listRecurring, readRecurring } from '../../app/orders/recurring/read-recurring.ts'
import { setRecurringDate } from '../../app/orders/recurring/set-date.ts'
import * as contract from '../../contract/office/recurring-orders.ts'
import { office } from '../operation.ts'

export const recurringBindings = [
  office(contract.listRecurringOrders, async (ctx, { query }) => {
    const { recurring, nextCursor } = await listRecurring(ctx, query)
    return { recurring, next_cursor: nextCursor }
  }),
  office(contract.readRecurringOrder, (ctx, { params }) => readRecurring(ctx, params.recurring_order_uuid)),
  office(contract.createRecurringOrder, (ctx, { body }) => createRecurring(ctx, body)),
  office(contract.changeRecurringOrder, (ctx, { params, body }) =>
    changeRecurring(ctx, params.recurring_order_uuid, body),
  ),
  office(contract.endRecurringOrder, (ctx, { params }) => endRecurring(ctx, params.recurring_order_uuid)),
  office(contract.setRecurringDate, (ctx, { params, body }) =>
    setRecurringDate(ctx, params.recurring_order_uuid, body),
  ),
]
