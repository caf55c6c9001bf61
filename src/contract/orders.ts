// Deliveries in the API (docs/spec/orders.md).
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { ORDER_STATUSES } from '../domain/orders/order.ts'
import { endpoint } from './endpoint.ts'
import { errorCodes } from './error-codes.ts'
import { Day, Instant, integer, optional, text, Uuid, requiredOr } from './fields.ts'
import { MAX_BATCH_BYTES, MAX_BATCH_ORDERS } from './limits.ts'
import { TakenWarnings } from './warnings.ts'
import { OrderBody, OrderOut } from './order.ts'

/**
 * Each order is parsed separately, so that an invalid order doesn't reject the others. The description refers to
 * OrderInput instead.
 */
export const BatchBody = z
  .strictObject(
    {
      orders: z
        .array(z.unknown().meta({ $ref: '#/$defs/OrderInput' }), {
          error: requiredOr(faultText('must be a list')),
        })
        .min(1, faultText('must not be empty'))
        .max(MAX_BATCH_ORDERS, faultText('must have at most {most} orders', { most: MAX_BATCH_ORDERS })),
    },
    { error: faultText('must be a JSON object') },
  )
  .meta({ id: 'OrderBatchInput' })

export const BATCH_OUTCOMES = ['CREATED', 'UPDATED', 'UNCHANGED', 'REFUSED'] as const

const BatchFault = z
  .object({
    statusCode: z.int(),
    message: z.string(),
    details: z.looseObject({
      code: z.enum(errorCodes().map(({ code }) => code)),
      fields: z.array(z.string()).optional(),
    }),
  })
  .meta({ id: 'OrderRefusal', description: 'The response that POST /orders would have returned.' })

export const BatchOut = z
  .object({
    results: z
      .array(
        z.object({
          external_ref: z
            .string()
            .nullable()
            .meta({ description: 'The reference that was sent. Null if it is missing.' }),
          outcome: z.enum(BATCH_OUTCOMES),
          order: OrderOut.nullable().meta({ description: 'Null if the order was rejected.' }),
          error: BatchFault.nullable().meta({ description: 'Why the order was rejected, else null.' }),
        }),
      )
      .meta({ description: 'One result for each order, in the order of the request.' }),
    refused: z.int().meta({ description: 'Number of rejected orders.' }),
  })
  .meta({ id: 'OrderBatchResult' })
export type BatchOut = z.output<typeof BatchOut>

export const OrderRef = z.object({ external_ref: z.string().meta({ example: '000481-A' }) })

