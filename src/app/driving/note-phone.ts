// When a driver's phone was last heard of: noted beside whatever it asks, and no change of the route.
import { savePhone } from '../../store/routes/routes.ts'
import type { Context } from '../context.ts'

/** One that is heard of again and again is noted so often. */
const NOTE_MS = 60_000

export async function notePhone(ctx: Context, routeId: string, phoneAt: Date | null): Promise<void> {
  if (phoneAt && ctx.now.getTime() - phoneAt.getTime() < NOTE_MS) return
  const { businessId, depots } = ctx
  await ctx.db.asBusiness({ businessId, depots }, (tx) => savePhone(tx, routeId, ctx.now))
}
