// Finding, exporting and erasing a customer's data (docs/privacy.md#erasure).
import { faultText } from '../texts/as-string.ts'
import { endpoint } from './endpoint.ts'
import { z } from 'zod'
import { ORDER_STATUSES } from '../domain/orders/order.ts'
import { DayOut, InstantOut, optional, text, Uuid, UuidOut } from './fields.ts'
import { FileFaultsOut, ItemPhotosOut } from './order.ts'
import { OrderDetailOut } from './order-actions.ts'
import { Email } from './office/sign-in.ts'

const Key = {
  phone: optional(text(1, 40)).meta({ description: 'Phone number of the customer in any notation.' }),
  email: optional(Email),
  external_ref: optional(text(1, 200)).meta({
    description: 'Reference of a delivery. Deliveries with the same phone number or email address are found, too.',
  }),
}
const OBJECT = { error: faultText('must be a JSON object') }
const hasKey = (key: { phone: string | null; email: string | null; external_ref: string | null }): boolean =>
  key.phone !== null || key.email !== null || key.external_ref !== null
const NO_KEY = { path: ['phone'], message: faultText('or email or external_ref is required') }

/** Keys to find a person by. */
export const PersonKeyBody = z.strictObject(Key, OBJECT).refine(hasKey, NO_KEY).meta({ id: 'PersonKey' })
export type PersonKeyBody = z.output<typeof PersonKeyBody>

const Counts = {
  orders_count: z.number(),
  photos_count: z
    .number()
    .meta({ description: 'Photos and signatures, including those that arrived too late to count as proof.' }),
  messages_count: z.number(),
  replies_count: z.number(),
  recurring_orders_count: z.number(),
}

export const PersonOut = z
  .object({
    ...Counts,
    names: z.array(z.string()).meta({
      description: 'Names on the deliveries found. If there are several, check whether they are the same person.',
    }),
    phones: z.array(z.string()),
    emails: z.array(z.string()),
    under_way: z.array(z.string()).meta({
      description:
        'References of deliveries that prevent an erasure: on a dispatched route, with an outcome that can be undone, or with a message that is being sent.',
    }),
    deliveries: z
      .array(
        z.object({
          order_uuid: UuidOut,
          external_ref: z.string(),
          customer_name: z.string(),
          delivery_date: DayOut,
          status: z.enum(ORDER_STATUSES),
        }),
      )
      .meta({ description: 'The newest 200 deliveries.' }),
  })
  .meta({ id: 'PersonFound' })
export type PersonOut = z.output<typeof PersonOut>

export const ErasedOut = z
  .object({
    ...Counts,
    finished: z.boolean().meta({
      description:
        'False while records that other people wrote are still being searched. A background job continues the search within minutes.',
    }),
  })
  .meta({ id: 'PersonErased' })
export type ErasedOut = z.output<typeof ErasedOut>

export const ExportBody = z
  .strictObject(
    { ...Key, after: optional(Uuid).meta({ description: '`next_after` of the previous response.' }) },
    OBJECT,
  )
  .refine(hasKey, NO_KEY)
  .meta({ id: 'PersonExportRequest' })
export type ExportBody = z.output<typeof ExportBody>

export const PersonData = z
  .object({
    deliveries: z.array(
      OrderDetailOut.pick({ order: true, rating: true, messages: true, replies: true }).extend({
        photos: z
          .object({
            photo_urls: z.array(z.string()),
            signature_url: z.string().nullable(),
            item_photos: ItemPhotosOut,
            file_faults: FileFaultsOut,
            other_urls: z.array(z.string()).optional().meta({
              description:
                'Earlier signatures, and pictures that arrived too late to count as proof. Absent if there are none.',
            }),
            urls_expire_at: InstantOut,
          })
          .nullable(),
        history: z.array(
          z.object({
            at: InstantOut,
            action: z.string(),
            detail: z.record(z.string(), z.unknown()).nullable(),
          }),
        ),
      }),
    ),
    recurring_orders: z
      .array(z.object({ external_ref: z.string(), order: z.record(z.string(), z.unknown()) }))
      .meta({ description: 'Sent with the first deliveries. Empty in later responses.' }),
    next_after: UuidOut.nullable().meta({
      description: 'Value of `after` for the next 50 deliveries. Null at the end.',
    }),
  })
  .meta({ id: 'PersonData' })
export type PersonData = z.output<typeof PersonData>

const body = { phone: '(202) 555-0143' }
const counts = { orders_count: 3, photos_count: 2, messages_count: 5, replies_count: 1, recurring_orders_count: 0 }

export const findPerson = endpoint({
  method: 'POST',
  path: '/people/find',
  permission: 'handlePeople',
  body: PersonKeyBody,
  reply: PersonOut,
  audit: [],
  office: {},
  key: {
    tag: 'Privacy',
    operation: 'findPerson',
    summary: 'Find a customer',
    description:
      'Returns the person that a phone number, an email address or a reference belongs to, and how much data of the person is stored. Changes nothing.',
    errors: { 404: 'No delivery with that reference.' },
    // The result names the customer, so it must not be stored under an Idempotency-Key.
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
  method: 'POST',
  path: '/people/export',
  permission: 'handlePeople',
  body: ExportBody,
  reply: PersonData,
  audit: ['person.exported'],
  office: { confirms: true },
  key: {
    tag: 'Privacy',
    operation: 'exportPerson',
    summary: 'Export a customer’s data',
    description:
      'Returns the stored data of a customer, so that you can give it to them: 50 deliveries per request, each with its messages, replies, photos and history.',
    errors: { 404: 'No delivery with that reference.' },
    // The response names the customer, so it is not stored.
    idempotent: false,
    examples: { body, reply: { deliveries: [], recurring_orders: [], next_after: null } },
  },
})
export const erasePerson = endpoint({
  method: 'POST',
  path: '/people/erase',
  permission: 'handlePeople',
  body: PersonKeyBody,
  reply: ErasedOut,
  audit: ['person.erased'],
  office: { confirms: true },
  key: {
    tag: 'Privacy',
    operation: 'erasePerson',
    summary: 'Erase a customer',
    description:
      'Removes data that identifies the customer from the database and the files. Deliveries keep their outcome, times and figures. Future deliveries are canceled. The request can be repeated.',
    errors: {
      404: 'No delivery with that reference.',
      409: 'A delivery of the customer is under way; details.external_refs names these deliveries.',
    },
    idempotent: false,
    examples: {
      body,
      reply: { ...counts, finished: true },
    },
  },
})
