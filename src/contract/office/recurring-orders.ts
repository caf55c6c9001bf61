// Recurring orders in the office: what the API has, for those signed in.
import { z } from 'zod'
import { text } from '../fields.ts'
import { MAX_BODY_BYTES } from '../limits.ts'
import {
  RecurringDateBody,
  RecurringOrderBody,
  RecurringOrderChange,
  RecurringOrderId,
  RecurringOrderOut,
} from '../recurring-orders.ts'
import { endpoint } from '../endpoint.ts'

/** Its orders go on whichever depot's routes: of those that somebody doesn't see, none may be made twice. */
const dispatcher = {
  permission: 'changeOrders',
  office: { wholeBusiness: true },
  reply: RecurringOrderOut,
  maxBytes: MAX_BODY_BYTES,
} as const
const ofOne = { ...dispatcher, params: RecurringOrderId } as const

export const listRecurringOrders = endpoint({
  method: 'GET',
  path: '/recurring-orders',
  permission: 'readOrders',
  query: z.strictObject({ cursor: text(1, 2_000).optional() }),
  reply: z.object({ recurring: z.array(RecurringOrderOut), next_cursor: z.string().nullable() }),
  office: {},
})
export const readRecurringOrder = endpoint({
  method: 'GET',
  path: '/recurring-orders/{recurring_order_uuid}',
  permission: 'readOrders',
  params: RecurringOrderId,
  reply: RecurringOrderOut,
  office: {},
})
export const createRecurringOrder = endpoint({
  ...dispatcher,
  method: 'POST',
  path: '/recurring-orders',
  body: RecurringOrderBody,
  audit: ['recurring_order.created'],
})
export const changeRecurringOrder = endpoint({
  ...ofOne,
  method: 'PATCH',
  path: '/recurring-orders/{recurring_order_uuid}',
  body: RecurringOrderChange,
  audit: ['recurring_order.changed'],
})
export const endRecurringOrder = endpoint({
  ...ofOne,
  method: 'POST',
  path: '/recurring-orders/{recurring_order_uuid}/end',
  audit: ['recurring_order.ended'],
})
export const setRecurringDate = endpoint({
  ...ofOne,
  method: 'POST',
  path: '/recurring-orders/{recurring_order_uuid}/dates',
  body: RecurringDateBody,
  audit: ['recurring_order.date_changed'],
})
