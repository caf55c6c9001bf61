// Reads the open routes of a day with their current state, and the requested changes to them.
import { driveFactorOf } from '../../../domain/planning/plan-pace.ts'
import { text } from '../../../texts/text.ts'
import type { ReplanBody } from '../../../contract/replan.ts'
import { meanFactor } from '../../../domain/planning/traffic.ts'
import type { RoadVehicle } from '../../../domain/planning/road-vehicle.ts'
import type { ReplanBasis } from '../../../domain/routes/replan-plan.ts'
import { FINISHED_STOP } from '../../../domain/routes/stop.ts'
import { stateInWords } from '../../../domain/state-words.ts'
import type { Tx } from '../../../store/database.ts'
import { readDepots, readDrivers, readVehicles, type Vehicle } from '../../../store/fleet/fleet.ts'
import { type BuildOrder, ordersById } from '../../../store/orders/orders-to-build.ts'
import { lastPositions, openRoutes, type Route } from '../../../store/routes/routes.ts'
import { readStops, routesHandingOver, type StopRead } from '../../../store/routes/stops.ts'
import { findBusiness } from '../../../store/settings/businesses.ts'
import type { Context } from '../../context.ts'
import { AppError, conflicting, missing, notFoundAt } from '../../errors.ts'
import { type DatedDay, datedDay } from '../compile/planned-day.ts'
import { planVehicles } from '../roads/road-vehicles.ts'
import { driverNames } from './fleet.ts'
import { isPlaced, type PlacedOrder } from './gather-build.ts'
import { type FoundPlaces, handOverFrom } from './hand-over-places.ts'
import { deliveryStop } from './plan-parts.ts'
import { type ChangedStops, vanOf } from './van-now.ts'
import type { ReplanDay, ReplanStop } from './vans.ts'

/** Age from which a driver's position is too old to plan from. */
const POSITION_HOLDS_MS = 10 * 60_000

export interface GatheredReplan extends ReplanDay {
  day: DatedDay
  basis: ReplanBasis
  /** Requested deliveries without a location, which can't be planned. */
  unplaced: BuildOrder[]
  /** Stops that a broken-down vehicle was heading to or serving. They can't be planned on other vehicles. */
  stranded: { routeId: string; stop: StopRead }[]
  line1Of: (orderId: string) => string
}

/**
 * Reads the routes of the day and applies the changes in the body. `found` are the locations of the addresses in the
 * body.
 */
export async function gatherReplan(
  ctx: Context,
  tx: Tx,
  body: ReplanBody,
  found: FoundPlaces,
): Promise<GatheredReplan> {
  const business = await findBusiness(tx)
  if (!business) throw missing('business')
  const day = datedDay(ctx.calendar, body.date)
  const routes = await routesOf(tx, body)
  const routeIds = routes.map(({ routeId }) => routeId)
  const stops = await readStops(tx, routeIds)
  const positions = await lastPositions(tx, routeIds)
  const depots = body.hand_over ? await readDepots(tx) : []
  const vehicles = await readVehicles(tx, { vehicleIds: routes.map(({ vehicleId }) => vehicleId) })
  const drivers = driverNames(await readDrivers(tx))
  const grown = grownStops(body, stops)
  const wanted = await ordersToFitIn(tx, body)
  const lines = new Map([...stops, ...wanted].map((of) => [of.orderId, 'address' in of ? of.address.line1 : of.line1]))

  const handsOver = await routesHandingOver(tx, body.date)
  const named = new Set(routesNamedIn(body).map(({ id }) => id))
  const all = withVehicles(ctx, routes, vehicles, day).map(({ route, vehicle, roads }) => {
    const own = stops.filter(({ routeId }) => routeId === route.routeId)
    const seen = positions.get(route.routeId)
    const fresh = seen && ctx.now.getTime() - seen.at.getTime() < POSITION_HOLDS_MS ? seen : undefined
    const handOver = handOverFrom(ctx, body, { route, stops: own, seen, day, depots, found })
    return vanOf(ctx, {
      route,
      vehicle,
      roads,
      driver: drivers(route),
      stops: own,
      seen: fresh,
      day,
      body,
      grown,
      handOver,
      pace: business.pace,
    })
  })
  const emptied = new Set(routes.flatMap(({ routeId, endsAt }) => (endsAt ? routeId : [])))
  const isOut = (routeId: string): boolean => handsOver.has(routeId) || emptied.has(routeId)
  // Leave out vehicles that have no stops left because they handed over their goods or all their stops were removed.
  // They are planned only if the request names them.
  const vans = all.filter(({ routeId, rest }) => rest.length > 0 || named.has(routeId) || !isOut(routeId))
  const rests = new Set(vans.flatMap(({ rest }) => rest.map(({ orderId }) => orderId)))
  const waiting = await ordersById(
    tx,
    stops.map(({ orderId }) => orderId),
  )
  return {
    day,
    vans,
    trafficFactor: driveFactorOf(business.pace, meanFactor(business.trafficFactors, routes)),
    pace: business.pace,
    units: ctx.formats.units,
    clock: ctx.formats.clock,
    newcomers: wanted.filter(isPlaced).map((order) => newcomerOf(order, business.serviceMinutes)),
    unplaced: wanted.filter(({ point }) => !point),
    stranded: stops
      .filter((stop) => body.broken_down?.includes(stop.routeId) && !rests.has(stop.orderId) && isUnderWay(stop))
      .map((stop) => ({ routeId: stop.routeId, stop })),
    line1Of: (orderId) => lines.get(orderId) ?? '',
    basis: basisOf(routes, stops, [...waiting, ...wanted]),
  }
}

