// Orders in the office: the table, one order, and changes by hand.
import { faultText } from '../../texts/as-string.ts'
import { z } from 'zod'
import { ORDER_STATUSES, PLACEMENTS } from '../../domain/orders/order.ts'
import { DIFFERENCES } from '../../domain/addresses/similar-addresses.ts'
import { FAR_FROM_ROAD } from '../../domain/orders/order-filters.ts'
import { ORDER_SORTS } from '../../domain/orders/table-sort.ts'
import { boolean, Day, InstantOut, number, optional, text, Uuid, UuidOut } from '../fields.ts'
import { MAX_BODY_BYTES } from '../limits.ts'
import { OrderBody, OrderOut } from '../order.ts'
import { endpoint } from '../endpoint.ts'
import { override, OrderId } from '../order-actions.ts'

/** Limit for counting matches. */
export const MAX_COUNTED = 1_000

/** An order in the table. */
export const OrderRow = OrderOut.extend({ far_from_road: z.boolean() })
export type OrderRow = z.output<typeof OrderRow>

export const OrdersOut = z.object({
  orders: z.array(OrderRow),
  next_cursor: z.string().nullable(),
  /**
   * Number of matches. If `counted_all` is false, there are at least this many, and only the newest of them are sorted.
   */
  count: z.number(),
  counted_all: z.boolean(),
})
export type OrdersOut = z.output<typeof OrdersOut>

export const OrderViewsOut = z.object({
  views: z.array(z.object({ name: z.string(), filters: z.record(z.string(), z.string()) })),
})
export type OrderViewsOut = z.output<typeof OrderViewsOut>

/** Result of one order in a bulk change. */
export const BulkResult = z.object({
  order_uuid: UuidOut,
  done: z.boolean(),
  /** Reason for failure, else null. */
  message: z.string().nullable(),
})
export type BulkResult = z.output<typeof BulkResult>

const several = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.string().transform((value, context) => {
    const listed = z.array(z.enum(values)).safeParse(value.split(','))
    if (listed.success) return listed.data
    context.addIssue({
      code: 'custom',
      message: faultText('must consist of {values}, separated by commas', { values: values.join(', ') }),
    })
    return z.NEVER
  })

/** Columns of the table in addition to the reference. Each column consists of one or more columns of the export. */
export const EXPORT_COLUMNS = [
  'date',
  'customer',
  'address',
  'window',
  'goods',
  'status',
  'route',
  'phone',
  'email',
  'notes',
] as const
export type ExportColumn = (typeof EXPORT_COLUMNS)[number]

/** Maximum orders in a workbook, which is built in memory. CSV exports have no limit. */
export const MAX_IN_WORKBOOK = 20_000

const filters = {
  search: text(0, 200).optional(),
  status: several(ORDER_STATUSES).optional(),
  from: Day.optional(),
  to: Day.optional(),
  placement: several([...PLACEMENTS, FAR_FROM_ROAD]).optional(),
  /** Part of the name of the order's route, or `-` for orders on no route. */
  route: text(0, 200).optional(),
}

const TableQuery = z.strictObject({
  ...filters,
  sort: z.enum(ORDER_SORTS).optional(),
  direction: z.enum(['asc', 'desc']).optional(),
  cursor: text(1, 2_000).optional(),
})
export type TableQuery = z.output<typeof TableQuery>
const Filters = z.strictObject(filters)
export type TableFilters = z.output<typeof Filters>
/** Columns of the table. If absent, all columns with the headers that an import recognizes. */
const ExportQuery = z.strictObject({ ...filters, columns: several(EXPORT_COLUMNS).optional() })
export type ExportQuery = z.output<typeof ExportQuery>

export const searchOrders = endpoint({
  method: 'GET',
  path: '/orders',
  permission: 'readOrders',
  query: TableQuery,
  reply: OrdersOut,
  office: {},
})
export const exportOrders = endpoint({
  method: 'GET',
  path: '/orders.csv',
  permission: 'readOrders',
  query: ExportQuery,
  reply: 'FILE',
  office: {},
})
export const exportWorkbook = endpoint({
  method: 'GET',
  path: '/orders.xlsx',
  permission: 'readOrders',
  query: ExportQuery,
  reply: 'FILE',
  office: {},
})

export const addOrder = endpoint({
  method: 'POST',
  path: '/orders',
  permission: 'changeOrders',
  body: z.strictObject({ order: OrderBody, override }),
  maxBytes: MAX_BODY_BYTES,
  reply: OrderOut,
  audit: ['order.created'],
  office: {},
})

export const editOrder = endpoint({
  method: 'POST',
  path: '/orders/{order_uuid}',
  permission: 'changeOrders',
  params: OrderId,
  body: z.strictObject({
    order: OrderBody,
    /** `changed_at` that the change is based on. */
    version: text(1, 64),
    override,
  }),
  maxBytes: MAX_BODY_BYTES,
  reply: OrderOut,
  audit: ['order.updated'],
  office: {},
})

