// One order in requests and responses (docs/spec/orders.md).
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { LANGUAGES } from '../domain/customer-words/language.ts'
import { ORDER_STATUSES, PLACEMENTS } from '../domain/orders/order.ts'
import { MAX_PIECES, normalizeCode } from '../domain/orders/pieces.ts'
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
  nonBlankText,
  requiredOr,
} from './fields.ts'
import { goodsFaults, pickupFields } from './goods.ts'
import { optionalStreet, StreetHoursText } from './street.ts'
import { MoreWindows, MoreWindowsOut, windowFaults } from './windows.ts'

/** Maximum days from the first to the last day of an order's span. */
export const MAX_SPAN_DAYS = 60
const METADATA_BYTES = 16 * 1024
/** Maximum barcodes of all items together. */
const MAX_CODES = 500

const AddressInput = z
  .strictObject(
    {
      line1: nonBlankText(300),
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
      context.addIssue({
        code: 'custom',
        path: [missing],
        message: faultText('is missing, because lat and lng must be sent together'),
      })
  })

const Item = z.strictObject(
  {
    name: nonBlankText(200),
    quantity: number(0, 1e9),
    unit_weight_lbs: optional(number(0, 1e9)),
    temperature_class: optional(TemperatureClass),
    sku: optional(text(0, 200)),
    barcodes: optional(
      z
        .array(nonBlankText(100), { error: faultText('must be a list') })
        .max(MAX_PIECES, faultText('must have at most {most} codes', { most: MAX_PIECES })),
    ).meta({ description: 'Codes on the item’s pieces, one for each piece, if the pieces have codes of their own.' }),
  },
  { error: faultText('must be an object') },
)

/** Fields of an order in a request. */
export const orderFields = {
  external_ref: text(1, 200),
  customer_name: nonBlankText(200),
  customer_phone: optional(text(0, 200)),
  customer_email: optional(text(0, 320)),
  address: AddressInput,
  instructions: optional(text(0, 2_000)),
  delivery_date: Day,
  delivery_by: optional(Day).meta({
    description: `The last day for the delivery, if it can be made on any day from delivery_date on; at most ${MAX_SPAN_DAYS} days after delivery_date.`,
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
  language: optional(oneOf(LANGUAGES)),
  more_windows: optional(MoreWindows).meta({
    description: 'Further windows of the day in chronological order, without overlap. They require window_end.',
  }),
  street_hours: optional(StreetHoursText),
  priority: optional(number(0, 100)).meta({
    description:
      'Priority if not all deliveries can be made. A plan with fewer unassigned deliveries of the highest priority is better, regardless of lower priorities. Default: 0.',
  }),
  ready_at: optional(TimeOfDay).meta({
    description: 'Time when the goods can be loaded at the depot. The vehicle doesn’t leave with them earlier.',
  }),
  load_pieces: optional(number(0, 1e9)),
  load_cubic_feet: optional(number(0, 1e9)),
  required_skills: optional(Skills).meta({ description: 'Skills that the vehicle must have, all of them.' }),
  required_drivers: optional(DriverNames).meta({
    description: 'Names of the only drivers who may make the delivery.',
  }),
  excluded_drivers: optional(DriverNames).meta({ description: 'Names of drivers who may not make the delivery.' }),
  preferred_drivers: optional(DriverNames).meta({
    description:
      'Names of preferred drivers. A driver who is not preferred makes the delivery only if that saves more than 5 miles.',
  }),
  ...pickupFields,
  collect_amount: optional(Amount).meta({
    description: 'Amount that the driver collects, a decimal as text in the currency of the business, such as "24.90".',
    example: '24.90',
  }),
  id_check: optional(oneOf(['NONE', ...ID_CHECKS]))
    .transform((check) => (check === 'NONE' ? null : check))
    .meta({ description: 'Default: NONE.' }),
  door_code: optional(boolean()).meta({
    description:
      'Whether the driver asks for the code that the customer sees on the tracking page. Default: the setting of the business.',
  }),
}

type Ordered = Parameters<typeof windowFaults>[0] &
  Parameters<typeof goodsFaults>[0] &
  Parameters<typeof spanFaults>[0] &
  Parameters<typeof codeFaults>[0] & { external_ref?: string }

/** Reports contradictions between fields of an order. */
export function orderFaults(body: Ordered, context: z.core.$RefinementCtx): void {
  const fault = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
  windowFaults(body, fault)
  goodsFaults(body, body.external_ref, fault)
  spanFaults(body, fault)
  codeFaults(body, fault)
}

/** Reports codes that occur twice. A code identifies one piece of a delivery. */
function codeFaults(
  { items }: { items?: readonly { barcodes?: readonly string[] | null }[] | null },
  fault: (path: (string | number)[], message: string) => void,
): void {
  const codes = (items ?? []).flatMap(({ barcodes }, i) => (barcodes ?? []).map((code, j) => ({ code, i, j })))
  if (codes.length > MAX_CODES) fault(['items'], faultText('must have at most {most} barcodes', { most: MAX_CODES }))
  const seen = new Set<string>()
  for (const { code, i, j } of codes.slice(0, MAX_CODES)) {
    if (seen.has(normalizeCode(code)))
      fault(['items', i, 'barcodes', j], faultText('is on another piece of this delivery'))
    seen.add(normalizeCode(code))
  }
}

/** Reports invalid spans. Days that are malformed are ignored, because they are reported separately. */
function spanFaults(
  body: { delivery_date?: string; delivery_by?: string | null },
  fault: (path: string[], message: string) => void,
): void {
  const [first, last] = [Date.parse(body.delivery_date ?? ''), Date.parse(body.delivery_by ?? '')]
  if (last < first) fault(['delivery_by'], faultText('must not be before delivery_date'))
  if (last - first > MAX_SPAN_DAYS * 86_400_000)
    fault(['delivery_by'], faultText('must be at most {most} days after delivery_date', { most: MAX_SPAN_DAYS }))
}

export const OrderBody = z
  .strictObject(orderFields, { error: faultText('must be a JSON object') })
  .superRefine(orderFaults)
  .meta({ id: 'OrderInput' })

export type OrderBody = z.output<typeof OrderBody>

/**
 * An address with the location in use, which was sent, geocoded or moved in the office. lat and lng are null until the
 * address is geocoded.
 */
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
  barcodes: z.array(z.string()).optional().meta({ description: 'Present if sent.' }),
})

