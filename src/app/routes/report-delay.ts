// Records that a route runs late, as its driver reports it.
import { routeRefusal } from '../../domain/routes/route.ts'
import { audit } from '../../store/audit/audit.ts'
import { lastPositions, type Route, saveDelay } from '../../store/routes/routes.ts'
import { readStops } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { throwIfRefused } from '../errors.ts'
import { lockedRoute } from './locked-route.ts'
import { expectAgain, resumesAt } from './retime.ts'

export interface ReportedDelay {
  routeId: string
  /** Minutes in addition to the known delay or, if `replace` is true, instead of it. */
  minutes: number
  replace?: boolean
}

/** Moves the expected arrivals by the minutes. 0 minutes end the delay that was reported before. */
export const reportDelay = (ctx: Context, routeId: string, minutes: number, at: Date): Promise<void> =>
  ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    throwIfRefused(routeRefusal(route.status, 'work'))
    await writeDelay(ctx, tx, route, { routeId, minutes, replace: minutes === 0 }, at)
    await expectAgain(ctx, tx, await lockedRoute(tx, routeId))
  })

/** Stores a delay. The caller must forecast the arrivals again, because they depend on the delay. */
export async function writeDelay(
  ctx: Context,
  tx: WriteTx,
  route: Route,
  { routeId, minutes, replace = false }: ReportedDelay,
  toldAt: Date,
): Promise<void> {
  const seen = (await lastPositions(tx, [routeId])).get(routeId)
  const before = replace ? { ...route, delay: null } : route
  const expected = resumesAt(ctx, before, await readStops(tx, [routeId]), seen ? { point: seen, at: seen.at } : null)
  const until = new Date(expected.getTime() + minutes * 60_000)
  await saveDelay(tx, routeId, replace && minutes === 0 ? null : { until, toldAt })
  const detail = { minutes, ...(replace && { replace }) }
  audit(tx, ctx, { action: 'route.delayed', entity: 'route', entityId: routeId, detail })
}
