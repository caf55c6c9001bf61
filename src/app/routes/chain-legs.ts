// Returns the legs between consecutive locations of a route, from known roads or estimates.
import { calibratedLeg, calibrationOf } from '../../domain/planning/calibration.ts'
import { roadsName } from '../../domain/planning/costing.ts'
import { legsName } from '../../domain/planning/road-vehicle.ts'
import type { Point } from '../../domain/orders/order.ts'
import type { Tx } from '../../store/database.ts'
import { knownLegs } from '../../store/roads/distance-pairs.ts'
import { roadBands } from '../../store/roads/road-bands.ts'
import type { Route } from '../../store/routes/routes.ts'
import type { StopRead } from '../../store/routes/stops.ts'
import type { Context } from '../context.ts'
import { routeVehicle } from '../planning/roads/road-vehicles.ts'

/**
 * Returns the legs of a chain of locations, with the traffic factor of the route's plan. Unknown legs are estimated.
 */
export async function chainLegs(
  ctx: Context,
  tx: Tx,
  route: Pick<Route, 'distanceSource' | 'trafficFactor'> & Parameters<typeof routeVehicle>[1],
  chain: readonly Point[],
) {
  const { distanceSource, trafficFactor } = route
  const source = ctx.distances?.name
  const vehicle = routeVehicle(ctx.distances, route)
  const own = distanceSource === source ? await ctx.ownLegs(tx, chain, vehicle) : null
  const known = own ?? (await knownLegs(tx, legsName(distanceSource, vehicle), chain))
  const calibration =
    source && known.includes(null) ? calibrationOf(await roadBands(tx, roadsName(source, vehicle.costing))) : null
  const legs = known.map((leg, i) => {
    const free = leg ?? calibratedLeg(calibration, chain[i] as Point, chain[i + 1] as Point)
    return { ...free, seconds: free.seconds * trafficFactor }
  })
  return {
    legs,
    estimated: known.some((leg, i) => leg === null && !isSamePlace(chain[i] as Point, chain[i + 1] as Point)),
  }
}

const isSamePlace = (a: Point, b: Point): boolean => Math.abs(a.lat - b.lat) < 1e-5 && Math.abs(a.lng - b.lng) < 1e-5

/**
 * Returns the locations of a route in driving order. `loads` has the loading location before each stop, or null if
 * nothing is loaded there. A stop whose order has lost its location adds no location; this is possible if a skipped
 * stop is restored.
 */
export function chainFrom(
  start: Point,
  stops: readonly Pick<StopRead, 'point'>[],
  loads: readonly (Point | null)[],
): Point[] {
  let at = start
  return [
    start,
    ...stops.flatMap((stop, i) => {
      const by = loads[i]
      if (by) at = by
      return [...(by ? [by] : []), (at = stop.point ?? at)]
    }),
  ]
}