/** Result of each item, if not all items were delivered as ordered. */
export const ItemOutcomesOut = z
  .array(
    z.object({
      name: z.string(),
      sku: z.string().nullable(),
      quantity: z.number(),
      delivered: z.number().meta({ description: 'Quantity delivered as ordered.' }),
      short: z.number(),
      damaged: z.number(),
      returned: z.number(),
      reason: z.string().nullable(),
    }),
  )
  .optional()
  .meta({ description: 'Result of each item. Present only if the delivery was not made in full.' })

/** Photos of items that were not delivered as ordered. */
export const ItemPhotosOut = z
  .array(z.object({ name: z.string(), sku: z.string().nullable(), url: z.string() }))
  .optional()
  .meta({ description: 'Photos of items that were short, damaged or returned. Present if there are any.' })

/** Photos and signatures whose stored files differ from their records. */
export const FileFaultsOut = z
  .array(z.object({ url: z.string(), fault: z.enum(FILE_FAULTS) }))
  .optional()
  .meta({
    description:
      'Photos and signatures whose files differed from their records when they were last read. Present if there are any. MISSING: the file doesn’t exist or is empty. CHANGED: the file has other bytes.',
  })

/** The driver's answers to the checks at the door. */
export const ChecksOut = z
  .object({
    collected: z
      .object({ amount: z.string(), currency: z.string(), method: z.enum(PAY_METHODS), reason: z.string().nullable() })
      .optional(),
    identified: z.boolean().optional().meta({ description: 'Whether the customer showed proof of age or identity.' }),
    code: z
      .object({
        matched: z.boolean().meta({ description: 'Whether the driver entered the customer’s code correctly.' }),
        reason: z.string().nullable().meta({ description: 'Why the delivery was made without the code.' }),
      })
      .optional(),
  })
  .optional()
  .meta({
    description:
      'The driver’s answers to the checks at the door: the amount collected, the age or ID, the customer’s code. Present if a check was answered.',
  })

export const OrderOut = z
  .object({
    order_uuid: UuidOut,
    external_ref: z.string(),
    status: z.enum(ORDER_STATUSES),
    delivery_date: DayOut,
    delivery_from: DayOut.optional().meta({
      description:
        'The delivery_date that was sent. Present if delivery_by was sent; delivery_date is then the chosen day.',
    }),
    delivery_by: DayOut.optional().meta({ description: 'Present if sent.' }),
    temperature_class: TemperatureClass,
    customer_name: z.string(),
    customer_phone: z.string().nullable(),
    customer_email: z.string().nullable(),
    address: AddressOut,
    instructions: z.string().nullable(),
    customer_instructions: z.string().nullable().meta({
      description:
        'Instructions that the customer entered for the driver on the tracking page. POST /orders doesn’t change them.',
    }),
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
      description:
        'Further windows. This field and the following fields up to door_code are present if they were sent.',
    }),
    street_hours: z.string().optional(),
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
    candidates: z.array(z.object({ address: z.string(), lat: z.number(), lng: z.number() })).optional(),
    street: optionalStreet().meta({
      description:
        'Present in GET /orders/{external_ref}, POST /orders and POST /orders/batch if the street of the address is open to vehicles only at some hours of the delivery date. Plans keep these hours.',
    }),
    route: z.object({ route_uuid: UuidOut, name: z.string(), status: z.enum(ROUTE_STATUSES) }).nullable(),
    stop: z
      .object({
        stop_uuid: UuidOut,
        status: z.enum(STOP_STATUSES),
        delivered_at: InstantOut.nullable(),
        tracking_url: z.string(),
        planned_arrival: InstantOut,
        eta: InstantOut.nullable(),
        eta_from: InstantOut.nullable().optional().meta({
          description:
            'Start of the range that is designed to contain the arrival in 90 % of cases. Null if no arrival is expected.',
        }),
        eta_to: InstantOut.nullable().optional().meta({ description: 'End of that range.' }),
        arrived_at: InstantOut.nullable(),
        reason: z.string().nullable(),
        left_where: z.string().nullable(),
        item_outcomes: ItemOutcomesOut,
        checks: ChecksOut,
        settles_at: InstantOut.nullable(),
      })
      .nullable(),
    attempt: z.number().meta({
      description:
        'Number of the attempt: 1 for the first attempt, plus 1 for each time that the office repeats the delivery after a failure.',
    }),
    repeat_of: z
      .string()
      .nullable()
      .meta({ description: 'The external_ref of the failed or canceled delivery that this one delivers again.' }),
    tracking_url: z.string().meta({
      description: 'The customer’s tracking page. It stays the same for the lifetime of the delivery, on every route.',
    }),
    created_at: InstantOut,
    changed_at: InstantOut,
  })
  .meta({ id: 'Order' })

export type OrderOut = z.output<typeof OrderOut>
