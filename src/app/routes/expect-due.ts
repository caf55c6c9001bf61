// Forecasts the arrivals of running routes again when time has passed without a report of the driver, because the
// expected arrivals then become later.
import { isRunning } from '../../domain/routes/route.ts'
import { dueForecasts, type DueRoute } from '../../store/routes/due-routes.ts'
import { lockRoute } from '../../store/routes/routes.ts'
import { type App, makeContext } from '../context.ts'
import { runRecordingFailure } from '../operations/health/failed-work.ts'
import { learnPaceDaily } from './learn-pace.ts'
import { expectAgain } from './retime.ts'

const BATCH = 50

/** Returns true if more work may be due. */
export async function expectDue(app: App): Promise<boolean> {
  const due = await app.db.asSystem((tx) => dueForecasts(tx, app.clock(), BATCH, app.simulatedBusinessId))
  for (const route of due) await runRecordingFailure(app, 'expect-arrivals', route, () => expectRoute(app, route))
  return due.length === BATCH
}

async function expectRoute(app: App, { businessId, timeZone, itemId }: DueRoute): Promise<void> {
  const actor = { kind: 'SYSTEM', id: null } as const
  const ctx = makeContext(app, { businessId, timeZone, actor, requestId: null, idempotency: null })
  await learnPaceDaily(ctx)
  await ctx.write(async (tx) => {
    const route = await lockRoute(tx, itemId)
    if (route && isRunning(route.status)) await expectAgain(ctx, tx, route)
  })
}
