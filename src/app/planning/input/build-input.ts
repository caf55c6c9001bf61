// A build as a plan to solve.
import type { BuildBody } from '../../../contract/routes.ts'
import type { BuildOrder } from '../../../store/orders/orders-to-build.ts'
import { COSTS, OTHER_DRIVER_COST } from '../../../domain/planning/insertion.ts'
import { goodsPairs } from '../../../domain/planning/goods.ts'
import { reloadOf } from '../../../domain/planning/rules.ts'
import { endsOf, termsOf } from '../../../domain/routes/terms.ts'
import { meanFactor } from '../../../domain/planning/traffic.ts'
import type { Context } from '../../context.ts'
import { roadsFor } from '../roads/distances.ts'
import { BALANCE, COMPACTNESS, type PlanInput, type PlanStop, VEHICLE_COST } from '../compile/compile-problem.ts'
import { goodsFrom, ofStop, ofVehicle, reloadAt } from './plan-rules.ts'
import type { PlannedDay } from '../compile/planned-day.ts'
import type { Gathered, PlannedVehicle } from './gather-build.ts'

export function planInput(
  { distances, formats }: Pick<Context, 'distances' | 'formats'>,
  gathered: Gathered,
  body: BuildBody,
  day: PlannedDay,
): PlanInput {
  const { business, vehicles, orders } = gathered
  const fewest = body.options?.vehicles === 'FEWEST'
  const drivers = vehicles.map(({ driver }) => driver)
  const indexOf = new Map(orders.map((order, i) => [order.orderId, i]))
  const locks = orders.map((order) => lockOf(order, vehicles))
  // Two that are locked apart, or the other way round, are meant to be so.
  const giverOf = goodsPairs(orders, (taker, giver) => {
    const [after, before] = [locks[taker], locks[giver]]
    return !after || !before || (after.vehicle === before.vehicle && (before.order ?? 0) < (after.order ?? 0))
  })
  return {
    day,
    vehicles: vehicles.map(({ vehicle, depot, driver }) => ({
      id: vehicle.name,
      ...endsOf({ depot, terms: termsOf(vehicle.rules) }),
      startName: endsOf({ depot, terms: termsOf(vehicle.rules) }).start.name,
      shiftStart: vehicle.shiftStart,
      shiftEnd: vehicle.shiftEnd,
      capacityLbs: vehicle.capacityLbs,
      temperatureClasses: vehicle.temperatureClasses,
      maxStops: vehicle.maxStops,
      ...COSTS,
      ...(fewest && { fixedCost: VEHICLE_COST }),
      costing: roadsFor(distances, vehicle),
      ...ofVehicle(vehicle.rules, driver),
      reload: reloadAt(depot, reloadOf(vehicle.rules)),
    })),
    stops: orders.map((order, i) => ({
      id: order.externalRef,
      point: order.point,
      windowStart: order.windowStart,
      windowEnd: order.windowEnd,
      serviceMinutes: order.serviceMinutes ?? business.serviceMinutes,
      loadWeightLbs: order.loadWeightLbs,
      temperatureClass: order.temperatureClass,
      ...ofStop(order.rules, drivers),
      ...goodsFrom(giverOf.get(i), order.rules),
      lock: locks[i] ?? null,
    })),
    objective: {
      useAllVehicles: body.options?.vehicles === undefined ? !body.vehicle_ids : !fewest,
      balance: BALANCE[body.options?.balance ?? 'FAIR'],
      latenessCostPerSecond: null,
      change: null,
      otherDriverCost: OTHER_DRIVER_COST,
      ...(body.options?.balance !== 'NONE' && { compactness: COMPACTNESS }),
    },
    trafficFactor: meanFactor(
      business.trafficFactors,
      vehicles.map(({ vehicle }) => vehicle),
    ),
    units: formats.units,
    clock: formats.clock,
    ...(gathered.usual && { usual: gathered.usual }),
    ...(vehicles.some(({ replanned }) => replanned) && {
      initial: {
        routes: vehicles.map(({ replanned }) =>
          (replanned?.stops ?? []).flatMap((stop) => indexOf.get(stop.orderId) ?? []),
        ),
      },
    }),
  }
}

/** Locked stops stay on their vehicle in their order (docs/spec/routes.md#vehicles-of-a-build). */
function lockOf(order: BuildOrder, vehicles: readonly PlannedVehicle[]): PlanStop['lock'] {
  for (const [vehicle, { replanned }] of vehicles.entries()) {
    const stop = replanned?.stops.find(({ orderId, locked }) => locked && orderId === order.orderId)
    if (stop) return { vehicle, order: stop.sequence }
  }
  return null
}
