// Writes an order as it is now: created, replaced or left alone; by the API, by hand or from a file.
import type { OrderOut } from '../../contract/orders.ts'
import type { Changes } from '../../domain/audit.ts'
import { event } from '../../domain/webhooks/event.ts'
import {
  decideUpsert,
  derivedOf,
  fieldChanges,
  inputOf,
  type Order,
  type OrderInput,
  sameJson,
  type UpsertDecision,
  withChosenDay,
} from '../../domain/orders/order.ts'
import { audit } from '../../store/audit/audit.ts'
import { findOrder, insertOrder, readOrder, saveOrder, takeOrder } from '../../store/orders/orders.ts'
import type { Context, WriteTx } from '../context.ts'
import { missing, orThrow } from '../errors.ts'
import { emit } from '../webhooks/emit.ts'
import { followOrderChange } from '../routes/follow-order-change.ts'
import { orderToWire, trackingToken } from './order-wire.ts'
import { geocode, type Placed, placedAlready } from './place.ts'

export interface Written {
  outcome: UpsertDecision['outcome']
  order: OrderOut
}

/** Throws to refuse what is about to be written. */
export type Guard = (tx: WriteTx, current: Order | null, next: OrderInput & Placed) => Promise<void>

/** Gather: only a new or changed address without a point asks the geocoder. */
export async function geocodedIfNeeded(ctx: Context, input: OrderInput): Promise<Placed | null> {
  if (input.givenPoint) return null
  const seen = await ctx.read((tx) => findOrder(tx, input.externalRef))
  return placedAlready(input, seen) ? null : geocode(ctx, input)
}

/** Decides by the order there is and writes. `geocoded` is what `geocodedIfNeeded` found before the transaction. */
export async function writeOrder(
  ctx: Context,
  tx: WriteTx,
  sent: OrderInput,
  geocoded: Placed | null,
  guard: Guard = async () => {},
): Promise<Written> {
  const { locked, at } = await takeOrder(tx, sent.externalRef)
  const input = locked ? withChosenDay(locked.order, sent) : sent
  const placed = placedAlready(input, locked?.order ?? null) ?? geocoded ?? { point: null, placement: 'PENDING' }
  if (!locked) {
    await guard(tx, null, { ...input, ...placed })
    return { outcome: 'created', order: create(ctx, tx, { ...input, ...placed }, at) }
  }
  const { order: current, route } = locked
  let written = current
  const decision = orThrow(decideUpsert(current, input))
  if (decision.outcome === 'updated') {
    await guard(tx, current, { ...input, ...placed })
    written = {
      ...current,
      ...inputOf(input),
      ...placed,
      ...(!decision.frozenDerivation && derivedOf(input)),
      changedAt: new Date(at),
    }
    // Known of the point it had.
    if (!sameJson(written.point, current.point)) written.roadMeters = null
    saveOrder(tx, written, at)
    if (route === 'PLANNED') await followOrderChange(ctx, tx, current, written)
    await noteUpdate(ctx, tx, written, decision.changed, fieldChanges(current, input))
  }
  // On a route there is more to it, which may have changed along.
  const order = current.routeId
    ? await answer(ctx, tx, current.orderId)
    : orderToWire({ ...written, route: null, stop: null }, ctx)
  return { outcome: decision.outcome, order }
}

/** Writes what changed to the audit log, and tells the business's systems unless they changed it themselves. */
export async function noteUpdate(
  ctx: Context,
  tx: WriteTx,
  order: Order,
  fields: string[],
  changes: Changes,
): Promise<void> {
  const detail = { fields, changes }
  audit(tx, ctx, { action: 'order.updated', entity: 'order', entityId: order.orderId, detail })
  const { kind: source } = ctx.actor
  if (source !== 'OFFICE' && source !== 'CUSTOMER') return
  const facts = {
    external_ref: order.externalRef,
    order_uuid: order.orderId,
    attempt: order.attempt,
    status: order.status,
    occurred_at: ctx.now.toISOString(),
    changed_fields: fields,
    source,
  } as const
  await emit(ctx, tx, [event('order.updated', facts)])
}

function create(ctx: Context, tx: WriteTx, input: OrderInput & Placed, at: string): OrderOut {
  const order: Order = {
    ...input,
    orderId: ctx.newId(),
    status: 'OPEN',
    ...derivedOf(input),
    routeId: null,
    stopId: null,
    attempt: 1,
    repeatOf: null,
    customerInstructions: null,
  }
  insertOrder(tx, order, ctx.secrets.hash(trackingToken(order.orderId, ctx)), at)
  audit(tx, ctx, { action: 'order.created', entity: 'order', entityId: order.orderId })
  const now = new Date(at)
  return orderToWire({ ...order, createdAt: now, changedAt: now, roadMeters: null, route: null, stop: null }, ctx)
}

async function answer(ctx: Context, tx: WriteTx, orderId: string) {
  const order = await readOrder(tx, { orderId })
  if (!order) throw missing('delivery')
  return orderToWire(order, ctx)
}
