// Tables of orders, and of rules that make orders.
import type { Order, OrderItem, PlaceCandidate } from '../../domain/orders/order.ts'
import type { Schedule } from '../../domain/orders/recurrence.ts'
import type { OrderRules } from '../../domain/planning/rules.ts'
import { boolean, bytes, day, each, instant, json, number, ofBusiness, text, time, uuid } from './table.ts'

export const orders = ofBusiness({
  key: ['orderId'],
  depots: ['routes'],
  findsBusiness: ['trackingHash', 'previousTrackingHash'],
  history: true,
  undo: 'ORDER',
}).columns({
  orderId: uuid,
  ...each(text('ORDER'), 'externalRef', 'customerName', 'line1'),
  status: text<Order['status']>('NONE'),
  ...each(instant, 'createdAt', 'changedAt'),
  ...each(instant.nullable, 'erasedAt', 'placeAfter', 'cameOffAt'),
  ...each(text('ORDER').nullable, 'customerPhone', 'customerEmail', 'city', 'region', 'postalCode'),
  language: text<Order['language']>('NONE').nullable,
  ...each(boolean.nullable, 'smsConsent', 'emailConsent'),
  ...each(text('TEXT').nullable, 'instructions', 'customerInstructions', 'repeatOf'),
  ...each(number.nullable, 'givenLat', 'givenLng', 'lat', 'lng', 'roadMeters', 'serviceMinutes', 'givenLoadWeightLbs'),
  loadWeightLbs: number.nullable,
  placement: text<Order['placement']>('NONE'),
  candidates: json<PlaceCandidate[]>('JSON').nullable,
  deliveryDate: day,
  ...each(day.nullable, 'firstDay', 'lastDay'),
  ...each(time.nullable, 'windowStart', 'windowEnd'),
  givenTemperatureClass: text<Order['givenTemperatureClass']>('NONE').nullable,
  temperatureClass: text<Order['temperatureClass']>('NONE'),
  items: json<OrderItem[]>('JSON').nullable,
  metadata: json<Record<string, unknown>>('JSON').nullable,
  rules: json<OrderRules>('JSON').nullable,
  ...each(uuid.nullable, 'routeId', 'stopId'),
  attempt: number.defaulted,
  trackingHash: bytes('DIGEST'),
  previousTrackingHash: bytes('DIGEST').nullable,
})

// IDs alone, which every depot needs: a delivery is repeated once.
export const repeatedOrders = ofBusiness({ key: ['repeatId'], depots: 'SHARED' }).columns({
  ...each(uuid, 'repeatId', 'orderId'),
  createdAt: instant,
})

// Rules make orders that are on no route yet, so they belong to no depot.
export const recurringOrders = ofBusiness({ key: ['recurringOrderId'], depots: 'SHARED' }).columns({
  recurringOrderId: uuid,
  externalRef: text('CODE'),
  template: json<object>('JSON'),
  schedule: json<Schedule>('NONE'),
  daysAhead: number,
  version: number.defaulted,
  ...each(instant.nullable, 'dueAt', 'endedAt'),
  ...each(instant, 'createdAt', 'changedAt'),
})

export const recurringDates = ofBusiness({ key: ['recurringOrderId', 'date'], depots: 'SHARED' }).columns({
  recurringOrderId: uuid,
  date: day,
  skipped: boolean.defaulted,
  ...each(day.nullable, 'movedTo', 'madeFor'),
  orderId: uuid.nullable,
})

export const ratings = ofBusiness({ key: ['orderId'], depots: ['orders'] }).columns({
  ...each(uuid, 'orderId', 'routeId'),
  stars: number,
  comment: text('TEXT').nullable,
  ...each(instant, 'ratedAt', 'changedAt'),
})
