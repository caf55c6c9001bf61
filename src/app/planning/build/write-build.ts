// Writes a build's plan after checking that its input has not changed.
import type { SolvedRoute, Solution } from '../../../engine/solution.ts'
import { serviceOn } from '../../../domain/planning/rules.ts'
import type { Pause } from '../../../domain/routes/pauses.ts'
import { type FrozenRules, termsOf } from '../../../domain/routes/terms.ts'
import { audit } from '../../../store/audit/audit.ts'
import { lockVehicles } from '../../../store/fleet/fleet.ts'
import { assignStops, moveOrders } from '../../../store/orders/orders.ts'
import { lockBuildOrders } from '../../../store/orders/orders-to-build.ts'
import {
  insertRoute,
  lockRoute,
  openRoutes,
  type Route,
  savePauses,
  saveRouteVehicle,
} from '../../../store/routes/routes.ts'
import { deleteStops, insertStops, readStops, type Stop } from '../../../store/routes/stops.ts'
import type { Context, WriteTx } from '../../context.ts'
import type { PlanInput, PlanVehicle } from '../compile/plan-input.ts'
import { endOf } from '../solve/plan-shape-metrics.ts'
import type { SolvedPlan } from '../solve/solve-plan.ts'
import type { DatedDay } from '../compile/planned-day.ts'
import { freshStop } from '../../routes/fresh-stop.ts'
import { inTime, reloadPause } from '../../routes/route-pauses.ts'
import type { Gathered } from '../input/gather-build.ts'
import type { PlannedVehicle } from '../input/fleet.ts'

/**
 * Thrown if the input of the plan has changed since it was read. Nothing was written, and the plan must be made again.
 */
export class PlanOutdated extends Error {}

export interface SolvedBuild {
  /** The planned day: `date` is yyyy-MM-dd, and `day` converts between its times and the engine's seconds. */
  date: string
  day: DatedDay
  gathered: Gathered
  input: PlanInput
  solution: Solution
  sourceOf: SolvedPlan['sourceOf']
}

/** Writes the plan. Returns the IDs of its routes, in the order of their vehicles. */
export async function commitPlan(ctx: Context, tx: WriteTx, plan: SolvedBuild): Promise<string[]> {
  const { gathered, solution } = plan
  await refuseChangedInput(tx, plan)
  const replannedStops = gathered.vehicles.flatMap(({ replanned }) => replanned?.stops ?? [])
  await deleteStops(
    tx,
    replannedStops.map((stop) => stop.stopId),
  )

  const stops: Stop[] = []
  const routeIds: string[] = []
  for (const [index, planned] of gathered.vehicles.entries()) {
    const solved = solution.routes.find((route) => route.vehicle === index)
    if (!solved && !planned.replanned?.stops.length) continue
    const route = routeOf(ctx, plan, index, solved)
    if (planned.replanned) {
      await saveRouteVehicle(tx, route)
      await savePauses(tx, route)
    } else await insertRoute(tx, route)
    routeIds.push(route.routeId)
    if (solved) stops.push(...stopsOf(ctx, plan, route, solved, replannedStops))
    audit(tx, ctx, {
      action: planned.replanned ? 'route.replanned' : 'route.built',
      entity: 'route',
      entityId: route.routeId,
      detail: { stops: solved?.visits.length ?? 0 },
    })
  }
  insertStops(tx, stops)
  await moveChanged(tx, gathered, stops)
  return routeIds
}

async function refuseChangedInput(tx: WriteTx, { date, gathered }: SolvedBuild): Promise<void> {
  const { vehicles, orders } = gathered
  for (const { replanned } of vehicles.toSorted(byRoute)) {
    if (!replanned) continue
    const route = await lockRoute(tx, replanned.route.routeId)
    const stops = await readStops(tx, [replanned.route.routeId])
    if (route?.status !== 'PLANNED' || fingerprint(stops) !== fingerprint(replanned.stops)) throw new PlanOutdated()
  }
  await lockVehicles(
    tx,
    vehicles.map(({ vehicle }) => vehicle.vehicleId),
  )
  const expected = new Map(vehicles.map(({ vehicle, replanned }) => [vehicle.vehicleId, replanned?.route.routeId]))
  for (const route of await openRoutes(tx, date))
    if (expected.has(route.vehicleId) && expected.get(route.vehicleId) !== route.routeId) throw new PlanOutdated()
  const now = await lockBuildOrders(
    tx,
    orders.map((order) => order.orderId),
  )
  const before = new Map(orders.map((order) => [order.orderId, order.changedAt]))
  if (now.length !== orders.length || now.some((order) => before.get(order.orderId) !== order.changedAt))
    throw new PlanOutdated()
}

