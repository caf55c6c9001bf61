// For one delivery, the best place on every route of its day, and what it costs where it is; no other stop is moved.
import type { PlaceOut, PlacesOut } from '../../../contract/stop-places.ts'
import { serviceOn } from '../../../domain/planning/rules.ts'
import { cannotJoin, lengthWarnings, loadWarnings } from '../../../domain/routes/by-hand.ts'
import { FINISHED_STOP } from '../../../domain/routes/stop.ts'
import { bestPlace, detourCost, placeAt } from '../../../domain/planning/insertion.ts'
import type { Order, Point } from '../../../domain/orders/order.ts'
import { type Business, findBusiness } from '../../../store/settings/businesses.ts'
import type { Tx } from '../../../store/database.ts'
import type { Leg } from '../../../store/roads/distance-pairs.ts'
import { readDrivers, readVehicles, type Vehicle } from '../../../store/fleet/fleet.ts'
import { readOrder } from '../../../store/orders/orders.ts'
import { openRoutes, type Route } from '../../../store/routes/routes.ts'
import { readStop, readStops, type StopRead } from '../../../store/routes/stops.ts'
import type { Context } from '../../context.ts'
import { conflicting, missing } from '../../errors.ts'
import { milesOf } from '../../planning/units.ts'
import { chainFrom, chainLegs, leavesFrom, standing, timed } from '../retime.ts'
import { driverNames } from '../build/gather.ts'
import { breaksOf } from '../route-pauses.ts'
import { asHandStop } from './gather-plan.ts'
import { endsOf } from '../../../domain/routes/terms.ts'
import { unpaidMinutes } from '../../../domain/routes/pauses.ts'
import { lateMinutes, readyWarnings, shiftOverrun } from './lateness.ts'

export const offerPlaces = (ctx: Context, orderId: string): Promise<PlacesOut> =>
  ctx.read((tx) => placesFor(ctx, tx, orderId))

/** Why a stop is on its route: what it costs there, and at the next best places. */
export const whyHere = (ctx: Context, { routeId, stopId }: { routeId: string; stopId: string }): Promise<PlacesOut> =>
  ctx.read(async (tx) => {
    const stop = await readStop(tx, routeId, stopId)
    if (!stop) throw missing('stop with that uuid on the route')
    if (FINISHED_STOP[stop.status])
      throw conflicting('STOP_FINISHED', `${stop.externalRef} is ${stop.status}; it goes nowhere else.`)
    return placesFor(ctx, tx, stop.orderId)
  })

async function placesFor(ctx: Context, tx: Tx, orderId: string): Promise<PlacesOut> {
  const business = await findBusiness(tx)
  const order = await readOrder(tx, { orderId })
  if (!business || !order) throw missing('delivery with that uuid')
  if (order.status !== 'OPEN' && order.status !== 'SCHEDULED')
    throw conflicting('ORDER_NOT_OPEN', `${order.externalRef} is ${order.status} and can't be put on a route.`)
  const routes = await openRoutes(tx, order.deliveryDate)
  const stops = await readStops(
    tx,
    routes.map(({ routeId }) => routeId),
  )
  const vehicles = await readVehicles(tx, { vehicleIds: routes.map(({ vehicleId }) => vehicleId) })
  const drivers = driverNames(await readDrivers(tx))
  const answer: PlacesOut = { here: null, places: [], refused: [] }
  let here: PlaceOut | null = null
  for (const route of routes) {
    const vehicle = vehicles.find(({ vehicleId }) => vehicleId === route.vehicleId)
    if (!vehicle) throw missing('vehicle of the route')
    const own = stops.filter(({ routeId }) => routeId === route.routeId)
    const stop = own.find((one) => one.orderId === order.orderId)
    const refusal = stop ? null : cannotJoin({ ...route, vehicle }, asHandStop(order))
    if (refusal || !order.point) {
      if (!stop) answer.refused.push({ route_uuid: route.routeId, name: route.name, message: refusal?.message ?? '' })
      continue
    }
    const others = own.filter((one) => one !== stop)
    const trial = { business, route, vehicle, driver: drivers(route), stops: others, order, point: order.point }
    if (!stop) answer.places.push(await placeOn(ctx, tx, trial))
    else if (stop.status === 'PENDING') here = await placeOn(ctx, tx, trial, stop)
  }
  answer.places.sort(byCost)
  if (here) {
    const at = here
    answer.here = { ...at, cheaper_routes: answer.places.filter((place) => byCost(place, at) < 0).length }
  }
  return answer
}

