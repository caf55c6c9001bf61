// What is known of a customer, for a key (docs/privacy.md#erasure).
import { endpoint } from './endpoint.ts'
import * as privacy from './office/privacy.ts'

const people = { tag: 'Privacy' } as const
const body = { phone: '(202) 555-0143' }
const counts = { orders_count: 3, photos_count: 2, messages_count: 5, replies_count: 1, recurring_orders_count: 0 }

export const findPerson = endpoint({
  ...privacy.findPerson,
  key: {
    ...people,
    operation: 'findPerson',
    summary: 'Find a customer',
    description:
      'Who a phone number, an email address or a reference belongs to, and how much is kept of them. Changes nothing.',
    errors: { 404: 'No delivery with that reference.' },
    // What is found names the customer: it is not stored.
    idempotent: false,
    examples: {
      body,
      reply: {
        ...counts,
        names: ['Sample Customer'],
        phones: ['+12025550143'],
        emails: [],
        under_way: [],
        deliveries: [
          {
            order_uuid: '01926f3a-5b7c-7d8e-9f01-23456789abcd',
            external_ref: 'SHOP-1001',
            customer_name: 'Sample Customer',
            delivery_date: '11/23/2026',
            status: 'DELIVERED',
          },
        ],
      },
    },
  },
})
export const exportPerson = endpoint({
  ...privacy.exportPerson,
  key: {
    ...people,
    operation: 'exportPerson',
    summary: 'Export a customer’s data',
    description:
      'What is kept of a customer, to be given to them: 50 deliveries at a time, each with its messages, replies, photos and history.',
    errors: { 404: 'No delivery with that reference.' },
    // As `findPerson`.
    idempotent: false,
    examples: { body, reply: { deliveries: [], recurring_orders: [], next_after: null } },
  },
})
export const erasePerson = endpoint({
  ...privacy.erasePerson,
  key: {
    ...people,
    operation: 'erasePerson',
    summary: 'Erase a customer',
    description:
      'Takes out of the database and the files what names the customer; deliveries keep their outcome, times and figures. Those that are still to come are cancelled. It can be repeated.',
    errors: {
      404: 'No delivery with that reference.',
      409: 'Something of the customer is under way; details.external_refs names the deliveries.',
    },
    idempotent: false,
    examples: {
      body,
      reply: { ...counts, finished: true },
    },
  },
})
