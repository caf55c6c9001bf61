// The legs from stop to stop.
import { calibratedLeg, calibrationOf } from '../../domain/planning/calibration.ts'
import { roadsName } from '../../domain/planning/costing.ts'
import type { Point } from '../../domain/orders/order.ts'
import type { Tx } from '../../store/database.ts'
import { knownLegs } from '../../store/roads/distance-pairs.ts'
import { roadBands } from '../../store/roads/road-bands.ts'
import type { Route } from '../../store/routes/routes.ts'
import type { StopRead } from '../../store/routes/stops.ts'
import type { Context } from '../context.ts'

/** The legs of a chain of places in the traffic that the route was planned for, those never asked for as estimates. */
export async function chainLegs(
  ctx: Context,
  tx: Tx,
  { distanceSource, trafficFactor, costing }: Pick<Route, 'distanceSource' | 'trafficFactor' | 'costing'>,
  chain: readonly Point[],
) {
  const source = ctx.distances?.name
  const own = distanceSource === source ? await ctx.ownLegs(tx, chain, costing) : null
  const known = own ?? (await knownLegs(tx, roadsName(distanceSource, costing), chain))
  const calibration =
    source && known.includes(null) ? calibrationOf(await roadBands(tx, roadsName(source, costing))) : null
  const legs = known.map((leg, i) => {
    const free = leg ?? calibratedLeg(calibration, chain[i] as Point, chain[i + 1] as Point)
    return { ...free, seconds: free.seconds * trafficFactor }
  })
  return {
    legs,
    estimated: known.some((leg, i) => leg === null && !samePlace(chain[i] as Point, chain[i + 1] as Point)),
  }
}

const samePlace = (a: Point, b: Point): boolean => Math.abs(a.lat - b.lat) < 1e-5 && Math.abs(a.lng - b.lng) < 1e-5

/**
 * The places in driving order, before each stop where it is loaded for, if anywhere. A skipped order may have lost its
 * point by the time it is back: it counts as no detour.
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