export const FeedQuery = z.strictObject({
  since: z.string().pipe(Instant).optional().meta({
    description: 'Instant at or after which the delivery was created or changed.',
    example: '2026-11-22T18:00:00Z',
  }),
  status: z
    .string()
    .transform((value, context) => {
      const statuses = z.array(z.enum(ORDER_STATUSES)).safeParse(value.split(','))
      if (statuses.success) return statuses.data
      const message = faultText('must consist of {values}, separated by commas', { values: ORDER_STATUSES.join(', ') })
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .optional()
    .meta({
      description: `One status or several, separated by commas: ${ORDER_STATUSES.join(', ')}.`,
      pattern: `^(${ORDER_STATUSES.join('|')})(,(${ORDER_STATUSES.join('|')}))*$`,
      example: 'OPEN,SCHEDULED',
    }),
  date: z.string().pipe(Day).optional().meta({ description: 'The delivery date, MM/dd/yyyy.', example: '11/23/2026' }),
  external_ref: text(1, 200).optional().meta({
    description:
      'Reference of a delivery, which must also match the other filters. Use this filter to read the references `.` and `..`, because clients take them for path segments.',
    example: '000481-A',
  }),
  limit: z
    .string()
    .regex(/^\d{1,9}$/, faultText('must be a whole number from 1 to 200'))
    .transform(Number)
    .pipe(integer(1, 200))
    .optional()
    .meta({ description: 'Deliveries per page, 1 to 200. Default: 50.', example: '50' }),
  cursor: z
    .string()
    .min(1, faultText('must not be empty'))
    .max(2_000, faultText('is not a cursor'))
    .optional()
    .meta({ description: 'The next_cursor of the previous page. A cursor includes the filters.' }),
})
export type FeedQuery = z.output<typeof FeedQuery>

const exampleInput = {
  external_ref: '000481-A',
  customer_name: 'Sample Customer',
  customer_phone: '+1 202 555 0143',
  address: {
    line1: '1201 R St NW',
    city: 'Washington',
    region: 'DC',
    postal_code: '20009',
    lat: 38.9126,
    lng: -77.0286,
  },
  instructions: 'Ring twice; leave with the front desk.',
  delivery_date: '11/23/2026',
  window_start: '09:00',
  window_end: '12:00',
  items: [
    { name: 'Frozen peas, case', quantity: 2, unit_weight_lbs: 12.5, temperature_class: 'FROZEN', sku: 'PEAS-12' },
    { name: 'Rice, bag', quantity: 1, unit_weight_lbs: 20 },
  ],
  metadata: { order_source: 'web' },
  sms_consent: true,
}

export const exampleOrder = {
  order_uuid: '019ab3f0-6c1a-7a51-9d1e-6f6f0a1b2c3d',
  external_ref: '000481-A',
  status: 'OPEN',
  delivery_date: '11/23/2026',
  temperature_class: 'FROZEN',
  customer_name: 'Sample Customer',
  customer_phone: '+1 202 555 0143',
  customer_email: null,
  address: exampleInput.address,
  instructions: 'Ring twice; leave with the front desk.',
  customer_instructions: null,
  window_start: '09:00',
  window_end: '12:00',
  load_weight_lbs: 45,
  items: [
    { name: 'Frozen peas, case', quantity: 2, unit_weight_lbs: 12.5, temperature_class: 'FROZEN', sku: 'PEAS-12' },
    { name: 'Rice, bag', quantity: 1, unit_weight_lbs: 20, temperature_class: null, sku: null },
  ],
  metadata: { order_source: 'web' },
  sms_consent: true,
  email_consent: null,
  service_minutes: null,
  language: null,
  placement: 'PLACED',
  route: null,
  stop: null,
  attempt: 1,
  repeat_of: null,
  tracking_url: 'https://deliveries.example.com/t/EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXA',
  created_at: '2026-11-22T18:04:11.052Z',
  changed_at: '2026-11-22T18:04:11.052Z',
}

export const putOrder = endpoint({
  method: 'POST',
  path: '/orders',
  body: OrderBody,
  reply: OrderOut,
  permission: 'changeOrders',
  key: {
    operation: 'putOrder',
    tag: 'Deliveries',
    summary: 'Create or replace a delivery',
    description:
      'The body is the complete order as your system has it now: a replacement, not a patch. Sending an unchanged order changes nothing. While the delivery is on a dispatched route, only items, instructions, metadata, sms_consent, email_consent, language, collect_amount, id_check and door_code may change. Changed items affect its temperature class and weight only after it is OPEN again. Zone and date never cause a rejection.',
    success: { 201: 'Created.', 200: 'Updated, or unchanged.' },
    errors: {
      409: 'The status doesn’t allow the change (details.fields names the fields), or the Idempotency-Key was used with another body.',
    },
    limits: () => ['order_writes'],
    examples: { body: exampleInput, reply: exampleOrder },
  },
})

export const putOrders = endpoint({
  method: 'POST',
  path: '/orders/batch',
  body: BatchBody,
  maxBytes: MAX_BATCH_BYTES,
  reply: BatchOut,
  permission: 'changeOrders',
  key: {
    operation: 'putOrders',
    tag: 'Deliveries',
    summary: 'Create or replace up to 500 deliveries',
    description:
      'Equivalent to sending the orders one after another under a single Idempotency-Key. If a reference occurs twice, the order is created and then updated. An invalid order doesn’t affect the others. All valid orders are written in one transaction. The complete response is stored for duplicate requests.',
    success: { 200: 'The result of each order.' },
    errors: { 413: `The body is larger than ${MAX_BATCH_BYTES / 1024 / 1024} MiB.` },
    limits: () => ['order_batches'],
    examples: {
      body: { orders: [exampleInput, { ...exampleInput, external_ref: '000482-B', sms_consent: null }] },
      reply: {
        results: [
          { external_ref: '000481-A', outcome: 'CREATED', order: exampleOrder, error: null },
          {
            external_ref: '000482-B',
            outcome: 'REFUSED',
            order: null,
            error: {
              statusCode: 409,
              message: 'This delivery is DELIVERED and can no longer change; send a new external_ref to deliver again.',
              details: { code: 'ORDER_FINAL' },
            },
          },
        ],
        refused: 1,
      },
    },
  },
})

export const getOrder = endpoint({
  method: 'GET',
  path: '/orders/{external_ref}',
  params: OrderRef,
  reply: OrderOut,
  permission: 'readOrders',
  key: {
    operation: 'getOrder',
    tag: 'Deliveries',
    summary: 'Read one delivery',
    description:
      'Reads a delivery by your own reference, URL-encoded. For the references `.` and `..`, use GET /orders?external_ref=… instead, because clients take them for path segments.',
    success: { 200: 'The delivery.' },
    errors: { 404: 'No delivery with that reference.' },
    examples: { reply: exampleOrder },
  },
})

export const listOrders = endpoint({
  method: 'GET',
  path: '/orders',
  query: FeedQuery,
  reply: z.array(OrderOut),
  permission: 'readOrders',
  key: {
    operation: 'listOrders',
    tag: 'Deliveries',
    summary: 'List deliveries by time of change',
    description:
      'A change feed, oldest change first. Follow next_cursor until it is null, then start again with since set to the newest changed_at you saw: no change is missed, even under concurrent writes. A cursor carries its filters and may be sent alone.',
    success: { 200: 'A page of deliveries.' },
    paged: true,
    examples: { reply: [exampleOrder] },
  },
})

export const CancelledOut = OrderOut.extend({ warnings: TakenWarnings }).meta({ id: 'CancelledOrder' })
export type CancelledOut = z.output<typeof CancelledOut>

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/orders/{external_ref}/cancel',
  params: OrderRef,
  reply: CancelledOut,
  permission: 'changeOrders',
  audit: ['order.cancelled'],
  office: {
    path: '/orders/{order_uuid}/cancel',
    params: z.object({ order_uuid: Uuid }),
    body: z.strictObject({ reason: optional(text(0, 500)) }),
    step: 'ORDERS_CANCELLED',
  },
  key: {
    operation: 'cancelOrder',
    tag: 'Deliveries',
    summary: 'Cancel a delivery',
    description:
      'Removes the delivery from its route, if it is on one. Canceling again changes nothing. The request has no body.',
    success: { 200: 'Canceled, or already canceled.' },
    errors: { 404: 'No delivery with that reference.', 409: 'The delivery is out for delivery, delivered or failed.' },
    limits: () => ['order_writes'],
    examples: { reply: { ...exampleOrder, status: 'CANCELLED' } },
  },
})
