// A build. The service chooses the vehicle of each delivery, within the rules in docs/spec/routes.md#rules-of-a-build.
import { DEFAULT_SERVICE_MINUTES } from './orders.ts'
import { type Accepted, accepted, type Call, type Json, refusal, type Step } from './step.ts'
import {
  holdsVehicle,
  isOpen,
  isPlaced,
  isRunning,
  type Order,
  type Route,
  routeWithStopsShape,
  type Stop,
  type Vehicle,
  type World,
} from './world.ts'

export interface Build {
  date: string
  external_refs?: string[]
  vehicle_ids?: string[]
}

interface Plan {
  vehicles: Vehicle[]
  /** PLANNED routes that are planned again. */
  again: Route[]
  orders: Set<Order>
  /** Orders that the request asks to route. If none of them is on a route after the build, the service must refuse it. */
  wanted: Order[]
  /** Requested orders that can't be planned, with the reason. */
  leftOff: Map<Order, string>
}

export function buildRoutes(world: World, body: Build): Step {
  const call: Call = { method: 'POST', path: '/routes/build', body }
  const { date, external_refs: refs, vehicle_ids: named } = body
  const twice = [...repeatedValuePaths('external_refs', refs), ...repeatedValuePaths('vehicle_ids', named)]
  if (twice.length > 0) return refusal(call, 400, 'INVALID', twice)

  const open = new Map(
    world.routes.filter((route) => route.day === date && isOpen(route)).map((route) => [route.vehicle, route]),
  )
  const holds = (vehicle: Vehicle) => world.routes.some((route) => route === open.get(vehicle) && holdsVehicle(route))
  const vehicles = world.vehicles.filter((vehicle) => (named ? named.includes(vehicle.vehicleId) : !holds(vehicle)))
  const unknown = named?.findIndex((id) => !world.vehicles.some(({ vehicleId }) => vehicleId === id)) ?? -1
  if (unknown >= 0) return refusal(call, 404, 'NOT_FOUND', [`vehicle_ids.${unknown}`])
  const again = vehicles.flatMap((vehicle) => open.get(vehicle) ?? [])
  if (again.some(isRunning)) return refusal(call, 409, 'VEHICLE_BUSY')
  if (vehicles.length === 0) return refusal(call, 409, 'NO_VEHICLE')

  const all = [...world.orders.values()]
  const lost = refs?.findIndex((ref) => !world.orders.has(ref)) ?? -1
  if (lost >= 0) return refusal(call, 404, 'NOT_FOUND', [`external_refs.${lost}`])
  const asked = refs
    ? refs.flatMap((ref) => world.orders.get(ref) ?? [])
    : all.filter(({ status, input, route }) => status === 'OPEN' && input.delivery_date === date && !route)
  const wrong = asked.flatMap(({ status, input }, i) =>
    status === 'OPEN' && input.delivery_date === date ? [] : [`external_refs.${i}`],
  )
  if (wrong.length > 0) return refusal(call, 409, 'NOT_ROUTABLE', wrong)

  const leftOff = new Map<Order, string>()
  for (const order of asked)
    if (order.route && !again.includes(order.route)) leftOff.set(order, 'ALREADY_ON_ROUTE')
    else if (!isPlaced(order)) leftOff.set(order, 'UNPLACED')
  const routable = asked.filter((order) => !leftOff.has(order))
  const orders = new Set([...routable, ...again.flatMap(({ stops }) => stops.map(({ order }) => order))])
  const wanted = refs ? routable : [...orders]
  const carried = wanted.filter((order) =>
    vehicles.some(({ temperatures }) => temperatures.includes(order.temperature)),
  )
  if (carried.length === 0) return refusal(call, 409, 'NOTHING_ROUTABLE')
  // Orders on a route that is planned again belong to the build even if the request doesn't name them. If the build is
  // refused, they stay on their route.
  const stays = new Set([...orders].flatMap((order) => (wanted.includes(order) ? [] : [order.input.external_ref])))
  const notStaying = (list: Built['unassigned']) => list.filter(({ external_ref }) => !stays.has(external_ref))
  const plan: Plan = { vehicles, again, orders, wanted, leftOff }
  return {
    ...accepted(call, (data) => adoptBuild(world, date, plan, data as unknown as Built)),
    judgeRefusal: (status, { code, unassigned }) =>
      status === 409 && code === 'NOTHING_ROUTABLE'
        ? wrongReasons({ ...plan, orders: new Set(wanted) }, () => false, notStaying(unassigned as Built['unassigned']))
        : ['something of it can be routed'],
  }
}

const repeatedValuePaths = (name: string, values: string[] = []): string[] =>
  values.flatMap((value, i) => (values.indexOf(value) < i ? [`${name}.${i}`] : []))

interface Built {
  routes: {
    route_uuid: string
    vehicle: { vehicle_uuid: string }
    stops: { stop_uuid: string; external_ref: string; sequence: number }[]
  }[]
  unassigned: { external_ref: string; reason: { code: string } }[]
}

