// One order on the wire: what is sent of it and what is replied (docs/spec/orders.md).
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { LANGUAGES } from '../domain/customer-words/language.ts'
import { ORDER_STATUSES, PLACEMENTS } from '../domain/orders/order.ts'
import { MOST_PIECES, tidyCode } from '../domain/orders/pieces.ts'
import { ID_CHECKS, PAY_METHODS } from '../domain/routes/door-checks.ts'
import { FILE_FAULTS } from '../domain/routes/proof.ts'
import { ROUTE_STATUSES } from '../domain/routes/route-status.ts'
import { STOP_STATUSES } from '../domain/routes/stop.ts'
import {
  Amount,
  boolean,
  Day,
  DayOut,
  DriverNames,
  InstantOut,
  latitude,
  longitude,
  number,
  oneOf,
  optional,
  Skills,
  TemperatureClass,
  text,
  TimeOfDay,
  TimeOut,
  UuidOut,
  words,
  requiredOr,
} from './fields.ts'
import { goodsFaults, pickupFields } from './goods.ts'
import { MoreWindows, MoreWindowsOut, windowFaults } from './windows.ts'

/** An order with a span of days is delivered at most so many days after the first. */
export const MOST_SPAN_DAYS = 60
const METADATA_BYTES = 16 * 1024
/** Of all its items. */
const MOST_CODES = 500

const AddressInput = z
  .strictObject(
    {
      line1: words(300),
      city: optional(text(0, 200)),
      region: optional(text(0, 200)),
      postal_code: optional(text(0, 40)),
      lat: optional(latitude()),
      lng: optional(longitude()),
    },
    { error: requiredOr(faultText('must be an object')) },
  )
  .superRefine(({ lat, lng }, context) => {
    const missing = lat === null ? 'lat' : 'lng'
    if ((lat === null) !== (lng === null))
      context.addIssue({ code: 'custom', path: [missing], message: faultText('is missing: lat and lng come together') })
  })

const Item = z.strictObject(
  {
    name: words(200),
    quantity: number(0, 1e9),
    unit_weight_lbs: optional(number(0, 1e9)),
    temperature_class: optional(TemperatureClass),
    sku: optional(text(0, 200)),
    barcodes: optional(
      z
        .array(words(100), { error: faultText('must be a list') })
        .max(MOST_PIECES, faultText('must have at most {most} codes', { most: MOST_PIECES })),
    ).meta({ description: 'What is on its pieces to scan, one code for each, where they have codes of their own.' }),
  },
  { error: faultText('must be an object') },
)

/** What is sent of an order. */
export const orderFields = {
  external_ref: text(1, 200),
  customer_name: words(200),
  customer_phone: optional(text(0, 200)),
  customer_email: optional(text(0, 320)),
  address: AddressInput,
  instructions: optional(text(0, 2_000)),
  delivery_date: Day,
  delivery_by: optional(Day).meta({
    description: `The last day on which it may be delivered, if it may be on any day from delivery_date on; at most ${MOST_SPAN_DAYS} days later.`,
  }),
  window_start: optional(TimeOfDay),
  window_end: optional(TimeOfDay),
  temperature_class: optional(TemperatureClass),
  load_weight_lbs: optional(number(0, 1e9)),
  items: optional(
    z.array(Item, { error: faultText('must be a list') }).max(500, faultText('must have at most 500 items')),
  ),
  metadata: optional(
    z
      .record(z.string(), z.unknown(), { error: faultText('must be a JSON object') })
      .refine(
        (value) => new TextEncoder().encode(JSON.stringify(value)).length <= METADATA_BYTES,
        faultText('must be at most 16 KiB'),
      ),
  ),
  sms_consent: optional(boolean()),
  email_consent: optional(boolean()),
  service_minutes: optional(number(0, 1_440)),
  language: optional(oneOf(LANGUAGES)).meta({
    description: "Of the customer's messages and tracking page. Default: the business's.",
  }),
  more_windows: optional(MoreWindows).meta({
    description: 'Further windows of the day, in order, each after the one before. They need window_end.',
  }),
  priority: optional(number(0, 100)).meta({
    description:
      'If not all deliveries can be made, a plan that leaves off fewer of the highest priority is better, whatever it leaves off below. Default: 0.',
  }),
  ready_at: optional(TimeOfDay).meta({
    description: 'When its goods can be loaded at the depot: its vehicle leaves with it no sooner.',
  }),
  load_pieces: optional(number(0, 1e9)),
  load_cubic_feet: optional(number(0, 1e9)),
  required_skills: optional(Skills).meta({ description: 'Its vehicle must have all of them.' }),
  required_drivers: optional(DriverNames).meta({ description: 'By name: one of them must drive it.' }),
  excluded_drivers: optional(DriverNames).meta({ description: 'By name: none of them may drive it.' }),
  preferred_drivers: optional(DriverNames).meta({
    description: 'By name: one of them drives it, unless that costs more than 5 miles.',
  }),
  ...pickupFields,
  collect_amount: optional(Amount).meta({
    description: 'What the driver collects, a decimal as text in the currency of the business, such as "24.90".',
    example: '24.90',
  }),
  id_check: optional(oneOf(['NONE', ...ID_CHECKS]))
    .transform((check) => (check === 'NONE' ? null : check))
    .meta({
      description: 'What the customer must show before it is handed over. Only yes or no is recorded of it.',
    }),
  door_code: optional(boolean()).meta({
    description:
      'Whether the driver asks for the code that the customer reads on the tracking page. Default: as the business has it set.',
  }),
}

