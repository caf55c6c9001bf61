// Records the start and the end of a break, as the driver reports it.
import { text } from '../../texts/text.ts'
import { withBreakEnded, withBreakStarted } from '../../domain/routes/pauses.ts'
import { routeRefusal } from '../../domain/routes/route.ts'
import { FINISHED_STOP } from '../../domain/routes/stop.ts'
import { audit } from '../../store/audit/audit.ts'
import { type Route, savePauses } from '../../store/routes/routes.ts'
import { readStops, type StopRead } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { conflicting, throwIfRefused } from '../errors.ts'
import { lockedRoute } from './locked-route.ts'
import { projectEtas } from './retime.ts'
import { inTime } from './route-pauses.ts'

/** Starts a break of about `minutes`. All later arrivals move, unless the break was planned for this time. */
export const startBreak = (ctx: Context, routeId: string, minutes: number, at: Date): Promise<void> =>
  ctx.write(async (tx) => {
    const route = await startedRoute(tx, routeId)
    const planned = (route.terms?.breaks ?? []).map(({ start, end, paid }, which) => ({
      which,
      start: ctx.calendar.instantOf(route.day, start),
      end: ctx.calendar.instantOf(route.day, end),
      paid,
    }))
    const before = nextSequence(await readStops(tx, [routeId]))
    await writePauses(ctx, tx, { ...route, pauses: withBreakStarted(route.pauses, planned, { at, minutes, before }) })
    audit(tx, ctx, { action: 'route.break_started', entity: 'route', entityId: routeId, detail: { minutes } })
  })

/** Ends the running break. Later arrivals move if it was longer or shorter than expected. */
export const endBreak = (ctx: Context, routeId: string, at: Date): Promise<void> =>
  ctx.write(async (tx) => {
    const route = await startedRoute(tx, routeId)
    await writePauses(ctx, tx, { ...route, pauses: withBreakEnded(route.pauses, at) })
    audit(tx, ctx, { action: 'route.break_ended', entity: 'route', entityId: routeId })
  })

async function startedRoute(tx: WriteTx, routeId: string): Promise<Route> {
  const route = await lockedRoute(tx, routeId)
  throwIfRefused(routeRefusal(route.status, 'work'))
  if (route.status !== 'IN_PROGRESS')
    throw conflicting('ROUTE_NOT_RUNNING', text('{route} has not started yet.', { route: route.name }))
  return route
}

async function writePauses(ctx: Context, tx: WriteTx, route: Route): Promise<void> {
  const inOrder = { ...route, pauses: inTime(route.pauses) }
  await savePauses(tx, inOrder)
  await projectEtas(ctx, tx, inOrder)
}

const nextSequence = (stops: readonly StopRead[]): number | null =>
  stops.find(({ status }) => !FINISHED_STOP[status])?.sequence ?? null
