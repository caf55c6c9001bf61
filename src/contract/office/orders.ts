// The orders' table and one order: what they show, and what a dispatcher does to orders by hand.
import { z } from 'zod'
import { ORDER_STATUSES, PLACEMENTS } from '../../domain/orders/order.ts'
import type { KnownBy } from '../../domain/planning/visit.ts'
import type { ActorKind } from '../../domain/users/actor.ts'
import { boolean, Day, latitude, longitude, number, optional, text, Uuid } from '../fields.ts'
import { MAX_BODY_BYTES } from '../limits.ts'
import { OrderBody, type OrderOut } from '../orders.ts'
import { officeEndpoint } from './endpoint.ts'

/** Matches are counted no further. */
export const MOST_COUNTED = 1_000

/** An order as the table has it. */
export type OrderRow = OrderOut & { far_from_road: boolean }

export interface OrdersOut {
  orders: OrderRow[]
  next_cursor: string | null
  /** How many match; or, not `counted_all`, that many or more. */
  count: number
  counted_all: boolean
}

export interface LinkedOrderOut {
  order_uuid: string
  external_ref: string
  status: OrderOut['status']
}

export interface OrderDetailOut {
  order: OrderOut
  /** Why no text would reach the customer. */
  no_text: string | null
  /** Meters to the nearest road, when they are so many that the pin is in doubt. */
  far_from_road_meters: number | null
  /** Who confirmed its place for good. */
  place_known_by: KnownBy | null
  /** Deliveries of the same goods: the one that this makes again, and the one that makes this again. */
  repeat: {
    of: LinkedOrderOut | null
    as: LinkedOrderOut | null
    /** How it would be delivered again; null where it can't be. */
    suggested: { external_ref: string; delivery_date: string } | null
    /** Why it can't. */
    refused: string | null
  }
  /** Minutes at the door that it is planned with, and what the last deliveries to its address took, if enough were. */
  service: { planned_minutes: number; usual: { minutes: number; visits: number } | null }
  history: {
    at: string
    kind: ActorKind
    /** The user, or the API key. */
    by: string | null
    action: string
    request_id: string | null
    detail: Record<string, unknown> | null
  }[]
  messages: {
    at: string
    channel: 'SMS' | 'EMAIL'
    kind: string
    recipient: string
    body: string
    status: string
    error: string | null
  }[]
  webhooks: { delivery_id: string; at: string; event: string; url: string; status: string; attempt_count: number }[]
}

export interface OrderViewsOut {
  views: { name: string; filters: Record<string, string> }[]
}

/** What came of one order in a change of many. */
export interface BulkResult {
  order_uuid: string
  done: boolean
  /** Why not. */
  message: string | null
}

const several = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.string({ error: 'must be sent once' }).transform((value, context) => {
    const listed = z.array(z.enum(values)).safeParse(value.split(','))
    if (listed.success) return listed.data
    context.addIssue({ code: 'custom', message: `must be of ${values.join(', ')}, separated by commas` })
    return z.NEVER
  })

/** A place to look for beside the placements. */
export const FAR_FROM_ROAD = 'FAR_FROM_ROAD'

const filters = {
  search: text(0, 200).optional(),
  status: several(ORDER_STATUSES).optional(),
  from: Day.optional(),
  to: Day.optional(),
  placement: several([...PLACEMENTS, FAR_FROM_ROAD]).optional(),
}
const OrderId = z.object({ order_uuid: Uuid })

const TableQuery = z.strictObject({ ...filters, cursor: text(1, 2_000).optional() })
const ExportQuery = z.strictObject(filters)
export type TableFilters = z.output<typeof ExportQuery>

export const listOrders = officeEndpoint({ method: 'GET', path: '/orders', role: 'VIEWER', query: TableQuery })
export const exportOrders = officeEndpoint({ method: 'GET', path: '/orders.csv', role: 'VIEWER', query: ExportQuery })
export const readOrder = officeEndpoint({
  method: 'GET',
  path: '/orders/{order_uuid}',
  role: 'VIEWER',
  params: OrderId,
})

/** Owners may set zones and dates aside. */
const override = optional(boolean())

export const addOrder = officeEndpoint({
  method: 'POST',
  path: '/orders',
  role: 'DISPATCHER',
  body: z.strictObject({ order: OrderBody, override }),
  maxBytes: MAX_BODY_BYTES,
})

export const editOrder = officeEndpoint({
  method: 'POST',
  path: '/orders/{order_uuid}',
  role: 'DISPATCHER',
  params: OrderId,
  body: z.strictObject({
    order: OrderBody,
    /** The `changed_at` that the edit was made on. */
    version: text(1, 64),
    override,
  }),
  maxBytes: MAX_BODY_BYTES,
})

export const cancelOrder = officeEndpoint({
  method: 'POST',
  path: '/orders/{order_uuid}/cancel',
  role: 'DISPATCHER',
  params: OrderId,
  body: z.strictObject({ reason: optional(text(0, 500)) }),
})

export const repeatOrder = officeEndpoint({
  method: 'POST',
  path: '/orders/{order_uuid}/repeat',
  role: 'DISPATCHER',
  params: OrderId,
  body: z.strictObject({ external_ref: text(1, 200), delivery_date: Day, override }),
})

export const movePin = officeEndpoint({
  method: 'POST',
  path: '/orders/{order_uuid}/pin',
  role: 'DISPATCHER',
  params: OrderId,
  body: z.strictObject({ lat: latitude(), lng: longitude() }),
})

export const setServiceMinutes = officeEndpoint({
  method: 'POST',
  path: '/orders/{order_uuid}/service-minutes',
  role: 'DISPATCHER',
  params: OrderId,
  body: z.strictObject({ service_minutes: number(0, 1_440), version: text(1, 64) }),
})

const Many = z.array(Uuid).min(1, 'must name an order').max(500, 'must name at most 500 orders')

export const assignDate = officeEndpoint({
  method: 'POST',
  path: '/orders-dates',
  role: 'DISPATCHER',
  body: z.strictObject({ order_uuids: Many, delivery_date: Day, override }),
})

export const cancelOrders = officeEndpoint({
  method: 'POST',
  path: '/orders-cancelled',
  role: 'DISPATCHER',
  body: z.strictObject({ order_uuids: Many, reason: optional(text(0, 500)) }),
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
  }),
})
export type OrderViewBody = z.output<typeof OrderViewBody>

export const readViews = officeEndpoint({ method: 'GET', path: '/order-views', role: 'VIEWER' })
export const saveView = officeEndpoint({ method: 'POST', path: '/order-views', role: 'VIEWER', body: OrderViewBody })
export const deleteView = officeEndpoint({
  method: 'POST',
  path: '/order-views/delete',
  role: 'VIEWER',
  body: z.strictObject({ name: text(1, 60) }),
})
