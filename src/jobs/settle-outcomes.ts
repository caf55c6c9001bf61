// Settles outcomes whose undo hold has ended. The settling commit decides against an undo, not the clock.
import { type App, makeContext } from '../app/context.ts'
import { alone } from '../app/health/failed-work.ts'
import { settle } from '../app/routes/settle.ts'
import { lockRoute } from '../store/routes/routes.ts'
import { type DueRoute, dueRoutes, readStops } from '../store/routes/stops.ts'
import type { Job } from './runner.ts'

const BATCH = 50

export const settleOutcomesJob: Job = {
  name: 'settle-outcomes',
  everyMs: 250,
  run: async (app) => {
    const due = await app.db.asSystem((tx) => dueRoutes(tx, app.clock(), BATCH))
    for (const route of due) await alone(app, 'settle-outcomes', route, () => settleRoute(app, route))
    return due.length === BATCH
  },
}

async function settleRoute(app: App, due: DueRoute): Promise<void> {
  const ctx = makeContext(app, {
    businessId: due.businessId,
    timeZone: due.timeZone,
    actor: { kind: 'SYSTEM', id: null },
    requestId: null,
    idempotency: null,
  })
  await ctx.write(async (tx) => {
    // Read again under the route's lock: an undo, or another process, may have been first.
    const route = await lockRoute(tx, due.itemId)
    const stops = route ? await readStops(tx, [route.routeId]) : []
    const over = stops
      .filter((stop) => stop.settlesAt !== null && stop.settlesAt <= ctx.now)
      .sort((a, b) => (a.settlesAt?.getTime() ?? 0) - (b.settlesAt?.getTime() ?? 0))
    if (route && over.length > 0) await settle(ctx, tx, route, over)
  })
}
