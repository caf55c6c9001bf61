// One delivery with all that happened to it, and delivering it again, for a key.
import { endpoint } from './endpoint.ts'
import * as office from './office/orders.ts'
import { exampleOrder, OrderOut, OrderRef } from './orders.ts'

const shared = { tag: 'Deliveries' } as const
const unknown = 'No delivery with that reference.'

export const readOrderDetails = endpoint({
  params: OrderRef,
  permission: 'readOrders',
  method: 'GET',
  path: '/orders/{external_ref}/details',
  reply: office.OrderDetailOut,
  key: {
    ...shared,
    operation: 'readOrderDetails',
    summary: 'A delivery with its history and messages',
    description:
      'What changed it and who, each message to the customer and what came of it, answers, the rating, and the webhooks sent.',
    success: { 200: 'The delivery.' },
    errors: { 404: unknown },
    examples: {
      reply: {
        order: exampleOrder,
        no_text: null,
        far_from_road_meters: null,
        place_known_by: null,
        repeat: { of: null, as: null, suggested: null, refused: 'Only a delivery that FAILED is delivered again.' },
        recurring: null,
        service: { planned_minutes: 5, usual: null },
        receipt_url: null,
        rating: null,
        history: [],
        messages: [
          {
            at: '2026-11-22T18:30:00.000Z',
            channel: 'SMS',
            kind: 'SCHEDULED',
            recipient: '+12025550143',
            body: 'Your delivery comes on Monday between 9 and 12.',
            status: 'SENT',
            error: null,
            segments: 1,
            price: null,
            currency: null,
          },
        ],
        replies: [],
        webhooks: [],
      },
    },
  },
})

export const readOrderDays = endpoint({
  params: OrderRef,
  permission: 'readOrders',
  method: 'GET',
  path: '/orders/{external_ref}/days',
  reply: office.DaysThatFit,
  key: {
    ...shared,
    operation: 'readOrderDays',
    summary: 'Days on which a delivery would fit',
    description: 'Of the next 14, in the windows that customers are offered or in its own.',
    success: { 200: 'The days.' },
    errors: { 404: unknown },
    examples: { reply: { days: [{ date: '11/24/2026', window: { start: '09:00', end: '12:00' } }] } },
  },
})

export const repeatOrder = endpoint({
  params: OrderRef,
  permission: 'changeOrders',
  method: 'POST',
  path: '/orders/{external_ref}/repeat',
  body: office.repeatOrder.body.omit({ override: true }),
  reply: OrderOut,
  key: {
    ...shared,
    operation: 'repeatOrder',
    summary: 'Deliver a failed order again',
    description:
      'A delivery that FAILED or was CANCELLED, copied under a new reference and date, each linked to the other. Without a window it keeps its own.',
    success: { 201: 'The new delivery.' },
    errors: { 404: unknown, 409: 'It did not fail, is delivered again already, or the new reference is taken.' },
    limits: () => ['order_writes'],
    examples: {
      body: { external_ref: '000481-A-2', delivery_date: '11/24/2026' },
      reply: { ...exampleOrder, external_ref: '000481-A-2', attempt: 2, repeat_of: '000481-A' },
    },
  },
})
