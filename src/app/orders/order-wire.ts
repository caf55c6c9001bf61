// An order between the wire and the inside.
import { dayToWire } from '../../contract/fields.ts'
import type { OrderBody, OrderOut } from '../../contract/orders.ts'
import type { Address, OrderInput, OrderItem, Point } from '../../domain/orders/order.ts'
import type { OrderRead } from '../../store/orders/orders.ts'
import type { App } from '../context.ts'

export function orderFromWire(body: OrderBody): OrderInput {
  const { lat, lng } = body.address
  return {
    externalRef: body.external_ref,
    customerName: body.customer_name,
    customerPhone: body.customer_phone,
    customerEmail: body.customer_email,
    address: {
      line1: body.address.line1,
      city: body.address.city,
      region: body.address.region,
      postalCode: body.address.postal_code,
    },
    givenPoint: lat === null || lng === null ? null : { lat, lng },
    instructions: body.instructions,
    deliveryDate: body.delivery_date,
    windowStart: body.window_start,
    windowEnd: body.window_end,
    givenTemperatureClass: body.temperature_class,
    givenLoadWeightLbs: body.load_weight_lbs,
    items:
      body.items?.map((item) => ({
        name: item.name,
        quantity: item.quantity,
        unitWeightLbs: item.unit_weight_lbs,
        temperatureClass: item.temperature_class,
        sku: item.sku,
      })) ?? null,
    metadata: body.metadata,
    smsConsent: body.sms_consent,
    emailConsent: body.email_consent,
    serviceMinutes: body.service_minutes,
  }
}

type Links = Pick<App, 'publicUrl' | 'secrets'>

export function orderToWire(order: OrderRead, links: Links): OrderOut {
  const { route, stop } = order
  return {
    order_uuid: order.orderId,
    external_ref: order.externalRef,
    status: order.status,
    delivery_date: dayToWire(order.deliveryDate),
    temperature_class: order.temperatureClass,
    customer_name: order.customerName,
    customer_phone: order.customerPhone,
    customer_email: order.customerEmail,
    address: addressToWire(order),
    instructions: order.instructions,
    window_start: order.windowStart,
    window_end: order.windowEnd,
    load_weight_lbs: order.loadWeightLbs,
    items: order.items && itemsToWire(order.items),
    metadata: order.metadata,
    sms_consent: order.smsConsent,
    email_consent: order.emailConsent,
    service_minutes: order.serviceMinutes,
    placement: order.placement,
    route: route && { route_uuid: route.routeId, name: route.name, status: route.status },
    stop: stop && {
      stop_uuid: stop.stopId,
      status: stop.status,
      delivered_at: instant(stop.deliveredAt),
      tracking_url: trackingUrl(order.orderId, links),
      planned_arrival: stop.plannedArrival.toISOString(),
      eta: instant(stop.eta),
      arrived_at: instant(stop.arrivedAt),
      reason: stop.reason,
      settles_at: instant(stop.settlesAt),
    },
    created_at: order.createdAt.toISOString(),
    changed_at: order.changedAt.toISOString(),
  }
}

export const itemsToWire = (items: readonly OrderItem[]): NonNullable<OrderOut['items']> =>
  items.map((item) => ({
    name: item.name,
    quantity: item.quantity,
    unit_weight_lbs: item.unitWeightLbs,
    temperature_class: item.temperatureClass,
    sku: item.sku,
  }))

export const addressToWire = ({ address, point }: { address: Address; point: Point | null }): OrderOut['address'] => ({
  line1: address.line1,
  city: address.city,
  region: address.region,
  postal_code: address.postalCode,
  lat: point?.lat ?? null,
  lng: point?.lng ?? null,
})

export const instant = (date: Date | null): string | null => date?.toISOString() ?? null

/** The customer's tracking link: the same for the order's whole life, whichever route it is on. */
export const trackingUrl = (orderId: string, links: Links): string =>
  `${links.publicUrl}/t/${trackingToken(orderId, links)}`

export const trackingToken = (orderId: string, { secrets }: Pick<App, 'secrets'>): string =>
  secrets.linkToken('tracking', orderId, '')
