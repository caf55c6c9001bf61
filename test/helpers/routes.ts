// A business with a day's routes, for tests that start where planning ends.
import assert from 'node:assert/strict'
import type { DayOut } from '../../src/contract/day.ts'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { addDepot, addDriver, addVehicle } from './fleet.ts'
import { signedIn } from './office.ts'
import { orderBody } from './orders.ts'
import type { Client, Service } from './service.ts'

/** Returns the date in New York a number of days from now, as MM/dd/yyyy. */
export function dateIn(service: Service, days: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', dateStyle: 'short' })
  const then = new Date(service.app.clock().getTime() + days * 86_400_000)
  const [month = '', date = '', year = ''] = parts.format(then).split('/')
  return `${month.padStart(2, '0')}/${date.padStart(2, '0')}/20${year}`
}

/**
 * A business with a depot, one vehicle with a driver, and `count` open deliveries for tomorrow. `each` overrides members of
 * the first ones.
 */
export async function shopWithOrders(
  service: Service,
  count: number,
  members: Record<string, unknown> = {},
  each: readonly Record<string, unknown>[] = [],
): Promise<{ shop: Client; date: string; refs: string[]; vehicleId: string }> {
  const shop = await service.business()
  await addDepot(service.app, shop.businessId)
  const driverId = await addDriver(service.app, shop.businessId)
  const vehicleId = await addVehicle(service.app, shop.businessId, { driverId })
  const date = dateIn(service, 1)
  const refs: string[] = []
  for (let i = 0; i < count; i++) {
    const body = orderBody({ delivery_date: date, ...members, ...each[i] })
    const { status } = await shop.post('/orders', body)
    assert.equal(status, 201)
    refs.push(body.external_ref)
  }
  return { shop, date, refs, vehicleId }
}

/** Builds every open delivery of the date into one route and returns it. */
export async function builtRoute(shop: Client, date: string): Promise<RouteWithStops> {
  const { status, body } = await shop.post<{ routes: RouteWithStops[] }>('/routes/build', { date })
  assert.equal(status, 201, body.message)
  const [route] = body.data.routes
  assert.ok(route)
  return route
}

/** A dispatched route with `count` stops. */
export async function dispatchedRoute(
  service: Service,
  count: number,
  members: Record<string, unknown> = {},
  each: readonly Record<string, unknown>[] = [],
) {
  const made = await shopWithOrders(service, count, members, each)
  const route = await builtRoute(made.shop, made.date)
  const { status, body } = await made.shop.post<{ route: RouteWithStops }>(`/routes/${route.route_uuid}/dispatch`)
  assert.equal(status, 200, body.message)
  return { ...made, route: body.data.route }
}

/** The office takes a delivery off its route. The delivery is unassigned afterwards. */
export async function takeOff(service: Service, shop: Client, route: RouteWithStops, index: number) {
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const { body: day } = await office.get<DayOut>(`/day?date=${route.date}`)
  const versions = Object.fromEntries(day.data.routes.map(({ route_uuid, version }) => [route_uuid, version]))
  const moves = [{ order_uuids: [route.stops[index]?.order_uuid], to: null }]
  return office.post('/moves', { moves, versions, preview: false })
}
