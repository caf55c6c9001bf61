// Writes an order: creates it, replaces it or leaves it unchanged. Used by the API, the office and imports.
import type { OrderOut } from '../../contract/order.ts'
import { text } from '../../texts/text.ts'
import type { AuditEntry, Changes } from '../../domain/audit.ts'
import { type Event, event } from '../../domain/webhooks/event.ts'
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
import { exactAmount } from '../../domain/routes/door-checks.ts'
import { audit } from '../../store/audit/audit.ts'
import { findOrder, insertOrder, readOrder, saveOrder } from '../../store/orders/orders.ts'
import { lockOrderByReference } from '../../store/orders/lock-orders.ts'
import type { KeptOrder } from '../../store/orders/order-rows.ts'
import { findBusiness } from '../../store/settings/businesses.ts'
import type { Context, WriteTx } from '../context.ts'
import { invalid, missing, valueOrThrow } from '../errors.ts'
import { emit } from '../integrations/webhooks/emit.ts'
import { applyOrderChange } from '../routes/follow-order-change.ts'
import { orderToWire, trackingToken } from './order-wire.ts'
import { geocode, GEOCODING_PENDING, type GeocodeResult, knownLocation } from './geocode-order.ts'

export interface WriteResult {
  outcome: UpsertDecision['outcome']
  order: OrderOut
}

/** Check before an order is written. Throws to refuse the write. `current` is null for a new order. */
export type WriteCheck = (tx: WriteTx, current: Order | null, next: OrderInput & GeocodeResult) => Promise<void>

/**
 * Before the transaction: geocodes the address if it is new or changed and the request has no point. Otherwise returns
 * null.
 */
export async function geocodeIfChanged(ctx: Context, input: OrderInput): Promise<GeocodeResult | null> {
  if (input.givenPoint) return null
  const seen = await ctx.read((tx) => findOrder(tx, input.externalRef))
  return knownLocation(input, seen) ? null : geocode(ctx, input)
}

/** The effect that the request will have on the order. */
export type WriteDecision =
  | { outcome: 'created'; order: Order }
  | { outcome: 'unchanged'; order: KeptOrder }
  | { outcome: 'updated'; order: KeptOrder; before: KeptOrder; changed: string[] }

/**
 * Decides the effect of the request on the stored order. Throws if the change is refused. `geocoded` is the location
 * that was found before the transaction.
 */
export function decideWrite(
  ctx: Context,
  current: KeptOrder | null,
  sent: OrderInput,
  geocoded: GeocodeResult | null,
  at: string,
): WriteDecision {
  const input = current ? withChosenDay(current, sent) : sent
  const placed = knownLocation(input, current) ?? geocoded ?? GEOCODING_PENDING
  if (!current) return { outcome: 'created', order: newOrder(ctx, { ...input, ...placed }) }
  const decision = valueOrThrow(decideUpsert(current, input))
  if (decision.outcome !== 'updated') return { outcome: 'unchanged', order: current }
  const order: KeptOrder = {
    ...current,
    ...inputOf(input),
    ...placed,
    ...(!decision.frozenDerivation && derivedOf(input)),
    changedAt: new Date(at),
  }
  // Clear the distance to the nearest road, because it belongs to the previous location.
  if (!sameJson(order.point, current.point)) order.roadMeters = null
  return { outcome: 'updated', order, before: current, changed: decision.changed }
}

