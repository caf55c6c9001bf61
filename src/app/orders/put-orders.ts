// POST /orders/batch: writes several orders in one transaction, with the same result as if they were sent one after
// another (docs/spec/orders.md#batch).
import { Day } from '../../contract/fields.ts'
import type { OrderBody, OrderOut } from '../../contract/order.ts'
import { fieldChanges, type OrderInput, type Point } from '../../domain/orders/order.ts'
import { audit } from '../../store/audit/audit.ts'
import { atAddresses } from '../../store/addresses/address-street-hours.ts'
import { findOrders, insertOrders, readOrders, saveOrders } from '../../store/orders/orders.ts'
import { lockOrdersByReference } from '../../store/orders/lock-orders.ts'
import type { Context, WriteTx } from '../context.ts'
import { AppError } from '../errors.ts'
import { applyOrderChange } from '../routes/follow-order-change.ts'
import { emit } from '../integrations/webhooks/emit.ts'
import { orderFromWire, orderToWire } from './order-wire.ts'
import { geocodeAll, type GeocodeResult, knownLocation } from './geocode-order.ts'
import { type HoursByKind, hoursOfStreets, streetFrom } from './street-of.ts'
import {
  createdEntry,
  currencyOf,
  createdEvent,
  type WriteDecision,
  decideWrite,
  unroutedOrderToWire,
  newToWire,
  trackingHash,
  updatedEntry,
  withExactAmount,
  type WriteResult,
} from './write-order.ts'

/** An order of the batch, or the error in its body. An invalid order doesn't affect the others. */
export interface BatchOrder {
  externalRef: string | null
  body: OrderBody | AppError
}

/** The result for each order, in the order of the request. */
export interface BatchResult {
  externalRef: string | null
  result: WriteResult | AppError
}

/** A valid order, with its index in the batch, and its location if it is known before the transaction. */
interface SentOrder {
  place: number
  input: OrderInput
  geocoded: GeocodeResult | null
  point: Point | null
}

export async function putOrders(ctx: Context, orders: readonly BatchOrder[]): Promise<BatchResult[]> {
  const inputs = orders.flatMap(({ body }, place) =>
    body instanceof AppError ? [] : [{ place, input: orderFromWire(body) }],
  )
  const sent = await geocodeChanged(ctx, inputs)
  // The hours are requested before the transaction, so that it doesn't wait for them.
  const hours = await hoursOfStreets(
    ctx,
    sent.map(({ point }) => point),
  )
  return ctx.write(async (tx) => {
    const results = new Map<number, BatchResult['result']>()
    for (const round of roundsOf(sent)) await writeRound(ctx, tx, round, results)
    const places = await atAddresses(
      tx,
      sent.map(({ input }) => input),
    )
    for (const [i, { place, point }] of sent.entries())
      addStreet(ctx, { place, point, input: places[i] as OrderInput }, hours[i], results)
    return orders.map(({ externalRef, body }, place) => {
      const result = body instanceof AppError ? body : results.get(place)
      if (!result) throw new Error('an order of the batch has no result')
      return { externalRef, result }
    })
  })
}

/** Adds the hours of the street to the response for an order. */
function addStreet(
  ctx: Context,
  { place, input, point }: Pick<SentOrder, 'place' | 'input' | 'point'>,
  hours: HoursByKind | undefined,
  results: Map<number, BatchResult['result']>,
): void {
  const result = results.get(place)
  if (!hours || !result || result instanceof AppError) return
  const { order } = result
  const street = streetFrom(ctx, { ...input, point, day: Day.parse(order.delivery_date) }, hours)
  if (street) results.set(place, { ...result, order: { ...order, street } })
}

/** Before the transaction: geocodes all new or changed addresses without a point together. */
async function geocodeChanged(
  ctx: Context,
  inputs: readonly Pick<SentOrder, 'place' | 'input'>[],
): Promise<SentOrder[]> {
  const pointless = inputs.filter(({ input }) => !input.givenPoint)
  if (pointless.length === 0) return inputs.map((one) => ({ ...one, geocoded: null, point: one.input.givenPoint }))
  const refs = pointless.map(({ input }) => input.externalRef)
  const seen = await ctx.read((tx) => findOrders(tx, refs))
  const byRef = new Map(seen.map((order) => [order.externalRef, order]))
  const asked = pointless.filter(({ input }) => !knownLocation(input, byRef.get(input.externalRef) ?? null))
  const found = await geocodeAll(
    ctx,
    asked.map(({ input }) => input.address),
  )
  const geocoded = new Map(asked.map(({ place }, i) => [place, found[i] ?? null]))
  return inputs.map((one) => {
    const { input, place } = one
    const placed = knownLocation(input, byRef.get(input.externalRef) ?? null) ?? geocoded.get(place) ?? null
    return { ...one, geocoded: geocoded.get(place) ?? null, point: placed?.point ?? null }
  })
}

/**
 * Splits the batch into rounds. If a reference occurs several times, each of its orders is written in a different
 * round, in the order of the request.
 */
function roundsOf(sent: readonly SentOrder[]): SentOrder[][] {
  const times = new Map<string, number>()
  const rounds: SentOrder[][] = []
  for (const one of sent) {
    const before = times.get(one.input.externalRef) ?? 0
    times.set(one.input.externalRef, before + 1)
    ;(rounds[before] ??= []).push(one)
  }
  return rounds
}

async function writeRound(
  ctx: Context,
  tx: WriteTx,
  round: readonly SentOrder[],
  results: Map<number, BatchResult['result']>,
): Promise<void> {
  const { locked, at } = await lockOrdersByReference(
    tx,
    round.map(({ input }) => input.externalRef),
  )
  const decided: { place: number; is: WriteDecision }[] = []
  const currency = await currencyOf(
    tx,
    round.map(({ input }) => input),
  )
  for (const { place, input, geocoded } of round)
    try {
      const sent = withExactAmount(input, currency)
      decided.push({ place, is: decideWrite(ctx, locked.get(input.externalRef)?.order ?? null, sent, geocoded, at) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.set(place, error)
    }
  const created = decided.flatMap(({ is }) => (is.outcome === 'created' ? [is.order] : []))
  const updated = decided.flatMap(({ is }) => (is.outcome === 'updated' ? [is] : []))
  insertOrders(
    tx,
    created.map((order) => ({ order, trackingHash: trackingHash(ctx, order) })),
    at,
  )
  saveOrders(
    tx,
    updated.map(({ order }) => order),
    at,
  )
  for (const { before, order } of updated)
    if (locked.get(order.externalRef)?.route === 'PLANNED') await applyOrderChange(ctx, tx, before, order)
  audit(
    tx,
    ctx,
    ...created.map(createdEntry),
    ...updated.map(({ before, order, changed }) => updatedEntry(order, changed, fieldChanges(before, order))),
  )
  emit(
    ctx,
    tx,
    created.map((order) => createdEvent(ctx, order)),
  )
  // Read orders on routes again, because their response includes the route and stop, which the write may have changed.
  const onRoutes = decided.flatMap(({ is: { order } }) =>
    locked.get(order.externalRef)?.order.routeId ? [order.orderId] : [],
  )
  const read = new Map((await readOrders(tx, onRoutes)).map((order) => [order.orderId, order]))
  const shown = (is: WriteDecision): OrderOut => {
    if (is.outcome === 'created') return newToWire(ctx, is.order, at)
    const routed = read.get(is.order.orderId)
    return routed ? orderToWire(routed, ctx) : unroutedOrderToWire(ctx, is.order)
  }
  for (const { place, is } of decided) results.set(place, { outcome: is.outcome, order: shown(is) })
}
