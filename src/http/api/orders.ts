// Deliveries: written, listed, cancelled, repeated.
import { daysThatFit } from '../../app/orders/days-that-fit.ts'
import { readOrder } from '../../app/orders/read-order.ts'
import { repeatOrder } from '../../app/orders/repeat-order.ts'
import * as byHand from '../../contract/by-hand.ts'
import * as orderDeeds from '../../contract/order-deeds.ts'
import { cancelOrder } from '../../app/orders/cancel-order.ts'
import { getOrder } from '../../app/orders/get-order.ts'
import { listOrders } from '../../app/orders/list-orders.ts'
import { putOrder } from '../../app/orders/put-order.ts'
import { putOrders } from '../../app/orders/put-orders.ts'
import { offerPlaces } from '../../app/routes/by-hand/offer-places.ts'
import * as orders from '../../contract/orders.ts'
import { batchToWire, ordersOf } from '../batch.ts'
import { byKey, type Operation } from '../operation.ts'
import { offerOf } from '../input.ts'
import { idOf } from './answers.ts'

/** Zones and dates hold for what people of the office enter, not for an order system. */
const BY_API = { maySetZonesAside: true, override: true } as const

export const ordersApi: readonly Operation[] = [
  byKey(
    orders.putOrder,
    (ctx, { body }) => putOrder(ctx, body),
    ({ outcome, order }) => ({ status: outcome === 'created' ? 201 : 200, data: order }),
  ),
  byKey(
    orders.putOrders,
    (ctx, { body }) => putOrders(ctx, ordersOf(body.orders)),
    (results) => ({ status: 200, data: batchToWire(results) }),
  ),
  byKey(orders.getOrder, (ctx, { params }) => getOrder(ctx, params.external_ref)),
  byKey(
    orders.listOrders,
    (ctx, { query }) => listOrders(ctx, query),
    (page) => ({ status: 200, data: page.orders, next_cursor: page.nextCursor }),
  ),
  byKey(orders.cancelOrder, (ctx, { params }) => cancelOrder(ctx, params.external_ref, null)),
  byKey(orderDeeds.readOrderDetails, async (ctx, { params }) => readOrder(ctx, await idOf(ctx, params))),
  byKey(orderDeeds.readOrderDays, async (ctx, { params }) => daysThatFit(ctx, await idOf(ctx, params))),
  byKey(orderDeeds.repeatOrder, async (ctx, { params, body }) =>
    repeatOrder(ctx, await idOf(ctx, params), { externalRef: body.external_ref, ...offerOf(body) }, BY_API),
  ),
  byKey(byHand.readOrderPlaces, async (ctx, { params }) => offerPlaces(ctx, await idOf(ctx, params))),
]
