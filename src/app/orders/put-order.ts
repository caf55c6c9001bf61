// POST /orders: create or replace by external_ref (docs/spec/orders.md#create-or-update).
import type { OrderBody } from '../../contract/order.ts'
import type { Context } from '../context.ts'
import { orderFromWire } from './order-wire.ts'
import { writeWithStreet } from './write-with-street.ts'

export const putOrder = (ctx: Context, body: OrderBody) => writeWithStreet(ctx, orderFromWire(body))
