// GET /routes/{route_uuid}
import type { RouteWithStops } from '../../contract/routes.ts'
import { readRoute } from '../../store/routes/routes.ts'
import { readStops } from '../../store/routes/stops.ts'
import type { Context } from '../context.ts'
import { missing } from '../errors.ts'
import { streetsOfStops } from '../orders/street-of.ts'
import { routeToWire, stopToWire } from './route-wire.ts'

export async function getRoute(ctx: Context, routeId: string): Promise<RouteWithStops> {
  const { route, stops } = await ctx.read(async (tx) => {
    const found = await readRoute(tx, routeId)
    if (!found) throw missing('route with that uuid')
    return { route: found, stops: await readStops(tx, [routeId]) }
  })
  const streets = await streetsOfStops(ctx, [{ route, stops }])
  return {
    ...routeToWire(route),
    stops: stops.map((stop) => stopToWire(ctx, stop, streets.get(stop.stopId)?.street)),
  }
}
