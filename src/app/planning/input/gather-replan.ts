// The open routes of a day as they are now, and what is asked of them.
import type { ReplanBody } from '../../../contract/replan.ts'
import { serviceOnOther } from '../../../domain/planning/rules.ts'
import { serviceStart } from '../../../domain/planning/serving.ts'
import { meanFactor } from '../../../domain/planning/traffic.ts'
import { CUBIC_FEET, PIECES, POUNDS } from '../../../domain/routes/by-hand.ts'
import { routeRefusal } from '../../../domain/routes/route.ts'
import { tripsTaken } from '../../../domain/routes/trips.ts'
import { endsOf } from '../../../domain/routes/terms.ts'
import { FINISHED_STOP } from '../../../domain/routes/stop.ts'
import { readDepots, readDrivers, readVehicles, type Vehicle } from '../../../store/fleet/fleet.ts'
import { type BuildOrder, ordersById } from '../../../store/orders/orders-to-build.ts'
import type { ReplanBasis } from '../../../domain/routes/replan-plan.ts'
import { lastPositions, openRoutes, type Route } from '../../../store/routes/routes.ts'
import { readStops, routesHandingOver, type StopRead } from '../../../store/routes/stops.ts'
import { findBusiness } from '../../../store/settings/businesses.ts'
import type { Tx } from '../../../store/database.ts'
import type { Context } from '../../context.ts'
import { AppError, conflicting, missing, refuse } from '../../errors.ts'
import { type DatedDay, datedDay } from '../compile/planned-day.ts'
import { roadsFor } from '../roads/distances.ts'
import { driverNames } from './gather-build.ts'
import { heldUntil, standing } from '../../routes/retime.ts'
import { breaksOf } from '../../routes/route-pauses.ts'
import { type FoundPlaces, handOverFrom } from './hand-over-places.ts'
import { type PlannedHandOver, type ReplanDay, type ReplanStop, type Van, windowsOn } from './vans.ts'
import { sum } from '../../../domain/sum.ts'
import { stateInWords } from '../../../domain/state-words.ts'

/** Older, a position says nothing any more of where a driver is. */
const POSITION_HOLDS_MS = 10 * 60_000

export interface GatheredReplan extends ReplanDay {
  day: DatedDay
  basis: ReplanBasis
  /** Named, but nowhere on the map. */
  unplaced: BuildOrder[]
  /** Under way on a vehicle that drives no further. */
  stranded: { routeId: string; stop: StopRead }[]
  line1Of: (orderId: string) => string
}

/** `found` are the places of the addresses that it names. */
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
  const named = new Set(namedIn(body).map(({ id }) => id))
  const all = routes.map((route) => {
    const vehicle = vehicles.find(({ vehicleId }) => vehicleId === route.vehicleId)
    if (!vehicle) throw missing('vehicle of the route')
    const own = stops.filter(({ routeId }) => routeId === route.routeId)
    const seen = positions.get(route.routeId)
    const fresh = seen && ctx.now.getTime() - seen.at.getTime() < POSITION_HOLDS_MS ? seen : undefined
    const handOver = handOverFrom(ctx, body, { route, stops: own, seen, day, depots, found })
    return vanOf(ctx, { route, vehicle, driver: drivers(route), stops: own, seen: fresh, day, body, grown, handOver })
  })
  const emptied = new Set(routes.flatMap(({ routeId, endsAt }) => (endsAt ? routeId : [])))
  const isOut = (routeId: string): boolean => handsOver.has(routeId) || emptied.has(routeId)
  // A vehicle whose stops have all gone to others gets nothing without being asked for.
  const vans = all.filter(({ routeId, rest }) => rest.length > 0 || named.has(routeId) || !isOut(routeId))
  const rests = new Set(vans.flatMap(({ rest }) => rest.map(({ orderId }) => orderId)))
  const waiting = await ordersById(
    tx,
    stops.map(({ orderId }) => orderId),
  )
  return {
    day,
    vans,
    trafficFactor: meanFactor(business.trafficFactors, routes),
    units: ctx.formats.units,
    clock: ctx.formats.clock,
    newcomers: wanted.flatMap((order) =>
      order.point ? [newcomerOf(order, order.point, business.serviceMinutes)] : [],
    ),
    unplaced: wanted.filter(({ point }) => !point),
    stranded: stops.flatMap((stop) =>
      body.broken_down?.includes(stop.routeId) &&
      stop.status !== 'PENDING' &&
      !FINISHED_STOP[stop.status] &&
      !rests.has(stop.orderId)
        ? [{ routeId: stop.routeId, stop }]
        : [],
    ),
    line1Of: (orderId) => lines.get(orderId) ?? '',
    basis: basisOf(routes, stops, [...waiting, ...wanted]),
  }
}

