// Records when a driver's phone last sent a request. The record doesn't change the route's version.
import { savePhone } from '../../store/routes/routes.ts'
import type { Context } from '../context.ts'

/** Minimum interval between two records of the same phone. */
const NOTE_MS = 60_000

export async function recordPhoneContact(ctx: Context, routeId: string, phoneAt: Date | null): Promise<void> {
  if (phoneAt && ctx.now.getTime() - phoneAt.getTime() < NOTE_MS) return
  const { businessId, depots } = ctx
  await ctx.db.asBusiness({ businessId, depots }, (tx) => savePhone(tx, routeId, ctx.now))
}
