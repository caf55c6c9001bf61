// POST /orders: create or replace by external_ref (docs/spec/orders.md#create-or-update).
import type { OrderBody } from '../../contract/order.ts'
import type { Context } from '../context.ts'
import { orderFromWire } from './order-wire.ts'
import { geocodeIfChanged, writeOrder } from './write-order.ts'

export async function putOrder(ctx: Context, body: OrderBody) {
  const input = orderFromWire(body)
  const geocoded = await geocodeIfChanged(ctx, input)
  return ctx.write((tx) => writeOrder(ctx, tx, input, geocoded))
}
