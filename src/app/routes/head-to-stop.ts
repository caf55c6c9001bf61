// Records that the driver is on the way to a stop, and sends stop.en_route. Only one stop of a route has this status at
// a time.
import { routeRefusal } from '../../domain/routes/route.ts'
import { approachRefusal, FINISHED_STOP, nextOpenStop } from '../../domain/routes/stop.ts'
import { hasTripStarted } from '../../domain/routes/trips.ts'
import { audit } from '../../store/audit/audit.ts'
import { touchOrders } from '../../store/orders/orders.ts'
import type { Route } from '../../store/routes/routes.ts'
import { readStops, saveStop, type StopRead } from '../../store/routes/stops.ts'
import { saveStay } from '../../store/routes/stays.ts'
import type { Context, WriteTx } from '../context.ts'
import { throwIfRefused } from '../errors.ts'
import { notifyOnTheWay } from '../customers/messages/notify.ts'
import { emit } from '../integrations/webhooks/emit.ts'
import { beginRoute } from './begin-route.ts'
import { stopOnLockedRoute, type StopRef } from './locked-route.ts'
import { projectEtas } from './retime.ts'
import { eventDriver, stopEvent } from './route-events.ts'
import { stopAnswer } from './stop-answer.ts'

export async function headToStop(ctx: Context, ref: StopRef, occurredAt: Date) {
  return ctx.write(async (tx) => {
    const { route, stop } = await stopOnLockedRoute(tx, ref)
    throwIfRefused(routeRefusal(route.status, 'work'))
    throwIfRefused(approachRefusal(stop.status, 'head'))
    if (stop.status === 'PENDING') {
      // The driver goes there now, so an earlier stay doesn't count as a visit.
      if (stop.stay) await saveStay(tx, stop.stopId, null)
      const running = await beginRoute(ctx, tx, route, occurredAt)
      await headToStopOf(ctx, tx, running, stop, occurredAt)
      await projectEtas(ctx, tx, running)
    }
    return stopAnswer(ctx, tx, ref)
  })
}

/** Records that the driver is on the way to the next open stop, after leaving the depot or finishing a stop. */
export async function headToNext(ctx: Context, tx: WriteTx, route: Route, at: Date): Promise<void> {
  const next = nextOpenStop(await readStops(tx, [route.routeId]))
  if (next) await headToStopOf(ctx, tx, route, next, at)
}

/**
 * Resets the status of all other stops that the driver was on the way to. Returns the stops of the route before the
 * change.
 */
export async function clearOtherHeadings(tx: WriteTx, stop: StopRead): Promise<StopRead[]> {
  const stops = await readStops(tx, [stop.routeId])
  const passed = stops.filter(({ stopId, status }) => status === 'EN_ROUTE' && stopId !== stop.stopId)
  for (const other of passed) await saveStop(tx, { ...other, status: 'PENDING' })
  await touchOrders(
    tx,
    passed.map(({ orderId }) => orderId),
  )
  return stops
}

async function headToStopOf(ctx: Context, tx: WriteTx, running: Route, stop: StopRead, at: Date): Promise<void> {
  const stops = await clearOtherHeadings(tx, stop)
  await saveStop(tx, { ...stop, status: 'EN_ROUTE' })
  await touchOrders(tx, [stop.orderId])
  if (!hasTripStarted(stops, stop)) {
    const load = stops.filter(({ trip, status }) => trip === stop.trip && !FINISHED_STOP[status])
    await notifyOnTheWay(ctx, tx, running, load, 'OUT_FOR_DELIVERY', at)
  }
  await notifyOnTheWay(ctx, tx, running, [stop], 'NEXT_STOP', at)
  const driver = await eventDriver(tx, running)
  const said = { occurred_at: at.toISOString() }
  emit(ctx, tx, [stopEvent(ctx, 'stop.en_route', running, stop, driver, 'EN_ROUTE', said)])
  audit(tx, ctx, { action: 'stop.en_route', entity: 'stop', entityId: stop.stopId })
}