interface Trial {
  business: Business
  route: Route
  vehicle: Vehicle
  /** By name. */
  driver: string | null
  stops: readonly StopRead[]
  order: Order
  point: Point
}

/** Its best place on the route; or where it is, `at` being its stop and `stops` the others. */
async function placeOn(
  ctx: Context,
  tx: Tx,
  { business, route, vehicle, driver, stops, order, point }: Trial,
  at?: StopRead,
): Promise<PlaceOut> {
  const begun = route.status === 'IN_PROGRESS'
  const ends = endsOf(route)
  const start = begun
    ? standing(ctx, route, stops)
    : { from: ends.start, leaves: epoch(leavesFrom(ctx, route, [...stops, order])), rest: [...stops] }
  const chain = [...chainFrom(start.from, start.rest), ...(ends.end ? [ends.end] : [])]
  // From each place to the newcomer and on, one after the other: all its legs are neighbors of one chain. At an open
  // end, no leg follows.
  const detours = [...chain.flatMap((place, i) => (i === 0 ? [place] : [point, place])), ...(ends.end ? [] : [point])]
  const { legs } = await chainLegs(ctx, tx, route, chain)
  const { legs: around } = await chainLegs(ctx, tx, route, detours)
  const from = around.filter((_, i) => i % 2 === 0)
  const to = around.filter((_, i) => i % 2 === 1)
  const behind = stops.findLastIndex(({ status }) => status !== 'PENDING') + 1
  const serviceMinutes = serviceOn(vehicle.rules, order.serviceMinutes ?? business.serviceMinutes)
  const { drive: _none, ...newcomer } = timed(ctx, route, { ...order, serviceMinutes }, 0)
  const miles = from.map((leg, i) =>
    milesOf(meters(leg) + meters(to[i]) - (start.rest.length > 0 ? meters(legs[i]) : 0)),
  )
  const open = {
    leaves: start.leaves,
    begun,
    stops: start.rest.map((stop, i) => timed(ctx, route, stop, seconds(legs[i]))),
    driveToEnd: ends.end ? seconds(legs.at(-1)) : 0,
    breaks: breaksOf(ctx, route, begun ? start.leaves : undefined),
  }
  const stop = { ...newcomer, from: from.map(seconds), to: to.map(seconds), miles }
  const place = at
    ? placeAt(open, stop, start.rest.filter(({ sequence }) => sequence < at.sequence).length)
    : bestPlace(open, stop, start.rest.filter((one) => stops.indexOf(one) < behind).length)
  const next = start.rest[place.index]
  const position = next ? stops.indexOf(next) : stops.length
  const end = new Date(place.end * 1000)
  const detour = seconds(from[place.index]) + seconds(to[place.index]) - seconds(legs[place.index])
  return {
    route_uuid: route.routeId,
    name: route.name,
    position,
    after: stops[position - 1]?.address.line1 ?? null,
    arrival: new Date(place.arrival * 1000).toISOString(),
    late_minutes: lateMinutes(ctx.calendar, route.day, {
      ...order,
      plannedArrival: new Date(place.arrival * 1000),
    }),
    added: {
      distance_miles: miles[place.index] ?? 0,
      minutes: Math.round(place.addedSeconds / 60),
      late_stops: place.addedLateStops,
    },
    warnings: [
      ...loadWarnings(vehicle, [...stops, asHandStop(order)], driver),
      ...lengthWarnings(vehicle.rules, {
        workMinutes: (workSeconds(route) + (at ? 0 : place.addedSeconds)) / 60,
        driveMinutes: (route.driveSeconds + (at ? 0 : detour)) / 60,
        unpaidMinutes: unpaidMinutes(route.pauses),
      }),
      ...(at ? [] : readyWarnings(ctx.calendar, route, [{ ...order, status: 'PENDING' }])),
      ...shiftOverrun(end, ctx.calendar.instantOf(route.day, route.shiftEnd)),
    ],
  }
}

const byCost = (a: PlaceOut, b: PlaceOut): number => a.added.late_stops - b.added.late_stops || costOf(a) - costOf(b)
const costOf = ({ added }: PlaceOut): number => detourCost(added.distance_miles, added.minutes)
const workSeconds = ({ plannedStart, plannedEnd }: Route): number =>
  ((plannedEnd?.getTime() ?? 0) - (plannedStart?.getTime() ?? 0)) / 1_000
const seconds = (leg: Leg | undefined): number => leg?.seconds ?? 0
const meters = (leg: Leg | undefined): number => leg?.meters ?? 0
const epoch = (date: Date): number => date.getTime() / 1000
