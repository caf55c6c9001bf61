// Locks the routes and deliveries that a dispatcher's moves affect. Returns them as a plan on which the moves can be
// tried.
import { text } from '../../../texts/text.ts'
import type { HandPlan, HandRoute, ManualStop } from '../../../domain/routes/manual-planning.ts'
import type { VehicleRules } from '../../../domain/planning/rules.ts'
import { tripsTaken } from '../../../domain/routes/trips.ts'
import { derivedOf, type Order } from '../../../domain/orders/order.ts'
import { readVehicles } from '../../../store/fleet/fleet.ts'
import { lockOrders } from '../../../store/orders/lock-orders.ts'
import { routesOfOrders } from '../../../store/orders/orders.ts'
import type { Route } from '../../../store/routes/routes.ts'
import { readStops, type StopRead } from '../../../store/routes/stops.ts'
import type { WriteTx } from '../../context.ts'
import { conflicting, missing } from '../../errors.ts'
import { lockedRoutes } from '../locked-route.ts'
import { refuseStale } from './version.ts'
import { stateInWords } from '../../../domain/state-words.ts'

/** A delivery in the plan. `stop` is null if it is on no route. */
export interface PlanStop extends ManualStop {
  order: Order | null
  stop: StopRead | null
  /** Rules of the vehicle that serves the stop. */
  onVehicle?: VehicleRules | null
}

export interface GatheredPlan {
  routes: { route: Route; stops: StopRead[] }[]
  plan: HandPlan<PlanStop>
}

/** Locks the routes in the order of their IDs, then the orders. This is the global lock order. */
export async function gatherPlan(
  tx: WriteTx,
  touched: { orderIds: readonly string[]; routeIds: readonly string[]; versions: Record<string, string> },
): Promise<GatheredPlan> {
  const from = await routesOfOrders(tx, touched.orderIds)
  const routeIds = [...new Set([...touched.routeIds, ...from])]
  const locked = await lockedRoutes(tx, routeIds)
  const stopsOf = Map.groupBy(await readStops(tx, routeIds), ({ routeId }) => routeId)
  const routes = locked.map((route) => ({ route, stops: stopsOf.get(route.routeId) ?? [] }))
  for (const { route, stops } of routes) await refuseStale(tx, route, stops, touched.versions[route.routeId])
  const orders = new Map((await lockOrders(tx, touched.orderIds)).map((order) => [order.orderId, order]))
  for (const orderId of touched.orderIds) {
    const order = orders.get(orderId)
    if (!order) throw missing('delivery with that uuid')
    if (order.routeId && !routeIds.includes(order.routeId))
      throw conflicting(
        'STOP_GONE',
        text('{delivery} has just been put on another route.', { delivery: order.externalRef }),
      )
    if (!order.routeId && order.status !== 'OPEN')
      throw conflicting(
        'ORDER_NOT_OPEN',
        text('{delivery} is {state} and can’t be put on a route.', {
          delivery: order.externalRef,
          state: stateInWords(order.status),
        }),
      )
  }
  const vehicles = await readVehicles(tx, { vehicleIds: routes.map(({ route }) => route.vehicleId) })
  return {
    routes,
    plan: {
      routes: routes.map(({ route, stops }): HandRoute<PlanStop> => {
        const vehicle = vehicles.find(({ vehicleId }) => vehicleId === route.vehicleId)
        if (!vehicle) throw missing('vehicle of the route')
        const { routeId, name, status, day } = route
        // Count a load as taken if the status of a stop shows it. The time 0 excludes loads whose planned time has only
        // passed.
        const aboard = route.status === 'IN_PROGRESS' ? tripsTaken(stops, route, new Date(0)) : new Set<number>()
        return {
          routeId,
          name,
          status,
          day,
          vehicle,
          maxReloads: route.terms?.reload?.max,
          stops: stops.map((stop) => ({
            ...plannedStopOf(route, stop, orders),
            handOver: stop.handOver,
            aboard: aboard.has(stop.trip),
            onVehicle: vehicle.rules,
          })),
        }
      }),
      pool: [...orders.values()].filter(({ routeId }) => !routeId).map(unassignedStopOf),
    },
  }
}

function plannedStopOf(route: Route, stop: StopRead, orders: ReadonlyMap<string, Order>): PlanStop {
  const { orderId, externalRef, status, trip, locked, temperatureClass, loadWeightLbs, rules } = stop
  const order = orders.get(orderId)
  if (order) return { ...toManualStop(order), status, trip, locked, order, stop }
  const stays = { orderId, externalRef, status, trip, locked, temperatureClass, loadWeightLbs, rules }
  return { ...stays, placed: stop.point !== null, day: route.day, order: null, stop }
}

const unassignedStopOf = (order: Order): PlanStop => ({ ...toManualStop(order), order, stop: null })

/**
 * Converts a delivery for the rules of moves by hand. Its weight and temperature class are derived from its current
 * items, as on a new route.
 */
export const toManualStop = (order: Order): ManualStop => ({
  orderId: order.orderId,
  externalRef: order.externalRef,
  status: 'PENDING',
  trip: 1,
  locked: false,
  ...derivedOf(order),
  rules: order.rules,
  placed: order.point !== null,
  day: order.deliveryDate,
})
