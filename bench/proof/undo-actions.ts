// All actions of the office that offer Undo, each with random parameters on a random day. An action returns the status
// of its response. Null if it isn't possible on this day.
import type { DayOut } from '../../src/contract/day.ts'
import { proposedPlans } from '../../test/helpers/proposed-plans.ts'
import { anotherOrder, pick, some, type UndoDay } from './undo-days.ts'

type Action = (day: UndoDay, url: string) => Promise<number | null>
type Route = DayOut['routes'][number]

const versionsOf = ({ routes }: DayOut) =>
  Object.fromEntries(routes.map(({ route_uuid, version }) => [route_uuid, version]))

const isOpen = ({ status }: Route): boolean => ['PLANNED', 'DISPATCHED', 'IN_PROGRESS'].includes(status)
const isAhead = ({ status }: Route['stops'][number]): boolean => status === 'PENDING' || status === 'EN_ROUTE'
const ordersOf = (stops: readonly { order_uuid: string }[]): string[] => stops.map(({ order_uuid }) => order_uuid)

async function moves(day: UndoDay, make: (now: DayOut) => object[] | null, more: object = {}): Promise<number | null> {
  const now = await day.read()
  const made = make(now)
  if (!made) return null
  const body = { moves: made, versions: versionsOf(now), preview: false, ...more }
  return (await day.office.post('/moves', body)).status
}

/** Vehicles without stops, including vehicles with an empty route. */
const idleVehicles = (now: DayOut) =>
  now.vehicles.filter(({ vehicle_uuid: id }) =>
    openRoutes(now).every(
      ({ vehicle, status, stop_count: count }) => vehicle?.vehicle_uuid !== id || (status === 'PLANNED' && count === 0),
    ),
  )

const openRoutes = (now: DayOut): Route[] => now.routes.filter(isOpen)

async function onRoute(
  day: UndoDay,
  act: (route: Route) => Promise<{ status: number } | null>,
): Promise<number | null> {
  const route = pick(day.random, openRoutes(await day.read()))
  return route ? ((await act(route))?.status ?? null) : null
}

async function replan(day: UndoDay, reason: object | null): Promise<number | null> {
  if (!reason) return null
  const { data } = await day.api('/routes/replan', { date: day.date, ...reason })
  const plans = (data['plans'] ?? []) as { goals: string[] }[]
  const plan = pick(day.random, plans)?.goals[0]
  if (!plan) return null
  return (await day.office.post(`/replan/${String(data['replan_uuid'])}/accept`, { plan })).status
}

async function runningRoute(day: UndoDay): Promise<Route | undefined> {
  return pick(
    day.random,
    (await day.read()).routes.filter(({ status, stops }) => isOpen({ status } as Route) && stops.some(isAhead)),
  )
}

const orders = async (day: UndoDay): Promise<string[]> => {
  const now = await day.read()
  const all = [...now.pool, ...now.routes.flatMap(({ stops }) => stops.filter(isAhead))]
  return some(day.random, ordersOf(all), 0.2)
}

