// GET /orders/{external_ref}
import type { OrderOut } from '../../contract/order.ts'
import { readOrder } from '../../store/orders/orders.ts'
import type { Context } from '../context.ts'
import { missing } from '../errors.ts'
import { orderToWire } from './order-wire.ts'
import { streetOf } from './street-of.ts'

export async function getOrder(ctx: Context, externalRef: string): Promise<OrderOut> {
  const order = await ctx.read((tx) => readOrder(tx, { externalRef }))
  if (!order) throw missing('delivery with that reference')
  const street = await streetOf(ctx, { ...order, day: order.deliveryDate })
  return { ...orderToWire(order, ctx), ...(street && { street }) }
}