export const CandidatesOut = z.object({
  /** Why the address is uncertain. */
  cause: z.enum([
    'NOT_SURE',
    'SEVERAL',
    'NOT_FOUND',
    'OUT_OF_AREA',
    'TOWN_UNKNOWN',
    'PO_BOX',
    'NO_GEOCODER',
    'GEOCODER_DOWN',
  ]),
  /** Only for `OUT_OF_AREA`: miles from the town of the address to the nearest depot. */
  town_miles: z.number().nullable(),
  candidates: z.array(
    z.object({
      lat: z.number(),
      lng: z.number(),
      label: z.string(),
      precision: z.enum(['PLACED', 'APPROXIMATE']),
      /** Difference between the candidate and the address. Null if there is none. */
      differs: z.enum(DIFFERENCES).nullable(),
      /** Miles to the nearest depot, if the distance makes the candidate unlikely. */
      far_miles: z.number().nullable(),
    }),
  ),
})
export type CandidatesOut = z.output<typeof CandidatesOut>

/** Lists candidate locations for the order's address. `chooseLocation` stores the chosen location. */
export const findCandidates = endpoint({
  method: 'GET',
  path: '/orders/{order_uuid}/candidates',
  permission: 'changeOrders',
  params: OrderId,
  reply: CandidatesOut,
  office: {},
})

export const SuggestionsOut = z.array(
  z.object({
    label: z.string(),
    /** Line 1 with the typed number and unit, which the suggestion itself may lack. */
    completed_line1: z.string(),
    address: z.object({
      line1: z.string(),
      city: z.string().nullable(),
      region: z.string().nullable(),
      postal_code: z.string().nullable(),
    }),
  }),
)
export type SuggestionsOut = z.output<typeof SuggestionsOut>

/** Suggests addresses while one is typed. */
export const suggestAddresses = endpoint({
  method: 'GET',
  path: '/address-suggestions',
  permission: 'changeOrders',
  query: z.strictObject({ typed: text(1, 300) }),
  reply: SuggestionsOut,
  office: { limit: 'office_suggestions' },
})

export const setServiceMinutes = endpoint({
  method: 'POST',
  path: '/orders/{order_uuid}/service-minutes',
  permission: 'changeOrders',
  params: OrderId,
  body: z.strictObject({ service_minutes: number(0, 1_440), version: text(1, 64) }),
  reply: OrderOut,
  audit: ['order.updated'],
  office: {},
})

const Many = z.array(Uuid).min(1, faultText('must name an order')).max(500, faultText('must name at most 500 orders'))

export const assignDate = endpoint({
  method: 'POST',
  path: '/orders-dates',
  permission: 'changeOrders',
  body: z.strictObject({
    order_uuids: Many,
    delivery_date: Day,
    /** Removes orders from dispatched routes instead of rejecting them. */
    off_sent_routes: optional(boolean()),
    override,
  }),
  reply: z.array(BulkResult),
  audit: ['order.updated'],
  office: { step: 'ORDERS_MOVED' },
})

export const cancelOrders = endpoint({
  method: 'POST',
  path: '/orders-cancelled',
  permission: 'changeOrders',
  body: z.strictObject({ order_uuids: Many, reason: optional(text(0, 500)) }),
  reply: z.array(BulkResult),
  audit: ['order.cancelled'],
  office: { step: 'ORDERS_CANCELLED' },
})

/** Lists routes of these orders whose driver's phone is silent. Open stops on these routes may already be done. */
export const silentRoutes = endpoint({
  method: 'POST',
  path: '/orders-on-silent-routes',
  permission: 'readOrders',
  body: z.strictObject({ order_uuids: Many }),
  reply: z.array(z.object({ name: z.string(), silent_since: InstantOut })),
  audit: [],
  office: {},
})

export const lookUpAgain = endpoint({
  method: 'POST',
  path: '/orders-looked-up',
  permission: 'changeOrders',
  body: z.strictObject({ order_uuids: Many }),
  /** Number of orders that are open and could not be geocoded. */
  reply: z.object({ orders: z.number() }),
  audit: ['order.looked_up_again'],
  office: {},
})

const filterText = text(1, 200).optional()
const OrderViewBody = z.strictObject({
  name: text(1, 60),
  /** Filters in the format of the table's URL. `days` is a period relative to the current date. */
  filters: z.strictObject({
    search: filterText,
    status: filterText,
    from: filterText,
    to: filterText,
    days: filterText,
    placement: filterText,
    route: filterText,
    sort: filterText,
    direction: filterText,
  }),
})
export type OrderViewBody = z.output<typeof OrderViewBody>

export const readViews = endpoint({
  method: 'GET',
  path: '/order-views',
  permission: 'readOrders',
  reply: OrderViewsOut,
  office: {
    ofPeople: true,
  },
})
export const saveView = endpoint({
  method: 'POST',
  path: '/order-views',
  permission: 'readOrders',
  body: OrderViewBody,
  reply: OrderViewsOut,
  audit: [],
  office: {
    ofPeople: true,
  },
})
export const deleteView = endpoint({
  method: 'POST',
  path: '/order-views/delete',
  permission: 'readOrders',
  body: z.strictObject({ name: text(1, 60) }),
  reply: OrderViewsOut,
  audit: [],
  office: {
    ofPeople: true,
  },
})
