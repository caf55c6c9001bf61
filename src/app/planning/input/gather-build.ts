// Reads the input of a build: the vehicles and the deliveries. Separates deliveries that can't be planned
// (docs/spec/routes.md#build).
import type { FixOut, BuildBody, Reason } from '../../../contract/build.ts'
import { type Text, text } from '../../../texts/text.ts'
import { MAX_DELIVERIES_PER_BUILD } from '../../../contract/limits.ts'
import type { Point } from '../../../domain/orders/order.ts'
import { goodsPairs } from '../../../domain/planning/goods.ts'
import { HABIT_DAYS, familiarShares } from '../../../domain/planning/familiar-area.ts'
import { holdsVehicle, isRunning } from '../../../domain/routes/route.ts'
import { type Business, findBusiness } from '../../../store/settings/businesses.ts'
import type { Tx } from '../../../store/database.ts'
import { readVehicles, type Vehicle } from '../../../store/fleet/fleet.ts'
import { type BuildOrder, openOrders, ordersByRef } from '../../../store/orders/orders-to-build.ts'
import { areaVisits } from '../../../store/routes/area-visits.ts'
import { openRoutes, type OpenRoute, type Route } from '../../../store/routes/routes.ts'
import { readStops } from '../../../store/routes/stops.ts'
import type { Context } from '../../context.ts'
import { AppError, conflicting, invalid, missing, notFoundAt } from '../../errors.ts'
import { stateInWords } from '../../../domain/state-words.ts'
import { noDepotError } from '../../fleet/depot-of-vehicle.ts'
import { type PlannedVehicle, plannedVehicles } from './fleet.ts'

export interface Gathered {
  business: Business
  vehicles: PlannedVehicle[]
  /**
   * The deliveries to plan: the requested ones, and those on routes that are re-planned. Each delivery has a location.
   */
  orders: PlacedOrder[]
  leftOff: UnassignedOrder[]
  /**
   * Familiarity of each driver with each delivery's area, as [vehicle][order]. Null if there is no history or the build
   * ignores it.
   */
  usual?: number[][] | null
}

export interface GatheredBuild extends Gathered {
  /** IDs of those `orders` that the request is for. The build fails if none of them can be assigned to a route. */
  wanted: ReadonlySet<string>
}

export type PlacedOrder = BuildOrder & { point: Point }

export interface UnassignedOrder {
  order: BuildOrder
  reason: { code: Reason['code']; message: Text }
  nearestFix: Text | null
  fix: FixOut | null
}

export interface GatherOptions {
  /** The deliveries to plan, if the caller has read them already. */
  chosen?: readonly BuildOrder[]
  /** Maximum number of deliveries. Absent: MAX_DELIVERIES_PER_BUILD. */
  most?: number
}

/** Reads the input of a build. Throws 400 if it has more than `most` deliveries. */
export async function gather(
  ctx: Pick<Context, 'calendar'>,
  tx: Tx,
  body: BuildBody,
  { chosen, most = MAX_DELIVERIES_PER_BUILD }: GatherOptions = {},
): Promise<GatheredBuild> {
  const business = await findBusiness(tx)
  if (!business) throw missing('business')
  const vehicles = await vehiclesOf(tx, body)
  if (vehicles.length === 0)
    throw conflicting(
      'NO_VEHICLE',
      'No vehicle is available: every active vehicle has a route that day, or none is active.',
    )
  const asked = chosen ?? (await requestedOrders(tx, body, most))

  const replanned = new Set(vehicles.flatMap((vehicle) => vehicle.replanned?.route.routeId ?? []))
  const leftOff = asked.flatMap((order) => unplannableOrder(order, replanned) ?? [])
  const routable = asked.filter((order) => !leftOff.some((left) => left.order === order))
  const onRoutes = await ordersByRef(
    tx,
    vehicles.flatMap(({ replanned: again }) => again?.stops.map((stop) => stop.externalRef) ?? []),
  )
  const together = new Map([...onRoutes, ...routable].filter(isPlaced).map((order) => [order.orderId, order]))
  const apart = await ordersApartFromGoods(tx, body, [...together.values()])
  const placed = [...together.values()].filter((order) => !apart.some((left) => left.order === order))
  const wanted = new Set((body.external_refs ? routable : placed).map(({ orderId }) => orderId))
  const usual = body.options?.usual_areas === false ? null : await usualAreas(ctx, tx, body.date, vehicles, placed)
  return { business, vehicles, orders: placed, leftOff: [...leftOff, ...apart], wanted, usual }
}

