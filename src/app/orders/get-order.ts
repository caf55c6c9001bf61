// GET /orders/{external_ref}
import type { Input } from '../../contract/endpoint.ts'
import { ok } from '../../contract/endpoint.ts'
import type { getOrder as endpoint } from '../../contract/orders.ts'
import { readOrder } from '../../store/orders/orders.ts'
import type { Context } from '../context.ts'
import { missing } from '../errors.ts'
import { orderToWire } from './order-wire.ts'

export async function getOrder(ctx: Context, { params }: Input<typeof endpoint>) {
  const order = await ctx.read((tx) => readOrder(tx, { externalRef: params.external_ref }))
  if (!order) throw missing('delivery with that reference')
  return ok(orderToWire(order, ctx))
}
