// The orders' table and one order: what they show, and what a dispatcher does to orders by hand.
import { faultText } from '../../texts/as-string.ts'
import { z } from 'zod'
import { ORDER_STATUSES, PLACEMENTS } from '../../domain/orders/order.ts'
import { DIFFERENCES } from '../../domain/addresses/near-matches.ts'
import { ORDER_SORTS } from '../../domain/orders/table-sort.ts'
import { boolean, Day, InstantOut, latitude, longitude, number, optional, text, Uuid, UuidOut } from '../fields.ts'
import { MAX_BODY_BYTES } from '../limits.ts'
import { OrderBody, OrderOut } from '../order.ts'
import { endpoint } from '../endpoint.ts'
import { override, OrderId } from '../order-deeds.ts'

/** Matches are counted no further. */
export const MOST_COUNTED = 1_000

/** An order as the table has it. */
export const OrderRow = OrderOut.extend({ far_from_road: z.boolean() })
export type OrderRow = z.output<typeof OrderRow>

export const OrdersOut = z.object({
  orders: z.array(OrderRow),
  next_cursor: z.string().nullable(),
  /** How many match; or, not `counted_all`, that many or more: of so many, only the newest are sorted. */
  count: z.number(),
  counted_all: z.boolean(),
})
export type OrdersOut = z.output<typeof OrdersOut>

export const OrderViewsOut = z.object({
  views: z.array(z.object({ name: z.string(), filters: z.record(z.string(), z.string()) })),
})
export type OrderViewsOut = z.output<typeof OrderViewsOut>

/** What came of one order in a change of many. */
export const BulkResult = z.object({
  order_uuid: UuidOut,
  done: z.boolean(),
  /** Why not. */
  message: z.string().nullable(),
})
export type BulkResult = z.output<typeof BulkResult>

const several = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.string().transform((value, context) => {
    const listed = z.array(z.enum(values)).safeParse(value.split(','))
    if (listed.success) return listed.data
    context.addIssue({
      code: 'custom',
      message: faultText('must be of {values}, separated by commas', { values: values.join(', ') }),
    })
    return z.NEVER
  })

/** A place to look for beside the placements. */
export const FAR_FROM_ROAD = 'FAR_FROM_ROAD'

/** The table's columns, beside the reference, each of one or more of the export's. */
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

/** The route of orders that are on none, as a filter. */
export const NO_ROUTE = '-'

/** A workbook is written whole, so it holds no more orders; CSV holds any number. */
export const MOST_IN_WORKBOOK = 20_000

const filters = {
  search: text(0, 200).optional(),
  status: several(ORDER_STATUSES).optional(),
  from: Day.optional(),
  to: Day.optional(),
  placement: several([...PLACEMENTS, FAR_FROM_ROAD]).optional(),
  /** A part of the name of the route that they are on, or `-` for none. */
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
/** Columns as the table shows them; all that there are, under the names that an import knows, unless given. */
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
    /** The `changed_at` that the edit was made on. */
    version: text(1, 64),
    override,
  }),
  maxBytes: MAX_BODY_BYTES,
  reply: OrderOut,
  audit: ['order.updated'],
  office: {},
})

export const CandidatesOut = z.object({
  /** Why the address is in doubt. */
  cause: z.enum(['NOT_SURE', 'NOT_FOUND', 'OUT_OF_AREA', 'TOWN_UNKNOWN', 'PO_BOX', 'NO_GEOCODER', 'GEOCODER_DOWN']),
  /** Of `OUT_OF_AREA`: from its town to the nearest depot. */
  town_miles: z.number().nullable(),
  candidates: z.array(
    z.object({
      lat: z.number(),
      lng: z.number(),
      label: z.string(),
      precision: z.enum(['PLACED', 'APPROXIMATE']),
      /** What it has that the address does not, or otherwise; null for the address as it is written. */
      differs: z.enum(DIFFERENCES).nullable(),
      /** Miles to the nearest depot, where they are so many that it is hardly meant. */
      far_miles: z.number().nullable(),
    }),
  ),
})
export type CandidatesOut = z.output<typeof CandidatesOut>

/** Where it might go, to choose from: see `movePin`. */
export const findCandidates = endpoint({
  method: 'GET',
  path: '/orders/{order_uuid}/candidates',
  permission: 'changeOrders',
  params: OrderId,
  reply: CandidatesOut,
  office: {},
})

export const movePin = endpoint({
  method: 'POST',
  path: '/orders/{order_uuid}/pin',
  permission: 'changeOrders',
  params: OrderId,
  body: z.strictObject({ lat: latitude(), lng: longitude() }),
  reply: OrderOut,
  audit: ['order.place_confirmed'],
  office: {},
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
    /** Takes those on a route that was sent off it, instead of refusing them. */
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

/** Routes of these orders whose driver's phone is silent: an open stop of an order on one of them may be done already. */
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
  /** Those that are open and were not found. */
  reply: z.object({ orders: z.number() }),
  audit: ['order.looked_up_again'],
  office: {},
})

const filterText = text(1, 200).optional()
const OrderViewBody = z.strictObject({
  name: text(1, 60),
  /** As the table's address has them; `days` is a span that moves with the calendar. */
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
