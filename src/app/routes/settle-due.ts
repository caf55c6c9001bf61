// Settles outcomes and office cancellations whose undo window has ended. Also ends routes from which the office removed
// all stops. An undo is still possible until this transaction commits, even if the time is over.
import { isHoldOver } from '../../domain/routes/hold.ts'
import { lockRoute, saveEnd } from '../../store/routes/routes.ts'
import { type DueRoute, dueRoutes } from '../../store/routes/due-routes.ts'
import { readStops } from '../../store/routes/stops.ts'
import { type DueStep, dueSteps } from '../../store/undo/undo-steps.ts'
import { type App, type Context, makeContext } from '../context.ts'
import { runRecordingFailure } from '../operations/health/failed-work.ts'
import { settleStep } from './undo/settle-step.ts'
import { finishIfOver } from './finish-if-over.ts'
import { lockedRoute } from './locked-route.ts'
import { settle } from './settle.ts'

const BATCH = 50

/** Returns true if more work may be due. */
export async function settleDue(app: App): Promise<boolean> {
  const due = await app.db.asSystem(async (tx) => ({
    routes: await dueRoutes(tx, app.clock(), BATCH, app.simulatedBusinessId),
    steps: await dueSteps(tx, app.clock(), BATCH, app.simulatedBusinessId),
  }))
  for (const route of due.routes)
    await runRecordingFailure(app, 'settle-outcomes', route, () => settleRoute(app, route))
  for (const step of due.steps)
    await runRecordingFailure(app, 'settle-outcomes', step, () => {
      const ctx = bySystem(app, step)
      return ctx.write((tx) => settleStep(ctx, tx, step.itemId))
    })
  return due.routes.length === BATCH || due.steps.length === BATCH
}

async function settleRoute(app: App, due: DueRoute): Promise<void> {
  const ctx = bySystem(app, due)
  await ctx.write(async (tx) => {
    // Read the route again under its lock, because an undo or another process may have changed it since the query.
    const route = await lockRoute(tx, due.itemId)
    const stops = route ? await readStops(tx, [route.routeId]) : []
    const over = stops
      .filter((stop) => stop.settlesAt !== null && isHoldOver(stop.settlesAt, ctx.now))
      .sort((a, b) => (a.settlesAt?.getTime() ?? 0) - (b.settlesAt?.getTime() ?? 0))
    if (!route) return
    if (over.length > 0) await settle(ctx, tx, route, over)
    if (!route.endsAt || route.endsAt > ctx.now) return
    await saveEnd(tx, route.routeId, null)
    await finishIfOver(ctx, tx, await lockedRoute(tx, route.routeId))
  })
}

const bySystem = (app: App, { businessId, timeZone }: DueRoute | DueStep): Context =>
  makeContext(app, {
    businessId,
    timeZone,
    actor: { kind: 'SYSTEM', id: null },
    requestId: null,
    idempotency: null,
  })
