// Finds the best position for one delivery on every route of its day, and the cost of its current position. No other
// stop is moved.
import { inWords } from '../../in-words.ts'
import { text } from '../../../texts/text.ts'
import type { PlaceOut, PlacesOut } from '../../../contract/stop-places.ts'
import { serviceOn } from '../../../domain/planning/rules.ts'
import { joinRefusal } from '../../../domain/routes/manual-planning.ts'
import { lengthWarnings, loadWarnings, overload } from '../../../domain/routes/manual-warnings.ts'
import { FINISHED_STOP } from '../../../domain/routes/stop.ts'
import { lateSeconds, type TimedStop } from '../../../domain/planning/serving.ts'
import { bestPlace, detourCost } from '../../../domain/planning/insertion.ts'
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
import { milesOf } from '../../../domain/planning/units.ts'
import { currentPosition, leavesFrom } from '../retime.ts'
import { chainAlong, timedStops, waysOn } from '../route-legs.ts'
import { chainLegs } from '../chain-legs.ts'
import { driverNames } from '../../planning/input/fleet.ts'
import { breaksOf } from '../route-pauses.ts'
import { toManualStop } from './gather-plan.ts'
import { endsOf } from '../../../domain/routes/terms.ts'
import { loadedFirst, tripsBetween, tripsTaken } from '../../../domain/routes/trips.ts'
import { unpaidMinutes } from '../../../domain/routes/pauses.ts'
import { lateMinutes, readyWarnings, shiftOverrunWarnings } from './lateness.ts'
import { obstacleWarnings } from './obstacle-warnings.ts'
import { stateInWords } from '../../../domain/state-words.ts'

export const suggestPositions = (ctx: Context, orderId: string): Promise<PlacesOut> =>
  ctx.read((tx) => placesFor(ctx, tx, orderId))

/** Explains why a stop is on its route: returns its cost on this route and on the next best routes. */
export const explainPosition = (
  ctx: Context,
  { routeId, stopId }: { routeId: string; stopId: string },
): Promise<PlacesOut> =>
  ctx.read(async (tx) => {
    const stop = await readStop(tx, routeId, stopId)
    if (!stop) throw missing('stop with that uuid on the route')
    if (FINISHED_STOP[stop.status])
      throw conflicting(
        'STOP_FINISHED',
        text('{delivery} is {state} and can’t be moved.', {
          delivery: stop.externalRef,
          state: stateInWords(stop.status),
        }),
      )
    return placesFor(ctx, tx, stop.orderId)
  })

async function placesFor(ctx: Context, tx: Tx, orderId: string): Promise<PlacesOut> {
  const business = await findBusiness(tx)
  const order = await readOrder(tx, { orderId })
  if (!business || !order) throw missing('delivery with that uuid')
  if (order.status !== 'OPEN' && order.status !== 'SCHEDULED')
    throw conflicting(
      'ORDER_NOT_OPEN',
      text('{delivery} is {state} and can’t be put on a route.', {
        delivery: order.externalRef,
        state: stateInWords(order.status),
      }),
    )
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
    const refusal = stop ? null : joinRefusal({ ...route, vehicle }, toManualStop(order))
    if (refusal || !order.point) {
      if (!stop)
        answer.refused.push({
          route_uuid: route.routeId,
          name: route.name,
          message: refusal ? ctx.say(refusal.message) : '',
        })
      continue
    }
    const others = own.filter((one) => one !== stop)
    const trial = { business, route, vehicle, driver: drivers(route), stops: others, order, point: order.point }
    if (!stop) answer.places.push(await placeOn(ctx, tx, trial))
    else if (stop.status === 'PENDING') here = await placeOn(ctx, tx, trial, stop)
  }
  answer.places.sort((a, b) => Number(isUnwise(a)) - Number(isUnwise(b)) || byCost(a, b))
  if (here) {
    const at = here
    answer.here = { ...at, cheaper_routes: answer.places.filter((place) => byCost(place, at) < 0).length }
  }
  return answer
}

/**
 * Returns the nearest stops before and after a position whose goods are loaded at the route's depot. Stops with goods
 * from a hand-over are ignored.
 */
