// POST /orders: create or replace by external_ref (brief: Order input; States, rule 1).
import { created, type Input, ok } from '../../contract/endpoint.ts'
import type { putOrder as endpoint } from '../../contract/orders.ts'
import {
  decideUpsert,
  effectiveLoadWeight,
  effectiveTemperatureClass,
  type Order,
  type OrderInput,
} from '../../domain/order.ts'
import { audit } from '../../store/audit.ts'
import { findOrder, insertOrder, lockOrder, readOrder, saveOrder } from '../../store/orders.ts'
import type { Context, WriteTx } from '../context.ts'
import { missing, orThrow } from '../errors.ts'
import { followOrderChange } from '../routes/follow-order-change.ts'
import { orderFromWire, orderToWire, trackingToken } from './order-wire.ts'
import { geocode, type Placed, placedAlready } from './place.ts'

export async function putOrder(ctx: Context, { body }: Input<typeof endpoint>) {
  const input = orderFromWire(body)
  const geocoded = await geocodedIfNeeded(ctx, input)

  return ctx.commit(async (tx) => {
    let locked = await lockOrder(tx, ctx.businessId, input.externalRef)
    const placed = placedAlready(input, locked?.order ?? null) ?? geocoded ?? { point: null, placement: 'PENDING' }
    if (!locked) {
      const order = await create(ctx, tx, { ...input, ...placed })
      if (order) return created(order)
      // A concurrent create took the reference first: what it made is now there to be replaced.
      locked = await lockOrder(tx, ctx.businessId, input.externalRef)
      if (!locked) throw missing('delivery with that reference')
    }
    const { order: current, route } = locked
    const decision = orThrow(decideUpsert(current, input))
    if (decision.outcome === 'updated') {
      const order: Order = {
        ...current,
        ...input,
        ...placed,
        temperatureClass: decision.frozenDerivation ? current.temperatureClass : effectiveTemperatureClass(input),
        loadWeightLbs: decision.frozenDerivation ? current.loadWeightLbs : effectiveLoadWeight(input),
      }
      await saveOrder(tx, ctx.businessId, order)
      if (route === 'PLANNED') await followOrderChange(ctx, tx, current, order)
      await audit(tx, ctx, {
        action: 'order.updated',
        entity: 'order',
        entityId: current.orderId,
        detail: { fields: decision.changed },
      })
    }
    return ok(await answer(ctx, tx, current.orderId))
  })
}

/** Gather: only a new or changed address without a point asks the geocoder. */
async function geocodedIfNeeded(ctx: Context, input: OrderInput): Promise<Placed | null> {
  if (input.givenPoint) return null
  const seen = await ctx.read((tx) => findOrder(tx, ctx.businessId, input.externalRef))
  return placedAlready(input, seen) ? null : geocode(ctx, input)
}

/** Null when the reference has just been taken by another transaction. */
async function create(ctx: Context, tx: WriteTx, input: OrderInput & Placed) {
  const order: Order = {
    ...input,
    orderId: ctx.newId(),
    status: 'OPEN',
    temperatureClass: effectiveTemperatureClass(input),
    loadWeightLbs: effectiveLoadWeight(input),
    routeId: null,
    stopId: null,
  }
  const times = await insertOrder(tx, ctx.businessId, order, ctx.secrets.hash(trackingToken(order.orderId, ctx)))
  if (!times) return null
  await audit(tx, ctx, { action: 'order.created', entity: 'order', entityId: order.orderId })
  return orderToWire({ ...order, ...times, route: null, stop: null }, ctx)
}

async function answer(ctx: Context, tx: WriteTx, orderId: string) {
  const order = await readOrder(tx, ctx.businessId, { orderId })
  if (!order) throw missing('delivery')
  return orderToWire(order, ctx)
}
