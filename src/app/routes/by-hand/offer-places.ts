// For one delivery, the best place on every route of its day: what it would cost there, with no other stop moved.
import type { PlaceOut, PlacesOut } from '../../../contract/office/day.ts'
import { serviceOn } from '../../../domain/planning/rules.ts'
import { cannotJoin, lengthWarnings, loadWarnings } from '../../../domain/routes/by-hand.ts'
import { bestPlace, detourCost } from '../../../domain/planning/insertion.ts'
import type { Order, Point } from '../../../domain/orders/order.ts'
import { type Business, findBusiness } from '../../../store/settings/businesses.ts'
import type { Tx } from '../../../store/database.ts'
import type { Leg } from '../../../store/roads/distance-pairs.ts'
import { readDrivers, readVehicles, type Vehicle } from '../../../store/fleet/fleet.ts'
import { readOrder } from '../../../store/orders/orders.ts'
import { openRoutes, type Route } from '../../../store/routes/routes.ts'
import { readStops, type StopRead } from '../../../store/routes/stops.ts'
import type { Context } from '../../context.ts'
import { conflicting, missing } from '../../errors.ts'
import { milesOf } from '../../planning/units.ts'
import { chainFrom, chainLegs, standing, timed } from '../retime.ts'
import { driverNames } from '../build/gather.ts'
import { asHandStop } from './gather-plan.ts'
import { lateMinutes, shiftOverrun } from './lateness.ts'

export async function offerPlaces(ctx: Context, orderId: string): Promise<PlacesOut> {
  return ctx.read(async (tx) => {
    const business = await findBusiness(tx)
    const order = await readOrder(tx, { orderId })
    if (!business || !order) throw missing('delivery with that uuid')
    if (order.status !== 'OPEN' && order.status !== 'SCHEDULED')
      throw conflicting('ORDER_NOT_OPEN', `${order.externalRef} is ${order.status} and can't be put on a route.`)
    const routes = (await openRoutes(tx, order.deliveryDate)).filter(({ routeId }) => routeId !== order.routeId)
    const stops = await readStops(
      tx,
      routes.map(({ routeId }) => routeId),
    )
    const vehicles = await readVehicles(tx, { vehicleIds: routes.map(({ vehicleId }) => vehicleId) })
    const drivers = driverNames(await readDrivers(tx))
    const answer: PlacesOut = { places: [], refused: [] }
    for (const route of routes) {
      const vehicle = vehicles.find(({ vehicleId }) => vehicleId === route.vehicleId)
      if (!vehicle) throw missing('vehicle of the route')
      const refusal = cannotJoin({ ...route, vehicle }, asHandStop(order))
      if (refusal || !order.point)
        answer.refused.push({ route_uuid: route.routeId, name: route.name, message: refusal?.message ?? '' })
      else {
        const own = stops.filter(({ routeId }) => routeId === route.routeId)
        answer.places.push(
          await placeOn(ctx, tx, {
            business,
            route,
            vehicle,
            driver: drivers(route),
            stops: own,
            order,
            point: order.point,
          }),
        )
      }
    }
    answer.places.sort((a, b) => a.added.late_stops - b.added.late_stops || costOf(a) - costOf(b))
    return answer
  })
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

async function placeOn(
  ctx: Context,
  tx: Tx,
  { business, route, vehicle, driver, stops, order, point }: Trial,
): Promise<PlaceOut> {
  const begun = route.status === 'IN_PROGRESS'
  const start = begun
    ? standing(ctx, route, stops)
    : { from: route.depot, leaves: epoch(ctx.calendar.instantOf(route.day, route.shiftStart)), rest: [...stops] }
  const chain = [...chainFrom(start.from, start.rest), route.depot]
  // From each place to the newcomer and on, one after the other: all its legs are neighbors of one chain.
  const detours = chain.flatMap((place, i) => (i === 0 ? [place] : [point, place]))
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
  const place = bestPlace(
    {
      leaves: start.leaves,
      begun,
      stops: start.rest.map((stop, i) => timed(ctx, route, stop, seconds(legs[i]))),
      driveToEnd: seconds(legs.at(-1)),
    },
    { ...newcomer, from: from.map(seconds), to: to.map(seconds), miles },
    start.rest.filter((stop) => stops.indexOf(stop) < behind).length,
  )
  const next = start.rest[place.index]
  const position = next ? stops.indexOf(next) : stops.length
  const end = new Date(place.end * 1000)
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
        workMinutes:
          ((route.plannedEnd?.getTime() ?? 0) - (route.plannedStart?.getTime() ?? 0) + place.addedSeconds * 1_000) /
          60_000,
        driveMinutes:
          (route.driveSeconds + seconds(from[place.index]) + seconds(to[place.index]) - seconds(legs[place.index])) /
          60,
      }),
      ...shiftOverrun(end, ctx.calendar.instantOf(route.day, route.shiftEnd)),
    ],
  }
}

const costOf = ({ added }: PlaceOut): number => detourCost(added.distance_miles, added.minutes)
const seconds = (leg: Leg | undefined): number => leg?.seconds ?? 0
const meters = (leg: Leg | undefined): number => leg?.meters ?? 0
const epoch = (date: Date): number => date.getTime() / 1000
