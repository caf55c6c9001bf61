// A dispatcher's moves of stops between routes and the pool of unassigned deliveries. Refuses impossible moves and
// warns about unwise ones.
import { text } from '../../texts/text.ts'
import type { TemperatureClass } from '../orders/order.ts'
import type { OrderRules, VehicleRules } from '../planning/rules.ts'
import { conflict, isRefusal, type Refusal } from '../refusal.ts'
import { ROUTE_GATE } from './route.ts'
import type { RouteStatus } from './route-status.ts'
import { FINISHED_STOP, type StopStatus } from './stop.ts'
import { handOverTrip, tripsBetween } from './trips.ts'
import type { HandOver } from './pauses.ts'
import { goodsInWords, stateInWords } from '../state-words.ts'

export interface ManualStop {
  orderId: string
  externalRef: string
  status: StopStatus
  /** Load of the route that includes the stop's goods. */
  trip: number
  /** Hand-over at which the stop's goods come from another vehicle. Null or absent: none. */
  handOver?: HandOver | null
  /** Whether the vehicle already has the goods, because they were loaded or taken over. */
  aboard?: boolean
  locked: boolean
  temperatureClass: TemperatureClass
  loadWeightLbs: number | null
  rules: OrderRules | null
  /** Whether the stop has a location on the map. */
  placed: boolean
  day: string
}

export interface ManualVehicle {
  name: string
  temperatureClasses: readonly TemperatureClass[]
  capacityLbs: number | null
  maxStops: number | null
  rules: VehicleRules | null
}

export interface HandRoute<S extends ManualStop = ManualStop> {
  routeId: string
  name: string
  status: RouteStatus
  day: string
  vehicle: ManualVehicle
  /** Maximum number of reloads at the depot. Absent: none. */
  maxReloads?: number | undefined
  /** In driving order. */
  stops: readonly S[]
}

export interface HandPlan<S extends ManualStop = ManualStop> {
  routes: readonly HandRoute<S>[]
  pool: readonly S[]
}

export interface Move {
  /** In driving order. */
  orderIds: readonly string[]
  /**
   * Target; null is the pool. `position` is the number of other stops of the route before the moved stops.
   */
  to: { routeId: string; position: number } | null
}

/**
 * Returns the plan after the move, or the refusal if the move is impossible. No stop is put before a stop that is
 * finished or under way. A stop joins the trip at its new position. On a route that has started, its own stops keep
 * their trips, because their goods are already aboard or still at the depot.
 */
export function applyMove<S extends ManualStop>(plan: HandPlan<S>, move: Move): HandPlan<S> | Refusal {
  const moved: S[] = []
  for (const orderId of move.orderIds) {
    const stop = movableStop(plan, orderId)
    if (isRefusal(stop)) return stop
    moved.push(stop)
  }
  const isMoved = (stop: S) => moved.some(({ orderId }) => orderId === stop.orderId)
  const routes = plan.routes.map((route) => ({ ...route, stops: route.stops.filter((stop) => !isMoved(stop)) }))
  const pool = plan.pool.filter((stop) => !isMoved(stop))
  const { to } = move
  if (!to) return { routes, pool: [...pool, ...moved] }

  const target = routes.find(({ routeId }) => routeId === to.routeId)
  if (!target) return conflict('ROUTE_UNKNOWN', 'That route no longer exists.')
  const there = plan.routes.find(({ routeId }) => routeId === to.routeId)?.stops ?? []
  const joining = moved.filter((stop) => !there.includes(stop))
  const refusal = joining.map((stop) => joinRefusal(target, stop)).find((reason) => reason !== null)
  if (refusal) return refusal
  const behind = target.stops.findLastIndex(({ status }) => status !== 'PENDING') + 1
  const at = Math.max(behind, Math.min(to.position, target.stops.length))
  const [before, after] = [target.stops.slice(0, at), target.stops.slice(at)]
  const own = (stop: S) => (joining.includes(stop) ? null : stop.trip)
  const fromDepot = (stop: S) => !stop.handOver
  const trips = tripsBetween(
    moved.map((stop) => ({ trip: stop.handOver ? null : own(stop) })),
    before.findLast(fromDepot),
    after.find(fromDepot),
  )
  const loaded = target.status === 'IN_PROGRESS'
  const others = target.stops
  const onTrips = moved.map((stop, i): S => {
    const kept = joining.includes(stop) ? handOverOn(target, stop) : (stop.handOver ?? null)
    if (kept) return { ...stop, handOver: kept, trip: own(stop) ?? handOverTrip(others, kept) }
    return { ...stop, handOver: null, trip: (loaded && own(stop)) || (trips[i] ?? 1) }
  })
  const stops = [...before, ...onTrips, ...after]
  return { routes: routes.map((route) => (route === target ? { ...route, stops } : route)), pool }
}

/**
 * Returns the hand-over that goods joining a route still need. Null if it is done, or if the route had the goods
 * before.
 */
const handOverOn = ({ routeId }: HandRoute, { handOver, aboard }: ManualStop): HandOver | null =>
  handOver && !aboard && handOver.routeId !== routeId ? handOver : null

/**
 * Returns the plan with a reload before a stop. The reload serves this stop and the later stops of its load. If `again`
 * is false, removes the reload, so that these goods become part of the previous load. Returns the plan unchanged if it
 * is already so, and a refusal if the change is impossible.
 */
