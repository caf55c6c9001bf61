// The driver heads to a stop next: stop.en_route, for one stop of the route at a time.
import { routeRefusal } from '../../domain/route.ts'
import { approachRefusal } from '../../domain/stop.ts'
import { audit } from '../../store/audit.ts'
import { touchOrders } from '../../store/orders.ts'
import { readStops, saveStop } from '../../store/stops.ts'
import type { Context } from '../context.ts'
import { refuse } from '../errors.ts'
import { notifyOnTheWay } from '../messages/notify.ts'
import { emit } from '../webhooks/emit.ts'
import { beginRoute } from './begin-route.ts'
import { lockedStop } from './locked-route.ts'
import { projectEtas } from './retime.ts'
import { eventDriver, stopEvent } from './route-events.ts'
import { stopAnswer } from './stop-answer.ts'

export async function headToStop(ctx: Context, input: { route_uuid: string; stop_uuid: string; occurredAt: Date }) {
  return ctx.commit(async (tx) => {
    const { route, stop } = await lockedStop(ctx, tx, input)
    refuse(routeRefusal(route.status, 'work'))
    refuse(approachRefusal(stop.status, 'head'))
    if (stop.status === 'PENDING') {
      const stops = await readStops(tx, ctx.businessId, [route.routeId])
      const passed = stops.filter(({ status }) => status === 'EN_ROUTE')
      for (const other of passed) await saveStop(tx, ctx.businessId, { ...other, status: 'PENDING' })
      await saveStop(tx, ctx.businessId, { ...stop, status: 'EN_ROUTE' })
      await touchOrders(tx, ctx.businessId, [...passed.map(({ orderId }) => orderId), stop.orderId])
      const running = await beginRoute(ctx, tx, route, input.occurredAt)
      await projectEtas(ctx, tx, running)
      await notifyOnTheWay(ctx, tx, running, [stop], 'NEXT_STOP')
      const driver = await eventDriver(ctx, tx, route)
      await emit(ctx, tx, [
        stopEvent(ctx, 'stop.en_route', running, stop, driver, 'EN_ROUTE', {
          occurred_at: input.occurredAt.toISOString(),
        }),
      ])
      await audit(tx, ctx, { action: 'stop.en_route', entity: 'stop', entityId: stop.stopId })
    }
    return stopAnswer(ctx, tx, input)
  })
}