/**
 * Returns deliveries that can't be planned, because their goods are picked up at another delivery that is not part of
 * the build.
 */
async function ordersApartFromGoods(
  tx: Tx,
  body: BuildBody,
  orders: readonly PlacedOrder[],
): Promise<UnassignedOrder[]> {
  const pairs = goodsPairs(orders)
  const apart = orders.flatMap((order, i) => {
    const from = order.routeId || pairs.has(i) ? undefined : order.rules?.goodsFrom
    return from === undefined ? [] : [{ order, from }]
  })
  if (apart.length === 0) return []
  const givers = new Map(
    (
      await ordersByRef(
        tx,
        apart.map(({ from }) => from),
      )
    ).map((giver) => [giver.externalRef, giver]),
  )
  return apart.flatMap(({ order, from }): UnassignedOrder[] => {
    const giver = givers.get(from)
    // The pickup is done. Its goods are at the depot, so this delivery can be planned, unless the vehicle with the
    // goods is still under way.
    if (giver?.status === 'DELIVERED' && giver.routeStatus !== 'IN_PROGRESS') return []
    const isHere = orders.some(({ externalRef }) => externalRef === from)
    const [why, nearestFix] = whyApart(giver, body.date, isHere)
    return [
      {
        order,
        reason: {
          code: 'PAIR',
          message: text('its goods are picked up at {delivery}, {why}', { delivery: from, why }),
        },
        nearestFix,
        fix: null,
      },
    ]
  })
}

function whyApart(giver: BuildOrder | undefined, date: string, isHere: boolean): [Text, Text | null] {
  if (!giver) return [text('which is not known'), null]
  if (giver.status === 'CANCELLED' || giver.status === 'FAILED')
    return [text('which is {state}', { state: stateInWords(giver.status) }), null]
  if (giver.rules?.goodsFrom !== undefined)
    return [text('whose own goods are also picked up on the way'), text('name another delivery, or none')]
  if (isHere)
    return [text('where the goods of another delivery are picked up already'), text('name another delivery, or none')]
  if (giver.deliveryDate !== date) return [text('which is for another date'), text('give both the same date')]
  if (giver.routeId)
    return [
      text('which is on {route} already', { route: giver.routeName ?? text('a route') }),
      text('fit it into that route'),
    ]
  return giver.point
    ? [text('which is not in this build'), text('build both together')]
    : [text('which has no location yet'), text('find the location of {delivery}', { delivery: giver.externalRef })]
}

/** Returns how familiar each driver is with the area of each order, from the driver's routes before this day. */
async function usualAreas(
  { calendar }: Pick<Context, 'calendar'>,
  tx: Tx,
  date: string,
  vehicles: readonly PlannedVehicle[],
  orders: readonly PlacedOrder[],
): Promise<number[][] | null> {
  const visits = await areaVisits(tx, calendar.addDays(date, -HABIT_DAYS), date)
  return familiarShares(
    visits,
    vehicles.map(({ vehicle, replanned }) => (replanned?.route ?? vehicle).driverId),
    orders.map(({ point }) => point),
  )
}

export const isPlaced = (order: BuildOrder): order is PlacedOrder => order.point !== null