type Ordered = Parameters<typeof windowFaults>[0] &
  Parameters<typeof goodsFaults>[0] &
  Parameters<typeof spanFaults>[0] &
  Parameters<typeof codeFaults>[0] & { external_ref?: string }

/** What is wrong with fields of an order together. */
export function orderFaults(body: Ordered, context: z.core.$RefinementCtx): void {
  const fault = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
  windowFaults(body, fault)
  goodsFaults(body, body.external_ref, fault)
  spanFaults(body, fault)
  codeFaults(body, fault)
}

/** A code says which piece it is: no two pieces of a delivery have the same. */
function codeFaults(
  { items }: { items?: readonly { barcodes?: readonly string[] | null }[] | null },
  fault: (path: (string | number)[], message: string) => void,
): void {
  const codes = (items ?? []).flatMap(({ barcodes }, i) => (barcodes ?? []).map((code, j) => ({ code, i, j })))
  if (codes.length > MOST_CODES) fault(['items'], faultText('must have at most {most} barcodes', { most: MOST_CODES }))
  const seen = new Set<string>()
  for (const { code, i, j } of codes.slice(0, MOST_CODES)) {
    if (seen.has(tidyCode(code))) fault(['items', i, 'barcodes', j], faultText('is on another piece of this delivery'))
    seen.add(tidyCode(code))
  }
}

/** Days that are no dates are not there: that is their own fault. */
function spanFaults(
  body: { delivery_date?: string; delivery_by?: string | null },
  fault: (path: string[], message: string) => void,
): void {
  const [first, last] = [Date.parse(body.delivery_date ?? ''), Date.parse(body.delivery_by ?? '')]
  if (last < first) fault(['delivery_by'], faultText('must not be before delivery_date'))
  if (last - first > MOST_SPAN_DAYS * 86_400_000)
    fault(['delivery_by'], faultText('must be at most {most} days after delivery_date', { most: MOST_SPAN_DAYS }))
}

export const OrderBody = z
  .strictObject(orderFields, { error: faultText('must be a JSON object') })
  .superRefine(orderFaults)
  .meta({ id: 'OrderInput' })

export type OrderBody = z.output<typeof OrderBody>

/** An address with the point in use: sent, geocoded or moved in the office; null while it is not placed. */
export const AddressOut = z
  .object({
    line1: z.string(),
    city: z.string().nullable(),
    region: z.string().nullable(),
    postal_code: z.string().nullable(),
    lat: z.number().nullable(),
    lng: z.number().nullable(),
  })
  .meta({ id: 'Address' })

export const ItemOut = z.object({
  name: z.string(),
  quantity: z.number(),
  unit_weight_lbs: z.number().nullable(),
  temperature_class: TemperatureClass.nullable(),
  sku: z.string().nullable(),
  barcodes: z.array(z.string()).optional().meta({ description: 'Only where sent.' }),
})

/** What became of each item, where not all were delivered as ordered. */
export const ItemOutcomesOut = z
  .array(
    z.object({
      name: z.string(),
      sku: z.string().nullable(),
      quantity: z.number(),
      delivered: z.number().meta({ description: 'As ordered.' }),
      short: z.number(),
      damaged: z.number(),
      returned: z.number(),
      reason: z.string().nullable(),
    }),
  )
  .optional()
  .meta({ description: 'Only of a delivery that was not made in full: what became of each of its items.' })