export function withReloadChange<S extends ManualStop>(
  plan: HandPlan<S>,
  { orderId, again }: { orderId: string; again: boolean },
): HandPlan<S> | Refusal {
  const route = plan.routes.find(({ stops }) => stops.some((stop) => stop.orderId === orderId))
  const stop = route?.stops.find((one) => one.orderId === orderId)
  if (!route || !stop) return conflict('STOP_GONE', 'One of the stops is no longer where it was.')
  const taken = movableStop(plan, orderId)
  if (isRefusal(taken) && taken.code !== 'STOP_LOCKED') return taken
  const { name, stops, maxReloads = 0 } = route
  if (stop.status !== 'PENDING')
    return conflict('STOP_FINISHED', text('The driver heads to {delivery} already.', { delivery: stop.externalRef }))
  const at = stops.indexOf(stop)
  const own = stops.filter(({ handOver }) => !handOver)
  const before = own.filter((one) => stops.indexOf(one) < at)
  if (stop.handOver)
    return conflict(
      'NO_RELOAD',
      text('The goods of {delivery} are taken over from another vehicle.', { delivery: stop.externalRef }),
    )
  if (before.length === 0)
    return conflict(
      'NO_RELOAD',
      text('{delivery} is the first stop: its goods are loaded at the start.', { delivery: stop.externalRef }),
    )
  const begins = before.every(({ trip }) => trip !== stop.trip)
  if (begins === again) return plan
  const loads = new Set(own.map(({ trip }) => trip))
  if (again && loads.size > maxReloads)
    return conflict(
      'NO_RELOAD',
      text('{vehicle} may load again {times} at most.', {
        vehicle: name,
        times: maxReloads === 1 ? text('once') : text('{count} times', { count: maxReloads }),
      }),
    )
  const trip = again ? 1 + Math.max(...stops.map((one) => one.trip)) : (before.at(-1) as S).trip
  const moved = (one: S, i: number): boolean => i >= at && !one.handOver && one.trip === stop.trip
  const onTrip = stops.map((one, i) => (moved(one, i) ? { ...one, trip } : one))
  return { ...plan, routes: plan.routes.map((each) => (each === route ? { ...route, stops: onTrip } : each)) }
}

/** Returns the plan with the trips of these stops replaced. `trips` is keyed by order ID. */
export const withTrips = <S extends ManualStop>(
  plan: HandPlan<S>,
  trips: Readonly<Record<string, number>>,
): HandPlan<S> => ({
  ...plan,
  routes: plan.routes.map((route) => ({
    ...route,
    stops: route.stops.map((stop) => ({ ...stop, trip: trips[stop.orderId] ?? stop.trip })),
  })),
})

/** Returns the stop from the pool or its route, or a refusal if it can't be moved. */
function movableStop<S extends ManualStop>(plan: HandPlan<S>, orderId: string): S | Refusal {
  const waiting = plan.pool.find((stop) => stop.orderId === orderId)
  if (waiting) return waiting
  const route = plan.routes.find(({ stops }) => stops.some((stop) => stop.orderId === orderId))
  const stop = route?.stops.find((one) => one.orderId === orderId)
  if (!route || !stop) return conflict('STOP_GONE', 'One of the stops is no longer where it was.')
  if (!ROUTE_GATE[route.status].cancel)
    return conflict(
      'ROUTE_OVER',
      text('{route} is {state}; its stops stay as they are.', { route: route.name, state: stateInWords(route.status) }),
    )
  if (FINISHED_STOP[stop.status] || stop.status === 'ARRIVED')
    return conflict(
      'STOP_FINISHED',
      text('{delivery} is {state} and stays on {route}.', {
        delivery: stop.externalRef,
        state: stateInWords(stop.status),
        route: route.name,
      }),
    )
  if (stop.locked)
    return conflict('STOP_LOCKED', text('{delivery} is locked; unlock it to move it.', { delivery: stop.externalRef }))
  return stop
}

/** Returns the reason why the stop can't join the route, or null if it can. */
export function joinRefusal(route: Omit<HandRoute, 'stops'>, stop: ManualStop): Refusal | null {
  const { vehicle } = route
  if (!ROUTE_GATE[route.status].cancel)
    return conflict(
      'ROUTE_OVER',
      text('{route} is {state} and takes no more stops.', { route: route.name, state: stateInWords(route.status) }),
    )
  if (!stop.placed)
    return conflict(
      'UNPLACED',
      text('{delivery} is not on the map yet; give it a place first.', { delivery: stop.externalRef }),
    )
  if (stop.day !== route.day)
    return conflict('OTHER_DAY', text('{delivery} is to be delivered on another day.', { delivery: stop.externalRef }))
  return carryRefusal(vehicle, [stop])
}

/** Returns why the vehicle can't carry these stops, or null if it can. For unwise loads see `loadWarnings`. */
export function carryRefusal(
  vehicle: ManualVehicle,
  stops: readonly Pick<ManualStop, 'externalRef' | 'temperatureClass'>[],
): Refusal | null {
  const stop = stops.find(({ temperatureClass }) => !vehicle.temperatureClasses.includes(temperatureClass))
  return stop
    ? conflict(
        'TEMPERATURE',
        text('{delivery} needs a vehicle that carries {goods} goods; {vehicle} doesn’t.', {
          delivery: stop.externalRef,
          goods: goodsInWords(stop.temperatureClass),
          vehicle: vehicle.name,
        }),
      )
    : null
}
