// Where the driver is: kept only while the route runs, and the arrivals of the rest follow from it.
import type { Position } from '../../contract/driver.ts'
import { savePosition } from '../../store/routes/driver-taps.ts'
import type { Context } from '../context.ts'
import { lockedRoute } from '../routes/locked-route.ts'
import { projectEtas } from '../routes/retime.ts'

export const takePosition = (ctx: Context, routeId: string, position: Position) =>
  ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    if (route.status === 'IN_PROGRESS') {
      const seen = { point: { lat: position.lat, lng: position.lng }, at: ctx.now }
      await savePosition(tx, routeId, seen)
      await projectEtas(ctx, tx, route, [], seen)
    }
  })
