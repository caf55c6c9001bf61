// The driver is at the stop. The first arrival counts; saying it again changes nothing.
import { routeRefusal } from '../../domain/routes/route.ts'
import { approachRefusal } from '../../domain/routes/stop.ts'
import { audit } from '../../store/audit/audit.ts'
import { touchOrders } from '../../store/orders/orders.ts'
import { saveStop } from '../../store/routes/stops.ts'
import type { Context } from '../context.ts'
import { refuse } from '../errors.ts'
import { beginRoute } from './begin-route.ts'
import { headNowhereElse } from './head-to-stop.ts'
import { lockedStop, type StopRef } from './locked-route.ts'
import { projectEtas } from './retime.ts'
import { stopAnswer } from './stop-answer.ts'

export async function arriveAtStop(ctx: Context, ref: StopRef, occurredAt: Date) {
  return ctx.write(async (tx) => {
    const { route, stop } = await lockedStop(tx, ref)
    refuse(routeRefusal(route.status, 'work'))
    refuse(approachRefusal(stop.status, 'arrive'))
    if (stop.status !== 'ARRIVED') {
      await headNowhereElse(tx, stop)
      await saveStop(tx, { ...stop, status: 'ARRIVED', arrivedAt: stop.arrivedAt ?? occurredAt })
      await touchOrders(tx, [stop.orderId])
      await projectEtas(ctx, tx, await beginRoute(ctx, tx, route, occurredAt))
      audit(tx, ctx, { action: 'stop.arrived', entity: 'stop', entityId: stop.stopId })
    }
    return stopAnswer(ctx, tx, ref)
  })
}
