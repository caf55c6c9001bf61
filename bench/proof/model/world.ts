// A business in the model: plain data, and its form on the wire. Written from docs/spec alone. Shares no code with
// src/.
import { Temporal } from 'temporal-polyfill'
import { valueChecks } from './matching.ts'

export type OrderStatus = 'OPEN' | 'SCHEDULED' | 'DELIVERED' | 'FAILED' | 'CANCELLED'
export type RouteStatus = 'PLANNED' | 'DISPATCHED' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED'
export type StopStatus = 'PENDING' | 'EN_ROUTE' | 'ARRIVED' | 'DELIVERED' | 'FAILED' | 'SKIPPED'
export type Temperature = 'DRY' | 'REFRIGERATED' | 'FROZEN'

export interface Item {
  name: string
  quantity: number
  unit_weight_lbs: number | null
  temperature_class: Temperature | null
  sku: string | null
}

/** An order as sent, with all members. Days are MM/dd/yyyy, as on the wire. */
export interface Input {
  external_ref: string
  customer_name: string
  customer_phone: string | null
  customer_email: string | null
  address: {
    line1: string
    city: string | null
    region: string | null
    postal_code: string | null
    lat: number | null
    lng: number | null
  }
  instructions: string | null
  delivery_date: string
  window_start: string | null
  window_end: string | null
  temperature_class: Temperature | null
  load_weight_lbs: number | null
  items: Item[] | null
  metadata: Record<string, unknown> | null
  sms_consent: boolean | null
  email_consent: boolean | null
  service_minutes: number | null
}

export interface Order {
  input: Input
  status: OrderStatus
  temperature: Temperature
  load: number | null
  /** ID and creation time from the response to the creating request. They never change. */
  orderId: string
  createdAt: string
  route: Route | null
  stop: Stop | null
}

export interface Stop {
  stopId: string
  order: Order
  status: StopStatus
  serviceMinutes: number
  arrivedAt: number | null
  finishedAt: number | null
  deliveredAt: number | null
  reason: string | null
  notes: string | null
  settlesAt: number | null
  undoCount: number
  /** Location of the order at the time of the skip. Null if the stop was not skipped. */
  skippedAt: string | null
}

export interface Route {
  routeId: string
  day: string
  status: RouteStatus
  vehicle: Vehicle
  dispatchedAt: number | null
  startedAt: number | null
  completedAt: number | null
  cancelledAt: number | null
  /** Stops in driving order. */
  stops: Stop[]
}

export interface Vehicle {
  vehicleId: string
  name: string
  driver: { driver_uuid: string; name: string } | null
  temperatures: readonly Temperature[]
  capacity: number | null
  maxStops: number | null
  shiftEnd: string
}

export interface Endpoint {
  endpointId: string
  secret: string
  url: string
  /** Subscribed events. Empty: all events. */
  events: string[]
  active: boolean
  createdAt: number
  updatedAt: number
}

export interface World {
  /** Part of the URLs of its webhook endpoints, which identifies posts to them. */
  tag: string
  zone: string
  /** Milliseconds since 1970 of the virtual clock. */
  now: number
  undoSeconds: number
  vehicles: Vehicle[]
  /** Orders keyed by reference. */
  orders: Map<string, Order>
  routes: Route[]
  endpoints: Endpoint[]
}

export const FINISHED: readonly StopStatus[] = ['DELIVERED', 'FAILED', 'SKIPPED']
export const isFinished = (stop: Stop): boolean => FINISHED.includes(stop.status)
export const isRunning = (route: Route): boolean => route.status === 'DISPATCHED' || route.status === 'IN_PROGRESS'
export const isOpen = (route: Route): boolean => route.status === 'PLANNED' || isRunning(route)
/** Returns whether the vehicle can't have another route that day. An empty PLANNED route is available. */
export const holdsVehicle = (route: Route): boolean => isOpen(route) && (isRunning(route) || route.stops.length > 0)