/** The open routes of the date, or those of them that may change. */
async function routesOf(tx: Tx, body: ReplanBody): Promise<Route[]> {
  const open = await openRoutes(tx, body.date)
  const named = namedIn(body)
  for (const { id, field } of named)
    if (!open.some(({ routeId }) => routeId === id)) throw unknown(field, 'open route of that date with that uuid')
  if (open.length === 0) throw conflicting('NO_OPEN_ROUTE', 'No route of that date is planned or under way.')
  const { route_uuids: only } = body
  return only ? open.filter(({ routeId }) => named.some(({ id }) => id === routeId)) : open
}

/** The routes that it names, each with its field. */
const namedIn = (body: ReplanBody): { id: string; field: string }[] => [
  ...(body.route_uuids ?? []).map((id, i) => ({ id, field: `route_uuids.${i}` })),
  ...(body.broken_down ?? []).map((id, i) => ({ id, field: `broken_down.${i}` })),
  ...(body.late ?? []).map((one, i) => ({ id: one.route_uuid, field: `late.${i}.route_uuid` })),
  ...(body.going_home ?? []).map((one, i) => ({ id: one.route_uuid, field: `going_home.${i}.route_uuid` })),
  ...(body.hand_over ?? []).map((one, i) => ({ id: one.route_uuid, field: `hand_over.${i}.route_uuid` })),
]

type Grown = ReadonlyMap<string, { serviceMinutes: number | null; loadWeightLbs: number | null }>