const ownAround = (stops: readonly StopRead[], position: number) =>
  [
    stops.slice(0, position).findLast(({ handOver }) => !handOver),
    stops.slice(position).find(({ handOver }) => !handOver),
  ] as const

interface Trial {
  business: Business
  route: Route
  vehicle: Vehicle
  /** The driver's name. */
  driver: string | null
  stops: readonly StopRead[]
  order: Order
  point: Point
}

/**
 * Returns the best position on the route. If `at` is set, returns the figures of this current position instead. In this
 * case, `stops` must be all other stops of the route.
 */
async function placeOn(
  ctx: Context,
  tx: Tx,
  { business, route, vehicle, driver, stops, order, point }: Trial,
  at?: StopRead,
): Promise<PlaceOut> {
  const begun = route.status === 'IN_PROGRESS'
  const going = begun ? currentPosition(ctx, route, stops) : { from: endsOf(route).start, leaves: 0, rest: [...stops] }
  const { from, rest } = going
  const indexes = at ? [rest.filter(({ sequence }) => sequence < at.sequence).length] : openIndexes(stops, rest)
  const serviceMinutes = serviceOn(vehicle.rules, order.serviceMinutes ?? business.serviceMinutes)
  const positionAt = (index: number): number => {
    const next = rest[index]
    return next ? stops.indexOf(next) : stops.length
  }
  const taken = tripsTaken(stops, route, new Date(going.leaves * 1000))
  const along = (all: readonly Timed[]) => ({ from, stops: all, aboard: begun ? taken : loadedFirst(all) })
  /**
   * The route with the order at each position. At a position between two loads, the order belongs to the load before
   * the reload, as in moves by hand.
   */
  const tried = indexes.map((index) => {
    const position = positionAt(index)
    const [trip = 1] = at ? [at.trip] : tripsBetween([{ trip: null }], ...ownAround(stops, position))
    const all: Timed[] = (rest as Timed[]).toSpliced(index, 0, { ...order, point, serviceMinutes, trip })
    return { index, all, own: (stops as readonly Loaded[]).toSpliced(position, 0, { ...toManualStop(order), trip }) }
  })
  const legsOf = await legsAmong(ctx, tx, route, [rest, ...tried.map(({ all }) => all)].map(along))
  const timedOn = (all: readonly Timed[]) => timed(ctx, route, along(all), legsOf(along(all)))
  const without = timedOn(rest)
  const insertions = tried.map(({ index, all, own }) => {
    const { meters, driveSeconds, ...open } = timedOn(all)
    return {
      index,
      own,
      ...open,
      leaves: begun ? going.leaves : epoch(leavesFrom(ctx, route, all)),
      miles: milesOf(meters - without.meters),
      detour: driveSeconds - without.driveSeconds,
      overload: overload(vehicle, own),
    }
  })
  const place = bestPlace(
    { ...without, leaves: going.leaves, begun, breaks: breaksOf(ctx, route, begun ? going.leaves : undefined) },
    insertions,
  )
  const chosen = insertions.find(({ index }) => index === place.index) as (typeof insertions)[number]
  const position = positionAt(place.index)
  const arrival = new Date(place.arrival * 1000)
  const added = at ? { work: 0, drive: 0 } : { work: place.addedSeconds, drive: chosen.detour }
  return {
    route_uuid: route.routeId,
    name: route.name,
    position,
    after: stops[position - 1]?.address.line1 ?? null,
    arrival: arrival.toISOString(),
    late_minutes: lateAt(ctx, route, order, { arrival, on: chosen.stops[place.index] }),
    added: {
      distance_miles: chosen.miles,
      minutes: Math.round(place.addedSeconds / 60),
      late_stops: place.addedLateStops,
    },
    warnings: inWords(ctx, [
      ...loadWarnings(vehicle, chosen.own, driver, ctx.formats),
      ...addedLengthWarnings(vehicle, route, added),
      ...(at ? [] : await joinWarnings(ctx, route, { ...order, point })),
      ...shiftOverrunWarnings(new Date(place.end * 1000), ctx.calendar.instantOf(route.day, route.shiftEnd)),
    ]),
  }
}

