// Moves deliveries by hand between routes, or removes them from routes. A preview makes the same changes in a
// transaction that is rolled back.
import type { MovesBody, MovesOut, RouteEffect, RouteFigures } from '../../../contract/manual-planning.ts'
import { inWords } from '../../in-words.ts'
import { applyMove, withTrips, withReloadChange } from '../../../domain/routes/manual-planning.ts'
import { loadWarnings, type Warning } from '../../../domain/routes/manual-warnings.ts'
import { silenceWarnings } from '../../../domain/routes/silence.ts'
import { readVehicles } from '../../../store/fleet/fleet.ts'
import { readRoutes, type RouteRead } from '../../../store/routes/routes.ts'
import { readStops, type StopRead } from '../../../store/routes/stops.ts'
import type { Context, WriteTx } from '../../context.ts'
import { valueOrThrow } from '../../errors.ts'
import { milesOf, roundToHundredths } from '../../../domain/planning/units.ts'
import { gatherPlan } from './gather-plan.ts'
import { lockedRoutes } from '../locked-route.ts'
import { streetsOfStops } from '../../orders/street-of.ts'
import { lateMinutes, type StreetHoursByStop, timeWarnings } from './lateness.ts'
import { obstacleWarnings } from './obstacle-warnings.ts'
import { openRouteIn } from './open-route.ts'
import { versionOf } from './version.ts'
import { writePlan } from './write-plan.ts'

export const moveStops = (ctx: Context, body: MovesBody): Promise<MovesOut> =>
  body.preview ? ctx.rehearse((tx) => applyMoves(ctx, tx, body)) : ctx.write((tx) => applyMoves(ctx, tx, body))

async function applyMoves(
  ctx: Context,
  tx: WriteTx,
  { moves: wanted, load_again: loads, versions: seen, trips, new_route: added }: MovesBody,
): Promise<MovesOut> {
  const opened = added && (await openFor(ctx, tx, added))
  const moves = opened ? [...wanted, opened.move] : wanted
  const versions = opened ? { ...seen, ...opened.versions } : seen
  const orderIds = [...new Set([...moves.flatMap((one) => one.order_uuids), ...(loads ? [loads.order_uuid] : [])])]
  const routeIds = moves.flatMap(({ to }) => (to ? [to.route_uuid] : []))
  const gathered = await gatherPlan(tx, { orderIds, routeIds, versions })
  const touched = gathered.routes.map(({ route }) => route.routeId)
  const before = await readRoutes(tx, { routeIds: touched })

  let { plan } = gathered
  for (const { order_uuids, to } of moves)
    plan = valueOrThrow(
      applyMove(plan, { orderIds: order_uuids, to: to && { routeId: to.route_uuid, position: to.position } }),
    )
  if (loads) plan = valueOrThrow(withReloadChange(plan, { orderId: loads.order_uuid, again: loads.again }))
  if (trips) plan = withTrips(plan, trips)
  await writePlan(ctx, tx, gathered, plan)
  const after = await readRoutes(tx, { routeIds: touched })
  return effectOf(
    ctx,
    tx,
    before,
    gathered.routes.flatMap(({ stops }) => stops),
    after,
  )
}

/** Opens the vehicle's route and returns the move of the deliveries to it, with its version. */
async function openFor(ctx: Context, tx: WriteTx, wanted: NonNullable<MovesBody['new_route']>) {
  const routeId = await openRouteIn(ctx, tx, { vehicleId: wanted.vehicle_uuid, day: wanted.date })
  const [route] = await lockedRoutes(tx, [routeId])
  return {
    move: { order_uuids: wanted.order_uuids, to: { route_uuid: routeId, position: 0 } },
    versions: route ? { [routeId]: versionOf(route, []) } : {},
  }
}

async function effectOf(
  ctx: Context,
  tx: WriteTx,
  before: readonly RouteRead[],
  stopsBefore: readonly StopRead[],
  after: readonly RouteRead[],
): Promise<MovesOut> {
  const stopsAfter = await readStops(
    tx,
    after.map(({ routeId }) => routeId),
  )
  const vehicles = await readVehicles(tx, { vehicleIds: after.map(({ vehicleId }) => vehicleId) })
  const streetsOf = (routesThen: readonly RouteRead[], stops: readonly StopRead[]) =>
    streetsOfStops(
      ctx,
      routesThen.map((route) => ({ route, stops: stopsOn(route, stops) })),
    )
  const [streetsBefore, streets] = await Promise.all([streetsOf(before, stopsBefore), streetsOf(after, stopsAfter)])
  const obstacles = new Map<string, Warning[]>()
  for (const route of after) {
    const joined = stopsOn(route, stopsAfter).filter(
      ({ orderId }) => !stopsOn(route, stopsBefore).some((stop) => stop.orderId === orderId),
    )
    obstacles.set(route.routeId, await obstacleWarnings(ctx, route, joined))
  }
  const routes = after.flatMap((route): RouteEffect[] => {
    const was = before.find(({ routeId }) => routeId === route.routeId)
    const vehicle = vehicles.find(({ vehicleId }) => vehicleId === route.vehicleId)
    if (!was || !vehicle) return []
    const stops = stopsOn(route, stopsAfter)
    return [
      {
        route_uuid: route.routeId,
        name: route.name,
        before: figuresOf(ctx, was, stopsOn(was, stopsBefore), streetsBefore),
        after: figuresOf(ctx, route, stops, streets),
        warnings: inWords(ctx, [
          ...loadWarnings(vehicle, stops, route.driverName, ctx.formats),
          ...(obstacles.get(route.routeId) ?? []),
          ...timeWarnings(ctx, route, stops, vehicle.rules, streets),
          ...silenceWarnings(was, removedStopsOf(stopsBefore, stops, was), ctx.now),
        ]),
      },
    ]
  })
  const added = (figure: (of: RouteFigures) => number) =>
    roundToHundredths(routes.reduce((sum, route) => sum + figure(route.after) - figure(route.before), 0))
  return {
    routes,
    added: {
      distance_miles: added((of) => of.distance_miles),
      minutes: added((of) => of.minutes),
      late_stops: added((of) => of.late_stops),
    },
  }
}

const removedStopsOf = (before: readonly StopRead[], now: readonly StopRead[], { routeId }: RouteRead): StopRead[] =>
  before.filter((stop) => stop.routeId === routeId && !now.some(({ orderId }) => orderId === stop.orderId))

const stopsOn = (route: RouteRead, stops: readonly StopRead[]): StopRead[] =>
  stops.filter(({ routeId }) => routeId === route.routeId)

function figuresOf(
  ctx: Context,
  route: RouteRead,
  stops: readonly StopRead[],
  streets: StreetHoursByStop,
): RouteFigures {
  const { plannedStart, plannedEnd } = route
  return {
    stop_count: route.stopCount,
    distance_miles: milesOf(route.distanceMeters),
    minutes: plannedStart && plannedEnd ? Math.round((plannedEnd.getTime() - plannedStart.getTime()) / 60_000) : 0,
    late_stops: stops.filter((stop) => lateMinutes(ctx.calendar, route.day, stop, streets.get(stop.stopId)?.spans) > 0)
      .length,
    load_weight_lbs: roundToHundredths(route.loadWeightLbs),
    planned_end: plannedEnd?.toISOString() ?? null,
  }
}