export const locationKeyOf = ({ input: { address } }: Order): string => `${address.lat},${address.lng}`

/** Removes the stop from the route, and its order from every route. */
export function removeStop(route: Route, stop: Stop): void {
  route.stops = route.stops.filter((each) => each !== stop)
  if (stop.order.stop === stop) Object.assign(stop.order, { route: null, stop: null })
}

export const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** Returns MM/dd/yyyy in the business's zone, `days` days after an instant. */
export function dayOf(world: World, at: number, days = 0): string {
  const day = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(world.zone).toPlainDate().add({ days })
  const [year, month, date] = day.toString().split('-')
  return `${month}/${date}/${year}`
}

/** Returns the instant at which a wall clock shows a time of a day (MM/dd/yyyy). */
export function instantOf(world: World, day: string, time: string): number {
  const [month, date, year] = day.split('/')
  return Temporal.PlainDateTime.from(`${year}-${month}-${date}T${time}`).toZonedDateTime(world.zone).epochMilliseconds
}

/** Returns whether the order has a location. Without a geocoder, that is the sent one. */
export const isPlaced = ({ input }: Pick<Order, 'input'>): boolean => input.address.lat !== null

export const orderShape = (order: Order) => ({
  order_uuid: order.orderId,
  status: order.status,
  ...order.input,
  temperature_class: order.temperature,
  load_weight_lbs: order.load,
  placement: isPlaced(order) ? 'PLACED' : 'UNPLACED',
  route: order.route && { route_uuid: order.route.routeId, name: order.route.vehicle.name, status: order.route.status },
  stop: order.stop && {
    stop_uuid: order.stop.stopId,
    status: order.stop.status,
    delivered_at: iso(order.stop.deliveredAt),
    tracking_url: valueChecks.trackingUrl,
    planned_arrival: valueChecks.instant,
    eta: order.route?.status === 'PLANNED' ? null : valueChecks.instant,
    arrived_at: iso(order.stop.arrivedAt),
    reason: order.stop.reason,
    settles_at: iso(order.stop.settlesAt),
  },
  created_at: order.createdAt,
  changed_at: valueChecks.instant,
})

/** Text that differs after each change that the change feed must show (docs/spec/orders.md#change-feed). */
export const fingerprint = (order: Order): string => JSON.stringify([orderShape(order), order.input])

export const stopShape = (stop: Stop) => ({
  stop_uuid: stop.stopId,
  external_ref: stop.order.input.external_ref,
  order_uuid: stop.order.orderId,
  status: stop.status,
  locked: false,
  planned_arrival: valueChecks.instant,
  window_start: stop.order.input.window_start,
  window_end: stop.order.input.window_end,
  service_minutes: stop.serviceMinutes,
  arrived_at: iso(stop.arrivedAt),
  delivered_at: iso(stop.deliveredAt),
  finished_at: iso(stop.finishedAt),
  reason: stop.reason,
  driver_notes: stop.notes,
  left_where: null,
  settles_at: iso(stop.settlesAt),
  undo_count: stop.undoCount,
  address: stop.order.input.address,
  customer_name: stop.order.input.customer_name,
  proof: null,
  tracking_url: valueChecks.trackingUrl,
})

export const routeShape = (route: Route) => ({
  route_uuid: route.routeId,
  name: route.vehicle.name,
  status: route.status,
  date: route.day,
  vehicle: { vehicle_uuid: route.vehicle.vehicleId, name: route.vehicle.name },
  driver: route.vehicle.driver && { driver_uuid: route.vehicle.driver.driver_uuid, name: route.vehicle.driver.name },
  started_at: iso(route.startedAt),
  completed_at: iso(route.completedAt),
  load_weight_lbs: valueChecks.about(route.stops.reduce((sum, { order }) => sum + (order.load ?? 0), 0)),
  stop_count: route.stops.length,
})

export const routeWithStopsShape = (route: Route) => ({ ...routeShape(route), stops: route.stops.map(stopShape) })