export const UNDO_ACTIONS: Record<string, Action> = {
  async moveStops(day) {
    return moves(day, (now) => {
      const from = pick(day.random, openRoutes(now))
      const to = pick(day.random, [null, ...openRoutes(now)])
      const moved = ordersOf(some(day.random, from?.stops.filter(isAhead) ?? [], 0.4))
      const position = Math.floor(day.random() * 6)
      return moved.length > 0 ? [{ order_uuids: moved, to: to && { route_uuid: to.route_uuid, position } }] : null
    })
  },
  async assign(day) {
    return moves(day, (now) => {
      const to = pick(day.random, openRoutes(now))
      const position = Math.floor(day.random() * 6)
      const order_uuids = ordersOf(now.pool)
      return to && order_uuids.length > 0 ? [{ order_uuids, to: { route_uuid: to.route_uuid, position } }] : null
    })
  },
  async unassignRoute(day) {
    return moves(day, (now) => {
      const order_uuids = ordersOf(pick(day.random, openRoutes(now))?.stops.filter(isAhead) ?? [])
      return order_uuids.length > 0 ? [{ order_uuids, to: null }] : null
    })
  },
  async swap(day) {
    return moves(day, (now) => {
      const [a, b] = openRoutes(now)
      const [one, two] = [a?.stops.find(isAhead), b?.stops.findLast(isAhead)]
      if (!a || !b || !one || !two) return null
      const at = (route: Route, position: number) => ({ route_uuid: route.route_uuid, position })
      return [
        { order_uuids: [one.order_uuid], to: at(b, 2) },
        { order_uuids: [two.order_uuid], to: at(a, 0) },
      ]
    })
  },
  async merge(day) {
    return moves(day, (now) => {
      const [a, b] = openRoutes(now).toReversed()
      const order_uuids = ordersOf(a?.stops.filter(isAhead) ?? [])
      return a && b && order_uuids.length > 0
        ? [{ order_uuids, to: { route_uuid: b.route_uuid, position: b.stops.length } }]
        : null
    })
  },
  async split(day) {
    const now = await day.read()
    const route = openRoutes(now).toSorted((a, b) => b.stop_count - a.stop_count)[0]
    const [idle] = idleVehicles(now)
    if (!route || !idle) return null
    await day.office.post('/routes', { date: day.date, vehicle_uuid: idle.vehicle_uuid })
    return moves(day, (later) => {
      const to = openRoutes(later).find(({ vehicle }) => vehicle?.vehicle_uuid === idle.vehicle_uuid)
      const ahead = later.routes.find(({ route_uuid: id }) => id === route.route_uuid)?.stops.filter(isAhead) ?? []
      const order_uuids = ordersOf(ahead.slice(Math.floor(ahead.length / 2)))
      return to && order_uuids.length > 0 ? [{ order_uuids, to: { route_uuid: to.route_uuid, position: 0 } }] : null
    })
  },
  async loadAgain(day) {
    const now = await day.read()
    const route = pick(day.random, openRoutes(now))
    const stop = pick(day.random, route?.stops.filter(isAhead) ?? [])
    if (!stop) return null
    const load_again = { order_uuid: stop.order_uuid, again: day.random() < 0.7 }
    return moves(day, () => [], { load_again })
  },
  async reverse(day) {
    const planned = (await day.read()).routes.filter(({ status, stop_count }) => status === 'PLANNED' && stop_count > 1)
    const route = pick(day.random, planned)
    return route
      ? (await day.office.post(`/routes/${route.route_uuid}/reverse`, { version: route.version })).status
      : null
  },
  lock: (day) =>
    onRoute(day, async ({ route_uuid, stops }) => {
      const stop_uuids = some(day.random, stops, 0.5).map(({ stop_uuid }) => stop_uuid)
      const locked = day.random() < 0.6
      return stop_uuids.length > 0 ? day.office.post(`/routes/${route_uuid}/lock`, { stop_uuids, locked }) : null
    }),
  async lockOrders(day) {
    const order_uuids = await orders(day)
    return order_uuids.length > 0
      ? (await day.office.post('/locks', { order_uuids, locked: day.random() < 0.6 })).status
      : null
  },
  async changeVehicle(day) {
    const now = await day.read()
    const vehicle = pick(day.random, idleVehicles(now))
    return onRoute(day, async ({ route_uuid, version }) =>
      vehicle
        ? day.office.post(`/routes/${route_uuid}/vehicle`, { vehicle_uuid: vehicle.vehicle_uuid, version })
        : null,
    )
  },
  reassign: (day) =>
    onRoute(day, ({ route_uuid }) =>
      day.office.post(`/routes/${route_uuid}/reassign`, {
        driver_uuid: pick(day.random, [null, ...day.driverIds]),
      }),
    ),
  async build(day, url) {
    const { data } = await proposedPlans({ url }, day.office, { date: day.date })
    const build = pick(day.random, data?.plans ?? [])
    return build ? (await day.office.post(`/build/${build.build_uuid}/accept`)).status : null
  },
  async buildAgain(day, url) {
    const planned = (await day.read()).routes.filter(({ status }) => status === 'PLANNED')
    const vehicle_ids = planned.flatMap(({ vehicle }) => vehicle?.vehicle_uuid ?? [])
    if (vehicle_ids.length === 0) return null
    const { data } = await proposedPlans({ url }, day.office, { date: day.date, vehicle_ids })
    const build = pick(day.random, data?.plans ?? [])
    return build ? (await day.office.post(`/build/${build.build_uuid}/accept`)).status : null
  },
  async buildDays(day) {
    return (await day.office.post('/build-days', { date: day.date, days: 2, options: { seed: 1 } })).status
  },
  async cameUp(day) {
    return replan(day, { order_uuids: [await anotherOrder(day)] })
  },
  async late(day) {
    const route = await runningRoute(day)
    const minutes = 5 + Math.floor(day.random() * 60)
    return replan(day, route ? { late: [{ route_uuid: route.route_uuid, minutes }] } : null)
  },
  async noShow(day) {
    const route = await runningRoute(day)
    return replan(day, route ? { broken_down: [route.route_uuid] } : null)
  },
  async grown(day) {
    const stop = (await runningRoute(day))?.stops.find(isAhead)
    const grown = { stop_uuid: stop?.stop_uuid, service_minutes: 25, load_weight_lbs: 40 }
    return replan(day, stop ? { grown: [grown] } : null)
  },
  async cancel(day) {
    const [orderId] = await orders(day)
    return orderId ? (await day.office.post(`/orders/${orderId}/cancel`, { reason: 'By mistake' })).status : null
  },
  async cancelMany(day) {
    const order_uuids = await orders(day)
    return order_uuids.length > 0
      ? (await day.office.post('/orders-cancelled', { order_uuids, reason: null })).status
      : null
  },
  async anotherDay(day) {
    const order_uuids = await orders(day)
    const body = { order_uuids, delivery_date: day.nextDate, off_sent_routes: day.random() < 0.5 }
    return order_uuids.length > 0 ? (await day.office.post('/orders-dates', body)).status : null
  },
}
