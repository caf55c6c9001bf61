// GET /orders/{external_ref}
import type { OrderOut } from '../../contract/order.ts'
import { atAddresses } from '../../store/addresses/address-street-hours.ts'
import { readOrder } from '../../store/orders/orders.ts'
import type { Context } from '../context.ts'
import { missing } from '../errors.ts'
import { orderToWire } from './order-wire.ts'
import { streetOf } from './street-of.ts'

export async function getOrder(ctx: Context, externalRef: string): Promise<OrderOut> {
  const { order, place } = await ctx.read(async (tx) => {
    const found = await readOrder(tx, { externalRef })
    if (!found) throw missing('delivery with that reference')
    const [at] = await atAddresses(tx, [found])
    return { order: found, place: at ?? found }
  })
  const street = await streetOf(ctx, { ...place, day: order.deliveryDate })
  return { ...orderToWire(order, ctx), ...(street && { street }) }
}