/** Adopts the service's choice, and returns its faults. */
function adoptBuild(world: World, day: string, plan: Plan, built: Built): Accepted {
  const faults: string[] = []
  const before = new Map(plan.again.flatMap(({ stops }) => stops.map((stop) => [stop.order, stop] as const)))
  const hadStops = plan.again.filter(({ stops }) => stops.length > 0)
  for (const order of before.keys()) Object.assign(order, { route: null, stop: null })
  for (const route of plan.again) route.stops = []

  const routes = built.routes.map((answer) => {
    const vehicle = plan.vehicles.find(({ vehicleId }) => vehicleId === answer.vehicle.vehicle_uuid)
    if (!vehicle) throw new Error('a route has a vehicle that may not be used')
    const route =
      plan.again.find((each) => each.vehicle === vehicle) ?? addPlannedRoute(world, day, vehicle, answer.route_uuid)
    for (const [i, { stop_uuid, external_ref, sequence }] of answer.stops.entries()) {
      const order = world.orders.get(external_ref)
      if (!order || !plan.orders.has(order) || order.stop) throw new Error(`${external_ref} must not be planned here`)
      if (sequence !== i + 1) faults.push(`stop ${i + 1} of a route has the sequence ${sequence}`)
      const stop = before.get(order) ?? pendingStop(order, stop_uuid)
      stop.serviceMinutes = order.input.service_minutes ?? DEFAULT_SERVICE_MINUTES
      Object.assign(order, { route, stop })
      route.stops.push(stop)
    }
    faults.push(...overloads(route))
    return route
  })
  if (new Set(routes).size < routes.length) faults.push('a vehicle has two routes')
  if (plan.again.some((route) => hadStops.includes(route) && !routes.includes(route)))
    faults.push('a route planned again is not answered')
  for (const route of routes)
    if (route.stops.length === 0 && !hadStops.includes(route)) faults.push('a new or empty route has no stop')
  if (!plan.wanted.some(({ stop }) => stop)) faults.push('nothing was routed, and it was not refused')
  faults.push(...wrongReasons(plan, ({ stop }) => stop !== null, built.unassigned))
  return { status: 201, data: { routes: routes.map(routeWithStopsShape) } satisfies Json, faults }
}

function addPlannedRoute(world: World, day: string, vehicle: Vehicle, routeId: string): Route {
  const times = { dispatchedAt: null, startedAt: null, completedAt: null, cancelledAt: null }
  const route: Route = { routeId, day, status: 'PLANNED', vehicle, ...times, stops: [] }
  world.routes.push(route)
  return route
}

const pendingStop = (order: Order, stopId: string): Stop => ({
  stopId,
  order,
  status: 'PENDING',
  serviceMinutes: 0,
  arrivedAt: null,
  finishedAt: null,
  deliveredAt: null,
  reason: null,
  notes: null,
  settlesAt: null,
  undoCount: 0,
  skippedAt: null,
})

/** Returns the exceeded limits of the vehicle: temperature, capacity and number of stops. Unknown weights count as 0. */
function overloads({ vehicle, stops }: Route): string[] {
  const faults = stops.flatMap(({ order }) =>
    vehicle.temperatures.includes(order.temperature)
      ? []
      : [`${vehicle.name} carries ${order.temperature}, which it can't`],
  )
  const load = stops.reduce((sum, { order }) => sum + (order.load ?? 0), 0)
  if (vehicle.capacity !== null && load > vehicle.capacity) faults.push(`${vehicle.name} carries ${load} pounds`)
  if (vehicle.maxStops !== null && stops.length > vehicle.maxStops)
    faults.push(`${vehicle.name} has ${stops.length} stops`)
  return faults
}

const CHOSEN = ['CAPACITY', 'TIME_WINDOW', 'SHIFT', 'MAX_STOPS', 'NO_ROOM']

function wrongReasons(plan: Plan, isRouted: (order: Order) => boolean, unassigned: Built['unassigned']): string[] {
  const off = new Map(unassigned.map(({ external_ref, reason }) => [external_ref, reason.code]))
  const faults = [...plan.orders, ...plan.leftOff.keys()].flatMap((order) => {
    const code = off.get(order.input.external_ref)
    off.delete(order.input.external_ref)
    return wrongReason(plan, order, isRouted(order), code)
  })
  return [...faults, ...[...off.keys()].map((ref) => `${ref} is unassigned but was not requested`)]
}

function wrongReason({ vehicles, leftOff }: Plan, order: Order, routed: boolean, code: string | undefined): string[] {
  const ref = order.input.external_ref
  const known = leftOff.get(order)
  if (known) return code === known ? [] : [`${ref} is left off as ${code} and not as ${known}`]
  if (code && routed) return [`${ref} is both on a route and left off`]
  if (routed) return []
  if (!code) return [`${ref} is neither on a route nor left off`]
  if (!vehicles.some(({ temperatures }) => temperatures.includes(order.temperature)))
    return code === 'TEMPERATURE' ? [] : [`${ref} is left off as ${code} and not as TEMPERATURE`]
  return CHOSEN.includes(code) ? [] : [`${ref} is left off as ${code}`]
}
