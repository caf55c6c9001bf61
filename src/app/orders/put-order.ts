// POST /orders: create or replace by external_ref (docs/spec/orders.md#create-or-update).
import { created, type Input, ok } from '../../contract/endpoint.ts'
import type { putOrder as endpoint } from '../../contract/orders.ts'
import type { Context } from '../context.ts'
import { orderFromWire } from './order-wire.ts'
import { geocodedIfNeeded, writeOrder } from './write-order.ts'

export async function putOrder(ctx: Context, { body }: Input<typeof endpoint>) {
  const input = orderFromWire(body)
  const geocoded = await geocodedIfNeeded(ctx, input)
  return ctx.commit(async (tx) => {
    const { outcome, order } = await writeOrder(ctx, tx, input, geocoded)
    return outcome === 'created' ? created(order) : ok(order)
  })
}
