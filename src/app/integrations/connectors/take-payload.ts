// Makes a delivery of a shop's order, or records why not. Every payload that is acknowledged is stored.
import { OrderBody } from '../../../contract/order.ts'
import { dayToWire } from '../../../contract/fields.ts'
import type { ConnectorKind, ConnectorMapping, PayloadStatus } from '../../../domain/connectors/connector.ts'
import { CANCELLING_REASONS, type ShopOrder } from '../../../domain/connectors/shop-order.ts'
import type { Order } from '../../../domain/orders/order.ts'
import {
  countFailed,
  dropOldBodies,
  type PayloadResult,
  type PayloadRow,
  saveResult,
  setSourceRef,
} from '../../../store/connectors/payloads.ts'
import { findOrder } from '../../../store/orders/orders.ts'
import { lastAttempt } from '../../../store/orders/repeated-orders.ts'
import { asString, fromString } from '../../../texts/as-string.ts'
import { asText, enumerated, type Text, text } from '../../../texts/text.ts'
import type { Context, WriteTx } from '../../context.ts'
import { AppError, conflicting } from '../../errors.ts'
import { cancelOrder } from '../../orders/cancel-order.ts'
import { orderFromWire } from '../../orders/order-wire.ts'
import { geocodeIfChanged, writeOrder } from '../../orders/write-order.ts'

/** Payloads of a connection that wait for the office. Above this number, further ones are refused. */
const MAX_FAILED = 1_000
const MAX_FAULTS_TOLD = 5

export interface TakingConnector {
  connectorId: string
  kind: ConnectorKind
  mapping: ConnectorMapping
}

/** Result of a payload. OUTDATED: a payload of a later change was received before. */
export interface Taken {
  status: PayloadStatus | 'OUTDATED'
  externalRef: string | null
  reason: Text | null
}

/** The row under which the shop's order is stored. */
export interface PayloadSource {
  /** Delivery that the order became before, and its reference. */
  known: { orderId: string | null; externalRef: string | null } | null
  /** Stores the payload and locks its row. Returns null if a later payload was stored before. */
  lock: (tx: WriteTx) => Promise<PayloadRow | null>
}

/** `ctx` acts as the connection. Throws if the payload was not stored, so that the shop sends it again. */
export async function takePayload(
  ctx: Context,
  connector: TakingConnector,
  read: ShopOrder,
  source: PayloadSource,
): Promise<Taken> {
  // The reference of a delivery stays, even if the mapping of the reference has changed.
  const externalRef = (source.known?.orderId && source.known.externalRef) || read.externalRef
  const current = externalRef ? await ctx.read((tx) => findOrder(tx, externalRef)) : null
  try {
    if (read.leftOut) return await leaveOut(ctx, connector, { read, source })
    const body = { ...withDefaultDate(ctx, connector.mapping, read, current), external_ref: externalRef }
    return await putShopOrder(ctx, connector, validBody(body, read), source)
  } catch (error) {
    if (!(error instanceof AppError) || error.retryAfterSeconds !== undefined) throw error
    const isOver = current?.status === 'DELIVERED' || current?.status === 'FAILED'
    const status = error.code === 'ORDER_FINAL' && isOver ? 'SKIPPED' : 'FAILED'
    return record(ctx, connector, source, { status, reason: error.text, externalRef })
  }
}

async function putShopOrder(
  ctx: Context,
  connector: TakingConnector,
  body: OrderBody,
  source: PayloadSource,
): Promise<Taken> {
  const input = orderFromWire(body)
  const geocoded = await geocodeIfChanged(ctx, input)
  return ctx.write(async (tx) => {
    const row = await source.lock(tx)
    if (!row) return OUTDATED
    const { externalRef } = input
    const { outcome, order } = await writeOrder(ctx, tx, input, geocoded)
    // Without this check, orders of two shops with the same numbers would overwrite each other.
    if (outcome !== 'created' && order.order_uuid !== row.orderId)
      throw conflicting(
        'REFERENCE_TAKEN',
        text('There is a delivery with the reference {reference} already.', { reference: externalRef }),
      )
    if (connector.kind === 'WEBHOOK')
      await setSourceRef(tx, { ...connector, payloadId: row.payloadId, sourceRef: externalRef })
    await save(tx, connector, row, { status: 'TAKEN', reason: null, externalRef, orderId: order.order_uuid })
    return { status: 'TAKEN', externalRef, reason: null }
  })
}