/** Returns the vehicles of a build: the requested ones, or all vehicles that are free on that day. */
export async function vehiclesOf(tx: Tx, body: BuildBody): Promise<PlannedVehicle[]> {
  const named = body.vehicle_ids
  const routeOf = new Map((await openRoutes(tx, body.date)).map((route) => [route.vehicleId, route]))
  const vehicles = await readVehicles(tx, named ? { vehicleIds: named } : 'active')
  named?.forEach((id, i) => {
    if (!vehicles.some((vehicle) => vehicle.vehicleId === id)) throw notFoundAt(`vehicle_ids.${i}`, 'vehicle')
  })
  if (named) for (const vehicle of vehicles) refuseUnavailableVehicle(vehicle, routeOf.get(vehicle.vehicleId))
  const isFree = (route: OpenRoute | undefined) => !route || !holdsVehicle(route)
  const usable = named ? vehicles : vehicles.filter((vehicle) => isFree(routeOf.get(vehicle.vehicleId)))
  const stops = await readStops(
    tx,
    usable.flatMap((vehicle) => routeOf.get(vehicle.vehicleId)?.routeId ?? []),
  )
  const planned = await plannedVehicles(tx, usable, routeOf, stops, body.depot_id)
  if (planned.length < usable.length) throw body.depot_id ? notFoundAt('depot_id', 'depot') : noDepotError()
  return planned
}

function refuseUnavailableVehicle(vehicle: Vehicle, route: Route | undefined): void {
  if (!vehicle.active)
    throw conflicting('VEHICLE_INACTIVE', text('{vehicle} is not active.', { vehicle: vehicle.name }))
  if (route && isRunning(route.status))
    throw conflicting(
      'VEHICLE_BUSY',
      text('{vehicle} already drives the route {route} that day.', { vehicle: vehicle.name, route: route.name }),
    )
}

async function requestedOrders(tx: Tx, body: BuildBody, most: number): Promise<BuildOrder[]> {
  const { external_refs: refs, date } = body
  if (!refs) {
    const open = await openOrders(tx, date, most + 1)
    if (open.length > most)
      throw invalid(
        'date',
        text('has more than {most} open deliveries that are on no route; {parts}', { most, parts: splitAdvice(most) }),
      )
    return open
  }
  if (refs.length > most)
    throw invalid(
      'external_refs',
      text('must name at most {most} deliveries; {parts}', { most, parts: splitAdvice(most) }),
    )
  const found = await ordersByRef(tx, refs)
  const byRef = new Map(found.map((order) => [order.externalRef, order]))
  const orders = refs.map(
    (ref, i) => byRef.get(ref) ?? throwError(notFoundAt(`external_refs.${i}`, `delivery with the reference ${ref}`)),
  )
  const wrong = orders.flatMap((order, i) =>
    order.status === 'OPEN' && order.deliveryDate === date ? [] : [{ order, i }],
  )
  const [first] = wrong
  if (first)
    throw new AppError(
      'conflict',
      'NOT_ROUTABLE',
      first.order.status === 'OPEN'
        ? text('The delivery {delivery} is for another date.', { delivery: first.order.externalRef })
        : text('The delivery {delivery} is {state}, not open.', {
            delivery: first.order.externalRef,
            state: stateInWords(first.order.status),
          }),
      {
        fields: wrong.map(({ i }) => `external_refs.${i}`),
        details: { external_refs: wrong.map(({ order }) => order.externalRef) },
      },
    )
  return orders
}

/** Returns advice for a build with too many deliveries. */
function splitAdvice(most: number): Text {
  return most < MAX_DELIVERIES_PER_BUILD
    ? text(
        'build in parts of at most {most}, each with its external_refs and vehicle_ids, or raise BUILD_MAX_DELIVERIES of the server, at most {limit}',
        { most, limit: MAX_DELIVERIES_PER_BUILD },
      )
    : text('build in parts of at most {most}, each with its external_refs and vehicle_ids', { most })
}

export function unplannableOrder(order: BuildOrder, replanned: ReadonlySet<string>): UnassignedOrder | null {
  if (order.routeId && !replanned.has(order.routeId))
    return {
      order,
      reason: {
        code: 'ALREADY_ON_ROUTE',
        message: text('is already planned on the route {route}', { route: order.routeName ?? '' }),
      },
      nearestFix: null,
      fix: null,
    }
  if (!order.point)
    return {
      order,
      reason: { code: 'UNPLACED', message: text('its address has no location yet') },
      nearestFix: null,
      fix: null,
    }
  return null
}

function throwError(error: Error): never {
  throw error
}
