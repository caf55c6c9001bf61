// The driver's note for the office at the end of the day. A later note replaces it.
import { audit } from '../../store/audit/audit.ts'
import type { Context } from '../context.ts'
import { lockedRoute } from '../routes/locked-route.ts'

/** Records that there is a note. Its text is that of the tap. The route may be completed already. */
export const leaveNote = (ctx: Context, routeId: string): Promise<void> =>
  ctx.write(async (tx) => {
    await lockedRoute(tx, routeId)
    audit(tx, ctx, { action: 'route.noted', entity: 'route', entityId: routeId })
  })
