// The office beside the driver.
import { type App, makeContext } from '../../../src/app/context.ts'
import { AppError } from '../../../src/app/errors.ts'
import { moveStops } from '../../../src/app/routes/by-hand/move-stops.ts'
import { versionOf } from '../../../src/app/routes/by-hand/version.ts'
import { readRoute } from '../../../src/store/routes/routes.ts'
import { readStops } from '../../../src/store/routes/stops.ts'

/** False where the driver is there already, or done. */
export async function takeOffRoute(app: App, businessId: string, routeId: string, orderId: string): Promise<boolean> {
  const system = { kind: 'SYSTEM', id: null } as const
  const ctx = makeContext(app, {
    businessId,
    timeZone: 'America/New_York',
    actor: system,
    requestId: null,
    idempotency: null,
  })
  const version = await ctx.read(async (tx) => {
    const route = await readRoute(tx, routeId)
    return route ? versionOf(route, await readStops(tx, [routeId])) : ''
  })
  try {
    await moveStops(ctx, {
      moves: [{ order_uuids: [orderId], to: null }],
      versions: { [routeId]: version },
      preview: false,
    })
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