const fingerprint = (stops: readonly Stop[]): string =>
  stops.map(({ stopId, sequence, trip, locked }) => `${stopId} ${sequence} ${trip} ${locked}`).join()

const byRoute = (a: PlannedVehicle, b: PlannedVehicle): number =>
  (a.replanned?.route.routeId ?? '').localeCompare(b.replanned?.route.routeId ?? '')

function routeOf(
  ctx: Context,
  { date, day, gathered, input, sourceOf }: SolvedBuild,
  index: number,
  solved: SolvedRoute | undefined,
): Route {
  const { vehicle, depot, replanned } = gathered.vehicles[index] as PlannedVehicle
  const { costing } = input.vehicles[index] as PlanVehicle
  const { source, estimated } = sourceOf(index)
  const terms = termsOf(vehicle.rules)
  return {
    routeId: ctx.newId(),
    day: date,
    name: vehicle.name,
    status: 'PLANNED',
    vehicleId: vehicle.vehicleId,
    driverId: vehicle.driverId,
    dispatchedAt: null,
    startedAt: null,
    completedAt: null,
    cancelledAt: null,
    endsAt: null,
    phoneAt: null,
    delay: null,
    loadChecks: [],
    ...replanned?.route,
    shiftStart: vehicle.shiftStart,
    shiftEnd: vehicle.shiftEnd,
    depot: { name: depot.name, lat: depot.lat, lng: depot.lng },
    plannedStart: solved ? day.instantAt(solved.departure) : null,
    plannedEnd: solved ? day.instantAt(endOf(solved)) : null,
    distanceMeters: solved?.distance ?? 0,
    driveSeconds: solved?.driveSeconds ?? 0,
    trafficFactor: input.trafficFactor,
    pace: input.pace ?? null,
    costing,
    distanceSource: source,
    distancesEstimated: estimated,
    terms,
    pauses: solved ? pausesOf(day, terms, solved) : [],
  }
}

/** Returns the route's breaks and reloads, sorted by time. */
function pausesOf(day: DatedDay, terms: FrozenRules | null, { breaks, visits }: SolvedRoute): Pause[] {
  const rests = breaks.map(({ start, end, of }): Pause => {
    const next = visits.findIndex(({ serviceStart }) => serviceStart >= end - 1)
    return {
      kind: 'BREAK',
      which: of,
      start: day.instantAt(start),
      end: day.instantAt(end),
      before: next < 0 ? null : next + 1,
      paid: terms?.breaks?.[of]?.paid ?? true,
      lateMinutes: 0,
    }
  })
  const reloads = visits.flatMap(({ reload, trip }, i) =>
    reload ? [reloadPause(day.instantAt(reload.start), day.instantAt(reload.end), { trip, sequence: i + 1 })] : [],
  )
  return inTime([...rests, ...reloads])
}

function stopsOf(
  ctx: Context,
  { day, gathered }: SolvedBuild,
  route: Route,
  solved: SolvedRoute,
  before: readonly Stop[],
): Stop[] {
  const { vehicle } = gathered.vehicles[solved.vehicle] as PlannedVehicle
  return solved.visits.map((visit, i) => {
    const order = gathered.orders[visit.stop] as Gathered['orders'][number]
    const kept = before.find((stop) => stop.orderId === order.orderId)
    return freshStop({
      stopId: kept?.stopId ?? ctx.newId(),
      routeId: route.routeId,
      orderId: order.orderId,
      sequence: i + 1,
      trip: visit.trip,
      locked: kept?.locked ?? false,
      serviceMinutes: serviceOn(vehicle.rules, order.serviceMinutes ?? gathered.business.serviceMinutes),
      legMeters: visit.distance,
      legSeconds: visit.driveSeconds,
      plannedArrival: day.instantAt(visit.arrival),
      plannedDeparture: day.instantAt(visit.departure),
      undoCount: kept?.undoCount ?? 0,
    })
  })
}

/**
 * Updates only those orders whose route or stop changes. The change feed must not list orders of which only the arrival
 * time changed (docs/spec/orders.md#change-feed).
 */
async function moveChanged(tx: WriteTx, { orders }: Gathered, stops: readonly Stop[]): Promise<void> {
  const stopOf = new Map(stops.map((stop) => [stop.orderId, stop]))
  const moved = orders.flatMap((order) => {
    const stop = stopOf.get(order.orderId)
    return stop && (stop.routeId !== order.routeId || stop.stopId !== order.stopId) ? [stop] : []
  })
  await assignStops(tx, moved)
  const dropped = orders.filter((order) => order.routeId && !stopOf.has(order.orderId))
  await moveOrders(
    tx,
    dropped.map((order) => order.orderId),
    { routeId: null, stopId: null },
  )
}