/** Returns the routes with their vehicles, also for the roads. A route keeps the size of its vehicle. */
function withVehicles({ distances }: Context, routes: readonly Route[], vehicles: readonly Vehicle[], day: DatedDay) {
  const driven = routes.map((route) => {
    const vehicle = vehicles.find(({ vehicleId }) => vehicleId === route.vehicleId)
    if (!vehicle) throw missing('vehicle of the route')
    return { route, vehicle }
  })
  const roads = planVehicles(
    distances,
    day.weekday,
    driven.map(({ route, vehicle: { costing } }) => ({ ...route, costing, size: route.terms?.size })),
  )
  return driven.map((one, i) => ({ ...one, roads: roads[i] as RoadVehicle }))
}

const newcomerOf = (order: PlacedOrder, serviceMinutes: number): ReplanStop => ({
  ...deliveryStop(order, serviceMinutes),
  orderId: order.orderId,
  externalRef: order.externalRef,
  status: 'PENDING',
  locked: false,
})

const isUnderWay = ({ status }: StopRead): boolean => status !== 'PENDING' && !FINISHED_STOP[status]

/**
 * Returns the open routes of the date. If the body limits which routes may change, returns only the routes that it
 * names.
 */
async function routesOf(tx: Tx, body: ReplanBody): Promise<Route[]> {
  const open = await openRoutes(tx, body.date)
  const named = routesNamedIn(body)
  for (const { id, field } of named)
    if (!open.some(({ routeId }) => routeId === id)) throw notFoundAt(field, 'open route of that date with that uuid')
  if (open.length === 0) throw conflicting('NO_OPEN_ROUTE', 'No route of that date is planned or under way.')
  const { route_uuids: only } = body
  return only ? open.filter(({ routeId }) => named.some(({ id }) => id === routeId)) : open
}

/** Returns the IDs of all routes in the body, with the field of each for error messages. */
const routesNamedIn = (body: ReplanBody): { id: string; field: string }[] => [
  ...(body.route_uuids ?? []).map((id, i) => ({ id, field: `route_uuids.${i}` })),
  ...(body.broken_down ?? []).map((id, i) => ({ id, field: `broken_down.${i}` })),
  ...(body.late ?? []).map((one, i) => ({ id: one.route_uuid, field: `late.${i}.route_uuid` })),
  ...(body.going_home ?? []).map((one, i) => ({ id: one.route_uuid, field: `going_home.${i}.route_uuid` })),
  ...(body.hand_over ?? []).map((one, i) => ({ id: one.route_uuid, field: `hand_over.${i}.route_uuid` })),
]

function grownStops(body: ReplanBody, stops: readonly StopRead[]): ChangedStops {
  return new Map(
    (body.grown ?? []).map(({ stop_uuid, service_minutes, load_weight_lbs }, i) => {
      const stop = stops.find(({ stopId }) => stopId === stop_uuid)
      if (!stop) throw notFoundAt(`grown.${i}.stop_uuid`, 'stop with that uuid on these routes')
      if (FINISHED_STOP[stop.status])
        throw new AppError(
          'conflict',
          'STOP_FINISHED',
          text('{delivery} is {state} already.', {
            delivery: stop.externalRef,
            state: stateInWords(stop.status),
          }),
          { fields: [`grown.${i}.stop_uuid`] },
        )
      return [stop_uuid, { serviceMinutes: service_minutes ?? null, loadWeightLbs: load_weight_lbs ?? null }]
    }),
  )
}

async function ordersToFitIn(tx: Tx, body: ReplanBody): Promise<BuildOrder[]> {
  const asked = body.order_uuids ?? []
  const found = new Map((await ordersById(tx, asked)).map((order) => [order.orderId, order]))
  return asked.map((orderId, i) => {
    const field = `order_uuids.${i}`
    const order = found.get(orderId)
    if (!order) throw notFoundAt(field, 'delivery with that uuid')
    const fault =
      order.status !== 'OPEN'
        ? text('is {state}, not open', { state: stateInWords(order.status) })
        : order.routeId
          ? text('is on the route {route} already', { route: order.routeName ?? '' })
          : order.deliveryDate !== body.date
            ? text('is for another date')
            : null
    if (fault)
      throw new AppError(
        'conflict',
        'NOT_ROUTABLE',
        text('The delivery {delivery} {fault}.', { delivery: order.externalRef, fault }),
        {
          fields: [field],
          details: { external_refs: [order.externalRef] },
        },
      )
    return order
  })
}

export function basisOf(
  routes: readonly Route[],
  stops: readonly StopRead[],
  orders: readonly Pick<BuildOrder, 'orderId' | 'externalRef' | 'changedAt'>[],
): ReplanBasis {
  return {
    routes: routes.map(({ routeId, name, status, vehicleId, driverId }) => ({
      routeId,
      name,
      status,
      vehicleId,
      driverId,
      stops: stops
        .filter((stop) => stop.routeId === routeId)
        .map(({ stopId, orderId, externalRef, status: state, locked }) => ({
          stopId,
          orderId,
          externalRef,
          status: state,
          locked,
        })),
    })),
    orders: Object.fromEntries(
      orders.map(({ orderId, externalRef, changedAt }) => [orderId, { externalRef, changedAt }]),
    ),
  }
}