/** Records that the shop would not have the order delivered, and cancels its delivery if the shop no longer wants it. */
async function leaveOut(
  ctx: Context,
  connector: TakingConnector,
  { read, source }: { read: ShopOrder; source: PayloadSource },
): Promise<Taken> {
  return ctx.write(async (tx) => {
    const row = await source.lock(tx)
    if (!row) return OUTDATED
    // The delivery may have been created while this payload waited.
    const found = row.externalRef === null ? null : await findOrder(tx, row.externalRef)
    const own = row.orderId !== null && found?.orderId === row.orderId ? found : null
    // The office may repeat a delivery that the shop canceled. If the shop sends the cancellation again, the repeat stays.
    const last = own && !hasCancelled(row) ? await lastAttempt(tx, own) : own
    const isOpen = last?.status === 'OPEN' || last?.status === 'SCHEDULED'
    if (read.cancels && last && isOpen) await cancelOrder(ctx.joining(tx), last.externalRef, null)
    const externalRef = own?.externalRef ?? (read.externalRef || null)
    const left = { status: 'SKIPPED', reason: read.leftOut, externalRef } as const
    await save(tx, connector, row, { ...left, reason: read.leftOut && asString(read.leftOut), orderId: null })
    return left
  })
}

const hasCancelled = ({ status, reason }: PayloadRow): boolean =>
  status === 'SKIPPED' && CANCELLING_REASONS.some((one) => asString(one) === reason)

const OUTDATED: Taken = { status: 'OUTDATED', externalRef: null, reason: null }

/** Records a payload that became no delivery, for the office. */
async function record(
  ctx: Context,
  connector: TakingConnector,
  source: PayloadSource,
  { status, reason, externalRef }: { status: 'SKIPPED' | 'FAILED'; reason: Text; externalRef: string },
): Promise<Taken> {
  return ctx.write(async (tx) => {
    if (status === 'FAILED' && (await countFailed(tx, connector.connectorId, MAX_FAILED)) >= MAX_FAILED)
      throw new AppError(
        'limited',
        'RATE_LIMITED',
        text('{count} orders of this shop wait for the office. Solve these first.', { count: MAX_FAILED }),
        { retryAfterSeconds: 600 },
      )
    const row = await source.lock(tx)
    if (!row) return OUTDATED
    await save(tx, connector, row, {
      status,
      reason: asString(reason),
      externalRef: externalRef || null,
      orderId: null,
    })
    return { status, externalRef: externalRef || null, reason }
  })
}

async function save(tx: WriteTx, { connectorId }: TakingConnector, { payloadId }: PayloadRow, result: PayloadResult) {
  await saveResult(tx, payloadId, result)
  if (result.status !== 'FAILED') await dropOldBodies(tx, connectorId)
}

/** An order without a date gets the day that the mapping chooses. A later payload without a date keeps that day. */
export function withDefaultDate(
  { calendar, now }: Pick<Context, 'calendar' | 'now'>,
  { defaultDays }: ConnectorMapping,
  { body, faults }: ShopOrder,
  current: Order | null,
): Record<string, unknown> {
  if (body.delivery_date !== undefined || faults.some(({ field }) => field === 'delivery_date')) return body
  const day =
    current?.deliveryDate ?? (defaultDays === null ? null : calendar.addDays(calendar.dayOf(now), defaultDays))
  return day === null ? body : { ...body, delivery_date: dayToWire(day) }
}

/** Problems of an order, each with its field in the format of the API. */
export function faultsOf(body: Record<string, unknown>, { faults }: ShopOrder): { field: string; fault: Text }[] {
  const { error } = OrderBody.safeParse(body)
  const unread = faults.map(({ field, message }) => ({ field: field as string, fault: message }))
  const known = new Set(unread.map(({ field }) => field))
  const invalid = (error?.issues ?? []).map(({ path, message }) => ({
    field: path.join('.'),
    fault: fromString(message),
  }))
  // The schema also reports an unreadable value as missing, which would mislead.
  return [...unread, ...invalid.filter(({ field }) => !known.has(field.replace(/^address\./, '')))]
}

function validBody(body: Record<string, unknown>, read: ShopOrder): OrderBody {
  const faults = faultsOf(body, read)
  const { data } = OrderBody.safeParse(body)
  if (data && faults.length === 0) return data
  const told = faults
    .slice(0, MAX_FAULTS_TOLD)
    .map(({ field, fault }) => text('{field} {fault}', { field, fault: asText(fault) }))
  throw new AppError('invalid', 'INVALID', enumerated(told))
}