/** Returns the minutes by which an arrival is after the last window or after the street of the stop closes. */
const lateAt = (
  ctx: Context,
  { day }: Route,
  order: Order,
  { arrival, on }: { arrival: Date; on: TimedStop | undefined },
): number =>
  Math.max(
    lateMinutes(ctx.calendar, day, { ...order, plannedArrival: arrival }),
    on ? Math.floor(lateSeconds(on, epoch(arrival)) / 60) : 0,
  )

/** Returns warnings about a delivery that would join the route: a road that the vehicle can't use, or goods that are late. */
const joinWarnings = async (ctx: Context, route: Route, order: Order & { point: Point }) => [
  ...(await obstacleWarnings(ctx, route, [order])),
  ...readyWarnings(ctx, route, [{ ...order, status: 'PENDING' }]),
]

/** Returns the indexes in `rest`, the unfinished stops, before which a stop may be inserted. */
function openIndexes(stops: readonly StopRead[], rest: readonly StopRead[]): number[] {
  const behind = stops.findLastIndex(({ status }) => status !== 'PENDING') + 1
  const first = rest.filter((one) => stops.indexOf(one) < behind).length
  return Array.from({ length: rest.length + 1 - first }, (_, i) => first + i)
}

/** Returns warnings for the length of the route with this many seconds of work and driving added. */
const addedLengthWarnings = (vehicle: Vehicle, route: Route, added: { work: number; drive: number }) =>
  lengthWarnings(vehicle.rules, {
    workMinutes: (workSeconds(route) + added.work) / 60,
    driveMinutes: (route.driveSeconds + added.drive) / 60,
    unpaidMinutes: unpaidMinutes(route.pauses),
  })

/** Returns the times of the route along these legs, and its whole driving. */
function timed(ctx: Context, route: Route, way: OnWay & { stops: readonly Timed[] }, onLegs: readonly Leg[]) {
  const { toStops, home } = waysOn(route, way, onLegs)
  const legs = way.stops.length > 0 ? [...toStops, home] : []
  return {
    stops: timedStops(ctx, route, way.stops, toStops),
    driveToEnd: home.seconds,
    meters: legs.reduce((sum, { meters }) => sum + meters, 0),
    driveSeconds: legs.reduce((sum, { seconds }) => sum + seconds, 0),
  }
}

type OnWay = Parameters<typeof waysOn>[1]
type Timed = Parameters<typeof timedStops>[2][number] & OnWay['stops'][number]
type Loaded = Parameters<typeof loadWarnings>[1][number]

/**
 * Returns a function that returns the legs of each of these ways. Nearly all legs occur in several ways, so each leg is
 * computed only once.
 */
async function legsAmong(ctx: Context, tx: Tx, route: Route, ways: readonly OnWay[]) {
  const keyOf = (a: Point, b: Point): string => `${a.lat},${a.lng} ${b.lat},${b.lng}`
  const pairsOf = (way: OnWay): [Point, Point][] => {
    const chain = chainAlong(route, way)
    return chain.slice(1).map((to, i) => [chain[i] as Point, to])
  }
  const asked = new Set<string>()
  const chain: Point[] = []
  for (const [a, b] of ways.flatMap(pairsOf)) {
    if (asked.has(keyOf(a, b))) continue
    asked.add(keyOf(a, b))
    chain.push(...(chain.at(-1) === a ? [b] : [a, b]))
  }
  const { legs } = await chainLegs(ctx, tx, route, chain)
  const known = new Map(legs.map((leg, i) => [keyOf(chain[i] as Point, chain[i + 1] as Point), leg]))
  return (way: OnWay): Leg[] => pairsOf(way).map(([a, b]) => known.get(keyOf(a, b)) as Leg)
}

/**
 * Returns whether the position has warnings: it overloads the vehicle, or the vehicle or driver doesn't meet the
 * requirements.
 */
const isUnwise = ({ warnings }: PlaceOut): boolean => warnings.length > 0
const byCost = (a: PlaceOut, b: PlaceOut): number => a.added.late_stops - b.added.late_stops || costOf(a) - costOf(b)
const costOf = ({ added }: PlaceOut): number => detourCost(added.distance_miles, added.minutes)
const workSeconds = ({ plannedStart, plannedEnd }: Route): number =>
  ((plannedEnd?.getTime() ?? 0) - (plannedStart?.getTime() ?? 0)) / 1_000
const epoch = (date: Date): number => date.getTime() / 1000