/** Photos of items that were not delivered as ordered. */
export const ItemPhotosOut = z
  .array(z.object({ name: z.string(), sku: z.string().nullable(), url: z.string() }))
  .optional()
  .meta({ description: 'Only where there are some: photos of items that were short, damaged or went back.' })

/** Photos and signatures that are not as they were recorded. */
export const FileFaultsOut = z
  .array(z.object({ url: z.string(), fault: z.enum(FILE_FAULTS) }))
  .optional()
  .meta({
    description:
      'Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.',
  })

/** What the driver answered of what the delivery asks for at the door. */
export const ChecksOut = z
  .object({
    collected: z
      .object({ amount: z.string(), currency: z.string(), method: z.enum(PAY_METHODS), reason: z.string().nullable() })
      .optional(),
    identified: z.boolean().optional().meta({ description: 'Whether the age or ID was shown.' }),
    code: z
      .object({
        matched: z.boolean().meta({ description: 'Whether what was entered is the code of the customer.' }),
        reason: z.string().nullable().meta({ description: 'Why it was delivered without.' }),
      })
      .optional(),
  })
  .optional()
  .meta({ description: 'Only where something was answered: the amount collected, the age or ID, the customer’s code.' })

export const OrderOut = z
  .object({
    order_uuid: UuidOut,
    external_ref: z.string(),
    status: z.enum(ORDER_STATUSES),
    delivery_date: DayOut,
    delivery_from: DayOut.optional().meta({
      description:
        'Only where delivery_by was sent: the delivery_date as it was sent, of which the chosen day is there now.',
    }),
    delivery_by: DayOut.optional().meta({ description: 'Only where sent.' }),
    temperature_class: TemperatureClass,
    customer_name: z.string(),
    customer_phone: z.string().nullable(),
    customer_email: z.string().nullable(),
    address: AddressOut,
    instructions: z.string().nullable(),
    customer_instructions: z
      .string()
      .nullable()
      .meta({ description: 'What the customer says for the driver on the tracking page; no order changes it.' }),
    window_start: TimeOut.nullable(),
    window_end: TimeOut.nullable(),
    load_weight_lbs: z.number().nullable(),
    items: z.array(ItemOut).nullable(),
    metadata: z.record(z.string(), z.unknown()).nullable(),
    sms_consent: z.boolean().nullable(),
    email_consent: z.boolean().nullable(),
    service_minutes: z.number().nullable(),
    language: z.enum(LANGUAGES).nullable(),
    more_windows: MoreWindowsOut.optional().meta({
      description: 'Only where sent, as what follows up to door_code.',
    }),
    priority: z.number().optional(),
    ready_at: TimeOut.optional(),
    load_pieces: z.number().optional(),
    load_cubic_feet: z.number().optional(),
    required_skills: z.array(z.string()).optional(),
    required_drivers: z.array(z.string()).optional(),
    excluded_drivers: z.array(z.string()).optional(),
    preferred_drivers: z.array(z.string()).optional(),
    pickup_weight_lbs: z.number().optional(),
    pickup_pieces: z.number().optional(),
    pickup_cubic_feet: z.number().optional(),
    goods_from: z.string().optional(),
    max_ride_minutes: z.number().optional(),
    collect_amount: z.string().optional(),
    id_check: z.enum(ID_CHECKS).optional(),
    door_code: z.boolean().optional(),
    placement: z.enum(PLACEMENTS),
    route: z.object({ route_uuid: UuidOut, name: z.string(), status: z.enum(ROUTE_STATUSES) }).nullable(),
    stop: z
      .object({
        stop_uuid: UuidOut,
        status: z.enum(STOP_STATUSES),
        delivered_at: InstantOut.nullable(),
        tracking_url: z.string(),
        planned_arrival: InstantOut,
        eta: InstantOut.nullable(),
        arrived_at: InstantOut.nullable(),
        reason: z.string().nullable(),
        left_where: z.string().nullable(),
        item_outcomes: ItemOutcomesOut,
        checks: ChecksOut,
        settles_at: InstantOut.nullable(),
      })
      .nullable(),
    attempt: z.number().meta({
      description: '1 for a first attempt. A failed delivery that the office delivers again is one more.',
    }),
    repeat_of: z
      .string()
      .nullable()
      .meta({ description: 'The external_ref of the failed or cancelled delivery that this one delivers again.' }),
    tracking_url: z.string().meta({
      description:
        'The customer’s tracking page: the same for the whole life of the delivery, whichever route it is on.',
    }),
    created_at: InstantOut,
    changed_at: InstantOut,
  })
  .meta({ id: 'Order' })

export type OrderOut = z.output<typeof OrderOut>
