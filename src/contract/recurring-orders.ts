// Recurring orders in the API (docs/spec/recurring-orders.md).
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { MAX_BODY_BYTES } from './limits.ts'
import { PageQuery } from './pages.ts'
import { Uuid } from './fields.ts'
import { RecurringOrderBody, RecurringOrderChange, RecurringDateBody, RecurringOrderOut } from './recurring-order.ts'

export const RecurringOrderId = z.object({ recurring_order_uuid: Uuid })

export const RecurringQuery = PageQuery
export type RecurringQuery = z.output<typeof RecurringQuery>

const template = {
  customer_name: 'Sample Customer',
  address: {
    line1: '1201 R St NW',
    city: 'Washington',
    region: 'DC',
    postal_code: '20009',
    lat: 38.9126,
    lng: -77.0286,
  },
  window_start: '09:00',
  window_end: '12:00',
}
const exampleBody = {
  external_ref: 'MILK-17',
  order: template,
  schedule: { every: 2, unit: 'WEEK', weekdays: ['TUE'], start_date: '12/01/2026' },
}
const example = {
  recurring_order_uuid: '019ab3f0-7a1a-7a51-9d1e-6f6f0a1b2c3d',
  external_ref: 'MILK-17',
  order: template,
  schedule: {
    every: 2,
    unit: 'WEEK',
    weekdays: ['TUE'],
    day_of_month: null,
    start_date: '12/01/2026',
    end_date: null,
    count: null,
    closed_days: 'KEEP',
  },
  days_ahead: 14,
  version: 1,
  next_dates: [
    {
      date: '12/01/2026',
      skipped: false,
      moved_to: null,
      order: {
        order_uuid: '019ab3f0-6c1a-7a51-9d1e-6f6f0a1b2c3d',
        external_ref: 'MILK-17-2026-12-01',
        status: 'OPEN',
        delivery_date: '12/01/2026',
      },
    },
    { date: '12/15/2026', skipped: false, moved_to: null, order: null },
  ],
  created_at: '2026-11-22T18:04:11.052Z',
  changed_at: '2026-11-22T18:04:11.052Z',
  ended_at: null,
}

/**
 * Orders can go on routes of any depot. Users restricted to depots don't see all orders of a schedule, so they could
 * create one twice.
 */
const dispatcher = { wholeBusiness: true, maxBytes: MAX_BODY_BYTES } as const

const unknown = { 404: 'No recurring order with that id.' }

export const createRecurringOrder = endpoint({
  method: 'POST',
  path: '/recurring-orders',
  body: RecurringOrderBody,
  reply: RecurringOrderOut,
  permission: 'changeOrders',
  audit: ['recurring_order.created'],
  office: dispatcher,
  key: {
    operation: 'createRecurringOrder',
    tag: 'Deliveries',
    summary: 'Create a recurring order',
    description:
      'Creates orders by a schedule. Each order is created once, days_ahead days before its date, in the business’s time zone. Orders that are already due are created immediately.',
    success: { 201: 'Created.' },
    errors: { 409: 'A recurring order with that reference already exists.' },
    examples: { body: exampleBody, reply: example },
  },
})

export const listRecurringOrders = endpoint({
  method: 'GET',
  path: '/recurring-orders',
  query: RecurringQuery,
  reply: z.array(RecurringOrderOut),
  permission: 'readOrders',
  key: {
    operation: 'listRecurringOrders',
    tag: 'Deliveries',
    summary: 'List recurring orders, newest first',
    description: 'Lists all recurring orders, including ended ones.',
    success: { 200: 'A page of recurring orders.' },
    paged: true,
    examples: { reply: [example] },
  },
})

export const readRecurringOrder = endpoint({
  method: 'GET',
  path: '/recurring-orders/{recurring_order_uuid}',
  params: RecurringOrderId,
  reply: RecurringOrderOut,
  permission: 'readOrders',
  office: {},
  key: {
    operation: 'readRecurringOrder',
    tag: 'Deliveries',
    summary: 'Read a recurring order',
    description: 'Returns the recurring order with its next dates and the orders created for them.',
    success: { 200: 'The recurring order.' },
    errors: unknown,
    examples: { reply: example },
  },
})

export const changeRecurringOrder = endpoint({
  method: 'PATCH',
  path: '/recurring-orders/{recurring_order_uuid}',
  params: RecurringOrderId,
  body: RecurringOrderChange,
  reply: RecurringOrderOut,
  permission: 'changeOrders',
  audit: ['recurring_order.changed'],
  office: dispatcher,
  key: {
    operation: 'changeRecurringOrder',
    tag: 'Deliveries',
    summary: 'Change a recurring order',
    description:
      'Members that are sent replace the current values; other members stay. Existing orders change, too, while they are OPEN and on no route. Their changed fields are updated. If the date of an order is no longer in the schedule, the order is canceled.',
    success: { 200: 'Changed, or unchanged.' },
    errors: { ...unknown, 409: 'The recurring order has ended, or has changed since the version.' },
    examples: { body: { days_ahead: 28 }, reply: { ...example, days_ahead: 28, version: 2 } },
  },
})

export const endRecurringOrder = endpoint({
  method: 'POST',
  path: '/recurring-orders/{recurring_order_uuid}/end',
  params: RecurringOrderId,
  reply: RecurringOrderOut,
  permission: 'changeOrders',
  audit: ['recurring_order.ended'],
  office: dispatcher,
  key: {
    operation: 'endRecurringOrder',
    tag: 'Deliveries',
    summary: 'End a recurring order',
    description:
      'Ends the recurring order, so that no more orders are created. Orders for today or later that are OPEN and on no route are canceled. Ending it again changes nothing. The request has no body.',
    success: { 200: 'Ended, or already ended.' },
    errors: unknown,
    examples: { reply: { ...example, next_dates: [], ended_at: '2026-11-23T09:00:00.000Z' } },
  },
})

export const setRecurringDate = endpoint({
  method: 'POST',
  path: '/recurring-orders/{recurring_order_uuid}/dates',
  params: RecurringOrderId,
  body: RecurringDateBody,
  reply: RecurringOrderOut,
  permission: 'changeOrders',
  audit: ['recurring_order.date_changed'],
  office: dispatcher,
  key: {
    operation: 'setRecurringDate',
    tag: 'Deliveries',
    summary: 'Skip or move one date',
    description:
      'Skips the date or moves it to another day. Without skipped and moved_to, the date of the schedule applies again. An order that was created for the date is canceled or moved.',
    success: { 200: 'The recurring order with its next dates.' },
    errors: { ...unknown, 409: 'The recurring order has ended, or the order of the date can no longer change.' },
    examples: {
      body: { date: '12/15/2026', skipped: true },
      reply: {
        ...example,
        next_dates: [example.next_dates[0], { date: '12/15/2026', skipped: true, moved_to: null, order: null }],
      },
    },
  },
})
