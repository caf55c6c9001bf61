// Makes the input of a plan that tries to add deliveries to a day. It has the vehicles that can still take stops, the
// stops of their routes, the open deliveries, and the deliveries to try.
import { MAX_DELIVERIES_PER_TRIAL } from '../../../contract/limits.ts'
import { isRunning } from '../../../domain/routes/route.ts'
import type { Tx } from '../../../store/database.ts'
import { readVehicles } from '../../../store/fleet/fleet.ts'
import { openOrders, ordersByRef } from '../../../store/orders/orders-to-build.ts'
import { openRoutes } from '../../../store/routes/routes.ts'
import { readStops } from '../../../store/routes/stops.ts'
import { findBusiness } from '../../../store/settings/businesses.ts'
import type { Context } from '../../context.ts'
import type { PlanInput } from '../compile/plan-input.ts'
import { datedDay } from '../compile/planned-day.ts'
import { buildInput } from './build-input.ts'
import { plannedVehicles } from './fleet.ts'
import { type Gathered, isPlaced } from './gather-build.ts'
import { type Delivery, deliveryStop } from './plan-parts.ts'

/**
 * Returns the input. The deliveries to try are its last stops. Null if no vehicle with a depot is available, or if the
 * day has more than MAX_DELIVERIES_PER_TRIAL open deliveries.
 */
export async function trialInput(ctx: Context, day: string, trials: readonly Delivery[]): Promise<PlanInput | null> {
  const gathered = await ctx.read((tx) => gatherDay(tx, day))
  if (!gathered) return null
  const input = buildInput(ctx, gathered, { date: day, vehicle_ids: [] }, datedDay(ctx.calendar, day))
  const { serviceMinutes } = gathered.business
  const tried = trials.map((trial) => ({ ...deliveryStop(trial, serviceMinutes), id: 'this delivery', lock: null }))
  return { ...input, stops: [...input.stops, ...tried] }
}

async function gatherDay(tx: Tx, day: string): Promise<Gathered | null> {
  const business = await findBusiness(tx)
  const routes = await openRoutes(tx, day)
  const routeOf = new Map(routes.map((route) => [route.vehicleId, route]))
  const isOut = (vehicleId: string): boolean => isRunning(routeOf.get(vehicleId)?.status ?? 'PLANNED')
  const stops = await readStops(
    tx,
    routes.filter(({ status }) => !isRunning(status)).map(({ routeId }) => routeId),
  )
  const active = (await readVehicles(tx, 'active')).filter(({ vehicleId }) => !isOut(vehicleId))
  const vehicles = await plannedVehicles(tx, active, routeOf, stops)
  const waiting = await openOrders(tx, day, MAX_DELIVERIES_PER_TRIAL + 1)
  if (!business || vehicles.length === 0 || waiting.length > MAX_DELIVERIES_PER_TRIAL) return null
  const onRoutes = await ordersByRef(
    tx,
    stops.map(({ externalRef }) => externalRef),
  )
  return { business, vehicles, orders: [...onRoutes, ...waiting].filter(isPlaced), leftOff: [] }
}
