// Reverses a planned route. Locked stops keep their positions.
import { routeRefusal } from '../../../domain/routes/route.ts'
import { tripsReversed } from '../../../domain/routes/trips.ts'
import { audit } from '../../../store/audit/audit.ts'
import { placeStops, readStops } from '../../../store/routes/stops.ts'
import type { Context } from '../../context.ts'
import { throwIfRefused } from '../../errors.ts'
import { lockedRoute } from '../locked-route.ts'
import { retime } from '../retime.ts'
import { routeWithStops } from '../route-wire.ts'
import { refuseStale } from './version.ts'

export async function reverseRoute(ctx: Context, routeId: string, version: string) {
  return ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    throwIfRefused(routeRefusal(route.status, 'replan'))
    const stops = await readStops(tx, [route.routeId])
    await refuseStale(tx, route, stops, version)
    const backwards = stops.filter(({ locked }) => !locked).reverse()
    const reversed = stops.map((stop) => (stop.locked ? stop : (backwards.shift() ?? stop)))
    const trips = tripsReversed(stops)
    await placeStops(
      tx,
      route.routeId,
      reversed.map(({ stopId, handOver }, i) => ({ stopId, trip: trips[i] ?? 1, handOver })),
    )
    await retime(ctx, tx, route)
    audit(tx, ctx, { action: 'route.reversed', entity: 'route', entityId: route.routeId })
    return routeWithStops(ctx, tx, route.routeId)
  })
}
