// A day's plan as it stands: the vehicles that can still take stops, what is on their routes, and what waits.
import { MAX_DELIVERIES_PER_TRIAL } from '../../../contract/limits.ts'
import type { Point, TemperatureClass } from '../../../domain/orders/order.ts'
import type { OrderRules } from '../../../domain/planning/rules.ts'
import { isRunning } from '../../../domain/routes/route.ts'
import type { Reason } from '../../../engine/reasons.ts'
import { canBeDriven, insertStop } from '../../../engine/trial.ts'
import { findBusiness } from '../../../store/settings/businesses.ts'
import type { Tx } from '../../../store/database.ts'
import { readDepots, readDrivers, readVehicles } from '../../../store/fleet/fleet.ts'
import { openOrders, ordersByRef } from '../../../store/orders/orders-to-build.ts'
import { openRoutes } from '../../../store/routes/routes.ts'
import { readStops } from '../../../store/routes/stops.ts'
import type { Context } from '../../context.ts'
import { compileProblem, type PlanInput, placesOf } from '../../planning/compile/compile-problem.ts'
import { ofStop } from '../../planning/input/plan-rules.ts'
import { datedDay } from '../../planning/compile/planned-day.ts'
import { trialRoads } from '../../planning/roads/trial-roads.ts'
import { driverNames, type Gathered, type PlannedVehicle } from '../../planning/input/gather-build.ts'
import { planInput } from '../../planning/input/build-input.ts'

/** The delivery asked about. */
export interface Trial {
  point: Point
  weightLbs: number | null
  temperatureClass: TemperatureClass
  windowStart: string | null
  windowEnd: string | null
  /** Null is the business's own. */
  serviceMinutes: number | null
  rules: OrderRules | null
}

/** `fits` null: there is nothing to judge by. */
export type Feasibility = { fits: true | null } | { fits: false; reason: Reason }

/** Places tried for a delivery that waits. */
const TRIES = 60

const UNKNOWN: Feasibility = { fits: null }

/**
 * Whether the delivery fits into the day's plan, each way by itself; answers are in the order of `trials`.
 */
export async function feasibleOn(ctx: Context, day: string, trials: readonly Trial[]): Promise<Feasibility[]> {
  const unknown = trials.map(() => UNKNOWN)
  const plan = trials.length > 0 ? await ctx.read((tx) => gatherDay(tx, day)) : null
  if (!plan) return unknown
  const dayPlan = planInput(ctx, plan, { date: day, vehicle_ids: [] }, datedDay(ctx.calendar, day))
  const drivers = plan.vehicles.map(({ driver }) => driver)
  const tried = trials.map((trial) => stopOf(trial, plan.business.serviceMinutes, drivers))
  const input: PlanInput = { ...dayPlan, stops: [...dayPlan.stops, ...tried] }
  const { points, indexOf } = placesOf(input)
  const wanted = legsOfTrial(input, indexOf, points.length)
  const costings = [...new Set(input.vehicles.map(({ costing }) => costing))]
  const own = await trialRoads(ctx, day, costings, points, wanted)
  const problem = compileProblem(input, indexOf, own)
  const routes = problem.vehicles.map((_, vehicle) => [...(problem.initial?.routes[vehicle] ?? [])])
  if (!canBeDriven(problem, routes)) return unknown
  const planned = new Set(routes.flat())
  const asked = problem.stops.length - trials.length
  // What waits to be routed was ordered first. Where there is no room left for all of it this way, only a build can tell.
  for (let stop = 0; stop < asked; stop++) {
    if (planned.has(stop)) continue
    if (insertStop(problem, stop, routes, TRIES)?.code === 'NO_ROOM') return unknown
    // Three hundred of them are too much for one turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return trials.map((_, i) => {
    const reason = insertStop(problem, asked + i, [...routes])
    return reason ? { fits: false, reason } : { fits: true }
  })
}

/** Only these legs are ever looked at: along the routes, and to and from whatever is to be put on one. */
function legsOfTrial(input: PlanInput, indexOf: (point: Point) => number, places: number) {
  const { vehicles, stops, initial } = input
  const at = stops.map(({ point }) => indexOf(point))
  const planned = new Set(initial?.routes.flat())
  const newcomers = new Set(at.filter((_, stop) => !planned.has(stop)))
  const along = new Set<number>()
  for (const [vehicle, route] of (initial?.routes ?? []).entries()) {
    const { start, end, reload } = vehicles[vehicle] ?? { start: null, end: null }
    // The vehicle may reload between any two stops.
    for (const stop of reload ? route : []) {
      const [place, depot] = [at[stop] as number, indexOf((reload as { point: Point }).point)]
      along.add(place * places + depot).add(depot * places + place)
    }
    const chain = [start && indexOf(start), ...route.map((stop) => at[stop] ?? null), end && indexOf(end)]
    chain.forEach((to, i) => {
      const from = chain[i - 1] ?? null
      if (from === null || to === null) return
      along.add(from * places + to).add(to * places + from)
    })
  }
  return (i: number, j: number) => newcomers.has(i) || newcomers.has(j) || along.has(i * places + j)
}

/** Null without a vehicle or depot to judge by, or with more deliveries than one plan takes. */
async function gatherDay(tx: Tx, day: string): Promise<Gathered | null> {
  const business = await findBusiness(tx)
  const routes = await openRoutes(tx, day)
  const depots = await readDepots(tx)
  const routeOf = new Map(routes.map((route) => [route.vehicleId, route]))
  const stops = await readStops(
    tx,
    routes.filter(({ status }) => !isRunning(status)).map(({ routeId }) => routeId),
  )
  const drivers = driverNames(await readDrivers(tx))
  const vehicles = (await readVehicles(tx, 'active')).flatMap((vehicle): PlannedVehicle[] => {
    const route = routeOf.get(vehicle.vehicleId)
    const depot = depots.find((one) => (vehicle.depotId ? one.depotId === vehicle.depotId : one.isDefault))
    if (!depot || (route && isRunning(route.status))) return []
    const own = route && { route, stops: stops.filter(({ routeId }) => routeId === route.routeId) }
    return [{ vehicle, depot, driver: drivers(vehicle), replanned: own ?? null }]
  })
  const waiting = await openOrders(tx, day, MAX_DELIVERIES_PER_TRIAL + 1)
  if (!business || vehicles.length === 0 || waiting.length > MAX_DELIVERIES_PER_TRIAL) return null
  const onRoutes = await ordersByRef(
    tx,
    stops.map(({ externalRef }) => externalRef),
  )
  const orders = [...onRoutes, ...waiting].flatMap((order) => (order.point ? [{ ...order, point: order.point }] : []))
  return { business, vehicles, orders, leftOff: [] }
}

const stopOf = (
  trial: Trial,
  serviceMinutes: number,
  drivers: readonly (string | null)[],
): PlanInput['stops'][number] => ({
  id: 'this delivery',
  point: trial.point,
  windowStart: trial.windowStart,
  windowEnd: trial.windowEnd,
  serviceMinutes: trial.serviceMinutes ?? serviceMinutes,
  loadWeightLbs: trial.weightLbs,
  temperatureClass: trial.temperatureClass,
  ...ofStop(trial.rules, drivers),
  lock: null,
})
