// Converts the gathered data of a build to the input of a plan.
import { driveFactorOf } from '../../../domain/planning/plan-pace.ts'
import type { BuildBody } from '../../../contract/build.ts'
import type { Vehicle } from '../../../store/fleet/fleet.ts'
import type { BuildOrder } from '../../../store/orders/orders-to-build.ts'
import { OTHER_DRIVER_COST } from '../../../domain/planning/insertion.ts'
import { goodsPairs } from '../../../domain/planning/goods.ts'
import type { RoadVehicle } from '../../../domain/planning/road-vehicle.ts'
import { breaksByWindow, reloadOf } from '../../../domain/planning/rules.ts'
import { earliestDeparture } from '../../../domain/routes/departure.ts'
import { sizeOf } from '../../../domain/planning/vehicle-size.ts'
import { endsOf, termsOf } from '../../../domain/routes/terms.ts'
import { meanFactor } from '../../../domain/planning/traffic.ts'
import type { Context } from '../../context.ts'
import type { PlanInput, PlanStop, PlanTime } from '../compile/plan-input.ts'
import type { DatedDay } from '../compile/planned-day.ts'
import { planVehicles } from '../roads/road-vehicles.ts'
import type { PlannedVehicle } from './fleet.ts'
import type { Gathered } from './gather-build.ts'
import { BALANCE, COMPACTNESS, deliveryStop, fleetVehicle, PLAIN, reloadAt, VEHICLE_COST } from './plan-parts.ts'

export function buildInput(
  { distances, formats, now }: Pick<Context, 'distances' | 'formats' | 'now'>,
  gathered: Gathered,
  body: BuildBody,
  day: DatedDay,
): PlanInput {
  const { business, vehicles, orders } = gathered
  const { vehicles: use, balance = 'FAIR' } = body.options ?? {}
  const fleet = vehicles.map(({ vehicle }) => vehicle)
  const sized = fleet.map((vehicle) => ({ ...vehicle, size: sizeOf(vehicle.rules) }))
  const roads = planVehicles(distances, day.weekday, sized, orders.length)
  const indexOf = new Map(orders.map((order, i) => [order.orderId, i]))
  const locks = orders.map((order) => lockOf(order, vehicles))
  // Don't pair two stops if locks put them on different vehicles or the delivery before the pickup, because the office
  // wants it so.
  const giverOf = goodsPairs(orders, (taker, giver) => {
    const [after, before] = [locks[taker], locks[giver]]
    return !after || !before || (after.vehicle === before.vehicle && (before.order ?? 0) < (after.order ?? 0))
  })
  return {
    day,
    vehicles: vehicles.map(({ vehicle, depot, driver }, i) => {
      const { start, end } = endsOf({ depot, terms: termsOf(vehicle.rules) })
      return {
        ...fleetVehicle({ ...vehicle, driver, ...(roads[i] as RoadVehicle) }),
        start,
        startName: start.name,
        end,
        shiftStart: startOf(vehicle, day, now),
        shiftEnd: vehicle.shiftEnd,
        ...(use === 'FEWEST' && { fixedCost: VEHICLE_COST }),
        breaks: breaksByWindow(vehicle.rules?.breaks ?? []),
        reload: reloadAt(depot, reloadOf(vehicle.rules)),
      }
    }),
    stops: orders.map((order, i) => ({
      ...deliveryStop(order, business.serviceMinutes),
      id: order.externalRef,
      from: giverOf.get(i),
      lock: locks[i] ?? null,
    })),
    objective: {
      ...PLAIN,
      useAllVehicles: use === undefined ? !body.vehicle_ids : use !== 'FEWEST',
      balance: BALANCE[balance],
      otherDriverCost: OTHER_DRIVER_COST,
      ...(balance !== 'NONE' && { compactness: COMPACTNESS }),
    },
    trafficFactor: driveFactorOf(business.pace, meanFactor(business.trafficFactors, fleet)),
    pace: business.pace,
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

/** Returns when the vehicle leaves on this day: at the start of its shift, or now if the shift has begun. */
export function startOf(
  { shiftStart, shiftEnd }: Pick<Vehicle, 'shiftStart' | 'shiftEnd'>,
  day: DatedDay,
  now: Date,
): PlanTime {
  const start = day.instantAt(day.secondsAt(shiftStart))
  const leaves = earliestDeparture({ start, end: day.instantAt(day.secondsAt(shiftEnd)) }, now)
  return leaves > start ? day.secondsOf(leaves) : shiftStart
}

/**
 * Returns the lock of a locked stop: its vehicle, and its order among the locked stops of that vehicle
 * (docs/spec/routes.md#vehicles-of-a-build).
 */
function lockOf(order: BuildOrder, vehicles: readonly PlannedVehicle[]): PlanStop['lock'] {
  for (const [vehicle, { replanned }] of vehicles.entries()) {
    const stop = replanned?.stops.find(({ orderId, locked }) => locked && orderId === order.orderId)
    if (stop) return { vehicle, order: stop.sequence }
  }
  return null
}