/** By stop. */
function grownStops(body: ReplanBody, stops: readonly StopRead[]): Grown {
  return new Map(
    (body.grown ?? []).map(({ stop_uuid, service_minutes, load_weight_lbs }, i) => {
      const stop = stops.find(({ stopId }) => stopId === stop_uuid)
      if (!stop) throw unknown(`grown.${i}.stop_uuid`, 'stop with that uuid on these routes')
      if (FINISHED_STOP[stop.status])
        throw new AppError(
          'conflict',
          'STOP_FINISHED',
          `${stop.externalRef} is ${stateInWords(stop.status)} already.`,
          {
            fields: [`grown.${i}.stop_uuid`],
          },
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
    if (!order) throw unknown(field, 'delivery with that uuid')
    const fault =
      order.status !== 'OPEN'
        ? `is ${stateInWords(order.status)}, not open`
        : order.routeId
          ? `is on the route ${order.routeName ?? ''} already`
          : order.deliveryDate !== body.date
            ? 'is for another date'
            : null
    if (fault)
      throw new AppError('conflict', 'NOT_ROUTABLE', `The delivery ${order.externalRef} ${fault}.`, {
        fields: [field],
        details: { external_refs: [order.externalRef] },
      })
    return order
  })
}

interface Standing {
  route: Route
  vehicle: Vehicle
  /** The name of who drives the route. */
  driver: string | null
  stops: readonly StopRead[]
  seen: { lat: number; lng: number; at: Date } | undefined
  day: DatedDay
  body: ReplanBody
  grown: Grown
  handOver: PlannedHandOver | null
}

function vanOf(ctx: Context, at: Standing): Van {
  const { route, vehicle, stops, day, body, grown, handOver } = at
  refuse(routeRefusal(route.status, 'cancel'))
  const home = body.going_home?.find(({ route_uuid }) => route_uuid === route.routeId)
  const out = body.broken_down?.includes(route.routeId) === true
  // Where a vehicle that drives no further heads to, another can head to once it has the goods.
  const isOpen = ({ status }: StopRead): boolean => status === 'PENDING' || (out && !!handOver && status === 'EN_ROUTE')
  const isRest = (stop: StopRead): boolean => isOpen(stop) && stop.point !== null
  const rest = stops.filter(isRest)
  const taken = tripsTaken(stops, route, ctx.now)
  // Whoever drives on has loaded for the stop that comes first.
  const under = stops.find(({ status }) => status === 'EN_ROUTE')
  if (under && !out) taken.add(under.trip)
  const { reload } = route.terms ?? {}
  const notAboard = ({ trip }: StopRead): boolean => route.status === 'IN_PROGRESS' && !taken.has(trip)
  const toLoad = (stop: StopRead): boolean => !!reload && !stop.handOver && notAboard(stop)
  const waits = (stop: StopRead): boolean => !!stop.handOver && (route.status !== 'IN_PROGRESS' || notAboard(stop))
  const secondsOf = (instant: Date): number => (instant.getTime() - day.instantAt(0).getTime()) / 1000
  /** Of goods that are in no vehicle, or are handed over to others; not of what is picked up on the way first. */
  const placeOf = (stop: StopRead): Pick<ReplanStop, 'toLoad' | 'atDepot'> & { handOver: PlannedHandOver | null } => {
    const { handOver: kept, rules } = stop
    if (kept && waits(stop)) return { toLoad: true, handOver: { ...kept, ready: secondsOf(new Date(kept.from)) } }
    if (toLoad(stop)) return { toLoad: true, handOver: null, atDepot: atDepotFrom(ctx, route, stop, secondsOf) }
    if (!handOver) return { handOver: null }
    const comes = rest.some(({ externalRef }) => externalRef === rules?.goodsFrom)
    return { toLoad: true, handOver: comes ? null : handOver }
  }
  if (home && rest.some(toLoad))
    throw new AppError(
      'conflict',
      'RELOAD_TO_COME',
      `${route.name} has still to load again; take the stops of its next load off it first.`,
      { fields: [`going_home.${body.going_home?.indexOf(home)}.route_uuid`] },
    )
  const aboard = stops.filter((stop) => !isRest(stop) && stop.status !== 'DELIVERED' && !toLoad(stop) && !waits(stop))
  // Since it was last at its depot.
  const pickedUp = stops.filter(({ status, trip }) => status === 'DELIVERED' && trip === Math.max(...taken))
  const late = body.late?.find(({ route_uuid }) => route_uuid === route.routeId)
  const undelayed = late?.replace === true
  const going = goesOnFrom(ctx, at, undelayed)
  const until = undelayed ? null : heldUntil(route, stops)
  const held = until ? (until.getTime() - day.instantAt(0).getTime()) / 1000 : -Infinity
  const leaves = Math.ceil(Math.max(going.leaves, held) + (late?.minutes ?? 0) * 60)
  return {
    routeId: route.routeId,
    name: route.name,
    status: route.status,
    costing: roadsFor(ctx.distances, vehicle),
    capacityLbs: vehicle.capacityLbs,
    temperatureClasses: vehicle.temperatureClasses,
    maxStops: vehicle.maxStops,
    rules: vehicle.rules,
    driver: at.driver,
    end: endsOf(route).end,
    from: going.from,
    leaves,
    breaks: breaksOfVan(ctx, route, day, leaves),
    left: leftAt(at),
    // Once all its goods are aboard it loads no more.
    reload: reload && (route.status !== 'IN_PROGRESS' || rest.some(toLoad)) ? { depot: route.depot, ...reload } : null,
    taken,
    shiftEnd: day.secondsAt(route.shiftEnd),
    homeBy: home ? day.secondsAt(home.at) : null,
    out,
    grown: new Map(
      rest.flatMap(({ stopId, orderId, loadWeightLbs }) =>
        grown.has(stopId) ? [[orderId, { loadBefore: loadWeightLbs }] as const] : [],
      ),
    ),
    stopsBefore: stops.length - rest.length,
    reached: new Set(
      stops.flatMap((stop) =>
        isRest(stop) || stop.status === 'FAILED' || stop.status === 'SKIPPED' ? [] : [stop.externalRef],
      ),
    ),
    aboardPieces: sum(aboard, PIECES.load) + sum(pickedUp, PIECES.pickup),
    aboardCubicFeet: sum(aboard, CUBIC_FEET.load) + sum(pickedUp, CUBIC_FEET.pickup),
    aboardLbs:
      sum(aboard, (stop) => grown.get(stop.stopId)?.loadWeightLbs ?? stop.loadWeightLbs) + sum(pickedUp, POUNDS.pickup),
    rest: rest.map((stop): ReplanStop => {
      const more = grown.get(stop.stopId)
      return {
        ...stop,
        point: stop.point as NonNullable<StopRead['point']>,
        serviceMinutes: serviceOnOther(vehicle.rules, null, more?.serviceMinutes ?? stop.serviceMinutes),
        loadWeightLbs: more?.loadWeightLbs ?? stop.loadWeightLbs,
        status: 'PENDING',
        ...placeOf(stop),
      }
    }),
  }
}

/** Where others take over what a route that has started has still to load: at its depot, once it is ready. */
function atDepotFrom(
  ctx: Context,
  { routeId, name, depot, day, terms }: Route,
  { rules }: StopRead,
  secondsOf: (instant: Date) => number,
): PlannedHandOver {
  const ready = rules?.readyAt ? ctx.calendar.instantOf(day, rules.readyAt) : ctx.now
  const from = ready > ctx.now ? ready : ctx.now
  const minutes = terms?.reload?.minutes ?? 0
  return { ...depot, routeId, by: name, from: from.toISOString(), ready: secondsOf(from), minutes }
}

/** To come, on the planned day's clock. */
function breaksOfVan(ctx: Context, route: Route, day: DatedDay, leaves: number): Van['breaks'] {
  const origin = day.instantAt(0).getTime() / 1000
  const at = route.status === 'IN_PROGRESS' ? origin + leaves : undefined
  return breaksOf(ctx, route, at).map((due) => ({
    ...due,
    start: due.start - origin,
    end: due.end - origin,
    paid: route.terms?.breaks?.[due.which]?.paid ?? true,
  }))
}

/** Of a route under way: when it left, and what of its driving is done or to its stop under way. */
function leftAt({ route, stops, day }: Standing): Van['left'] {
  if (route.status !== 'IN_PROGRESS' || !route.startedAt) return null
  return {
    at: (route.startedAt.getTime() - day.instantAt(0).getTime()) / 1000,
    driveSeconds: stops.reduce((sum, { status, legSeconds }) => sum + (status === 'PENDING' ? 0 : legSeconds), 0),
  }
}

/**
 * From the stop that the driver is at or heads to, once it is done; else from the last place known, now. `undelayed`:
 * that stop without the delay that was told of the route.
 */
function goesOnFrom(
  ctx: Context,
  { route, stops, seen, day, grown }: Standing,
  undelayed: boolean,
): Pick<Van, 'from' | 'leaves'> {
  const secondsOf = (date: Date): number => (date.getTime() - day.instantAt(0).getTime()) / 1000
  const now = secondsOf(ctx.now)
  if (route.status !== 'IN_PROGRESS')
    return { from: endsOf(route).start, leaves: Math.max(now, day.secondsAt(route.shiftStart)) }
  const under = stops.find(({ status }) => status === 'ARRIVED') ?? stops.find(({ status }) => status === 'EN_ROUTE')
  if (under?.point) {
    const service = (grown.get(under.stopId)?.serviceMinutes ?? under.serviceMinutes) * 60
    const there = under.arrivedAt
      ? secondsOf(under.arrivedAt)
      : Math.max(now, secondsOf(under.eta ?? under.plannedArrival) - (undelayed ? delayIn(ctx, route, stops) : 0))
    return {
      from: under.point,
      leaves: Math.max(now, serviceStart({ windows: windowsOn(day, under) }, there) + service),
    }
  }
  const position = seen && { point: { lat: seen.lat, lng: seen.lng }, at: seen.at }
  const last = stops.reduce((latest, { finishedAt }) => Math.max(latest, finishedAt?.getTime() ?? 0), 0)
  const newer = position && position.at.getTime() >= last ? position : null
  return { from: standing(ctx, route, stops, newer).from, leaves: now }
}

/** Seconds that a started route stands still by what was told of it. */
function delayIn(ctx: Context, route: Route, stops: readonly StopRead[]): number {
  const leaves = (delay: Route['delay']): number => standing(ctx, { ...route, delay }, stops).leaves
  return leaves(route.delay) - leaves(null)
}

const newcomerOf = (
  order: BuildOrder,
  point: NonNullable<BuildOrder['point']>,
  serviceMinutes: number,
): ReplanStop => ({
  orderId: order.orderId,
  externalRef: order.externalRef,
  status: 'PENDING',
  locked: false,
  point,
  windowStart: order.windowStart,
  windowEnd: order.windowEnd,
  serviceMinutes: order.serviceMinutes ?? serviceMinutes,
  loadWeightLbs: order.loadWeightLbs,
  temperatureClass: order.temperatureClass,
  rules: order.rules,
})

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

const unknown = (field: string, what: string): AppError =>
  new AppError('missing', 'NOT_FOUND', `There is no ${what} for this business.`, { fields: [field] })
