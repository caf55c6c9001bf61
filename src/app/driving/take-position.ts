// Stores the driver's location while the route is under way, and updates the arrival times of the remaining stops.
import type { Position } from '../../contract/driver.ts'
import { savePosition } from '../../store/routes/driver-taps.ts'
import type { Context } from '../context.ts'
import { lockedRoute } from '../routes/locked-route.ts'
import { projectEtas } from '../routes/retime.ts'

export async function takePosition(ctx: Context, routeId: string, { lat, lng }: Position): Promise<void> {
  const seen = { point: { lat, lng }, at: ctx.now }
  await ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    if (route.status !== 'IN_PROGRESS') return
    await savePosition(tx, routeId, seen)
    await projectEtas(ctx, tx, route, [], seen)
  })
}
