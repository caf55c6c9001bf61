// Records that the driver has arrived at the stop. Only the first arrival is recorded; a later one changes nothing.
import { routeRefusal } from '../../domain/routes/route.ts'
import { approachRefusal } from '../../domain/routes/stop.ts'
import { audit } from '../../store/audit/audit.ts'
import { touchOrders } from '../../store/orders/orders.ts'
import { saveStop } from '../../store/routes/stops.ts'
import type { Context } from '../context.ts'
import { throwIfRefused } from '../errors.ts'
import { emit } from '../integrations/webhooks/emit.ts'
import { beginRoute } from './begin-route.ts'
import { clearOtherHeadings } from './head-to-stop.ts'
import { stopOnLockedRoute, type StopRef } from './locked-route.ts'
import { projectEtas } from './retime.ts'
import { eventDriver, stopEvent } from './route-events.ts'
import { stopAnswer } from './stop-answer.ts'

export async function arriveAtStop(ctx: Context, ref: StopRef, occurredAt: Date) {
  return ctx.write(async (tx) => {
    const { route, stop } = await stopOnLockedRoute(tx, ref)
    throwIfRefused(routeRefusal(route.status, 'work'))
    throwIfRefused(approachRefusal(stop.status, 'arrive'))
    if (stop.status !== 'ARRIVED') {
      await clearOtherHeadings(tx, stop)
      const arrived = { ...stop, status: 'ARRIVED' as const, arrivedAt: stop.arrivedAt ?? occurredAt }
      await saveStop(tx, arrived)
      await touchOrders(tx, [stop.orderId])
      const running = await beginRoute(ctx, tx, route, occurredAt)
      await projectEtas(ctx, tx, running)
      const said = { occurred_at: occurredAt.toISOString() }
      emit(ctx, tx, [stopEvent(ctx, 'stop.arrived', running, arrived, await eventDriver(tx, running), 'ARRIVED', said)])
      audit(tx, ctx, { action: 'stop.arrived', entity: 'stop', entityId: stop.stopId })
    }
    return stopAnswer(ctx, tx, ref)
  })
}
