// Handlers for recurring deliveries.
import { changeRecurring, endRecurring } from '../../app/orders/recurring/change-recurring.ts'
import { createRecurring } from '../../app/orders/recurring/create-recurring.ts'
import { listRecurring, readRecurring } from '../../app/orders/recurring/read-recurring.ts'
import { setRecurringDate } from '../../app/orders/recurring/set-date.ts'
import * as screen from '../../contract/office/recurring-orders.ts'
import * as recurring from '../../contract/recurring-orders.ts'
import { bind, byKey, office } from './operation.ts'
import { pageReply } from './answers.ts'

export const recurringOrderOperations = [
  bind(recurring.createRecurringOrder, (ctx, { body }) => createRecurring(ctx, body)),
  byKey(recurring.listRecurringOrders, (ctx, { query }) => listRecurring(ctx, query), pageReply),
  bind(recurring.readRecurringOrder, (ctx, { params }) => readRecurring(ctx, params.recurring_order_uuid)),
  bind(recurring.changeRecurringOrder, (ctx, { params, body }) =>
    changeRecurring(ctx, params.recurring_order_uuid, body),
  ),
  bind(recurring.endRecurringOrder, (ctx, { params }) => endRecurring(ctx, params.recurring_order_uuid)),
  bind(recurring.setRecurringDate, (ctx, { params, body }) => setRecurringDate(ctx, params.recurring_order_uuid, body)),
  office(screen.readRecurringTable, async (ctx, { query }) => {
    const { items, nextCursor } = await listRecurring(ctx, query)
    return { recurring: items, next_cursor: nextCursor }
  }),
]