/** Decides the effect of the request, and writes it in the transaction. */
export async function writeOrder(
  ctx: Context,
  tx: WriteTx,
  given: OrderInput,
  geocoded: GeocodeResult | null,
  guard: WriteCheck = async () => {},
): Promise<WriteResult> {
  const sent = withExactAmount(given, await currencyOf(tx, [given]))
  const { locked, at, isHeard } = await lockOrderByReference(tx, sent.externalRef)
  const current = locked?.order ?? null
  const decided = decideWrite(ctx, current, sent, geocoded, at)
  const { outcome, order } = decided
  if (outcome !== 'unchanged') await guard(tx, current, order)
  if (decided.outcome === 'created') {
    insertOrder(tx, decided.order, trackingHash(ctx, decided.order), at)
    audit(tx, ctx, createdEntry(decided.order))
    emit(ctx, tx, [createdEvent(ctx, decided.order)], isHeard)
    return { outcome, order: newToWire(ctx, decided.order, at) }
  }
  if (decided.outcome === 'updated') {
    saveOrder(tx, decided.order, at)
    if (locked?.route === 'PLANNED') await applyOrderChange(ctx, tx, decided.before, decided.order)
    await recordUpdate(ctx, tx, decided.order, decided.changed, fieldChanges(decided.before, decided.order))
  }
  // Read an order on a route again, because its response includes the route and stop, which the write may have changed.
  return {
    outcome,
    order: current?.routeId
      ? await writtenOrderToWire(ctx, tx, order.orderId)
      : unroutedOrderToWire(ctx, decided.order),
  }
}

/**
 * Returns the business's currency, for amounts to collect. If no order has an amount, returns USD without reading the
 * business.
 */
export async function currencyOf(tx: WriteTx, inputs: readonly OrderInput[]): Promise<string> {
  const business = inputs.some(({ rules }) => rules?.collectAmount !== undefined) ? await findBusiness(tx) : null
  return business?.currency ?? 'USD'
}

/** Formats the amount to collect for the currency. Throws if the amount has too many digits for the currency. */
export function withExactAmount(input: OrderInput, currency: string): OrderInput {
  const { collectAmount } = input.rules ?? {}
  if (collectAmount === undefined) return input
  const exact = exactAmount(collectAmount, currency)
  if (exact === null)
    throw invalid(
      'collect_amount',
      text('has more decimal places than {currency}, the currency of the business', { currency }),
    )
  return { ...input, rules: { ...input.rules, collectAmount: exact } }
}

/**
 * Writes the changes to the audit log. Also notifies the business's endpoints if an office user or a customer made the
 * change.
 */
export async function recordUpdate(
  ctx: Context,
  tx: WriteTx,
  order: Order,
  fields: string[],
  changes: Changes,
): Promise<void> {
  audit(tx, ctx, updatedEntry(order, fields, changes))
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
  emit(ctx, tx, [event('order.updated', facts)])
}

export const createdEntry = (order: Order): AuditEntry => ({
  action: 'order.created',
  entity: 'order',
  entityId: order.orderId,
})

/**
 * Returns the event of a new order. Orders from the API cause this event, too, because only endpoints that select it
 * explicitly receive it.
 */
export const createdEvent = (ctx: Context, order: Order): Event =>
  event('order.created', {
    external_ref: order.externalRef,
    order_uuid: order.orderId,
    attempt: order.attempt,
    status: order.status,
    occurred_at: ctx.now.toISOString(),
    source: ctx.actor.kind === 'OPERATOR' ? 'SYSTEM' : ctx.actor.kind,
  })

export const updatedEntry = (order: Order, fields: string[], changes: Changes): AuditEntry => ({
  action: 'order.updated',
  entity: 'order',
  entityId: order.orderId,
  detail: { fields, changes },
})

const newOrder = (ctx: Context, input: OrderInput & GeocodeResult): Order => ({
  ...input,
  orderId: ctx.newId(),
  status: 'OPEN',
  ...derivedOf(input),
  routeId: null,
  stopId: null,
  attempt: 1,
  repeatOf: null,
  customerInstructions: null,
})

export const trackingHash = (ctx: Context, { orderId }: Order): Buffer => ctx.secrets.hash(trackingToken(orderId, ctx))

/** The response for an order created at `at`. */
export function newToWire(ctx: Context, order: Order, at: string): OrderOut {
  const now = new Date(at)
  return unroutedOrderToWire(ctx, { ...order, createdAt: now, changedAt: now, roadMeters: null })
}

/** The response for an order that is on no route. */
export const unroutedOrderToWire = (ctx: Context, order: KeptOrder): OrderOut =>
  orderToWire({ ...order, route: null, stop: null }, ctx)

async function writtenOrderToWire(ctx: Context, tx: WriteTx, orderId: string) {
  const order = await readOrder(tx, { orderId })
  if (!order) throw missing('delivery')
  return orderToWire(order, ctx)
}
